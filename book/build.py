"""Builds the site from the executed notebooks, and replaces the last good one only when nothing is wrong.

    python book/build.py          the site, in _build/html
    python book/build.py --pdf    the PDF, _build/incentives-in-collaborative-learning.pdf

The site grows in `_build/staging`, where Sphinx keeps what it has read, so that an edit rebuilds one page. Warnings are
errors, a page whose results are missing is an error (nothing executes here), a dead link is an error. After an error
the staging folder goes: Sphinx reports a warning only when it reads the page, and must not forget it.
"""

import argparse
import contextlib
import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(1, str(Path(__file__).resolve().parent / "_ext"))
from execute import executed_path, keys_of, locked, record_of
from file_hash import hash_of
from links import dead_links
from offline import policy
from pairing import ROOT, sources
from wheel import write_wheel

BUILD = ROOT / "_build"
STAGING = BUILD / "staging"
SITE = BUILD / "html"
PDF_PACKAGES = "latexmk texlive-xetex texlive-fonts-recommended fonts-freefont-otf"


def stale_pages() -> list[Path]:
    """Notebooks whose results are missing or belong to other inputs."""
    keys = keys_of(sources(ROOT), ROOT)
    return [page for page, key in keys.items() if record_of(executed_path(page, ROOT)).get("key") != key]


def generated() -> list[Path]:
    """The files that are made from the register and the records of the checks, as far as they are there."""
    book = ROOT / "book"
    return sorted(
        [
            *book.glob("claim*.md"),
            *book.glob("errata-*.md"),
            *book.glob("questions-*.md"),
            *book.glob("_static/register.json"),
        ]
    )


def evidence() -> str:
    """Hash of what those are made from. Of the prose of notebooks only labels of statements and marks of solutions
    count.
    """
    total = hashlib.sha256()
    for source in sources(ROOT):
        labels = re.findall(r"^ *(?:[:`]{3,}\{prf:.*|:label:.*)$", source.read_text(encoding="utf-8"), re.MULTILINE)
        path = executed_path(source, ROOT)
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"] if path.is_file() else []
        told = [
            [cell["source"], cell["outputs"], cell["metadata"]]
            if cell["cell_type"] == "code"
            else re.findall(r"\{solution-(?:start|end)\}", "".join(cell["source"]))
            for cell in cells
        ]
        total.update(json.dumps([f"{source}", labels, told]).encode())
    read = ("lib/claimbook", "lib/incentives_book", "tests", "book/register", "book/witnesses", "book/_ext")
    folders = [ROOT / name for name in read]
    for path in sorted(
        [
            BUILD / "kernel.json",
            ROOT / "book" / "questions.toml",
            *(path for folder in folders for path in folder.rglob("*")),
        ]
    ):
        if path.is_file() and "__pycache__" not in path.parts:
            total.update(f"{path}".encode() + path.read_bytes())
    return total.hexdigest()


def generate_pages() -> None:
    """Writes the pages that are made from the register and the records, unless they stand as they would be written."""
    # Before the installed package: the library beside the pages.
    sys.path.insert(0, str(ROOT / "lib"))
    mark, now = BUILD / "generated", evidence()
    if not mark.is_file() or mark.read_text(encoding="utf-8") != f"{now} {hash_of(generated())}":
        from hand_in import hand_in

        from claimbook.site.claims_pages import write_pages

        write_pages(BUILD / "executed", hand_in=hand_in)
        mark.write_text(f"{now} {hash_of(generated())}", encoding="utf-8")


