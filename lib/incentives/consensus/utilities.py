"""Clients who put their own loss first and, once it cannot fall further, would rather see the others do worse.

The paper's Assumption 1 asks three things of such a utility. `HierarchicalUtility` satisfies the corrected
form (minus infinity outside the client's set) in every game, and `violation` looks for a pair of points at
which a utility breaks one of the three.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from incentives.consensus.losses import Loss, as_losses, tolerance
from incentives.consensus.points import Point
from incentives.numbers import Number, Vector, as_index, as_vector


@dataclass(frozen=True)
class HierarchicalUtility:
    """One client's utility: minus its own excess loss; at zero excess, a bounded joy in the excess of the others.

    With G_j = F_j - F_j^*, the client m has utility -G_m(x) where 0 < G_m(x) <= epsilon, and sum over n != m
    of envy_n * G_n(x) / (1 + G_n(x)) where G_m(x) = 0. Outside its set it has `outside`.

    Args:
        losses: of all clients.
        epsilon: tolerance that defines the client's set.
        who: index of the client.
        envy: one weight greater than 0 per client (the client's own is ignored); by default 1 over the
            number of clients. Different weights are different competitive preferences.
        outside: utility of a point outside the client's set; minus infinity unless the printed form is
            studied.

    Raises:
        ValueError: `who` is no client, or `envy` has another length or a weight that is not positive.

    >>> from incentives.consensus.losses import TableLoss
    >>> losses = [TableLoss({"a": 0, "b": 0, "c": 1}), TableLoss({"a": 0, "b": 1, "c": 0})]
    >>> u = HierarchicalUtility(losses, 1, who=0)
    >>> print(u("a"), u("b"), u("c"))
    0 1/4 -1
    """

    losses: Sequence[Loss]
    epsilon: Number
    who: int
    envy: Vector | None = None
    outside: Number = -math.inf

    def __post_init__(self) -> None:
        object.__setattr__(self, "losses", as_losses("losses", self.losses))
        count = len(self.losses)
        if isinstance(self.who, bool) or not isinstance(self.who, int) or not 0 <= self.who < count:
            raise ValueError(f"who must be a client from 0 to {count - 1}, got {self.who!r}")
        if self.envy is not None:
            object.__setattr__(self, "envy", as_vector("envy", self.envy))
        if len(self.weights) != count or any(weight <= 0 for weight in self.weights):
            raise ValueError(f"envy must hold {count} weights greater than 0, got {self.envy!r}")
        object.__setattr__(self, "epsilon", tolerance(self.epsilon))

    @property
    def weights(self) -> Vector:
        """Of everybody's joy, shape (clients,): `envy`, or one over their number."""
        return (Fraction(1, len(self.losses)),) * len(self.losses) if self.envy is None else self.envy

    def __call__(self, point: Point) -> Number:
        excess = [loss.value(point) - loss.best for loss in self.losses]
        own = excess[self.who]
        if own > self.epsilon:
            return self.outside
        if own > 0:
            return -own
        return sum(
            (w * g / (1 + g) for j, (w, g) in enumerate(zip(self.weights, excess, strict=True)) if j != self.who),
            Fraction(0),
        )


def others_suffer(losses: Sequence[Loss], who: int, x: Any, y: Any) -> bool:
    """True if everybody but `who` is at least as badly off at x as at y, and somebody worse.

    >>> from incentives.consensus.losses import TableLoss
    >>> others_suffer([TableLoss({0: 0, 1: 0}), TableLoss({0: 0, 1: 1})], 0, 1, 0)
    True
    """
    who = as_index("who", who, len(losses))
    pairs = [(loss.value(x), loss.value(y)) for j, loss in enumerate(losses) if j != who]
    return all(a >= b for a, b in pairs) and any(a > b for a, b in pairs)


def violation(
    utility: Callable[[Any], Number],
    losses: Sequence[Loss],
    epsilon: Any,
    *,
    who: int,
    points: Iterable[Any],
    outside: Number = -math.inf,
) -> tuple[int, Any, Any] | None:
    """The first breach of Assumption 1 among `points`: (item, x, y), or None.

    Item 1 (then y is None): x lies outside the client's set but its utility is not `outside`. Item 2: both
    inside, the own loss is smaller at x, yet x is not better. Item 3: both at the own minimum, the others
    suffer at x compared to y, yet x is not better.

    >>> from incentives.consensus.losses import TableLoss
    >>> losses = [TableLoss({0: 0, 1: 0}), TableLoss({0: 0, 1: 1})]
    >>> violation(lambda point: 0, losses, 1, who=0, points=[0, 1])
    (3, 1, 0)
    """
    points, epsilon, own = list(points), tolerance(epsilon), losses[as_index("who", who, len(losses))]
    inside = [x for x in points if own.value(x) - own.best <= epsilon]
    for x in points:
        if x not in inside and utility(x) != outside:
            return 1, x, None
    for x in inside:
        for y in inside:
            if own.value(x) < own.value(y) and not utility(x) > utility(y):
                return 2, x, y
            at_best = own.value(x) == own.best == own.value(y)
            if at_best and others_suffer(losses, who, x, y) and not utility(x) > utility(y):
                return 3, x, y
    return None
