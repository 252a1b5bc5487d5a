"""The server's test of a point: with exact or noisy values, by trusted or by reported oracles, with or without F_m^*.

A test is a function from a point to the set of clients at whom it fails. Everything that Theorem 1 leaves
unsaid is a choice between the tests of this module.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from incentives.consensus.losses import Loss, as_losses, tolerance
from incentives.consensus.points import Point
from incentives.consensus.sets import ClientSet, as_sets
from incentives.floats import shown
from incentives.numbers import Number, Real, as_index, as_list, as_number
from incentives.reading import as_function


class Verify(Protocol):
    """A test: the clients at whom a point fails."""

    def __call__(self, point: Any) -> frozenset[int]: ...


def failing_at(verify: Verify, point: Any, clients: int) -> frozenset[int]:
    """The clients at whom a point fails, whatever kind of collection the test returns.

    Args:
        verify: the test.
        point: what is tested.
        clients: how many there are.

    Raises:
        ValueError: the test returns something else than a collection of clients.

    >>> failing_at(lambda point: [1], "x", 2)
    frozenset({1})
    """
    found = verify(point)
    if isinstance(found, (str, bytes, Mapping)) or not isinstance(found, Collection):
        raise ValueError(
            f"verify must return the clients at whom a point fails, an empty set if it passes; got {found!r}"
        )
    return frozenset(as_index("clients that verify returns", client, clients) for client in found)


def check_test(verify: Any, clients: int) -> None:
    """ValueError unless `verify` is a function and, where its clients are known, a test of this many, or of nobody."""
    as_function("verify", verify)
    sets = getattr(verify, "sets", None) if isinstance(verify, (Trusted, Reported)) else getattr(verify, "losses", None)
    if sets is not None and isinstance(verify, (Trusted, Reported, Relative)) and len(sets) not in (0, clients):
        raise ValueError(f"verify must test the {clients} clients that report, got a test of {len(sets)}")


@dataclass(frozen=True)
class Trusted:
    """Membership in every client's true set: exact values, honest oracles, known optima.

    >>> from incentives.consensus.sets import FiniteSet
    >>> sorted(Trusted([FiniteSet({0, 1}), FiniteSet({0})])(1))
    [1]
    """

    sets: Sequence[ClientSet]

    def __post_init__(self) -> None:
        object.__setattr__(self, "sets", as_sets("sets", self.sets))

    @classmethod
    def of(cls, losses: Sequence[Loss], epsilon: Real) -> Trusted:
        """The test F_m(x) - F_m^* <= epsilon for every client."""
        given = as_list("losses", losses)
        if not all(callable(getattr(loss, "sublevel", None)) for loss in given):
            raise ValueError(f"losses must hold one loss per client, with a method sublevel; got {shown(given)}")
        return cls(tuple(loss.sublevel(epsilon) for loss in given))

    def __call__(self, point: Point) -> frozenset[int]:
        return frozenset(j for j, accepted in enumerate(self.sets) if point not in accepted)


@dataclass(frozen=True)
class Reported:
    """The same test, except that some clients answer for themselves, as they like.

    Args:
        sets: the true sets, one per client.
        answers: for each client that answers itself, a function from a point to whether it claims to accept
            it.

    >>> from incentives.consensus.sets import FiniteSet
    >>> veto = Reported([FiniteSet({0}), FiniteSet({0})], {1: lambda point: False})
    >>> sorted(veto(0))
    [1]
    """

    sets: Sequence[ClientSet]
    answers: Mapping[int, Callable[[Any], bool]]

    def __post_init__(self) -> None:
        strangers = sorted(set(self.answers) - set(range(len(self.sets))))
        if strangers:
            raise ValueError(f"answers must name clients 0..{len(self.sets) - 1}, got {strangers}")

    def __call__(self, point: Any) -> frozenset[int]:
        honest = Trusted(self.sets)(point) - frozenset(self.answers)
        return honest | {j for j, accepts in self.answers.items() if not accepts(point)}


def _is_missing(point: Any) -> bool:
    """NaN, and pandas' word for what is missing, do not equal themselves; whole arrays do not say."""
    try:
        return not bool(point == point)
    except TypeError:
        return True
    except ValueError:
        return False


