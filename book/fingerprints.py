"""The inputs of a notebook's results, as one hash: the key under which its execution is kept.

A result is kept only while nothing that it can depend on has changed: the code cells, what they reach in the packages
under `lib` (see reach.py), the rows of the register and the files of the repository that they name, the lock file and
the Python version. A module counts by its syntax tree without docstrings and comments, unless some code reads those.
"""

import ast
import hashlib
import json
import platform
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from pairing import read
from reach import TEXT, Input, closure, library, listed, look_again, text_of

__all__ = ["TEXT", "digest", "inputs_of", "key_of", "keys_of", "look_again"]


# Of a row of the register: its title, and what says how much its receipts are worth.
SHOWN = ("title", "verdict", "steps", "samples", "finite", "runs")


@cache
def _tree(text: str) -> str:
    """The syntax of a module, without what no result can show: comments, docstrings and other idle strings."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(getattr(node, "body", None), list):
            idle = (
                isinstance(line, ast.Expr) and isinstance(getattr(line.value, "value", 0), str) for line in node.body
            )
            node.body = [line for line, is_idle in zip(node.body, idle, strict=True) if not is_idle]
    return hashlib.sha256(ast.dump(tree).encode()).hexdigest()


@cache
def _rows(register: str) -> dict[str, str]:
    """The fields of a register file's rows that receipts show, by id: an edit of their words leaves it alone."""
    rows = tomllib.loads(register).get("claim", [])
    return {row["id"]: json.dumps([row.get(name) for name in SHOWN], sort_keys=True) for row in rows if "id" in row}


def _content(path: Path, part: str) -> str:
    """The part of a file that counts, as text or hash."""
    if not path.is_file():
        return "missing"
    if part == TEXT or path.suffix not in {".py", ".pyi", ".toml"}:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    if path.suffix == ".py":
        return _tree(text_of(path))
    return (listed(text_of(path)) if path.suffix == ".pyi" else _rows(text_of(path))).get(part, "missing")


def digest(inputs: Iterable[Input], root: Path) -> str:
    """Hash of the names and contents of `inputs`; a missing file counts as missing."""
    lines = sorted(f"{path.relative_to(root).as_posix()} {part} {_content(path, part)}" for path, part in inputs)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def inputs_of(notebook, source: Path, root: Path) -> frozenset[Input]:
    """The inputs of the results of `notebook` (read from `source`), its own text apart."""
    code = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "code")
    return closure(code, root, source.parent) | {(root / "constraints.txt", TEXT)}


def key_of(notebook, source: Path, root: Path) -> str:
    """The key of a notebook's results: equal keys, equal results."""
    codes = [cell for cell in notebook.cells if cell.cell_type == "code"]
    cells = [[cell.source, cell.metadata.get("tags", [])] for cell in codes]
    text = json.dumps([cells, notebook.metadata.get("kernelspec", {})], sort_keys=True)
    parts = [text, digest(inputs_of(notebook, source, root), root), platform.python_version()]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def keys_of(pages: Iterable[Path], root: Path) -> dict[Path, str]:
    """The keys of `pages`. Those of the last call stand while no file that they can depend on has another byte."""
    others = {path for name in ("experiments", "tests") for path in (root / name).rglob("*") if path.is_file()}
    covered = {(path, TEXT) for path in library(root) | others | {root / "constraints.txt"}}
    rules = [Path(__file__).with_name(name).read_text(encoding="utf-8") for name in ("fingerprints.py", "reach.py")]
    memo = root / "_build" / "keys.json"
    state = hashlib.sha256("\n".join([digest(covered, root), platform.python_version(), *rules]).encode()).hexdigest()
    try:
        known = json.loads(memo.read_text(encoding="utf-8")).get(state, {})
    except (OSError, ValueError):
        known = {}
    keys = {}
    for source in pages:
        page = f"{source.relative_to(root).as_posix()} {_content(source, TEXT)}"
        if page not in known:
            notebook = read(source)
            keys[source] = key_of(notebook, source, root)
            if {(path, TEXT) for path, _ in inputs_of(notebook, source, root)} <= covered:
                known[page] = keys[source]
        keys.setdefault(source, known.get(page))
    memo.parent.mkdir(exist_ok=True)
    memo.write_text(json.dumps({state: known}), encoding="utf-8")
    return keys
