"""Repairs charged on listed replies, beside plain sums that share no line with them, and the records that the page
reads.
"""

import json
from fractions import Fraction as F
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pytest

from incentives_book.payments import repair_worlds, repairs_on_trained_models as page
from incentives_book.payments.who_chooses_the_models.copies import Copies

RECORDS = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "experiments" / "repairs" / "records.jsonl").read_text().splitlines()
]
THIRD = [1 / 3] * 3
OWN, OTHER = (1, 0.5, 0), (0, 1, 0.5)


def softmax(scores):
    grown = np.exp(np.asarray(scores) - max(scores))
    return grown / grown.sum()


def welfare(p, reward, q):
    return float(sum(a * r - a * np.log(a / b) for a, r, b in zip(p, reward, q, strict=True)))


@pytest.mark.backs("payments/new-one-table")
def test_one_table_lets_a_lie_gain_unless_a_run_leaves_the_liar_out():
    def tilt(reward):  # chi-squared on a coin: a difference d of the rewards moves the second side by d / 8
        second = F(1, 2) + (F(reward[1]) - F(reward[0])) / 8
        return (1 - second, second)

    def left(p, reward):
        return p[0] * reward[0] + p[1] * reward[1] - 2 * sum((a - F(1, 2)) ** 2 for a in p)

    def kept(own, told, other, without):
        total = tuple(F(a) + b for a, b in zip(told, other, strict=True))
        table = [(F(1, 2), F(1, 2)), tilt(total)] + ([tilt(other), tilt(told)] if without else [])
        chosen = max(table, key=lambda p: left(p, total))
        bill = max(left(p, other) for p in table) - left(chosen, other)
        return chosen[0] * own[0] + chosen[1] * own[1] - bill

    coin = Copies([F(1, 2)] * 2, (1, 1), divergence="chi-squared")
    own, other = (F(1), F(1, 2)), (F(0), F(1))
    for told in ((1, F(1, 2)), (1, 0), (F(1, 2), 1), (1, F(3, 4))):
        for without in (False, True):
            found = page.kept_from_one_table(coin, own, told, other, without=without)
            assert found == kept(own, told, other, without)
    assert kept(own, (1, 0), other, False) - kept(own, own, other, False) == F(1, 32)
    assert kept(own, (1, 0), other, True) < kept(own, own, other, True)


@pytest.mark.backs("payments/new-one-table")
def test_no_lie_gains_more_than_both_runs_miss():
    """Random models in the place of trained ones, in a plain loop."""
    chance, worst = np.random.default_rng(0), -1.0
    for _ in range(400):
        q, own, other, lie = chance.dirichlet([3] * 3), *chance.uniform(size=(3, 3))

        def near(reward, q=q):
            return softmax(np.log(softmax(np.log(q) + reward)) + 0.2 * chance.normal(size=3))

        alone, kept, chosen = near(other), [], []
        for told in (own, lie):
            table = [q, near(told + other), alone, near(told)]
            best = max(table, key=lambda p, told=told: welfare(p, told + other, q))
            bill = max(welfare(p, other, q) for p in table) - welfare(best, other, q)
            assert bill >= 0
            kept.append(float(best @ own) - bill)
            chosen.append(best)
        assert kept[0] >= 0
        missed = [
            np.log(q @ np.exp(reward)) - welfare(p, reward, q)
            for p, reward in ((chosen[0], own + other), (alone, other))
        ]
        assert kept[1] - kept[0] <= sum(missed) + 1e-12
        worst = max(worst, (kept[1] - kept[0]) / sum(missed))
    assert worst > 0.2  # the bound is not empty


