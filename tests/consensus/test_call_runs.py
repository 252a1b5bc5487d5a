"""Runs of mechanism H in small worlds: what is listed, and that broken promises show."""

from itertools import product

import pytest

from incentives import consensus as cs
from incentives_book.consensus import call_runs
from incentives_book.consensus.call_runs import Case

S = frozenset


def test_every_world_liar_and_report_is_listed_once():
    found = list(call_runs.lies(2, 3))
    subsets = [S(), S({0}), S({1}), S({0, 1})]
    known = set()
    for truths in product(subsets, repeat=3):
        core = S.intersection(*truths)
        spared = all(S.intersection(*(truths[:n] + truths[n + 1 :])) == core for n in range(3))
        if core and spared:
            for liar, lie in product(range(3), subsets):
                known.add((truths, liar, (*truths[:liar], lie, *truths[liar + 1 :])))
    worlds = {tuple(case) for case in found}
    assert len(found) == len(worlds)

    # worlds are listed up to the order of clients
    def in_order(case):
        pairs = enumerate(zip(case[0], case[2], strict=True))
        return sorted((sorted(truth), sorted(report), j == case[1]) for j, (truth, report) in pairs)

    assert {str(in_order(case)) for case in worlds} == {str(in_order(case)) for case in known}


def test_lies_of_a_family_stay_in_it():
    family = call_runs.stretches(3)
    assert len(family) == 6
    assert len(call_runs.boxes(2)) == 9
    for case in call_runs.family_lies(family, 3):
        assert set(case.reports) <= set(family)
        assert sum(a != b for a, b in zip(case.truths, case.reports, strict=True)) <= 1


def test_the_runs_of_one_lie_by_hand():
    """Two twins {0, 1} and two {0}: client 0 reports {1}; witnesses are {0, 2} or {0, 3}, or larger."""
    truths = (S({0, 1}), S({0, 1}), S({0}), S({0}))
    case = Case(truths, 0, (S({1}), *truths[1:]))
    found = call_runs.outcomes_of(case, 2, exact=True)
    assert {out.point for out in found} == {0}
    assert all(out.liars == {0} for out in found)
    assert {len(out.calls) for out in found} == {2, 3} or {len(out.calls) for out in found} == {2}
    assert call_runs.as_promised(case, 2)
    assert call_runs.begun_by_leaving_out(case, 2)


def test_without_redundancy_the_stronger_promise_fails_and_the_weaker_one_holds():
    truths = (S({0, 1}), S({0, 2}), S({0, 1, 2}))
    case = Case(truths, 2, (S({0, 1}), S({0, 2}), S({1})))
    assert not cs.is_redundant([cs.FiniteSet(t) for t in truths])
    assert call_runs.nearly_as_promised(case, 3)
    with pytest.raises((AssertionError, ValueError)):
        assert call_runs.as_promised(case, 3)


def test_a_mechanism_that_names_everybody_would_be_noticed(monkeypatch):
    case = next(c for c in call_runs.lies(2, 3) if not call_runs.meet(c.reports))
    honest = call_runs.cs.mechanism_h

    def names_all(oracle, verify, **options):
        out = honest(oracle, verify, **options)
        return type(out)(out.point, out.calls, out.rounds, frozenset({0, 1, 2}))

    monkeypatch.setattr(call_runs.cs, "mechanism_h", names_all)
    assert not call_runs.as_promised(case, 2)
    assert not call_runs.nearly_as_promised(case, 2)


def test_kinds_share_their_set_and_only_the_coalition_lies():
    found = list(call_runs.kinds_and_lies(2, (2, 1), liars=1))
    bases = [(a, b) for a, b in product(call_runs.subsets(range(2)), repeat=2) if a & b]
    assert len(found) == len(bases) * 3 * 4
    for case in found:
        assert case.truths[0] == case.truths[1]
        assert list(case.owner) == [0, 0, 1]
        assert {m for m in range(3) if case.reports[m] != case.truths[m]} <= case.coalition


def test_redundant_lies_are_told_where_so_many_can_be_spared():
    for case in call_runs.redundant_lies(2, 4, 2, redundancy=2):
        assert cs.is_redundant([cs.FiniteSet(t) for t in case.truths], removed=2)
        assert len(case.coalition) == 2
        assert case.owner is None
