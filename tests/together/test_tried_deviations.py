"""Trying deviations: its runs against other parts, what mechanisms read, and that a changed entry is noticed."""

from fractions import Fraction as F

import numpy as np
import pytest

from incentives import coalitions as co
from incentives_book.together.the_same_injury import View
from incentives_book.together.which_mechanism import best_deviations as page, tried_deviations as trying

STEPS = 100
ALL = (0, 1, 2)
WORLD = {"noise": 10, "spread": 1}


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
    monkeypatch.setattr(trying, "priced", lambda *_: (federation, nothing))
    assert trying.by_collecting("one price", 2) > F(1, 200)


def test_costs_lead_back_to_the_sizes_that_are_efficient_at_them_and_coalitions_that_last_are_those_of_the_page():
    federation, stakes = page.announced()
    found, staked = trying.priced(federation.costs, 10, 1)
    assert (found.sizes, found.costs, found.lump_sums) == (federation.sizes, federation.costs, federation.lump_sums)
    assert (staked.forms == stakes.forms).all()
    with pytest.raises(ValueError, match="costs must be such that efficient sizes are whole"):
        trying.priced(federation.costs, 11, 1)
    assert trying.lasting(page.SIZES, 10, 1) == page.PARTITION["choose your coalition"]
    assert trying.lasting(page.SIZES, 200, 1) == (ALL,)


CHANGES = {  # another number for each thing that somebody may know
    "sizes": (5, 5, 24),
    "costs": tuple(2 * cost for cost in page.announced()[0].costs),
    "noise": 200,
    "spread": F(1, 20),
    "reports": {0: F(1), 1: F(-3), 2: F(6)},
}


def told_models(mechanism, changed=None):
    """Coalitions, models and payments for one draw; one thing that is known may be another one, for all or nobody."""
    told = {
        "sizes": page.SIZES,
        "costs": page.announced()[0].costs,
        "noise": 10,
        "spread": 1,
        "reports": {0: F(1), 1: F(-3), 2: F(5)},
    }
    if changed is not None:
        told[changed] = CHANGES[changed]
    server, member = trying.Facts(set(), **told), trying.Facts(set(), **told)
    try:
        models = [trying.outcome(mechanism, who, F(2), server, member) for who in ALL]
    except ValueError as problem:
        assert (mechanism, str(problem)[:11]) == ("one price", "costs must ")  # noqa: PT017
        return "other sizes are announced"
    groups = [trying.home(mechanism, who, member) for who in ALL]
    spoiled = [trying.allowed(who, page.SIZES, server) for who in ALL] if mechanism == "equal gains" else []
    return models, groups, spoiled


@pytest.mark.parametrize("mechanism", page.MECHANISMS)
def test_what_a_mechanism_reads_changes_its_models_coalitions_or_payments_and_nothing_else_does(mechanism):
    usual, read = told_models(mechanism), trying.reads(mechanism)
    for name in CHANGES:
        assert (told_models(mechanism, name) != usual) == (name in read.server | read.members), name
