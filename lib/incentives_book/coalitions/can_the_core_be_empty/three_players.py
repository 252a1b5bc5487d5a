"""Every game of three players: each ranks the four coalitions that it can be in, ties allowed.

A profile holds one ranking per player, players in a ring; a ranking gives the place (0 is best) of being alone, with
the next player, with the previous one, and all together.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

ALONE, NEXT, PREVIOUS, ALL = range(4)
Ranking = tuple[int, int, int, int]
Profile = tuple[Ranking, Ranking, Ranking]
# Where each player is, in each of the five partitions.
PARTITIONS = (
    (ALONE, ALONE, ALONE),
    (ALL, ALL, ALL),
    (NEXT, PREVIOUS, ALONE),
    (ALONE, NEXT, PREVIOUS),
    (PREVIOUS, ALONE, NEXT),
)


def profiles() -> Iterator[Profile]:
    """All of them, each once.

    >>> sum(1 for _ in profiles()) == 75**3
    True
    """
    places = product(range(4), repeat=4)
    rankings = sorted({tuple(sorted(set(r)).index(place) for place in r) for r in places})
    return product(rankings, repeat=3)


def has_cycle(profile: Profile) -> bool:
    """True if everybody strictly prefers the next player to the previous one, or everybody the other way."""
    return all(r[NEXT] < r[PREVIOUS] for r in profile) or all(r[PREVIOUS] < r[NEXT] for r in profile)


def is_stable(profile: Profile, now: tuple[int, int, int]) -> bool:
    """True if no coalition blocks the partition in which the players are where `now` says."""
    gains = [[r[then] < r[place] for then in range(4)] for r, place in zip(profile, now, strict=True)]
    alone = any(g[ALONE] for g in gains)
    pair = any(gains[x][NEXT] and gains[(x + 1) % 3][PREVIOUS] for x in range(3))
    return not (alone or pair or all(g[ALL] for g in gains))


def has_core(profile: Profile) -> bool:
    """True if some partition is core stable."""
    return any(is_stable(profile, now) for now in PARTITIONS)
