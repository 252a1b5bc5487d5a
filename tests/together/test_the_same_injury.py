"""The same injury: its claims by draws, grids and exact games, and the page's own functions."""

from fractions import Fraction as F

import matplotlib.pyplot as plt
import numpy as np
import pytest

from incentives import coalitions as co
from incentives_book.together.the_same_injury import View, best_claim, draw_parabola, view

from . import worlds

SIZES = [5, 8, 25, 2]


def mixed_errors(pull, who=0, rounds=200_000):
    """Draws of the squared error of a member with a pull on the others' average by size."""
    means, reports = worlds.draws(np.random.default_rng(5), SIZES, 10, 1.5, rounds)
    n = np.array(SIZES, dtype=float)
    n[who] = 0
    others = reports @ (n / n.sum())
    return (pull * reports[:, who] + (1 - pull) * others - means[:, who]) ** 2


@pytest.mark.backs("together/new-parabola")
@pytest.mark.parametrize("pull", [0.0, 0.125, 0.6, 1.0])
def test_the_error_of_a_mixture_is_on_the_parabola(pull):
    found = mixed_errors(pull)
    seen = view(SIZES, 0, noise=10, spread=F(3, 2))
    assert abs(found.mean() - float(seen.error(F(pull)))) < 4 * found.std() / np.sqrt(len(found))
    assert seen.share == F(5, 40)


@pytest.mark.backs("together/new-two-lies-one-gain", "together/new-lie-is-personalisation")
def test_the_best_claim_is_best_on_a_grid_and_as_good_as_mixing_at_home():
    for who in range(4):
        seen = view(SIZES, who, noise=10, spread=F(3, 2))
        rest = sum(SIZES) - SIZES[who]
        others = [size for i, size in enumerate(SIZES) if i != who]
        claimed = best_claim(SIZES[who], others, noise=10, spread=F(3, 2))
        least = seen.error(F(claimed, claimed + rest))
        assert claimed > SIZES[who]
        assert all(seen.error(F(k, k + rest)) >= least for k in range(1, 300))
        assert least == co.optimal_coarse_errors(SIZES, noise=10, spread=F(3, 2))[who]


@pytest.mark.backs("together/new-exclusion-is-a-favour")
def test_who_is_punished_by_exclusion_would_rather_stay():
    for sizes in ([5, 5, 25], [20, 30, 1], [3, 3, 3], [1, 40]):
        for who in range(len(sizes)):
            seen = view(sizes, who, noise=10, spread=1)
            stays = co.uniform_errors(sizes, noise=10, spread=1)[who] < F(10, sizes[who])
            assert stays == ((1 - seen.share) * seen.without < (1 + seen.share) * seen.alone)


@pytest.mark.backs("together/new-chord", "together/new-pivot-is-a-tax")
def test_the_pivot_payment_is_what_the_report_costs_the_others():
    _, reports = worlds.draws(np.random.default_rng(6), SIZES, 10, 1.5, 100_000)
    n = np.array(SIZES, dtype=float)
    x = reports @ n / n.sum()
    rest = reports[:, 1:] @ n[1:] / n[1:].sum()
    paid = ((x[:, None] - reports[:, 1:]) ** 2 - (rest[:, None] - reports[:, 1:]) ** 2) @ n[1:]
    assert np.allclose(paid, n[1:].sum() * (n[0] / n.sum()) ** 2 * (reports[:, 0] - rest) ** 2)
    seen = view(SIZES, 0, noise=10, spread=F(3, 2))
    per_sample = paid / n[0]
    assert abs(per_sample.mean() - float(seen.payment)) < 4 * per_sample.std() / np.sqrt(len(paid))
    assert seen.error(seen.share) + seen.payment == seen.share * seen.alone + (1 - seen.share) * seen.without


@pytest.mark.backs("together/new-payments-reverse-the-lie")
def test_with_payments_the_best_stretch_is_below_one():
    seen = view([5, 5, 25], 0, noise=10, spread=1)

    def pays(stretch):
        return seen.error(seen.share * stretch) + stretch**2 * seen.payment

    best = seen.without / (seen.alone + seen.without)
    assert min((F(k, 200) for k in range(400)), key=pays) == round(best * 200) / F(200)
    assert pays(F(1)) - pays(best) == seen.share * seen.alone**2 / (seen.alone + seen.without)