@pytest.mark.backs("payments/new-basis-nearly-optimal")
def test_a_nearly_optimal_basis_loses_no_more_than_the_square():
    chance, beyond = np.random.default_rng(1), 0
    for _ in range(500):
        q, c, R = chance.dirichlet([2] * 4), *chance.uniform(0, 3, size=(2, 4))
        lam = chance.uniform(0.3, 2)
        model = softmax(np.log(q) + c / lam + 0.3 * chance.normal(size=4))

        def missed(reward, q=q, lam=lam, model=model):
            return lam * np.log(q @ np.exp(reward / lam)) - (model @ reward - lam * model @ np.log(model / q))

        apart = np.ptp(R - c) / np.sqrt(8 * lam)
        assert missed(R) <= (np.sqrt(max(missed(c), 0)) + apart) ** 2 + 1e-12
        beyond += missed(R) > missed(c)
    assert beyond > 100  # the second term is needed


def test_an_account_on_a_table_is_what_plain_sums_say():
    game = page.table_game(THIRD, OWN, OTHER, (2, 1), early=0.2)
    q, own, other = np.array(THIRD), np.array(OWN), np.array(OTHER)
    run = 0.8 * softmax(2 * own + other) + 0.2 * q
    others_best = np.log(q @ np.exp(other))
    pays = others_best - welfare(run, other, q)
    second = np.log(q @ np.exp(2 * own)) - welfare(run, 2 * own, q)
    repaired = game.schemes["one run, repaired payments"]
    assert repaired.kept == pytest.approx(min(2 * own @ run - pays, other @ run - second), abs=1e-12)
    missed = np.log(q @ np.exp(2 * own + other)) - welfare(run, 2 * own + other, q)
    assert game.losses.run == pytest.approx(missed, abs=1e-12)
    assert repaired.lost == pytest.approx(missed, abs=1e-12)
    naive = 2 * own @ run + np.log(run @ np.exp(-2 * own))
    gap = game.schemes["one run, payments of the optimum"].kept
    assert gap <= 2 * own @ run - naive + 1e-12
    assert game.losses.between == pytest.approx(min_grid_bound(own, other), abs=1e-12)


def min_grid_bound(own, other):
    """osc(R - c)^2 / 8 for the grid point whose careless model serves the total best, found by a plain search."""
    q, total = np.array(THIRD), 2 * own + other
    points = [a * own + b * other for a in np.linspace(0, 3, 5) for b in np.linspace(0, 3, 5) if a or b]
    models = [0.8 * softmax(c) + 0.2 * q for c in points]
    best = max(range(len(points)), key=lambda k: welfare(models[k], total, q))
    return np.ptp(total - points[best]) ** 2 / 8


def test_perfect_runs_leave_nothing_to_gain_but_on_copies():
    game = page.table_game(THIRD, (1, 0, 0.5), (0, 0.5, 1), (2, 1), early=0)
    for scheme, found in game.schemes.items():
        assert found.gain <= 1e-9 or scheme.startswith("copies")
        assert page.keeps(game, scheme, 1e-9)
    assert page.basis_loses_no_more(game, 1e-9)
    assert game.appeals.gain <= 1e-9


def test_a_promise_that_is_broken_is_seen():
    game = page.table_game(THIRD, OWN, OTHER, (2, 1), early=0.2)
    scheme = "one run, repaired payments"
    broken = game.schemes[scheme]._replace(gain=game.losses.run + 0.01)
    assert not page.keeps(game._replace(schemes={**game.schemes, scheme: broken}), scheme)
    assert not page.basis_loses_no_more(game._replace(losses=game.losses._replace(basis=0, between=0)))


def test_reports_are_rewards_with_the_truth_first():
    told = repair_worlds.reports(np.array([1.0, 0.25]), np.array([0.0, 1.0]))
    assert next(iter(told)) == repair_worlds.TRUTH
    assert told["mixture 0.5"].tolist() == [0.5, 0.625]
    assert told["power 0.5"].tolist() == [1, 0.5]
    assert all(report.min() >= 0 and report.max() <= 1 for report in told.values())


