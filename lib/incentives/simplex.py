"""The steps of the simplex method on an exact tableau, by Bland's rule, so that they end in every tie."""

from collections.abc import MutableSequence
from fractions import Fraction

Row = list[Fraction]


def lower(tableau: MutableSequence[Row], basis: list[int], costs: Row, columns: int) -> None:
    """Changes the basis until no column lowers what `costs` sums up; all three lists are changed in place.

    1. While the cost of some column is negative, the first such column enters the basis.
    2. The row whose ratio of right side to entry is least limits it, and its column leaves; of equal rows it is the one
       whose column comes first.
    3. Divide this row by its entry in the entering column, and take multiples of it off all other rows and off the
       costs.

    Args:
        tableau: one row for each equation, its right side, not negative, at the end.
        basis: the column that each row gives a value to: 1 in this row, and 0 in the others and in the costs.
        costs: what one unit of each column adds, with minus the present value at the end; it must be bounded below.
        columns: how many columns may enter, the first ones.

    >>> tableau, basis, costs = [[Fraction(2), Fraction(1), Fraction(3)]], [1], [Fraction(-1), Fraction(0), Fraction(0)]
    >>> lower(tableau, basis, costs, 2)
    >>> basis, str(tableau[0][-1]), str(costs[-1])  # the first column can be 3/2
    ([0], '3/2', '3/2')
    """
    while (entering := next((k for k in range(columns) if costs[k] < 0), None)) is not None:
        rising = [i for i, row in enumerate(tableau) if row[entering] > 0]
        leaving = min(rising, key=lambda i: (tableau[i][-1] / tableau[i][entering], basis[i]))
        head = tableau[leaving][entering]
        pivot = tableau[leaving] = [value / head for value in tableau[leaving]]
        for row in (*(row for i, row in enumerate(tableau) if i != leaving), costs):
            if factor := row[entering]:
                for k, value in enumerate(pivot):
                    if value:
                        row[k] -= factor * value
        basis[leaving] = entering