def frame() -> str:
    """Hash of what shapes every page: settings, contents and titles, extensions, styles, versions."""
    total = hashlib.sha256(os.environ.get("GITHUB_REPOSITORY", "").encode())
    files = [ROOT / name for name in ("_config.yml", "_toc.yml", "constraints.txt", "pyproject.toml")]
    files += [ROOT / "book" / name for name in ("parts.toml", "moved.toml", "address.py", "first_cell.py")]
    folders = [ROOT / "lib" / "claimbook", *(ROOT / "book" / name for name in ("_ext", "_static", "assets"))]
    files += sorted(path for folder in folders for path in folder.rglob("*") if "__pycache__" not in path.parts)
    for path in sorted(set(files) - set(generated())):
        total.update(f"{path}".encode() + (path.read_bytes() if path.is_file() else b""))
    for page in [*sources(ROOT), *sorted((ROOT / "book").glob("*.md"))]:
        title = re.search(r"^# .*", page.read_text(encoding="utf-8"), re.MULTILINE)
        total.update(f"{page}{title.group() if title else ''}".encode())
    return total.hexdigest()


def jupyter_book(output: Path, *options: str) -> tuple[int, str]:
    """Runs Jupyter Book; returns its exit status and what it printed."""
    command = [
        Path(sys.executable).with_name("jupyter-book"),
        "build",
        str(ROOT),
        "--path-output",
        str(output),
        *options,
    ]
    # The library beside the pages is the one described, whatever else is installed.
    path = os.pathsep.join([str(ROOT / "lib"), *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = os.environ | {"PYTHONPATH": path}
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.returncode, logged(done.stdout)


def logged(text: str) -> str:
    """The messages of Sphinx, without colours; they also go to `_build/book.log`."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", text)
    (BUILD / "book.log").write_text(text, encoding="utf-8")
    return text


def leave_out(module: str, **names: object) -> None:
    """Lets `module` be imported as one that holds nothing but `names`."""
    sys.modules[module] = ModuleType(module)
    vars(sys.modules[module]).update(names)


def write_site(output: Path) -> tuple[int, str]:
    """The work of `jupyter-book build`, in this process; returns its exit status and its messages.

    Three things that it imports are left out, which take longer than the edit of a page does and are not used: the
        cache
    of results and the clients that run notebooks (book/_ext/results.py is in their place), and pictures of titles.
    """
    for name in ("Cache", "Direct", "Inline"):
        leave_out(f"myst_nb.core.execute.{name.lower()}", **{f"NotebookClient{name}": object})
    leave_out("sphinxext.opengraph._social_cards", create_social_card=None, DEFAULT_SOCIAL_CONFIG={})
    from jupyter_book.sphinx import build_sphinx

    settings = {"external_toc_path": str(ROOT / "_toc.yml"), "latex_individualpages": False, "nitpicky": True}
    told = io.StringIO()
    with contextlib.redirect_stdout(told), contextlib.redirect_stderr(told), contextlib.chdir(ROOT):
        status = build_sphinx(
            ROOT,
            output,
            noconfig=True,
            path_config=ROOT / "_config.yml",
            confoverrides=settings,
            warningiserror=True,
            keep_going=True,
        )
    return int(bool(status)), logged(told.getvalue())


def problems_of(status: int, text: str) -> list[str]:
    """The problems of a build, one line each."""
    lines = text.splitlines()
    found = [line for line in lines if "WARNING" in line or "ERROR" in line or "CRITICAL" in line]
    found += [f"not in the cache: {line}" for line in lines if "Executing notebook" in line]
    if status and not found:
        found = lines[-30:]
    return found


def door(target: str, title: str, icon: str) -> str:
    """A page that leads to the address `target`, by itself or by its link; addresses are seen from its own folder.

    >>> 'content="0; url=two.html#end"' in door("two.html#end", "Two", "icon.svg")
    True
    """
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'{policy()}\n<title>{title}</title>\n<link rel="icon" href="{icon}">\n'
        f'<meta http-equiv="refresh" content="0; url={target}">\n</head>\n'
        f'<body><p><a href="{target}">{title}</a></p></body>\n</html>\n'
    )


def moved() -> dict[str, str]:
    """The old addresses of pages that are now part of another page, each with its new one, below `notebooks`."""
    parts = tomllib.loads((ROOT / "book" / "moved.toml").read_text(encoding="utf-8"))
    return {f"{part}/{old}": f"{part}/{new}" for part, pages in parts.items() for old, new in pages.items()}


def write_doors(site: Path) -> None:
    """The page at the address of the site, which leads to the first page, and one at each address that is no more.

    Jupyter Book's own is one line without an icon, for which a browser then asks the server, which has none there.
    """
    root = re.search(r"^root: *(\S+)", (ROOT / "_toc.yml").read_text(encoding="utf-8"), re.MULTILINE)[1]
    front = door(f"{root}.html", "Incentives in Collaborative Learning", "_static/favicon.svg")
    (site / "index.html").write_text(front, encoding="utf-8")
    for old, new in moved().items():
        page, _, section = new.partition("#")
        text = (ROOT / "notebooks" / f"{page}.md").read_text(encoding="utf-8")
        title = re.search(r"^# (.*)", text, re.MULTILINE)[1]
        target = f"{page.rpartition('/')[2]}.html#{section}"
        made = door(target, title, "../../_static/favicon.svg")
        (site / "notebooks" / f"{old}.html").write_text(made, encoding="utf-8")


def publish(site: Path) -> None:
    """Puts `site` in the place of the last one; a reader never finds half of either."""
    fresh, last = BUILD / "html.new", BUILD / "html.old"
    for folder in (fresh, last):
        shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(site, fresh)
    if SITE.exists():
        SITE.rename(last)
    fresh.rename(SITE)
    shutil.rmtree(last, ignore_errors=True)


def build_site() -> list[str]:
    """Builds and publishes the site; returns the problems, in which case the last good site stands."""
    mark, now = STAGING / "frame", frame()
    if not mark.is_file() or mark.read_text(encoding="utf-8") != now:
        shutil.rmtree(STAGING, ignore_errors=True)
        STAGING.mkdir(parents=True)
        mark.write_text(now, encoding="utf-8")
    site = STAGING / "_build" / "html"
    problems = problems_of(*write_site(site))
    if not problems:
        write_wheel(site / "wheel")
        write_doors(site)
        problems = [f"dead link: {line}" for line in dead_links(site, STAGING / "links.json")]
    if problems:
        shutil.rmtree(STAGING, ignore_errors=True)
        return problems
    publish(site)
    return []


def build_pdf() -> list[str]:
    """Builds the PDF; returns the problems."""
    if shutil.which("xelatex") is None or shutil.which("latexmk") is None:
        return [f"the PDF needs xelatex and latexmk: on Debian, apt-get install {PDF_PACKAGES}"]
    os.environ.setdefault("LATEXMKOPTS", "-interaction=nonstopmode")  # an error asks nothing, and waits for nobody
    status, text = jupyter_book(BUILD / "pdf", "--builder", "pdflatex")
    books = list((BUILD / "pdf" / "_build" / "latex").glob("*.pdf"))
    if status or not books:
        # LaTeX's own errors; else what latexmk says of the other programs that it runs.
        summary = text.partition("Collected error summary")[2].partition("\n\n")[0].splitlines()[1:]
        return re.findall(r"^! .*", text, re.MULTILINE) or summary or problems_of(status or 1, text)
    shutil.copyfile(books[0], BUILD / "incentives-in-collaborative-learning.pdf")
    return []


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pdf", action="store_true", help="build the PDF instead of the site")
    pdf = parser.parse_args(arguments).pdf
    stale = stale_pages()
    problems = [f"{page.relative_to(ROOT)}: not executed as it stands; run book/execute.py" for page in stale]
    if not problems:
        with locked(ROOT):
            generate_pages()
            problems = build_pdf() if pdf else build_site()
    if problems:
        print("\n".join(problems))
        kept = " The last good site is still in _build/html." if SITE.is_dir() and not pdf else ""
        print(f"\nThe book was not built: {len(problems)} problems (all of it: _build/book.log).{kept}")
        return 1
    print("The PDF: _build/incentives-in-collaborative-learning.pdf" if pdf else "The book: _build/html/index.html")
    return 0


if __name__ == "__main__":
    sys.exit(main())
