"""Trials of the repairs of the one-shot mechanism: every lie, every output, on worlds that can be listed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement

from incentives import consensus as cs
from incentives.consensus import redundancy
from incentives.consensus.client_set import ClientSet
from incentives_book.consensus.one_shot_personalization import outputs, repairs


def redundant_worlds(sets: Sequence[ClientSet], clients: int) -> Iterator[list[ClientSet]]:
    """The worlds of so many of these sets, up to the order of clients, where W is not empty and anyone can be spared.

    >>> [str(w[0]) for w in redundant_worlds([cs.Interval(0, 1), cs.Interval(0, 2)], 2)]
    ['[0, 1]', '[0, 2]']
    """
    for world in map(list, combinations_with_replacement(sets, clients)):
        if outputs.meet(world, range(clients)) and cs.is_redundant(world):
            yield world


def ends_are_safe(world: Sequence[ClientSet], lies: Sequence[ClientSet]) -> bool:
    """True if opposite ends serve everybody and hold a point of W, whichever client tells whichever of these lies."""
    server = cs.Trusted(world)
    for liar in range(len(world)):
        for lie in lies:
            reports = [*world[:liar], lie, *world[liar + 1 :]]
            output = repairs.opposite_ends(reports)
            if not output.serves(reports) or all(map(server, output.models)):
                return False
    return True


def at_most_two(clients: int) -> bool:
    """True if the reports of `simplex_worlds` fit redundant worlds of which a minimal output is right in at most
    two.
    """
    told, fitting = outputs.simplex_worlds(clients)
    right = (sum(not all(map(cs.Trusted(w), o.models)) for w in fitting) for o in outputs.listed(told))
    return all(map(cs.is_redundant, fitting)) and max(right) == 2


def lucky(clients: int) -> tuple[int, int]:
    """The number of minimal clusterings that hold a passing model in the worst of the `simplex_worlds`, and of all.

    >>> lucky(4)
    (1, 7)
    """
    told, fitting = outputs.simplex_worlds(clients)
    found = list(cs.minimal_outputs(told))
    return min(sum(not all(map(cs.Trusted(w), o.models)) for o in found) for w in fitting), len(found)


def always_caught(truths: outputs.Sets) -> bool:
    """True if the own-cluster check names the liar at every lie and every minimal output without a point of W."""
    server = cs.Trusted(truths)
    return all(
        repairs.caught_by_own_cluster(output, truths) == {told.liar}
        for told in outputs.lies(truths)
        for output in outputs.listed(told.reports)
        if all(map(server, output.models))
    )


def cuts_identify(truths: outputs.Sets) -> bool:
    """True if of every cut of all clients into two groups one identifies W."""
    cuts = redundancy.splits(range(len(truths)))
    return all(redundancy.identifies(truths, A) or redundancy.identifies(truths, B) for A, B in cuts)


def two_liars_win(removed: int) -> bool:
    """True if two liars leave only the models 1 and 2 in all minimal outputs, although so many clients can be
    removed.
    """
    truths = [cs.FiniteSet({0, 1})] * (removed + 1) + [cs.FiniteSet({0, 2})] * (removed + 1)
    told = [cs.FiniteSet({1}), *truths[1:-1], cs.FiniteSet({2})]
    models = {x for output in outputs.listed(told) for x in output.models}
    return cs.is_redundant(truths, removed=removed) and models == {1, 2}
