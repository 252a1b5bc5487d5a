"""Stable arrangements of small and large players that can be written down without a search.

Each function takes a `TwoSizes` game and returns an arrangement; `TwoSizes` offers the first two as methods.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from .arrangements import Arrangement

if TYPE_CHECKING:
    from .two_sizes import TwoSizes


def theorem_5_5_as_printed(game: TwoSizes) -> Arrangement:
    """The paper's recipe to the letter, also outside the sizes for which it is right.

    Take the largest number of large players who do at least as well among all small players as alone; if the small
    players then do worse than without them, send all large players home.

    Reference:
        Donahue and Kleinberg (2021), proof of Theorem 5.5.
    """
    alone = Fraction(game.noise) / game.large
    S, L = game.smalls, game.larges
    guests = max((ell for ell in range(1, L + 1) if game.large_error(S, ell) <= alone), default=0)
    if S and game.small_error(S, guests) > game.small_error(S, 0):
        guests = 0
    return _crowd(game, guests)


def theorem_5_5(game: TwoSizes) -> Arrangement:
    """An individually stable arrangement under uniform federation, for any two sizes, in O(log larges) look-ups.

    Three regimes. Large players at or below noise/spread: everybody together (Theorem 5.4). Small players at or
    above it: everybody alone (Lemma 5.3). Between: the small players with as many large ones as want to come; a
    large player's error grows with their number, so bisection finds it, and the small players then never object.
    """
    ratio = Fraction(game.noise) / game.spread
    if game.large <= ratio:
        return ((game.smalls, game.larges),)
    if game.small >= ratio:
        return game.arrangement([(1, 0)] * game.smalls + [(0, 1)] * game.larges)
    alone = Fraction(game.noise) / game.large
    low, high = 0, game.larges  # the answer lies between
    while low < high:
        middle = (low + high + 1) // 2
        if game.large_error(game.smalls, middle) <= alone:
            low = middle
        else:
            high = middle - 1
    return _crowd(game, low)


def _crowd(game: TwoSizes, guests: int) -> Arrangement:
    crowd = [(game.smalls, guests)] if game.smalls + guests else []
    return game.arrangement(crowd + [(0, 1)] * (game.larges - guests))


def theorem_6_5(game: TwoSizes, *, as_printed: bool = False) -> Arrangement:
    """Coarse federation: everybody together, or small and large apart, whichever the small players prefer.

    At a tie the paper separates and that fails; staying together is strictly core stable.

    Reference:
        Donahue and Kleinberg (2021), Theorem 6.5.
    """
    S, L = game.smalls, game.larges
    if not (S and L):
        return ((S, L),)
    together, apart = game.small_error(S, L), game.small_error(S, 0)
    leave = together >= apart if as_printed else together > apart
    return ((S, 0), (0, L)) if leave else ((S, L),)


def greedy_arrangement(game: TwoSizes) -> tuple[Arrangement, bool]:
    """The small players seat themselves as they like best, coalition by coalition.

    Each time, the small players still standing form, with willing large ones, the coalition in which a small player
    errs least; a large player is willing where it does at least as well as alone. Among equally good coalitions the
    one with most small, then fewest large players is taken.

    Returns:
        The arrangement (large players left over stay alone), and whether large players were never scarce: each
        coalition was the best one even with all `larges` still available. Then, under uniform federation with
        `large >= noise/spread`, the arrangement is core stable.

    >>> from incentives.coalitions import TwoSizes
    >>> greedy_arrangement(TwoSizes(small=18, large=53, smalls=5, larges=3, noise=47, spread=1))
    (((4, 2), (1, 1)), True)
    >>> greedy_arrangement(TwoSizes(small=18, large=53, smalls=5, larges=2, noise=47, spread=1))
    (((4, 2), (1, 0)), False)
    """
    alone = Fraction(game.noise) / game.large
    willing = [(s, ell) for s, ell in game.blocks if s and (not ell or game.large_error(s, ell) <= alone)]
    willing.sort(key=lambda block: (game.small_error(*block), -block[0], block[1]))
    standing, left, seated, plenty = game.smalls, game.larges, [], True
    while standing:
        wished = next(block for block in willing if block[0] <= standing)
        block = next(block for block in willing if block[0] <= standing and block[1] <= left)
        plenty = plenty and game.small_error(*block) == game.small_error(*wished)
        seated.append(block)
        standing, left = standing - block[0], left - block[1]
    return game.arrangement(seated + [(0, 1)] * left), plenty