@dataclass(frozen=True)
class Relative:
    """Trusted exact values without F_m^*: the best value among the candidates stands in for it.

    A point fails at client m if F_m(point) exceeds the least F_m over the candidates by more than epsilon.

    >>> from incentives.consensus.losses import Quadratic1D
    >>> test = Relative([Quadratic1D(1), Quadratic1D(1)], 1, candidates=[1, 2])
    >>> sorted(test(1)), sorted(test(2))
    ([], [0, 1])
    """

    losses: Sequence[Loss]
    epsilon: Number
    candidates: Sequence[Point | None]

    def __post_init__(self) -> None:
        object.__setattr__(self, "epsilon", tolerance(self.epsilon))
        object.__setattr__(self, "losses", as_losses("losses", self.losses))
        given = as_list("candidates", self.candidates)
        if any(_is_missing(candidate) for candidate in given):
            raise ValueError(f"candidates must be points, none of them missing; got {shown(self.candidates)}")
        object.__setattr__(self, "candidates", tuple(c for c in given if c is not None))
        if not self.candidates:
            raise ValueError("candidates must hold at least one point, got none")

    def __call__(self, point: Point) -> frozenset[int]:
        least = [min(loss.value(c) for c in self.candidates) for loss in self.losses]
        return frozenset(j for j, loss in enumerate(self.losses) if loss.value(point) > least[j] + self.epsilon)


def chosen_by_comparison(losses: Sequence[Loss], candidates: Sequence[Any]) -> frozenset[int]:
    """Candidates that are certainly in W, found by comparing values only: neither F_m^* nor epsilon is used.

    Candidate n, made without client n, is kept if client n finds another candidate at least as bad. If nobody
    does, all candidates are kept. Correct if W is redundant, at most one client lies, its value oracle is
    honest, and every candidate n lies in the reported sets of all clients but n.

    Args:
        losses: the true losses, one per client.
        candidates: one per client, None where its run found no point; at least one point.

    >>> from incentives.consensus.losses import TableLoss
    >>> likes = [TableLoss({0: 0, 1: 0, 2: 9}), TableLoss({0: 0, 1: 9, 2: 0}), TableLoss({0: 0, 1: 9, 2: 9})]
    >>> sorted(chosen_by_comparison(likes, [None, 1, 0]))  # client 2 lied: {1}
    [2]
    """
    if len(candidates) != len(losses):
        raise ValueError(f"candidates must have one entry per client, {len(losses)}; got {len(candidates)}")
    made = [n for n, point in enumerate(candidates) if point is not None]
    if not made:
        raise ValueError("candidates must hold at least one point, got none")
    kept = set()
    for n in made:
        others = [losses[n].value(candidates[k]) for k in made if k != n]
        if not others or losses[n].value(candidates[n]) <= max(others):
            kept.add(n)
    return frozenset(kept or made)


def sample_size(events: int, *, width: Any, margin: Any, failure: Any) -> int:
    """Draws per average after which all of `events` one-sided errors above `margin` together are unlikely.

    Hoeffding: an average of N draws from an interval of length `width` exceeds its mean by more than
    `margin` with probability at most exp(-2 N margin**2 / width**2). The result is the least N for which `events` times
    this is at most `failure`.

    Args:
        events: how many one-sided errors must not happen, at least 1.
        width: length of the interval of values, greater than 0.
        margin: error allowed, in the unit of `width`, greater than 0.
        failure: probability of any error, between 0 and 1.

    Reference:
        Hoeffding (1963), Theorem 2.

    >>> sample_size(200, width=1, margin=0.05, failure=0.01)
    1981
    """
    if isinstance(events, bool) or not isinstance(events, int) or events < 1:
        raise ValueError(f"events must be a whole number >= 1, got {events!r}")
    for name, value in (("width", width), ("margin", margin), ("failure", failure)):
        if as_number(name, value) <= 0:
            raise ValueError(f"{name} must be greater than 0, got {value}")
    if failure >= 1:
        raise ValueError(f"failure must be less than 1, got {failure}")
    return math.ceil(float(width) ** 2 * math.log(events / float(failure)) / (2 * float(margin) ** 2))
