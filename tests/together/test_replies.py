"""Best sizes against a grid of sizes, with errors by the coalitions part and payments by their expectation."""

from fractions import Fraction as F

import numpy as np
import pytest

from incentives import coalitions as co
from incentives.together import Federation, Stakes, best_size, pair_stakes, peer_stakes

FEDERATION = Federation.priced([5, 7, 25, 3], noise=10, spread=1)


def spent(who, sizes, stakes):
    """Error with the announced weights, costs and expected stakes of a member, whatever everybody collects."""
    error = co.fine_errors(sizes, noise=10, spread=1, weights=FEDERATION.weights)[who]
    staked = 0 if stakes is None else stakes.expected([1 + F(10) / n for n in sizes])[who]
    return error + FEDERATION.costs[who] * sizes[who] + staked


@pytest.mark.parametrize("others", [(5, 7, 25, 3), (1, 100, 2, 50)])
@pytest.mark.parametrize("who", range(4))
def test_with_stakes_the_efficient_size_is_best_on_a_grid_whatever_the_others_collect(who, others):
    stakes = peer_stakes(FEDERATION)
    assert best_size(FEDERATION, who, stakes=stakes) == FEDERATION.sizes[who]
    grid = [F(k, 2) for k in range(1, 120)]
    found = min(grid, key=lambda n: spent(who, [n if j == who else m for j, m in enumerate(others)], stakes))
    assert found == FEDERATION.sizes[who]


@pytest.mark.parametrize("who", range(4))
def test_without_stakes_it_is_less_and_best_on_a_grid(who):
    best = best_size(FEDERATION, who)
    assert best < FEDERATION.sizes[who]
    grid = [F(k, 8) for k in range(1, 400)]
    found = min(grid, key=lambda n: spent(who, [n if j == who else m for j, m in enumerate(FEDERATION.sizes)], None))
    assert abs(found - best) <= F(1, 8)


def test_choosing_its_weights_at_home_changes_no_best_size():
    # The error is then the posterior variance, which touches the one of fixed weights at the announced sizes.
    stakes = peer_stakes(FEDERATION)
    for who in range(4):

        def pays(n, who=who):
            sizes = [n if j == who else m for j, m in enumerate(FEDERATION.sizes)]
            errors = co.optimal_fine_errors(sizes, noise=10, spread=1)
            return errors[who] + FEDERATION.costs[who] * n + stakes.expected([1 + F(10) / k for k in sizes])[who]

        assert min((F(k, 2) for k in range(1, 120)), key=pays) == FEDERATION.sizes[who]


def test_a_rule_that_rewards_noise_leaves_nothing_to_collect():
    assert best_size(FEDERATION, 0, stakes=Stakes(-5 * pair_stakes([1, 1, 1, 1]).forms)) == 0


def test_floats_take_the_fast_path():
    federation = Federation.efficient([0.05, 0.04, 0.06], noise=10.0, spread=1.0)
    found = [best_size(federation, i, stakes=peer_stakes(federation)) for i in range(3)]
    assert np.allclose(found, federation.sizes)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: best_size(None, 0), "federation must be a Federation, got None"),
        (
            lambda: best_size(Federation([5, 5, 25], [1e-200, 1, 1], 1e200, 1e200), 0),
            "federation must be numbers for which floats can hold every result",
        ),
        (lambda: best_size(FEDERATION, 4), "who must be a whole number from 0 to 3, got 4"),
        (lambda: best_size(FEDERATION, 0, stakes=pair_stakes([1, 1, 1])), "stakes must be Stakes of 4 members or None"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()
