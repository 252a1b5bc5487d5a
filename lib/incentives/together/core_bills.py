"""Bills that no coalition undercuts, with the proof that nothing more can be collected: an exact linear program.

The least core (`incentives.coalitions.shares`) solves another program, by a simplex method of its own. The two share no
line, because tests compare what they find.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from incentives.floats import shown
from incentives.numbers import is_exact
from incentives.simplex import lower
from incentives.together.leaving import Costs, read_costs


@dataclass(frozen=True)
class CoreBills:
    """The most that bills can collect when no coalition would do better by itself, and why not more.

    Args:
        bills: one for each member; no coalition pays more than it would cost by itself.
        balanced: weights of coalitions, such that each member's weights sum to 1; the weighed costs of these coalitions
            are what the bills sum to, which proves that no bills can collect more.
        cost: what everybody together costs.
    """

    bills: tuple[Fraction, ...]
    balanced: Mapping[frozenset[int], Fraction]
    cost: Fraction

    @property
    def empty(self) -> bool:
        """True if the core of everybody together is empty: what can be collected is less than the cost."""
        return sum(self.bills) < self.cost


def core_bills(costs: Costs) -> CoreBills:
    """Bills with the largest sum among those that no coalition undercuts, exact.

    The linear program has one unknown for each coalition, its weight, and one constraint for each member. Bland's rule
    ends it in every tie. The multipliers of the constraints are the bills.

    Args:
        costs: for every coalition what its members cost in it, in ints or Fractions, as from
            `Federation.coalition_costs`.

    Returns:
        Bills, the balanced weights that certify their sum, and the cost of everybody together. Where `empty` is False
        the bills are in the core of the game in which money changes hands.

    Raises:
        ValueError: a coalition is missing, or a cost is not exact.

    Reference:
        Bondareva (1963) and Shapley (1967), for costs.

    >>> third = {frozenset(c): [1] * len(c) for c in ([0], [1], [2])}
    >>> pairs = {frozenset(c): [Fraction(1, 2)] * 2 for c in ([0, 1], [0, 2], [1, 2])}
    >>> core_bills({**third, **pairs, frozenset([0, 1, 2]): [1, 1, 1]}).empty
    True
    """
    members, known = read_costs(costs)
    if not is_exact([list(values) for values in known.values()]):
        raise ValueError(f"costs must be exact, ints or Fractions; got {shown(costs)}")
    total = {who: sum(values, Fraction(0)) for who, values in known.items()}
    alone = [total[frozenset({i})] for i in range(members)]
    joint = [who for who in total if len(who) > 1]
    saved = [sum(alone[i] for i in who) - total[who] for who in joint]
    weights, shares = _largest_sum(saved, [[Fraction(int(i in who)) for who in joint] for i in range(members)])
    balanced = {who: weight for who, weight in zip(joint, weights, strict=True) if weight}
    for i in range(members):
        left = 1 - sum((weight for who, weight in balanced.items() if i in who), Fraction(0))
        if left:
            balanced[frozenset({i})] = left
    bills = tuple(cost - share for cost, share in zip(alone, shares, strict=True))
    return CoreBills(bills, balanced, total[frozenset(range(members))])


def _largest_sum(gains: list[Fraction], rows: list[list[Fraction]]) -> tuple[list[Fraction], list[Fraction]]:
    """Weights x >= 0 with rows x <= 1 and the largest gains x, and the multipliers of the rows: the simplex method.

    1. Give each row a variable for what it leaves unused. These variables are the first basis, and all weights are 0.
    2. While some variable would raise the sum, it enters the basis, in the steps of `lower`: the sum's opposite falls.
    3. At the end the basis gives the weights, and the columns of the unused parts give the multipliers.
    """
    count, height = len(gains), len(rows)
    table = [[*row, *(Fraction(int(i == k)) for k in range(height)), Fraction(1)] for i, row in enumerate(rows)]
    top = [*(-gain for gain in gains), *[Fraction(0)] * (height + 1)]
    basis = list(range(count, count + height))
    lower(table, basis, top, count + height)
    solution = [Fraction(0)] * (count + height)
    for i, variable in enumerate(basis):
        solution[variable] = table[i][-1]
    return solution[:count], top[count : count + height]
