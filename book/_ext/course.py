"""The kind and needs of each page, its time, and the order of the pages: from parts.toml, the pages and their
runs.
"""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml
from results import ROOT, record_of

PARTS, CONTENTS = ROOT / "book" / "parts.toml", ROOT / "_toc.yml"
KINDS = ("opening", "core", "lecture", "practice", "audit", "red pen")
WORDS_A_MINUTE = 70  # of prose with formulas and figures, for somebody who follows them

# What a page's prose does not hold: its head, code, solutions of exercises, exercises themselves, options, targets of
# links.
FRONT = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
SOLUTION = re.compile(r"^(`{3,}|:{3,})\{solution-start\}.*?\{solution-end\}", re.DOTALL | re.MULTILINE)
EXERCISE = re.compile(
    r"^(`{3,}|:{3,})\{exercise\}.*?^\1\s*$|^[`:]{3,}\{exercise-start\}.*?\{exercise-end\}", re.DOTALL | re.MULTILINE
)
CODE = re.compile(r"^(`{3,})\{code-cell\}.*?^\1\s*$", re.DOTALL | re.MULTILINE)
ASIDE = re.compile(r"^:\w+:.*$|^[`:]{3,}.*$|\]\([^)]*\)|<[\w/.-]+>", re.MULTILINE)


@dataclass(frozen=True)
class Page:
    """One page of a part."""

    name: str  # <part>/<page>
    kind: str  # one of KINDS
    needs: tuple[str, ...]  # names of pages
    lecture: int = 0  # its place in the core path; 0 outside it

    @property
    def part(self) -> str:
        return self.name.partition("/")[0]

    @property
    def docname(self) -> str:
        return f"notebooks/{self.name}"


def read_pages(text: str) -> dict[str, Page]:
    """The pages in the text of a `parts.toml`, by name.

    Raises:
        ValueError: an entry has other fields than its kind asks for, an unknown kind, or needs a page without an entry.

    >>> read_pages('[a]\\none = { kind = "core", lecture = 1, needs = [] }\\ntwo = { kind = "audit", needs = ["one"] }')["a/two"].needs
    ('a/one',)
    """  # noqa: E501
    pages = {}
    for part, rows in tomllib.loads(text).items():
        for page, row in rows.items():
            fields = {"kind", "needs", *(["lecture"] if row.get("kind") == "core" else [])}
            if row.get("kind") not in KINDS or set(row) != fields:
                raise ValueError(
                    f"{part}/{page} must have kind (one of {', '.join(KINDS)}), needs and, if it is core, "
                    f"lecture; got {row!r}"
                )
            needs = tuple(need if "/" in need else f"{part}/{need}" for need in row["needs"])
            pages[f"{part}/{page}"] = Page(f"{part}/{page}", row["kind"], needs, row.get("lecture", 0))
    for page in pages.values():
        if unknown := [need for need in page.needs if need not in pages]:
            raise ValueError(f"needs of {page.name} must have entries of their own; {', '.join(unknown)} has none")
    return pages


@cache
def pages() -> dict[str, Page]:
    """All pages with an entry, in the order of the table of contents; those that are not in it come last."""
    known = read_pages(PARTS.read_text(encoding="utf-8")) if PARTS.is_file() else {}
    order = [docname.removeprefix("notebooks/") for docname in listed()]
    return {name: known[name] for name in [*(n for n in order if n in known), *(n for n in known if n not in order)]}


def listed(contents: object = None) -> list[str]:
    """The pages in a table of contents, at any depth, in their order; that of the book if none is given.

    >>> listed({"root": "index", "parts": [{"chapters": [{"file": "a", "sections": [{"file": "b"}]}, {"file": "c"}]}]})
    ['a', 'b', 'c']
    """
    node = yaml.safe_load(CONTENTS.read_text(encoding="utf-8")) if contents is None else contents
    if isinstance(node, dict):
        own = [node["file"]] if "file" in node else []
        return own + [name for child in node.values() for name in listed(child)]
    return [name for child in node for name in listed(child)] if isinstance(node, list) else []


def page_of(docname: str) -> Page | None:
    """The entry of the page `docname`; None for one that has none."""
    return pages().get(docname.removeprefix("notebooks/")) if docname.startswith("notebooks/") else None


def core() -> list[Page]:
    """The core path, in its order."""
    return sorted((page for page in pages().values() if page.lecture), key=lambda page: page.lecture)


def beside(page: Page) -> tuple[Page | None, Page | None]:
    """The lectures before and after a core lecture; None at either end of the path."""
    path = core()
    at = path.index(page)
    return path[at - 1] if at else None, path[at + 1] if at + 1 < len(path) else None


def required(page: Page) -> set[str]:
    """The names of all pages that come before a page: those that it needs, and those that these need."""
    found, waiting = set(), list(page.needs)
    while waiting:
        if (name := waiting.pop()) not in found:
            found.add(name)
            waiting += pages()[name].needs
    return found


def prose(text: str) -> str:
    """The prose of a page's source, its exercises apart.

    >>> prose("---\\na: 1\\n---\\n# T\\n\\n```{code-cell} python\\nx = 1\\n```\\n\\nTwo words.").split()
    ['#', 'T', 'Two', 'words.']
    """
    for pattern in (FRONT, SOLUTION, EXERCISE, CODE, ASIDE):
        text = pattern.sub(" ", text)
    return text


def reading_minutes(text: str) -> int:
    """Minutes to read a page's source, in steps of five."""
    words = len(re.findall(r"\w{2,}|\$", prose(text)))
    return max(5, 5 * round(words / WORDS_A_MINUTE / 5))


def exercise_minutes(text: str) -> int:
    """The sum of the minutes that the exercises name.

    >>> exercise_minutes(":::{exercise} A\\n:label: a\\n\\n(*easy, 10 minutes*) Do it.\\n:::\\n")
    10
    >>> exercise_minutes("```{exercise-start} A (hard, 25 minutes)\\n```\\nDo it.\\n```{exercise-end}\\n```\\n")
    25
    """
    asked = "".join(match.group() for match in EXERCISE.finditer(text))
    return sum(int(minutes) for minutes in re.findall(r"\([^()]*?(\d+) minutes", asked))


def source_of(page: Page) -> Path:
    return ROOT / f"{page.docname}.md"


def minutes(page: Page) -> tuple[int, int]:
    """Minutes to read a page, and minutes of its exercises."""
    text = source_of(page).read_text(encoding="utf-8")
    return reading_minutes(text), exercise_minutes(text)


def run_time(page: Page) -> str:
    """The time of the page's run, in words; empty where it has not run."""
    seconds = record_of(page.docname).get("seconds")
    return f"runs in {max(1, round(seconds))} s" if seconds is not None else ""


def kind_words(page: Page) -> str:
    """The kind of a page as a reader is told it.

    >>> kind_words(Page("a/b", "audit", ()))
    'Audit'
    """
    return f"Core lecture {page.lecture} of {len(core())}" if page.lecture else page.kind.capitalize()