@pytest.mark.backs("together/new-no-equilibrium-of-claims")
def test_best_claims_taken_in_turns_grow_without_end():
    true = [5, 5, 25]
    claims = [float(size) for size in true]
    for _ in range(200):
        for i in range(3):
            others = [c for j, c in enumerate(claims) if j != i]
            rest = sum(others)
            without = 1 + sum((c / rest) ** 2 * (1 + 10 / true[j]) for j, c in enumerate(claims) if j != i)
            pull = without / (10 / true[i] + without)
            claims[i] = rest * pull / (1 - pull)
    assert min(claims) > 1e10


def test_the_view_of_the_example():
    assert view([5, 5, 25], 2, noise=10, spread=1) == View(F(2, 5), F(5, 2), F(5, 7))
    assert view([5, 5, 25], 0, noise=10, spread=1).payment == F(73, 147)


def test_the_drawing_marks_the_lowest_point():
    _, ax = plt.subplots()
    draw_parabola(view([5, 5, 25], 0, noise=10, spread=1), ax=ax, name="a")
    curve = ax.lines[0]
    low = next(line for line in ax.lines if line.get_label() == "best lie")
    assert low.get_ydata()[0] <= min(curve.get_ydata()) + 1e-6


@pytest.mark.backs("together/new-indifferent-shift")
def test_a_shift_harms_whoever_mixes_at_home_in_draws():
    sizes, shift, rounds = [5, 5, 25], 4.0, 200_000
    means, reports = worlds.draws(np.random.default_rng(8), sizes, 10, 1, rounds)
    n = np.array(sizes, dtype=float)
    added = {}
    for who in (0, 2):
        rest = np.where(np.arange(3) == who, 0, n) / (n.sum() - n[who])
        gap, wish = reports[:, who] - reports @ rest, means[:, who] - reports @ rest
        pull = float(co.optimal_coarse_errors(sizes, noise=10, spread=1)[who] / F(10, sizes[who]))
        assert pull == pytest.approx((gap @ wish) / (gap @ gap), abs=0.01)
        lied = reports.copy()
        lied[:, 2] += shift  # by the large member, whose model holds its own mean and not its report
        errors = [(pull * reports[:, who] + (1 - pull) * told @ rest - means[:, who]) ** 2 for told in (reports, lied)]
        added[who] = errors[1] - errors[0]
    assert (added[2] == 0).all()
    told = 900 / 5329 * shift**2
    assert abs(added[0].mean() - told) < 4 * added[0].std() / rounds**0.5
    assert abs(added[0].mean() - 0.8 * told) > 10 * added[0].std() / rounds**0.5


@pytest.mark.backs("together/new-pivot-is-a-score")
@pytest.mark.parametrize("knows", ["nothing", "the others' model"])
def test_the_best_report_is_what_a_member_expects_its_mean_to_be(knows):
    """Of all lines in what it knows, fitted by least squares to what the rule charges, the best one is stated."""
    means, reports = worlds.draws(np.random.default_rng(9), SIZES, 10, 1.5, 100_000)
    n = np.array(SIZES, dtype=float)
    others = reports[:, 1:] @ n[1:] / n[1:].sum()
    share = n[0] / n.sum()

    def charged(report):
        model = share * report + (1 - share) * others
        rest = [n[1:] @ ((x[:, None] - reports[:, 1:]) ** 2).T for x in (model, others)]
        return n[0] * (model - means[:, 0]) ** 2 + rest[0] - rest[1]

    seen = view(SIZES, 0, noise=10, spread=F(3, 2))
    truth = float(seen.without / (seen.alone + seen.without)) if knows != "nothing" else 1.0
    towards = others if knows != "nothing" else np.full(len(others), 3.0)  # blind: a shift to or from anything
    costs = {step: charged(towards + (truth + step) * (reports[:, 0] - towards)) for step in (-0.3, 0.0, 0.3)}
    for step in (-0.3, 0.3):
        more = costs[step] - costs[0.0]
        assert more.mean() > 4 * more.std() / len(more) ** 0.5
    report = reports[:, 0]
    told = n[0] * share * (report - means[:, 0]) ** 2 + n[1:].sum() * share * (others - means[:, 0]) ** 2
    assert np.allclose(charged(report), told)
