"""The glossary holds every word that a page links to it, in order, and pages link a word where it is used first."""

import re
from collections import Counter

import pytest
from pairing import ROOT, sources

LINK = re.compile(r"\{term\}`(?:[^`<]*<)?([^`>]+)>?`")
# Pages that `make book` writes tell statements of many pages, each with the links that it has at home.
WRITTEN = ("claim", "errata-", "questions-")
PAGES = [*sources(ROOT), *(page for page in sorted((ROOT / "book").glob("*.md")) if not page.name.startswith(WRITTEN))]


def entries():
    """The words of the glossary, with what it says of each."""
    text = (ROOT / "book" / "glossary.md").read_text(encoding="utf-8")
    body = re.search(r"::::\{glossary\}\n(.*?)\n::::", text, re.DOTALL)[1]
    return dict(piece.split("\n", 1) for piece in body.split("\n\n"))


def linked(text):
    return [" ".join(word.split()) for word in LINK.findall(text)]


def test_links_are_read_with_and_without_words_of_their_own():
    assert linked("{term}`core`, {term}`Cores <core>`") == ["core", "core"]


def test_words_stand_in_order_and_each_is_explained():
    found = entries()
    letters = [re.sub(r"[^a-z0-9 ]", "", word.lower()) for word in found]
    assert letters == sorted(letters)
    assert all(len(told.split()) >= 5 for told in found.values())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_links_words_of_the_glossary_and_each_once(page):
    text = page.read_text(encoding="utf-8")
    assert not re.search(r"\{term\}`[^`]*\$", text), "a formula in a link to the glossary is not set"
    counted = Counter(linked(text))
    assert counted.keys() <= entries().keys(), counted.keys() - entries().keys()
    assert {word for word, times in counted.items() if times > 1} == set()


def test_pages_link_at_least_three_hundred_times():
    assert sum(len(linked(page.read_text(encoding="utf-8"))) for page in PAGES) >= 300