@pytest.mark.backs("payments/new-one-table")
def test_both_losses_together_are_attained():
    """By hand, in 32nds of the second side: welfare for d of lead is x d - 4 (x - 1/2)^2 up to a constant."""
    coin = Copies([F(1, 2), F(1, 2)], (1, 1), divergence="chi-squared")
    runs = {"truth": F(20, 32), "lie": F(19, 32), "without 1": F(21, 32), "without 2": F(16, 32)}
    found = page.gain_from_imperfect_runs(coin, (1, F(3, 4)), (1, F(1, 2)), (0, 1), runs)
    assert found == (F(1, 128), F(1, 256), F(1, 256))

    def welfare(x, own):  # of rewards (own[0], own[1]) for the two sides
        return (1 - x) * own[0] + x * own[1] - 4 * (x - F(1, 2)) ** 2

    kept = {}
    for said, second in (("truth", F(3, 4)), ("lie", F(1, 2))):
        fixed = [F(1, 2), runs["without 1"], runs["without 2"]]
        table = [*fixed, runs[said]]
        chosen = max(table, key=lambda x, second=second: welfare(x, (1, 1 + second)))
        bill = max(welfare(x, (0, 1)) for x in table) - welfare(chosen, (0, 1))
        kept[said] = (1 - chosen) + chosen * F(3, 4) - bill
    assert kept["lie"] - kept["truth"] == F(1, 128)


def test_the_root_bound_by_hand():
    """worst + 2 lambda log(1 + (e^(osc / lambda) - 1) sqrt(worst / 2 lambda)) from plain numbers; it can be broken."""
    game = page.table_game(THIRD, OWN, OTHER, (2, 1), early=0.1)
    spread = max(
        2 * (max(r) - min(r)) for r in repair_worlds.reports(np.array(OWN, float), np.array(OTHER, float)).values()
    )
    worst = game.losses.worst_run
    assert game.losses.formula == pytest.approx(
        worst + 2 * np.log(1 + (np.exp(spread) - 1) * np.sqrt(worst / 2)), rel=1e-9
    )
    scheme = page.SCHEMES[2]
    above = game.schemes[scheme]._replace(gain=game.losses.formula * 1.001 + 1e-5)
    assert page.keeps(game, scheme)
    assert not page.keeps(game._replace(schemes={**game.schemes, scheme: above}), scheme)


def test_an_unknown_scheme_is_refused():
    with pytest.raises(ValueError, match="scheme must be one of"):
        repair_worlds.deal(None, "another", repair_worlds.TRUTH)


@pytest.mark.backs("payments/new-retrained-runs")
def test_what_the_page_says_of_the_records_is_in_them():
    beaten = {}
    for record in RECORDS:
        for game in record["games"]:
            told = beaten.setdefault(record["settings"]["steps"], [])
            told.append(game["schemes"]["copies, charged from their table"]["gain"] > 2e-6)
    assert {steps: (sum(told), len(told)) for steps, told in beaten.items()} == {50: (10, 18), 200: (8, 18), 60: (5, 6)}
    short = [r for r in RECORDS if r["settings"]["steps"] in (50, 60)]
    adapters = [g for r in short if r["settings"]["world"] == "hugging face" for g in r["games"]]
    one = [g["schemes"]["one run, repaired payments"] for g in adapters]
    assert round(max(s["gain"] for s in one), 3) == 0.138
    assert round(min(s["kept"] for s in one), 3) == -0.244
    for record in RECORDS:
        for game in record["games"]:
            assert game["schemes"]["public basis"]["gain"] <= 2e-6
            assert game["appeals"]["gain"] <= 2e-6
    found = page.runs_of(RECORDS, 60, "hugging face")
    assert [len(run) for run in found] == [2, 2, 2]
    assert found[0] + found[1] + found[2] == page.games(RECORDS, 60, "hugging face")


def test_the_table_has_a_row_for_every_repair_and_the_figure_a_panel_for_every_world():
    found = [page.table_game(THIRD, OWN, OTHER, (2, 1), early=0.2)]
    rows = page.comparison(found).splitlines()
    assert len(rows) == 2 + len(page.SCHEMES) + 1
    assert all(any(row.startswith(f"| {name} |") for row in rows) for name in (*page.SCHEMES, page.APPEALS))
    _, axes = plt.subplots(1, 2)
    page.draw_gains({"a": found, "b": found}, axes=axes)
    assert [ax.get_title() for ax in axes] == ["a", "b"]
    assert len(axes[0].collections) == 3
