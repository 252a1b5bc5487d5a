"""The pages on what happened since: every work is in the bibliography, every row in the register, and every line says
how far the work was read.
"""

import re

import pytest
from course import listed
from pairing import ROOT

from claimbook.register import parts

PAGES = sorted((ROOT / "book").glob("since-*.md"))
READ = ("abstract", "abstracts", "introduction", "index of sections", "working paper of 1967", "first pages")
READ += ("its table of earlier work", "algorithms", "the code of one comparison")
UNREAD = re.compile(r"only cited by others|cited by others|as .* cites it|a summary by others")


def rows(text):
    """The lines of the table of a page, each as its four cells."""
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip("|"))] for line in lines[1:]]


def honest(cell):
    """Whether a cell says how far a work was read, in words that claim no more than a part of it."""
    return bool(UNREAD.fullmatch(cell)) or all(piece in READ for piece in re.split(r", (?:and )?| and ", cell))


def test_every_part_has_its_page_behind_a_door():
    assert [page.stem.removeprefix("since-") for page in PAGES] == sorted(part.name for part in parts())
    assert {f"book/{page.stem}" for page in PAGES} <= set(listed())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_says_what_was_judged_and_each_line_how_far_it_was_read(page):
    text = page.read_text(encoding="utf-8")
    known = {entry.anchor for part in parts() for entry in part.entries}
    books = (ROOT / "book" / "references.bib").read_text(encoding="utf-8")
    cited = {key for found in re.findall(r"\{cite(?::t)?\}`([^`]+)`", text) for key in found.split(",")}
    assert cited <= set(re.findall(r"^@\w+\{([^,]+),", books, re.MULTILINE))
    assert set(re.findall(r"\]\(#([^)]+)\)", text)) <= known
    assert text.count("**Which text was judged.**") == 1
    table = rows(text)
    assert len(table) >= 6
    assert all(len(row) == 4 and "{cite" in row[0] for row in table)
    assert [row for row in table if not honest(row[3])] == []


def test_a_line_that_claims_to_have_read_a_whole_paper_is_refused():
    assert honest("abstract, introduction")
    assert honest("as {cite:t}`x` cites it")
    assert not honest("not read, from memory")
    assert not honest("paper")
    assert not honest("abstract, proofs")
    assert not honest("")
