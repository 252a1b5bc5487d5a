"""The sentences on a bill, from objects made by hand; on whole bills they are read in `test_bill_traps`."""

import pytest

pytest.importorskip("torch")

from incentives.charging.bill_notes import ENOUGH, about_certificates, about_the_sample, repeated, trained_on
from incentives.charging.caps import capped
from incentives.charging.provenance import OTHERS, THESE, Origin
from incentives.charging.soups import Hybrid

INITIAL, ALL, MIX = Hybrid("initial", {}), Hybrid("all", {"a": 1.0}), Hybrid("mix", {"a": 0.5, "b": 0.5}, "words")


def said(models=(INITIAL, ALL), floor=(0.0, 0.0), replies=ENOUGH, cap=None):
    return about_the_sample(models, (2, 3), ("ann", "bob"), floor, replies, cap)


def test_nothing_is_said_where_there_is_nothing_to_know():
    assert said() == []
    assert said([INITIAL, *capped([ALL], 4)], cap=4)[1:] == []  # that it is no single network


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"replies": ENOUGH - 1}, "has 99 replies; with fewer than 100"),
        ({"models": (INITIAL, ALL, MIX)}, "saved as a mixture: mix."),
        ({"cap": 4.0}, "Nothing keeps the cap of 4 when these are served, whatever the sample looks like: all."),
        ({"floor": (0.0, -0.5)}, "The worst that can come: bob at -1.5."),
    ],
)
def test_each_thing_to_know_is_said_alone(given, words):
    (note,) = said(**given)
    assert words in note


@pytest.mark.parametrize(
    ("prompts", "count"),
    [("ab" * 50, 2), ("ab" * 50 + "a", 2), ("ab" * 50 + "aa", 0), ("a" * 100, 0), ("abc", 0), ("aabbc", 0)],
)
def test_a_list_that_was_repeated_is_told_by_its_counts(prompts, count):
    assert repeated(list(prompts)) == count


def test_on_what_a_candidate_was_trained_is_said_once():
    origins = {"a": Origin(THESE), "b": Origin(OTHERS)}
    assert trained_on(INITIAL, origins) == "nothing: initial model"
    assert trained_on(MIX, origins) == f"{THESE}; {OTHERS}"
    assert trained_on(MIX, origins | {"b": Origin(THESE)}) == THESE


def test_without_certificates_nothing_is_said_of_them():
    assert about_certificates([], ("ann", "bob"), (), 4) == []
