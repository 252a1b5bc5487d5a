"""Regenerates the `.ipynb` beside every `notebooks/**/*.md`: without outputs, and byte for byte the same each time.

    python book/pairing.py            writes the pairs
    python book/pairing.py --check    writes nothing; fails where a pair is missing, left over or differs

The `.md` is edited, the `.ipynb` is what Jupyter opens. One direction only: a tool that trusts the newer of the two
files loses edits. The first code cell of a pair is written by first_cell.py.
"""

import argparse
import hashlib
import json
import sys
from pathlib import Path

import faces  # noqa: F401  (before the kit is imported)
import jupytext
import nbformat
from address import site_of, version, written
from first_cell import first_cell

from claimbook.closing import filled

ROOT = Path(__file__).resolve().parents[1]


def sources(root: Path) -> list[Path]:
    """Every notebook of the book, as edited."""
    return sorted(path for path in (root / "notebooks").rglob("*.md") if ".ipynb_checkpoints" not in path.parts)


def read(source: Path):
    """The notebook in `source`, its closing table filled in, its cells named by position and content instead of at
    random.
    """
    text = filled(source.read_text(encoding="utf-8"), f"{source.parent.name}/{source.stem}")
    notebook = jupytext.reads(text, fmt="md:myst")
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    for position, cell in enumerate(notebook.cells):
        cell["id"] = hashlib.sha256(f"{position}\n{cell.cell_type}\n{cell.source}".encode()).hexdigest()[:12]
    return notebook


def text_of(source: Path) -> str:
    """The text that the pair of `source` must hold."""
    notebook, root = read(source), source.parents[2]
    # As _config.yml names it: a pair is the same in every copy of the repository.
    site = site_of(written(root))
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.source = first_cell(cell.source, site=site, version=version(root))
    # The version of the tool that wrote the pair is no part of it.
    notebook.metadata.get("jupytext", {}).get("text_representation", {}).pop("jupytext_version", None)
    nbformat.validate(notebook)
    return nbformat.writes(notebook).rstrip("\n") + "\n"


def bytes_of(source: Path) -> str:
    """Hash of `source`, of the pair beside it and of the rules by which that is made."""
    rules = [Path(__file__).with_name(name) for name in ("pairing.py", "address.py", "first_cell.py")]
    rules.append(ROOT / "lib" / "claimbook" / "closing.py")
    rows = (source.parents[2] / "lib" / "incentives_book" / source.parent.name).glob("*.toml")
    files = (
        source,
        *sorted(rows),
        source.with_suffix(".ipynb"),
        *rules,
        *(source.parents[2] / name for name in ("_config.yml", "pyproject.toml")),
    )
    content = b"".join(hashlib.sha256(path.read_bytes()).digest() for path in files if path.is_file())
    return hashlib.sha256(f"{source} {jupytext.__version__} ".encode() + content).hexdigest()


def differing(root: Path, memo: Path | None = None) -> dict[Path, str | None]:
    """Pairs that are not as they should be: path to the right text, None for a pair without a source.

    What `memo` remembers as right is not made again while no byte of it has changed.
    """
    known = set(json.loads(memo.read_text(encoding="utf-8"))) if memo and memo.is_file() else set()
    found = sources(root)
    pairs = {source.with_suffix(".ipynb") for source in found}
    strays = [path for path in (root / "notebooks").rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts]
    wrong = {path: None for path in strays if path not in pairs}
    right = set()
    for source in found:
        pair, name = source.with_suffix(".ipynb"), bytes_of(source)
        text = None if name in known else text_of(source)
        if text is None or (pair.is_file() and pair.read_text(encoding="utf-8") == text):
            right.add(name)
        else:
            wrong[pair] = text
    if memo:
        memo.parent.mkdir(exist_ok=True)
        memo.write_text(json.dumps(sorted(right)), encoding="utf-8")
    return wrong


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; fail where a pair is not up to date")
    check = parser.parse_args(arguments).check
    wrong = differing(ROOT, None if check else ROOT / "_build" / "pairs.json")
    for path, text in sorted(wrong.items()):
        name = path.relative_to(ROOT)
        if check:
            print(f"{name}: {'has no .md beside it' if text is None else 'is not what its .md gives'}")
        elif text is None:
            path.unlink()
            print(f"removed {name} (no .md beside it)")
        else:
            path.write_text(text, encoding="utf-8")
            print(f"wrote   {name}")
    if check and wrong:
        print("run `make notebooks`, then commit the .ipynb files")
        return 1
    print(f"{len(sources(ROOT))} notebooks paired, .ipynb beside .md in notebooks/")
    return 0


if __name__ == "__main__":
    sys.exit(main())
