"""A deviation says who, what instead, and what it gains."""

from dataclasses import FrozenInstanceError
from fractions import Fraction

import pytest

from incentives.deviations import Deviation


@pytest.mark.parametrize(
    ("who", "instead", "text"),
    [
        ({3}, {3}, "3 goes alone; gains: 3: 1"),
        ({3}, {0, 1, 3}, "3 joins {0, 1}; gains: 3: 1"),
        ({0, 1}, {1, 0}, "0 and 1 form {0, 1}; gains: 0: 1, 1: 1"),
        ({2, 0, 1}, {0, 1, 2}, "0, 1 and 2 form {0, 1, 2}; gains: 0: 1, 1: 1, 2: 1"),
        ({0, 1}, {0, 1, 5}, "0 and 1 join {5}; gains: 0: 1, 1: 1"),
        ({0}, "reports twice its size", "0 reports twice its size; gains: 0: 1"),
    ],
)
def test_text_is_written_for_people(who, instead, text):
    assert str(Deviation(who, instead, {player: Fraction(1) for player in sorted(who, reverse=True)})) == text


def test_equal_deviations_are_equal_and_hash_alike():
    one, other = (Deviation(who, {0, 1}, {0: 1, 1: 2}) for who in ([0, 1], {1, 0}))
    assert one == other
    assert len({one, other}) == 1
    assert one != Deviation({0, 1}, {0, 1}, {0: 1, 1: 3})


def test_nothing_can_be_changed():
    deviation = Deviation({0}, {0}, {0: 1})
    with pytest.raises(TypeError):
        deviation.gains[0] = 2
    with pytest.raises(FrozenInstanceError):
        deviation.who = frozenset({1})


def test_everybody_who_acts_has_a_gain():
    with pytest.raises(ValueError, match=r"gains must name everybody in who; \{1\} missing"):
        Deviation({0, 1}, {0, 1}, {0: 1})
    with pytest.raises(ValueError, match="who must name at least one player"):
        Deviation(set(), "does nothing", {})


def test_names_take_the_place_of_numbers():
    names = ["Ann", "Bob", "Cy", "Di"]
    assert Deviation(who={0, 1, 3}, instead={0, 1, 3}, gains={0: 1, 1: 2, 3: 3}).told(names) == (
        "Ann, Bob and Di form {Ann, Bob, Di}; gains: Ann: 1, Bob: 2, Di: 3"
    )
    assert Deviation(who={0, 1}, instead={0, 1, 2}, gains={0: 1, 1: 2}).told(names).startswith("Ann and Bob join {Cy}")
    assert Deviation(who={2}, instead={2}, gains={2: 1}).told(names) == "Cy goes alone; gains: Cy: 1"
    assert Deviation(who={2}, instead="reports 3", gains={2: 1}).told(names) == "Cy reports 3; gains: Cy: 1"
