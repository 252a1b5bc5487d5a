"""Trying deviations: its runs against other parts, what mechanisms must know, and that a changed entry is noticed."""

from fractions import Fraction as F

import numpy as np
import pytest

from incentives import coalitions as co
from incentives_book.together.the_same_injury import View
from incentives_book.together.which_mechanism import best_deviations as page, tried_deviations as trying

STEPS = 100
ALL = (0, 1, 2)
WORLD = {"noise": 10, "spread": 1}


@pytest.fixture
def forget():
    """What was computed for the page's noise and spread is computed again, and again afterwards."""
    caches = (trying.pull, trying.common_gain, trying.by_trying, page.announced)
    for cached in caches:
        cached.cache_clear()
    yield
    for cached in caches:
        cached.cache_clear()


def test_an_expectation_is_that_of_independent_two_point_errors_and_of_draws():
    def function(e):
        return 3 * e[0] ** 2 - 2 * e[0] * e[1] + 5 * e[1] - e[2] ** 2 + 7

    found = trying.expectation(function, [F(1), F(4), F(9)])
    two_points = [function((a, 2 * b, 3 * c)) for a in (-1, 1) for b in (-1, 1) for c in (-1, 1)]
    assert found == F(sum(two_points), 8) == 1
    drawn = function(np.random.default_rng(0).normal(size=(3, 100_000)) * np.array([[1], [2], [3]]))
    assert abs(drawn.mean() - float(found)) < 4 * drawn.std() / len(drawn) ** 0.5


@pytest.mark.backs("together/new-which-mechanism")
@pytest.mark.parametrize("sizes", [(5, 5, 25), (5, 5, 21), (3, 5, 25)])
def test_runs_on_numbers_have_the_errors_of_the_coalitions_part(sizes):
    for who in ALL:
        assert trying.expects("plain averaging", who, sizes) == co.uniform_errors(sizes, **WORLD)[who]
        assert trying.expects("mix at home", who, sizes) == co.optimal_coarse_errors(sizes, **WORLD)[who]
        pair = (*sizes[:2], 0)
        if who < 2:
            assert trying.expects("plain averaging", who, pair) == co.uniform_errors(sizes[:2], **WORLD)[who]
        weights = co.optimal_fine_weights(page.SIZES, **WORLD)
        federation, stakes = page.announced()
        variances = [1 + F(10, size) for size in sizes]
        told = co.fine_errors(sizes, **WORLD, weights=weights)[who] + stakes.expected(variances)[who]
        assert trying.expects("one price", who, sizes) == told + federation.lump_sums[who]


@pytest.mark.backs("together/new-which-mechanism", "together/new-last-row")
@pytest.mark.parametrize("mechanism", page.MECHANISMS)
def test_trying_agrees_with_every_entry_and_with_no_changed_one(mechanism):
    for temptation in page.TEMPTATIONS:
        for who in (0, 2):
            entry = page.gain(mechanism, temptation, who)
            assert trying.agrees(mechanism, temptation, who, entry, steps=STEPS)
            for change in (F(1, 100), F(-1, 100)):
                assert not trying.agrees(mechanism, temptation, who, entry + change, steps=STEPS)
            if temptation in ("leave", "bring fewer"):
                assert not trying.agrees(mechanism, temptation, who, entry + F(1, 10**9), steps=STEPS)


def test_trying_shares_no_formula_with_the_entries(monkeypatch):
    """With a wrong parabola, and with a wrong common gain, entries change and trying contradicts them."""
    plain, spoiled = ("plain averaging", "lie about the mean", 0), ("equal gains", "leave", 0)
    monkeypatch.setattr(View, "error", lambda seen, pull: pull**2 * seen.alone + (1 - pull) * seen.without)
    monkeypatch.setattr(page, "equal_gain", lambda group, who=None, size=None: F(len(group), 5))
    for case in (plain, spoiled):
        assert not trying.agrees(*case, page.gain(*case), steps=STEPS)


@pytest.mark.backs("together/new-last-row")
def test_without_stakes_a_clinic_would_bring_fewer_and_trying_sees_it(monkeypatch):
    federation, stakes = page.announced()
    nothing = type(stakes)(stakes.forms * 0)
    monkeypatch.setattr(trying, "announced", lambda: (federation, nothing))
    assert trying.by_collecting("one price", 2) > F(1, 200)


@pytest.mark.parametrize("name", ["NOISE", "SPREAD"])
def test_what_a_mechanism_must_know_is_what_changes_its_models_and_payments(name, monkeypatch, forget):
    errors = [F(x) for x in (1, -2, 3, 2, 1, -1)]

    def rules():
        told = {
            m: trying.outcome(m, 0, page.SIZES, page.SIZES[0], lambda own, others: own, errors) for m in page.MECHANISMS
        }
        return told | {"equal gains": (told["equal gains"], trying.common_gain(page.SIZES))}

    before = rules()
    for module in (trying, page):
        monkeypatch.setattr(module, name, 3)
    for cached in (trying.pull, trying.common_gain, page.announced):
        cached.cache_clear()
    after = rules()
    same = {m for m in page.MECHANISMS if before[m] == after[m]}
    assert same == {"plain averaging", "choose your coalition", "pivot payments"}
    # To choose a coalition members need them, too, but in these runs the partition is given.
    told = {m for m in page.MECHANISMS if name.lower() in " ".join(page.summary(m).must_know)}
    assert told == set(page.MECHANISMS) - same | {"choose your coalition"}


@pytest.mark.backs("together/new-which-mechanism", "together/new-last-row")
def test_what_a_mechanism_stops_and_opens_by_trying():
    def tried(mechanism, temptation):
        return [trying.by_trying(mechanism, temptation, who, steps=STEPS) for who in ALL]

    for mechanism in page.MECHANISMS:
        found = page.summary(mechanism)
        assert {*found.stops, *found.opens} == set(page.TEMPTATIONS)
        for temptation in page.TEMPTATIONS:
            gained, plain = tried(mechanism, temptation), tried("plain averaging", temptation)
            assert (temptation in found.stops) == (max(gained) == 0)
            more = max(now - before for now, before in zip(gained, plain, strict=True))
            assert (temptation in found.wider) == (more > 0)
    assert page.summary("one price").stops == page.TEMPTATIONS
    assert page.summary("equal gains").wider == ("leave", "claim a size", "bring fewer")
