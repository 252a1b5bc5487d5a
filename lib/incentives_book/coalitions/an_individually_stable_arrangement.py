"""Arrangements of small and large players that the page compares with the library's: the paper's, and a greedy one."""

from __future__ import annotations

from fractions import Fraction

from incentives.coalitions.arrangements import Arrangement
from incentives.coalitions.two_sizes import TwoSizes


def theorem_5_5_as_printed(game: TwoSizes) -> Arrangement:
    """The paper's recipe to the letter, also outside the sizes for which it is right.

    Take the largest number of large players who do at least as well among all small players as alone; if the small
    players then do worse than without them, send all large players home.

    Reference:
        Donahue and Kleinberg (2021), proof of Theorem 5.5.

    >>> game = TwoSizes(small=20, large=30, smalls=2, larges=1, noise=10, spread=1)
    >>> theorem_5_5_as_printed(game), game.individually_stable()
    (((2, 0), (0, 1)), ((1, 0), (1, 0), (0, 1)))
    """
    alone = Fraction(game.noise) / game.large
    S, L = game.smalls, game.larges
    guests = max((ell for ell in range(1, L + 1) if game.large_error(S, ell) <= alone), default=0)
    if S and game.small_error(S, guests) > game.small_error(S, 0):
        guests = 0
    crowd = [(S, guests)] if S + guests else []
    return game.arrangement(crowd + [(0, 1)] * (L - guests))


def greedy_arrangement(game: TwoSizes) -> tuple[Arrangement, bool]:
    """The small players seat themselves as they like best, coalition by coalition.

    Each time, the small players still standing form, with willing large ones, the coalition in which a small player
    errs least; a large player is willing where it does at least as well as alone. Among equally good coalitions the
    one with most small, then fewest large players is taken.

    Returns:
        The arrangement (large players left over stay alone), and whether large players were never scarce: each
        coalition was the best one even with all `larges` still available. Then, under uniform federation with
        `large >= noise/spread`, the arrangement is core stable.

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
