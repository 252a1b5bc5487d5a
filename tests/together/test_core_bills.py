"""Core bills: certificates checked by hand, and the value against another solver of linear programs."""

from fractions import Fraction as F
from itertools import combinations

import numpy as np
import pytest
from scipy.optimize import linprog

from incentives import coalitions as co
from incentives.coalitions.shares import least_core
from incentives.together import blocking_coalition, core_bills


def coalitions_of(members):
    return [frozenset(who) for count in range(1, members + 1) for who in combinations(range(members), count)]


def is_certificate(costs, core):
    """Bills that no coalition undercuts, balanced weights, and one sum for both."""
    members = len(core.bills)
    total = {who: sum(map(F, values)) for who, values in costs.items()}
    feasible = all(sum(core.bills[i] for i in who) <= total[who] for who in costs)
    balanced = all(sum(w for who, w in core.balanced.items() if i in who) == 1 for i in range(members))
    positive = all(w > 0 for w in core.balanced.values())
    same = sum(core.bills) == sum(w * total[who] for who, w in core.balanced.items())
    return feasible and balanced and positive and same


@pytest.mark.parametrize("seed", range(25))
def test_value_and_certificate_in_random_games(seed):
    rng = np.random.default_rng(seed)
    members = int(rng.integers(2, 6))
    costs = {who: [F(int(x), 7) for x in rng.integers(0, 30, len(who))] for who in coalitions_of(members)}
    core = core_bills(costs)
    assert is_certificate(costs, core)
    rows = [[float(i in who) for i in range(members)] for who in costs]
    other = linprog([-1.0] * members, rows, [float(sum(v)) for v in costs.values()], bounds=(None, None))
    assert float(sum(core.bills)) == pytest.approx(-other.fun)
    assert core.empty == (sum(core.bills) < core.cost)
    if not core.empty:
        assert blocking_coalition(core.bills, costs) is None


def test_money_keeps_together_whom_averaging_by_size_drives_apart():
    # Five players with an empty core (Donahue and Kleinberg's model): with money the best partition lasts.
    sizes = [1, 3, 3, 3, 62]
    costs = {who: co.uniform_errors([sizes[i] for i in sorted(who)], noise=11, spread=1) for who in coalitions_of(5)}
    weighed = {who: [sizes[i] * e for i, e in zip(sorted(who), errors, strict=True)] for who, errors in costs.items()}
    core = core_bills(weighed)
    assert is_certificate(weighed, core)
    partition = sum(sum(weighed[who]) for who in (frozenset({0, 1, 2, 3}), frozenset({4})))
    assert sum(core.bills) == partition < core.cost


@pytest.mark.parametrize("seed", range(25))
def test_a_core_is_empty_where_the_least_core_of_the_coalitions_part_says_so(seed):
    rng = np.random.default_rng(seed)
    members = int(rng.integers(2, 6))
    costs = {who: [F(int(x)) for x in rng.integers(0, 7, len(who))] for who in coalitions_of(members)}
    costs[frozenset(range(members))] = [F(seed % 4)] * members
    total = {sum(1 << i for i in who): sum(values) for who, values in costs.items()}
    shares, excess = least_core([F(0), *(total[mask] for mask in range(1, 2**members))])
    assert core_bills(costs).empty == (excess > 0)
    assert sum(shares) == core_bills(costs).cost


def test_costs_must_be_exact():
    with pytest.raises(ValueError, match="costs must be exact, ints or Fractions"):
        core_bills({frozenset({0}): [0.5]})
