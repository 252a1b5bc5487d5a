"""A federation of members who collect samples at a cost: errors, Lindahl prices, bills, and the sizes that cost least.

Member i's mean lies around the common mean with variance `spread`; its report is the average of `sizes[i]` samples and
has variance `noise / sizes[i]` around its own mean. Member j uses the mixture of all reports that is best for it
(fine-grained federation, `incentives.coalitions.optimal_fine_weights`), with its own average at home.

A member that collects nothing has no report and no average. What is computed here for size zero is the limit of what is
computed for ever smaller sizes: nobody gives this member any weight, and it mixes the others' reports by precision.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from incentives.coalitions.errors import Sizes, optimal_fine_errors, optimal_fine_weights, read as read_sizes
from incentives.floats import held_by_floats, product, shown
from incentives.numbers import Real, Row, answer, as_array, as_list, as_number, is_exact, no_booleans
from incentives.reading import as_flag, require

STEPS, ACCURACY, NOTHING, LARGEST = 100_000, 1e-12, 1e-10, 1e300
LEAST_WEIGHT = 1e-9  # on one's own samples, in floats: an error rests on the digits of this weight that are left


def _row(name: str, values: Any, members: int | None, *, exact: bool) -> np.ndarray:
    """One positive number for each member."""
    no_booleans(name, values)
    row = as_array(name, values, exact=exact)
    if row.ndim != 1 or row.size == 0 or (members is not None and row.size != members):
        wanted = "one number for each member" if members is None else f"one number for each of {members} members"
        raise ValueError(f"{name} must be a list of {wanted}, got {shown(values)}")
    require(name, row, above=0)
    return row


@dataclass(frozen=True)
class Federation:
    """Members with their sizes and what a sample costs each of them.

    Args:
        sizes: samples that each member collects, shape (members,); at least 0, and greater than 0 for some member.
        costs: what one sample costs each member, in the unit of an error (squared data units), greater than 0.
        noise: variance of one sample around its owner's mean, greater than 0.
        spread: variance of the owners' means, greater than 0.

    Ints, Fractions and SymPy's expressions are computed exactly and answers are tuples; with a float or an array of
    floats among them answers are arrays.

    Raises:
        ValueError: a number is not positive (a size is negative, or all are 0), there is not one size and one cost for
            each member, or floats cannot tell a member's error or bill, because numbers are too large, too small or too
            far apart.

    >>> pair = Federation([5, 5], [1, 1], noise=10, spread=1)
    >>> pair.errors, pair.prices[0]
    ((Fraction(4, 3), Fraction(4, 3)), (Fraction(8, 45), Fraction(2, 45)))
    >>> Federation([5, 5, 0], [1, 1, 1], noise=10, spread=1).weights[2]
    (Fraction(1, 2), Fraction(1, 2), Fraction(0, 1))
    """

    sizes: Row
    costs: Row
    noise: Any
    spread: Any

    if TYPE_CHECKING:  # what may be given; the fields hold it as it was read

        def __init__(self, sizes: Sizes, costs: Sizes, noise: Real, spread: Real) -> None: ...

    def __post_init__(self) -> None:
        given = (self.sizes, self.costs, self.noise, self.spread)
        exact = is_exact(*given, symbols=True)
        n, noise, spread = read_sizes(exact, self.sizes, idle=True, noise=self.noise, spread=self.spread)
        if n.ndim != 1:
            raise ValueError(f"sizes must be a list of one number for each member, got {shown(self.sizes)}")
        if not (n != 0).any():
            raise ValueError(f"sizes must be greater than 0 for some member, got {shown(self.sizes)}")
        for name, number in (("noise", noise), ("spread", spread)):
            if number.shape != (1,):
                raise ValueError(f"{name} must be one number, got {shown(getattr(self, name))}")
            object.__setattr__(self, name, number[0])
        object.__setattr__(self, "costs", answer(_row("costs", self.costs, n.size, exact=exact)))
        object.__setattr__(self, "sizes", answer(n))
        if not exact:
            with held_by_floats("sizes, costs, noise and spread", given, tiny=False):
                least, _ = self.weights.diagonal()[self.collecting].min(), self.bills
            if least < LEAST_WEIGHT:
                raise ValueError(
                    "sizes must be closer together for floats, or ints and Fractions like all other numbers; "
                    f"got {shown(given[0])}"
                )

    @classmethod
    def priced(cls, sizes: Sizes, *, noise: Real, spread: Real) -> Federation:
        """The federation in which these sizes are efficient: a sample costs each member what it is worth to everybody.

        Exact where the sizes are, which those that `efficient` finds cannot be. For a member of size 0 this is the
        least cost at which it should collect nothing.

        >>> Federation.priced([5, 5], noise=10, spread=1).costs
        (Fraction(2, 9), Fraction(2, 9))
        """
        first = cls(sizes, [1] * len(as_list("sizes", sizes)), noise, spread)
        return cls(first.sizes, answer(first._array("prices").sum(axis=0)), noise, spread)

    @classmethod
    def efficient(cls, costs: Sizes, *, noise: Real, spread: Real) -> Federation:
        """The federation whose sizes have the least sum of errors and costs (floats).

        The sum is convex in all sizes. Each step multiplies a member's size by the root of what a sample of it is worth
        to everybody over what it costs, which never raises the sum.

        Raises:
            ValueError: an argument is bad, or somebody would collect nothing at these costs and has nothing to stake.
                Leave it out and ask again, then add it as a member of size 0 (`Federation`) if it is to use the model
                and to pay for it. If two others are left, it takes what they stake on one another (`peer_stakes`). One
                alone has nothing to be compared with.

        >>> Federation.efficient([0.05] * 5, noise=10, spread=1).sizes.round(3)
        array([8.619, 8.619, 8.619, 8.619, 8.619])
        """
        sizes = least_cost_sizes(costs, noise=noise, spread=spread)
        idle = np.flatnonzero(sizes == 0).tolist()
        if idle:
            leave = "leave them out" if len(idle) < len(sizes) - 1 else "nobody could be compared with the other one"
            raise ValueError(
                f"costs must let every member collect something; at these members {idle} collect nothing: {leave}"
            )
        return cls(sizes, costs, noise, spread)

    def _array(self, name: str) -> np.ndarray:
        """A field or property as an array, of objects if it is exact."""
        value = getattr(self, name)
        return value if isinstance(value, np.ndarray) else as_array(name, value, exact=True)

    @property
    def collecting(self) -> list[int]:
        """The members with a size greater than 0."""
        return np.flatnonzero(self._array("sizes") != 0).tolist()

    @property
    def variances(self) -> Row:
        """Variance of each report around the common mean: spread + noise / size, infinite for size 0."""
        n = self._array("sizes")
        found = np.full_like(n, np.inf)
        found[self.collecting] = self.spread + self.noise / n[self.collecting]
        return answer(found)

    @cached_property
    def weights(self) -> Row:
        """The best weights, shape (members, members): row j is the mixture that member j uses."""
        return answer(best_weights(self._array("sizes"), self.noise, self.spread))

    @cached_property
    def errors(self) -> Row:
        """Expected squared error of each member with its best weights."""
        if len(self.collecting) == len(self.sizes):
            return optimal_fine_errors(self.sizes, noise=self.noise, spread=self.spread)
        return answer(_errors_with_idle(self._array("sizes"), self.noise, self.spread))

    @property
    def prices(self) -> Row:
        """Lindahl prices, shape (members, members): [j, i] is what one more sample of i is worth to j.

        The price is noise times the square of j's weight on one sample of i, which for a member of size 0 is the limit
        of its weight over its size.
        """
        n = self._array("sizes")
        found = self._array("weights") ** 2 * self.noise / np.where(n != 0, n, 1) ** 2
        idle = np.flatnonzero(n == 0)
        if idle.size:
            slope = 1 / (self.spread * n + self.noise)
            found[:, idle] = (slope / (n * slope).sum())[:, None] ** 2 * self.noise
            found[idle, idle] = self._array("errors")[idle] ** 2 / self.noise
        return answer(found)

    @property
    def spending(self) -> Row:
        """Error and cost of collecting of each member, before any money changes hands."""
        return answer(self._array("errors") + self._array("costs") * self._array("sizes"))

    @property
    def lump_sums(self) -> Row:
        """The payment of each member to the others for their samples, less what it is paid for its own; they sum to
        zero.
        """
        prices, n = self._array("prices"), self._array("sizes")
        return answer(product(prices, n) - n * prices.sum(axis=0))

    @property
    def bills(self) -> Row:
        """Error, cost of collecting and lump sum of each member."""
        return answer(self._array("spending") + self._array("lump_sums"))

    def coalition_costs(self, *, own_sizes: bool = False) -> dict[frozenset[int], Row]:
        """Error and cost of collecting of each member in every coalition, members in increasing order.

        Args:
            own_sizes: whether a coalition chooses its own efficient sizes (floats) or keeps those of the federation.

        Raises:
            ValueError: `own_sizes` is neither True nor False; or it is False and members who collect nothing would be
                by themselves, where they have nothing to estimate from.

        >>> Federation([5, 5], [1, 1], noise=10, spread=1).coalition_costs()[frozenset({0})]
        (Fraction(7, 1),)
        """
        alone, members, found = as_flag("own_sizes", own_sizes), range(len(self.sizes)), {}
        if not alone and len(self.collecting) < len(members):
            raise ValueError(
                "own_sizes must be True where a coalition of members would collect nothing; "
                f"{sorted({*members} - {*self.collecting})} have size 0"
            )
        for count in range(1, len(members) + 1):
            for who in combinations(members, count):
                costs, sizes = [self.costs[i] for i in who], [self.sizes[i] for i in who]
                if alone:
                    chosen = least_cost_sizes(costs, noise=self.noise, spread=self.spread)
                    errors = _errors_with_idle(chosen, float(self.noise), float(self.spread))
                    found[frozenset(who)] = errors + np.array(costs, dtype=float) * chosen
                else:
                    found[frozenset(who)] = Federation(sizes, costs, self.noise, self.spread).spending
        return found


def best_weights(sizes: np.ndarray, noise: Any, spread: Any) -> np.ndarray:
    """Best mixtures, shape (members, members); members who collect nothing use the mean of the reports by precision.

    >>> best_weights(np.array([5.0, 5.0, 0.0]), 10.0, 1.0).round(2).tolist()
    [[0.67, 0.33, 0.0], [0.33, 0.67, 0.0], [0.5, 0.5, 0.0]]
    """
    here = np.flatnonzero(sizes != 0)
    weights = np.outer(sizes, sizes) * 0  # of the same kind of number
    precision = 1 / (spread + noise / sizes[here])
    weights[:, here] = precision / precision.sum()
    known = answer(sizes[here])
    weights[np.ix_(here, here)] = optimal_fine_weights(known, noise=noise, spread=spread)
    return weights


def _errors_with_idle(sizes: np.ndarray, noise: Any, spread: Any) -> np.ndarray:
    """Errors at best weights where some members collect nothing (at least one does).

    `optimal_fine_errors` divides by each size; for positive sizes both are the same.
    """
    precision = sizes / (spread * sizes + noise)
    rest = precision.sum() - precision
    return 1 / (sizes / noise + rest / (spread * rest + 1))


def least_cost_sizes(costs: Any, *, noise: Any, spread: Any) -> np.ndarray:
    """The sizes with the least sum of errors and costs, as floats; 0 for whoever should collect nothing.

    >>> least_cost_sizes([0.1, 1000.0], noise=10, spread=1).round(2)
    array([14.14,  0.  ])
    """
    c = _row("costs", costs, None, exact=False)
    mu = as_number("noise", noise, exact=False, above=0)
    s2 = as_number("spread", spread, exact=False, above=0)
    with np.errstate(over="ignore", under="ignore"):
        if not (mu / c < LARGEST).all():
            raise ValueError(f"costs must be above noise / {LARGEST:g}, for sizes to be finite; got {shown(costs)}")
        if not (mu / c > 1 / LARGEST).all():
            raise ValueError(f"costs must be below {LARGEST:g} noise, for sizes to be positive; got {shown(costs)}")
    n = np.sqrt(mu / c)
    with np.errstate(under="ignore"):
        for _ in range(STEPS):
            # These are `optimal_fine_weights`, which would read its arguments in every step and double the time.
            alone = mu / n
            precision = 1 / (s2 + alone)
            reliance = alone * precision / precision.sum()
            v = reliance[:, None] * precision[None, :]
            np.fill_diagonal(v, 1 - reliance * (precision.sum() - precision))
            factor = np.sqrt((v**2).sum(axis=0) * mu / c) / n
            n = np.maximum(n * factor, NOTHING * NOTHING * n.max())
            settled = (abs(factor - 1) < ACCURACY) | ((n < NOTHING * n.max()) & (factor < 1))
            if settled.all():
                break
    return np.where(n < NOTHING * n.max(), 0.0, n)
