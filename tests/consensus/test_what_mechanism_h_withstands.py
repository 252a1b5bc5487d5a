"""Runs by types and at random, and that both notice a mechanism that accuses the innocent."""

from collections import Counter

import numpy as np
import pytest

from incentives import consensus as cs
from incentives.consensus.finite_oracle import FiniteOracle, every_run
from incentives.consensus.oracles import Answer
from incentives_book.consensus import call_runs, what_mechanism_h_withstands as page

KINDS = {"exact": page.EXACT, "slack": page.SLACK, "noise": page.NOISE, "unknown": page.UNKNOWN}


@pytest.mark.parametrize("clients", [2, 3, 4])
@pytest.mark.parametrize("name", KINDS)
def test_nobody_innocent_is_named_in_any_run_by_types(name, clients):
    kind = KINDS[name]
    runs = list(page.runs_by_types(clients, kind, exact=kind == page.EXACT))
    assert all(page.as_stated(run, clients=clients, kind=kind) for run in runs)
    assert clients == 2 or any(out.liars for _, out, _ in runs)
    assert clients == 2 or any(not out.liars and len(out.calls) > 1 for _, out, _ in runs) == (kind != page.EXACT)


def test_exact_runs_with_an_infeasible_report_name_the_liar():
    for liar, out, first in page.runs_by_types(4, page.EXACT, exact=True):
        assert out.liars == ({liar} if first else frozenset())


def test_names_for_points_that_pass_would_accuse_the_innocent_by_types():
    """The mechanism as it was: exact whatever the calls."""
    found = [run for run in page.runs_by_types(3, page.SLACK, exact=True)]
    assert any(not out.liars <= {liar} for liar, out, _ in found)


def test_a_point_that_fails_only_who_was_left_out_is_no_end():
    """With noise the point is outside the outer set of the client left out; put out, it would not suit everybody."""
    kind = page.NOISE
    calls = page.TypedCalls(3, 2, kind, lambda options: options[0])
    alone = [x for x in calls.points(frozenset({1, 2})) if x.failed == {0}]
    assert alone
    assert not all(x.suits(range(3)) for x in alone)
    assert all(0 not in x.inside for x in alone)


def test_runs_of_worlds_are_among_the_runs_by_types():
    """What is seen of a run (sizes of calls, failing clients, names) in every world of three clients and two points."""

    def seen(liar, out):
        return liar, tuple(sorted(map(len, out.calls))), out.rounds, out.liars

    typed = {seen(liar, out) for liar, out, _ in page.runs_by_types(3, page.EXACT, exact=True)}
    met = {
        seen(case.liar, out)
        for points in (2, 3)
        for case in call_runs.lies(points, 3)
        if case.reports[case.liar]
        for out in call_runs.outcomes_of(case, 3, exact=True)
    }
    assert met <= typed
    assert len(met) > 3


@pytest.mark.parametrize("runs", [3000, pytest.param(10**6, marks=pytest.mark.thorough)])
@pytest.mark.parametrize(("slack", "noise"), [(False, False), (True, False), (False, True), (True, True)])
def test_random_runs_name_nobody_innocent(slack, noise, runs):
    counts = page.random_outcomes(runs, np.random.default_rng([slack, noise]), slack=slack, noise=noise)
    assert counts["runs"] == runs
    assert counts["named"] > 100
    assert (counts["innocent"], counts["outside"], counts["too many"]) == (0, 0, 0)
    assert (counts["several tests"] > 0) == noise


@pytest.mark.parametrize("noise", [False, True])
def test_random_runs_notice_a_mechanism_that_names_too_much(monkeypatch, noise):
    honest = page.mechanism_h

    def accuses(oracle, verify, **options):
        out = honest(oracle, verify, **options)
        left = frozenset(range(oracle.clients)) - out.calls[-1]
        return type(out)(out.point, out.calls, out.rounds, out.liars or left)

    monkeypatch.setattr(page, "mechanism_h", accuses)
    assert page.random_outcomes(3000, np.random.default_rng(1), slack=not noise, noise=noise)["innocent"] > 0


def test_a_random_oracle_answers_by_its_sets():
    """Points lie in the larger reports of all asked, witnesses have no common point in the smaller ones."""
    rng = np.random.default_rng(5)
    kinds = Counter()
    for _ in range(400):
        proofs = [int(x) | 1 if j else int(x) | 2 for j, x in enumerate(rng.integers(0, 8, 4))]
        reports = [p | int(x) for p, x in zip(proofs, rng.integers(0, 8, 4), strict=True)]
        oracle = page.RandomCalls(proofs, reports, proofs, reports, lambda: int(rng.integers(1 << 20)))
        answer = oracle(range(4))
        kinds[answer.is_empty] += 1
        if answer.is_empty:
            assert not np.bitwise_and.reduce([proofs[j] for j in sorted(answer.witness)])
        else:
            assert all(r >> answer.point & 1 for r in reports)
            fails = oracle.verify(answer.point)
            assert {j for j in range(4) if not reports[j] >> answer.point & 1} <= fails
    assert min(kinds.values()) > 20


def test_the_world_with_a_test_for_all_but_one_suspect():
    truths, reports = page.witness_of_crossed_off(4)
    assert cs.is_redundant([cs.FiniteSet(s) for s in truths])
    hidden = cs.Trusted([*map(cs.FiniteSet, truths[:-1]), cs.FiniteSet(range(4))])
    for out in every_run(FiniteOracle(reports), lambda asked: cs.mechanism_h(asked, hidden)):
        assert (out.point, out.rounds, out.liars, len(out.calls)) == (0, 3, {3}, 5)


def test_a_seen_point_is_an_answer():
    x = page.Seen(frozenset({0}), frozenset({0, 1}), frozenset())
    assert Answer(x).point is x
    assert not x.suits(range(3))
