"""Federations: prices against derivatives, bills against their definition, least sums against perturbed sizes."""

from fractions import Fraction as F

import numpy as np
import pytest
import sympy as sp
from scipy.optimize import minimize

from incentives import coalitions as co
from incentives.together import Federation, blocking_coalition
from incentives.together.federation import least_cost_sizes

UNEQUAL = Federation.priced([5, 7, 25, 2], noise=10, spread=1)


def total(sizes, costs, noise, spread):
    """The sum of errors and costs, by the posterior variance of each member's mean instead of weights."""
    found = 0
    for i, n in enumerate(sizes):
        others = sum(1 / (spread + noise / k) for j, k in enumerate(sizes) if j != i and k > 0)
        prior = 1 / (spread + 1 / others) if others else 0
        found += 1 / (n / noise + prior) + costs[i] * n
    return found


def test_a_price_is_what_one_more_sample_saves_whoever_collects_it():
    n = sp.symbols("n0:3", positive=True)
    mu, s2 = sp.symbols("mu s2", positive=True)
    prices = Federation(n, [1, 1, 1], mu, s2).prices
    errors = co.optimal_fine_errors(n, noise=mu, spread=s2)
    for j in range(3):
        for i in range(3):
            assert sp.simplify(prices[j][i] + sp.diff(errors[j], n[i])) == 0


def test_priced_sizes_are_efficient_and_their_lump_sums_and_bills_add_up_exactly():
    assert sum(UNEQUAL.lump_sums) == 0
    assert sum(UNEQUAL.bills) == sum(UNEQUAL.spending)
    for i in range(4):
        assert UNEQUAL.costs[i] == sum(UNEQUAL.prices[j][i] for j in range(4))
    again = Federation.efficient([float(c) for c in UNEQUAL.costs], noise=10, spread=1)
    assert np.allclose(again.sizes, [5, 7, 25, 2], rtol=1e-6)
    assert type(UNEQUAL.bills[0]) is F


@pytest.mark.parametrize("seed", range(5))
def test_the_least_sum_is_that_of_another_optimiser(seed):
    rng = np.random.default_rng(seed)
    costs = 10.0 ** rng.uniform(-2, 0, 4)
    spread = rng.uniform(0.1, 3)
    found = least_cost_sizes(costs, noise=10, spread=spread)
    other = minimize(
        lambda x: total(np.exp(x), costs, 10, spread), np.log(10 / costs) / 2, options={"gtol": 1e-10, "maxiter": 10000}
    )
    mine = total(np.maximum(found, 1e-12), costs, 10, spread)
    assert mine == pytest.approx(other.fun, rel=1e-6)
    assert mine <= other.fun + 1e-9


def test_who_should_collect_nothing_is_named():
    costs = [0.01, 10.0, 20.0]
    assert least_cost_sizes(costs, noise=10, spread=0.1)[1:].tolist() == [0, 0]
    with pytest.raises(ValueError, match=r"members \[1, 2\] collect nothing"):
        Federation.efficient(costs, noise=10, spread=0.1)


def test_costs_of_coalitions_are_those_of_the_coalitions_part():
    costs = UNEQUAL.coalition_costs()
    assert len(costs) == 15
    errors = co.expected_errors([5, 25], noise=10, spread=1, federation="fine")
    assert costs[frozenset({0, 2})] == (errors[0] + UNEQUAL.costs[0] * 5, errors[1] + UNEQUAL.costs[2] * 25)
    own = UNEQUAL.coalition_costs(own_sizes=True)
    assert sum(own[frozenset(range(4))]) == pytest.approx(float(sum(UNEQUAL.spending)))
    assert own[frozenset({3})][0] == pytest.approx(2 * (10 * float(UNEQUAL.costs[3])) ** 0.5)
    assert all(sum(own[who]) <= float(sum(costs[who])) + 1e-12 for who in costs)


def parts(federation):
    """All numbers of a federation in one list, its variances apart."""
    rows = [*federation.weights, *federation.prices, federation.errors, federation.lump_sums, federation.bills]
    return [entry for row in rows for entry in row]


def test_a_member_that_collects_nothing_is_the_limit_of_ever_smaller_sizes():
    n = sp.Symbol("n", positive=True)
    for sizes in ([5, 7, 25, n], [n, 5], [7, n, 5, 2 * n]):
        small = Federation(sizes, [1] * len(sizes), 10, 1)
        none = Federation([0 if isinstance(size, sp.Expr) else size for size in sizes], [1] * len(sizes), 10, 1)
        assert [sp.cancel(sp.together(x)).subs(n, 0) for x in parts(small)] == parts(none)
        assert all(type(x) is F for x in parts(none))
        assert sum(none.bills) == sum(none.spending)
        floats = Federation([float(size) for size in none.sizes], [1] * len(sizes), 10, 1)
        assert np.allclose([float(x) for x in parts(none)], parts(floats), rtol=1e-12, atol=0)
        assert none.variances == tuple(1 + F(10, size) if size else float("inf") for size in none.sizes)


