"""Whose row is whose, and which rows models are tested on."""

from decimal import Decimal

import numpy as np
import pandas as pd
import pytest

from incentives.methods.client_rows import by_trusted, divided, set_aside


def plain(own):
    return {label: places.tolist() for label, places in own.items()}


@pytest.mark.parametrize(
    "clients",
    [
        ["b", "a", "b", "a"],
        ("b", "a", "b", "a"),
        np.array(["b", "a", "b", "a"]),
        pd.Series(["b", "a", "b", "a"], index=[9, 8, 7, 6]),
        pd.Categorical(["b", "a", "b", "a"], categories=["z", "b", "a"]),
    ],
)
def test_labels_of_any_container_divide_the_rows(clients):
    assert plain(divided(clients, 4)) == {"a": [1, 3], "b": [0, 2]}


def test_numbers_are_labels_whatever_their_type():
    assert plain(divided(np.array([2.0, 1.0, 2.0], dtype=">f4"), 3)) == {1: [1], 2: [0, 2]}
    assert plain(divided([True, False, True], 3)) == {False: [1], True: [0, 2]}


@pytest.mark.parametrize(
    ("clients", "words"),
    [
        (["a", "b"], "one label for each of the 3 rows, got 2"),
        (["a", "a", "a"], r"at least two clients, got \['a'\]; leave it out"),
        (["a", None, "b"], "none of them missing; got None in row 1"),
        ([1.0, 2.0, float("nan")], "none of them missing; got nan in row 2"),
        (pd.Series(["a", pd.NA, "b"], dtype="string"), "none of them missing; got <NA> in row 1"),
        (np.array(["2026-01-01", "NaT", "2026-01-02"], dtype="datetime64[D]"), "none of them missing; .* in row 1"),
        (["a", 1, "b"], "clients must be labels of one kind"),
        ([["a"], ["b"], ["b"]], r"none of them missing; got \['a'\] in row 0"),
        ("abc", "clients must be a list"),
        ({"a": 1, "b": 2, "c": 3}, "clients must be a list"),
        (np.ma.array([1, 2, 3], mask=[0, 1, 0]), "clients must be a list of numbers, none of them masked"),
        (7, "clients must be a list"),
        ([1, Decimal("sNaN"), 2], "none of them missing; got Decimal.* in row 1"),
    ],
)
def test_labels_that_say_not_whose_row_it_is_are_refused(clients, words):
    with pytest.raises(ValueError, match=words):
        divided(clients, 3)


def test_trusted_rows_are_tested_on_and_the_others_trained_on():
    rows = by_trusted(divided(["a", "b", "a", "b"], 4), [True, False, False, True], 4)
    assert rows.labels == ("a", "b")
    assert [part.tolist() for part in rows.training] == [[2], [1]]
    assert [part.tolist() for part in rows.held_out] == [[0], [3]]
    assert rows.of(frozenset({0, 1})).tolist() == [1, 2]
    assert rows.of(frozenset({1}), whole=True).tolist() == [1, 3]


@pytest.mark.parametrize(
    ("trusted", "words"),
    [
        ([True, False, True], "True or False for each of the 4 rows, got 3"),
        ([1, 0, 1, 0], "trusted in row 0 must be True or False, got 1"),
        ([True, True, True, False], "client 'a' has 2 trusted rows of 2"),
        ([True, False, False, False], "client 'b' has 0 trusted rows of 2"),
    ],
)
def test_trusted_rows_that_leave_nothing_to_train_or_to_test_are_refused(trusted, words):
    with pytest.raises(ValueError, match=words):
        by_trusted(divided(["a", "b", "a", "b"], 4), trusted, 4)


def test_the_same_share_of_every_clients_rows_is_set_aside():
    own = divided(["a"] * 8 + ["b"] * 2 + ["c"] * 40, 50)
    rows = set_aside(own, 0.25, np.random.RandomState(3))
    assert [len(part) for part in rows.held_out] == [2, 1, 10]
    for label, trained, tested in zip(*rows, strict=True):
        assert sorted([*trained, *tested]) == own[label].tolist()
    again = set_aside(own, 0.25, np.random.RandomState(3))
    assert all(map(np.array_equal, rows.held_out, again.held_out))
    most = set_aside(own, 0.99, np.random.RandomState(3))
    assert [len(part) for part in most.training] == [1, 1, 1]


def test_a_client_with_a_single_row_is_refused():
    with pytest.raises(ValueError, match="client 'b' has 1"):
        set_aside(divided(["a", "a", "b"], 3), 0.5, np.random.RandomState(0))
