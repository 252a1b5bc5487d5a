"""Personalization oracles that are really minimal: as few models as possible, every client served by one of them.

Several outputs can be minimal, and what a mechanism may promise depends on all of them: `minimal_outputs` lists every
one, and `fooling_output` finds one that defeats the server. `one_shot` is the mechanism that asks for a single output
and returns a model of it that passes a test. Faster ways to a single minimal output stand in `covering`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from incentives.consensus.points import Point
from incentives.consensus.sets import Box, ClientSet, FiniteSet, Interval, as_sets, common_point, intersection
from incentives.consensus.verification import Verify, check_test, failing_at

Members = frozenset[int]
Consensus = Callable[[Members], Any]  # a point that serves these clients by their reports, or None
Models = Callable[[Sequence[ClientSet]], Iterable[Any]]  # the points that may serve one cluster

MOST_CLIENTS = 14


@dataclass(frozen=True)
class Personalization:
    """An output of a personalization oracle: clusters of clients and one model for each.

    Args:
        clusters: who shares a model; every client 0..M-1 in exactly one.
        models: one per cluster, in the same order.

    Raises:
        ValueError: a cluster is empty, a client is missing or there twice, or the numbers of clusters and models
            differ.

    >>> print(Personalization(clusters=({0, 2}, {1}), models=(5, 7)))
    0,2: 5 | 1: 7
    """

    clusters: tuple[Members, ...]
    models: tuple[Any, ...]

    def __post_init__(self) -> None:
        pairs = list(zip(map(frozenset, self.clusters), self.models, strict=False))
        clients = sorted(m for cluster in self.clusters for m in cluster)
        if clients != list(range(len(clients))) or not all(map(len, self.clusters)) or not clients:
            raise ValueError(
                f"clusters must hold every client 0..M-1 exactly once and none may be empty, got {self.clusters!r}"
            )
        if len(self.clusters) != len(self.models):
            raise ValueError(f"models must hold one model per cluster, got {len(self.models)}")
        pairs.sort(key=lambda pair: min(pair[0]))
        object.__setattr__(self, "clusters", tuple(cluster for cluster, _ in pairs))
        object.__setattr__(self, "models", tuple(model for _, model in pairs))

    @property
    def assignment(self) -> tuple[int, ...]:
        """The number of the model that each client gets, shape (clients,)."""
        where = {m: i for i, cluster in enumerate(self.clusters) for m in cluster}
        return tuple(where[m] for m in range(len(where)))

    def serves(self, sets: Sequence[ClientSet]) -> bool:
        """True if every client's set holds the client's model."""
        return all(self.models[i] in s for i, s in zip(self.assignment, sets, strict=True))

    def __len__(self) -> int:
        """The number of models."""
        return len(self.models)

    def __str__(self) -> str:
        def written(model: Any) -> str:
            return f"({', '.join(map(str, model))})" if isinstance(model, tuple) else str(model)

        pairs = zip(self.clusters, self.models, strict=True)
        return " | ".join(f"{','.join(map(str, sorted(c)))}: {written(model)}" for c, model in pairs)


def one_model(sets: Sequence[ClientSet]) -> Iterator[Any]:
    """The common point that an honest consensus would compute."""
    yield common_point(sets)


def corner_models(sets: Sequence[ClientSet]) -> Iterator[Any]:
    """All points of a finite intersection; both ends of an interval; all corners of a box.

    An intersection lies inside an interval or a box exactly if its corners do, so these points decide whether a
    cluster can be served from outside a given set.

    Raises:
        ValueError: an end is missing, or the world has no corners to list.

    >>> list(corner_models([Interval(0, 3), Interval(1, 5)]))
    [Fraction(1, 1), Fraction(3, 1)]
    """
    shared = intersection(sets)
    match shared:
        case FiniteSet():
            yield from shared
        case Interval() | Box():
            sides = shared.intervals if isinstance(shared, Box) else (shared,)
            ends = [sorted({end for end in (side.low, side.high) if end is not None}) for side in sides]
            if any(side.low is None or side.high is None for side in sides):
                raise ValueError(f"sets must be bounded to have corners, got {shared}")
            yield from product(*ends) if isinstance(shared, Box) else ends[0]
        case _:
            raise ValueError("sets must be finite sets, intervals or boxes for their corners to be listed")


# -- all minimal outputs
# ------------------------------------------------------------------------------------------------


def _feasible_masks(clients: int, consensus: Consensus) -> list[bool]:
    """For every set of clients, written as bits, whether one model can serve it."""
    feasible = [True] * (1 << clients)
    for mask in range(1, 1 << clients):
        bits = [m for m in range(clients) if mask >> m & 1]
        # A subset of a feasible set is feasible, so most sets are settled by a smaller one.
        smaller = all(feasible[mask & ~(1 << m)] for m in bits) if len(bits) > 1 else True
        feasible[mask] = smaller and consensus(frozenset(bits)) is not None
    for m in range(clients):
        if not feasible[1 << m]:
            raise ValueError(f"the report of client {m} must accept some model: otherwise nothing serves it")
    return feasible


def minimal_clusterings(clients: int, consensus: Consensus) -> Iterator[tuple[Members, ...]]:
    """Every way to split the clients into as few clusters as possible, each with a common model.

    Args:
        clients: how many there are, 1 to 14 (3**clients steps).
        consensus: a common point of some clients' reports, or None; asked at most once per set of clients.

    Yields:
        Clusters in the order of their smallest members.

    Raises:
        ValueError: too few or too many clients, or a client whom no model serves.

    >>> sets = [Interval(-2, 1), Interval(-1, 2), Interval(3, 4)]
    >>> for clusters in minimal_clusterings(3, lambda some: common_point([sets[m] for m in some])):
    ...     print([sorted(cluster) for cluster in clusters])
    [[0, 1], [2]]
    """
    if not 1 <= clients <= MOST_CLIENTS:
        raise ValueError(f"clients must be a number from 1 to {MOST_CLIENTS}, got {clients!r}")
    feasible = _feasible_masks(clients, consensus)
    fewest = _fewest_clusters(feasible)

    def split(mask: int) -> Iterator[tuple[int, ...]]:
        if not mask:
            yield ()
        for part in _parts_with_lowest(mask):
            if feasible[part] and fewest[mask ^ part] == fewest[mask] - 1:
                for rest in split(mask ^ part):
                    yield (part, *rest)

    for parts in split((1 << clients) - 1):
        yield tuple(_members(part) for part in parts)


def _members(mask: int) -> Members:
    return frozenset(m for m in range(mask.bit_length()) if mask >> m & 1)


def _parts_with_lowest(mask: int) -> Iterator[int]:
    """The subsets of a mask that hold its lowest bit, largest numbers first."""
    lowest = mask & -mask
    rest = part = mask ^ lowest
    while mask:
        yield part | lowest
        if not part:
            return
        part = (part - 1) & rest


def _fewest_clusters(feasible: Sequence[bool]) -> list[int]:
    fewest = [0] * len(feasible)
    for mask in range(1, len(feasible)):
        fewest[mask] = 1 + min(fewest[mask ^ part] for part in _parts_with_lowest(mask) if feasible[part])
    return fewest


def minimal_outputs(sets: Sequence[ClientSet], *, models: Models = one_model) -> Iterator[Personalization]:
    """Every minimal output for these reports.

    Args:
        sets: one reported set per client, at most 14.
        models: which points may serve a cluster: `one_model` (the usual one), `corner_models` (all that matter in
            finite worlds, on the line and for boxes), or a function of your own.

    Raises:
        ValueError: as for `minimal_clusterings`.

    >>> for output in minimal_outputs([FiniteSet({0, 1}), FiniteSet({0, 2}), FiniteSet({1})]):
    ...     print(output)
    0,2: 1 | 1: 0
    0,1: 0 | 2: 1
    """
    sets = list(as_sets("sets", sets))
    options: dict[Members, list[Any]] = {}
    for clusters in minimal_clusterings(len(sets), lambda some: common_point([sets[m] for m in some])):
        for cluster in clusters:
            if cluster not in options:
                options[cluster] = list(models([sets[m] for m in sorted(cluster)]))
        for chosen in product(*(options[cluster] for cluster in clusters)):
            yield Personalization(clusters, chosen)


def is_minimal(output: Personalization, sets: Sequence[ClientSet]) -> bool:
    """True if an output serves every client by its report, and no output with fewer models does.

    >>> sets = [Interval(0, 2), Interval(1, 3)]
    >>> is_minimal(Personalization(({0, 1},), (2,)), sets), is_minimal(Personalization(({0}, {1}), (0, 3)), sets)
    (True, False)
    """
    return output.serves(sets) and len(output) == len(next(minimal_outputs(sets)))


# -- the mechanism
# ------------------------------------------------------------------------------------------------------


def one_shot(
    reports: Sequence[ClientSet],
    verify: Verify,
    *,
    select: Callable[[Iterator[Personalization]], Personalization] = next,
    models: Models = one_model,
) -> Point | None:
    """The one-shot mechanism: one minimal output, and of its models the first that passes; None if none does.

    Args:
        reports: one set per client.
        verify: the server's test, the clients at whom a model fails; in the paper, exact and trusted.
        select: which minimal output the oracle returns, given all of them in turn.
        models: see `minimal_outputs`.

    >>> from incentives.consensus.verification import Trusted
    >>> truths = [Interval(-2, 1), Interval(-1, 2), Interval(-1, 1)]
    >>> one_shot(truths, Trusted(truths))
    Fraction(0, 1)
    """
    reports = as_sets("reports", reports)
    check_test(verify, len(reports))
    output = select(minimal_outputs(reports, models=models))
    return next((model for model in output.models if not failing_at(verify, model, len(reports))), None)


def fooling_output(
    reports: Sequence[ClientSet], verify: Verify, *, models: Models = corner_models
) -> Personalization | None:
    """A minimal output none of whose models passes, or None if every minimal output holds one that does.

    >>> from incentives.consensus.verification import Trusted
    >>> truths = [Interval(-2, 1), Interval(-1, 2), Interval(-1, 1)]
    >>> print(fooling_output([*truths[:2], Interval(-2, -2)], Trusted(truths)))
    0,2: -2 | 1: 2
    """
    outputs = minimal_outputs(reports, models=models)
    return next((output for output in outputs if all(map(verify, output.models))), None)
