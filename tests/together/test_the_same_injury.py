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
    fig, ax = plt.subplots()
    draw_parabola(view([5, 5, 25], 0, noise=10, spread=1), ax=ax, name="a")
    curve = ax.lines[0]
    low = next(line for line in ax.lines if line.get_label() == "best lie")
    assert low.get_ydata()[0] <= min(curve.get_ydata()) + 1e-6
    plt.close(fig)
