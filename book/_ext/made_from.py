"""Ends each page with what it was made from: commit, library and lock hash, Python, duration and date of the run.

A commit changes the line and nothing else, so the line is renewed in the page that was written, which is not made
again.
"""

import json
import re
import subprocess
from functools import cache
from html import escape
from pathlib import Path

from results import ROOT, record_of

LINE = re.compile(r'<p class="made-from">.*?</p>')


def _git(*arguments: str) -> str:
    """Answer of git; empty outside a repository or without git."""
    try:
        done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return ""
    return done.stdout if done.returncode == 0 else ""


@cache
def history() -> list[tuple[str, frozenset[str]]]:
    """The commits, newest first, each with the paths that it touched and the folders of these."""
    found = []
    for commit in _git("log", "-m", "--format=%x00%h", "--name-only", "--no-renames").split("\0")[1:]:
        name, *touched = filter(None, commit.split("\n"))
        found.append((name, with_folders(touched)))
    return found


@cache
def changed() -> frozenset[str]:
    """The paths that differ from the last commit, and the folders of these."""
    lines = _git("status", "--porcelain", "-z", "--no-renames", "--untracked-files=all").split("\0")
    return with_folders([line[3:] for line in lines])


@cache
def kept() -> frozenset[str]:
    """The files that git does not ignore."""
    return frozenset(_git("ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0"))


def with_folders(paths: list[str]) -> frozenset[str]:
    """`paths` and every folder above them."""
    return frozenset(piece.as_posix() for path in paths for piece in (Path(path), *Path(path).parents))


@cache
def commit_of(paths: tuple[str, ...]) -> str:
    """The last commit that touched one of `paths`, and whether they differ from it now."""
    commit = next((name for name, touched in history() if not touched.isdisjoint(paths)), None)
    if not commit:
        return "not yet in a commit"
    return f"commit {commit}, with changes since" if not changed().isdisjoint(paths) else f"commit {commit}"


@cache
def made_from(docname: str) -> str:
    """The line at the end of the page, in HTML; empty for pages without a source (search, index)."""
    source = f"{docname}.md"
    if not (ROOT / source).is_file():
        return ""
    record = record_of(docname)
    # What git ignores is generated, from the register, the pages and the tests.
    own = (source,) if source in kept() else ("lib", "notebooks", "tests")
    parts = [commit_of((*own, *record.get("inputs", [])))]
    if record:
        parts += [
            f"library {record['library']}",
            f"lock {record['lock']}",
            f"Python {record['python']}",
            f"run in {record['seconds']:g} s on {record['date']}",
        ]
    spans = " · ".join(f"<span>{escape(part)}</span>" for part in parts)
    return f'<p class="made-from">Made from {spans}</p>'


def add_line(app, pagename, templatename, context, doctree):
    if doctree is not None and "body" in context:
        context["body"] += made_from(pagename)


def renew(app, exception):
    """Puts the line of today at the end of pages that an earlier build wrote."""
    if exception or app.builder.format != "html":
        return
    memo = Path(app.doctreedir, "made_from.json")
    known = json.loads(memo.read_text(encoding="utf-8")) if memo.is_file() else {}
    lines = {docname: made_from(docname) for docname in sorted(app.env.found_docs)}
    for docname, line in lines.items():
        page = Path(app.outdir, f"{docname}.html")
        if known.get(docname) != line and page.is_file():
            text = page.read_text(encoding="utf-8")
            page.write_text(LINE.sub(line.replace("\\", "\\\\"), text), encoding="utf-8")
    memo.write_text(json.dumps(lines), encoding="utf-8")


def setup(app):
    app.connect("html-page-context", add_line)
    app.connect("build-finished", renew)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