def test_a_member_that_collects_nothing_pays_for_what_it_uses_and_nobody_leaves():
    costs = [0.05, 0.05, 0.2]
    sizes = least_cost_sizes(costs, noise=10, spread=0.3)
    assert sizes[2] == 0
    all_three = Federation(sizes, costs, noise=10, spread=0.3)
    assert sum(all_three.bills) == pytest.approx(sum(all_three.spending), rel=1e-12)
    assert blocking_coalition(all_three.bills, all_three.coalition_costs(own_sizes=True)) is None
    # Its first sample is worth less to everybody than it costs; those of the others are worth exactly that.
    assert (all_three.prices.sum(axis=0) - costs)[2] < 0
    assert all_three.prices.sum(axis=0)[:2] == pytest.approx(costs[:2], rel=1e-6)
    with pytest.raises(ValueError, match=r"own_sizes must be True where a coalition .* nothing; \[2\] have size 0"):
        all_three.coalition_costs()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"sizes": [5, -1]}, "sizes must be at least 0, got"),
        ({"sizes": [0, 0]}, r"sizes must be greater than 0 for some member, got \[0, 0\]"),
        ({"sizes": [0.0, 0.0]}, r"sizes must be greater than 0 for some member, got \[0.0, 0.0\]"),
        ({"sizes": [[5, 5]]}, "sizes must name at least one member, in one row"),
        ({"costs": [1, 0]}, "costs must be greater than 0, got"),
        ({"costs": [1]}, "costs must be a list of one number for each of 2 members, got \\[1\\]"),
        ({"noise": 0}, "noise must be greater than 0, got"),
        ({"spread": [1, 1]}, "spread must be one number"),
        ({"costs": [True, 1]}, "costs must be numbers, got True"),
    ],
)
def test_bad_input_is_named(change, message):
    with pytest.raises(ValueError, match=message):
        Federation(**{"sizes": [5, 5], "costs": [1, 1], "noise": 10, "spread": 1, **change})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"sizes": [1e-300, 1e300, 3]}, r"sizes, costs, noise and spread must be .* got \(\[1e-300, 1e\+300, 3\]"),
        ({"sizes": [1e-20, 1, 1]}, r"sizes must be closer together for floats, .*; got \[1e-20, 1, 1\]"),
        ({"costs": [1e308, 1, 1.0]}, "sizes, costs, noise and spread must be numbers for which floats can hold"),
        ({"noise": 1e-320}, "sizes, costs, noise and spread must be numbers for which floats can hold"),
    ],
)
def test_floats_that_cannot_tell_a_bill_are_refused_and_exact_numbers_are_not(change, message):
    given = {"sizes": [5, 5, 25], "costs": [1, 1, 1], "noise": 10, "spread": 1, **change}
    with pytest.raises(ValueError, match=message):
        Federation(**given)
    exact = {name: list(map(F, value)) if isinstance(value, list) else F(value) for name, value in given.items()}
    federation = Federation(**exact)
    assert sum(federation.bills) == sum(federation.spending)


def test_bills_of_wild_floats_are_those_of_fractions_or_refused():
    rng, told = np.random.default_rng(11), 0
    for _ in range(200):
        width = rng.choice([1, 3, 10, 40, 160])
        given = [(10.0 ** rng.uniform(-width, width, 3)).tolist() for _ in range(3)]
        sizes, costs, (noise, spread, _) = given
        try:
            bills = Federation(sizes, costs, noise, spread).bills
        except ValueError:
            continue
        exact = Federation(list(map(F, sizes)), list(map(F, costs)), F(noise), F(spread))
        assert np.allclose(bills, [float(bill) for bill in exact.bills], rtol=1e-5, atol=0)
        told += 1
    assert told > 60


def test_costs_whose_sizes_no_float_holds_are_refused():
    for costs in ([F(1, 10**400), 1], [10**400, 1]):
        with pytest.raises(ValueError, match="costs must be"):
            least_cost_sizes(costs, noise=10, spread=1)
    with pytest.raises(ValueError, match=r"costs must be below 1e\+300 noise, .*; got \[1e\+300\]"):
        least_cost_sizes([1e300], noise=1e-300, spread=1)


@pytest.mark.parametrize("tiny", [5e-324, 1e-310])
def test_costs_without_a_finite_size_are_refused_by_name(tiny):
    with pytest.raises(ValueError, match=r"costs must be above noise / 1e\+300, .*; got \[.*0\.05"):
        Federation.efficient([tiny, 0.05, 0.05], noise=10, spread=1)
    assert least_cost_sizes([1e-200, 0.05, 0.05], noise=10, spread=1)[0] > 1e99
