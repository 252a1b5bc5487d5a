"""Wherever a statement is quoted, its letters are defined: in its settings, in itself, or in the part's notation."""

import re
from pathlib import Path

import pytest
from letters import noted, undefined

import incentives_book.book  # noqa: F401  (declares the book of claims)
from claimbook.evidence import stated
from claimbook.register import entries
from claimbook.words import words

ROOT = Path(__file__).resolve().parents[2]
NOTATION = (ROOT / "book/notation.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def known():
    of = {part: noted(NOTATION, part) for part in ("coalitions", "consensus", "payments", "rewards", "together")}
    # The last part speaks of the first part's federations.
    return of | {"together": of["together"] | of["coalitions"]}


@pytest.fixture(scope="module")
def pages():
    return stated(ROOT / "notebooks")


@pytest.mark.parametrize("id", [id for id, entry in entries().items() if entry.statement])
def test_every_letter_of_a_statement_is_defined(id, pages, known):
    entry = entries()[id]
    text = words(entry, pages)
    assert undefined(text, known[entry.part]) == [], f"say what they are, there or in a setting: {text}"


def test_a_setting_that_is_lost_is_missed(pages, known):
    entry = entries()["payments/new-no-certificate-without-replies"]
    whole = words(entry, pages)
    assert undefined(whole, known["payments"]) == []
    assert undefined(re.sub(r"Let a number \$U\$ .*?are\.", "", whole), known["payments"])
