"""Ends each page with what it was made from: commit, library and lock hash, Python, duration and date of the run."""

import subprocess
from functools import cache
from html import escape

from results import ROOT, record_of


def _git(*arguments: str) -> str:
    """Answer of git; empty outside a repository or without git."""
    try:
        done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


@cache
def commit_of(paths: tuple[str, ...]) -> str:
    """The last commit that touched one of `paths`, and whether they differ from it now."""
    commit = _git("log", "-1", "--format=%h", "--", *paths)
    if not commit:
        return "not yet in a commit"
    return f"commit {commit}, with changes since" if _git("status", "--porcelain", "--", *paths) else f"commit {commit}"


@cache
def made_from(docname: str) -> str:
    """The line at the end of the page, in HTML; empty for pages without a source (search, index)."""
    source = f"{docname}.md"
    if not (ROOT / source).is_file():
        return ""
    record = record_of(docname)
    # What git ignores is generated, from the register, the pages and the tests.
    own = ("lib", "notebooks", "tests") if _git("check-ignore", source) else (source,)
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


def remember(app, env):
    for docname in env.found_docs:
        env.metadata[docname]["made_from"] = made_from(docname)


def outdated(app, env, added, changed, removed):
    """Pages whose line would read differently now, as after a commit."""
    known = env.found_docs - added - changed
    return [docname for docname in known if env.metadata[docname].get("made_from") != made_from(docname)]


def setup(app):
    app.connect("html-page-context", add_line)
    app.connect("env-updated", remember)
    app.connect("env-get-outdated", outdated)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
