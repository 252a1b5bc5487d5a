"""What a teacher is given: a map of all pages, and plans that name every core lecture."""

import re
from collections import Counter

import pytest
from course import core, pages
from course_map import difficulties, row
from pairing import ROOT

TEACHING = (ROOT / "book" / "teaching.md").read_text(encoding="utf-8")


def test_difficulties_are_counted_as_the_exercises_say_them():
    text = (
        ":::{exercise} A\n:label: a\n\n(*easy, 10 minutes*) Do it.\n:::\n\n```{exercise-start} B (harder, 25 "
        "minutes)\n```\nDo.\n```{exercise-end}\n```\n"
    )
    assert difficulties(text) == Counter(easy=1, hard=1)


@pytest.mark.parametrize("page", pages().values(), ids=lambda page: page.name)
def test_the_map_has_a_row_for_each_page_with_what_it_needs(page):
    made = row(page)
    assert made.count("|") == 7
    assert all(f"/notebooks/{need}`" in made for need in page.needs)


def test_plans_name_each_core_lecture_once_and_in_order_and_notes_are_on_each():
    short, rest = TEACHING.split("For sixteen weeks")
    long = rest.split("A guest lecture")[0]
    order = [page.docname for page in core()]
    assert re.findall(r"\{doc\}`/(notebooks/[^`]*)`", short) == order
    assert re.findall(r"(?m)^\| \d+ \| \{doc\}`/(notebooks/[^`]*)`", long) == order
    notes = TEACHING.split("## What students get wrong")[1].split("## A rubric")[0]
    assert len(re.findall(r"(?m)^\*\*[^*]+\*\* ", notes)) == len(order)
