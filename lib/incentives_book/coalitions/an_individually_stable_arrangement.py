"""Arrangements of small and large players, the paper's and a greedy one, and what two pages enumerate and draw of them.

The pages are an-individually-stable-arrangement and do-groups-leave.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import product

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import BoundaryNorm, ListedColormap

from incentives.coalitions.arrangements import Arrangement
from incentives.coalitions.two_sizes import TwoSizes
from incentives_book.figures import COLOURS, INK, LARGE, SMALL, label, threshold


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


def greedy_arrangement(game: TwoSizes, *, guests: int | None = None) -> tuple[Arrangement, bool]:
    """The small players seat themselves as they like best, coalition by coalition.

    Each time, the small players still standing form, with willing large ones, the coalition in which a small player
    errs least; a large player is willing where it does at least as well as alone. Among equally good coalitions the
    one with most small, then fewest large players is taken.

    Args:
        game: of two sizes.
        guests: how many large players take part; the others stay alone. By default all of them.

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
    left = game.larges if guests is None else guests
    standing, others, seated, plenty = game.smalls, game.larges - left, [], True
    while standing:
        wished = next(block for block in willing if block[0] <= standing)
        block = next(block for block in willing if block[0] <= standing and block[1] <= left)
        plenty = plenty and game.small_error(*block) == game.small_error(*wished)
        seated.append(block)
        standing, left = standing - block[0], left - block[1]
    return game.arrangement(seated + [(0, 1)] * (left + others)), plenty


def core_by_pretending(game: TwoSizes) -> tuple[Arrangement, int] | None:
    """A core-stable arrangement: small players choose among ever fewer large ones, until nobody blocks.

    Returns:
        The arrangement and how many large players took part; None if none of these arrangements is core stable.

    >>> core_by_pretending(TwoSizes(small=18, large=53, smalls=5, larges=2, noise=47, spread=1))
    (((5, 1), (0, 1)), 1)
    """
    for guests in range(game.larges, -1, -1):
        arrangement, _ = greedy_arrangement(game, guests=guests)
        if game.blocking(arrangement) is None:
            return arrangement, guests
    return None


def all_games(
    noise_limit: int, *, above: int | None, smalls: Iterable[int], larges: Iterable[int]
) -> Iterator[TwoSizes]:
    """Games with whole sizes and spread 1, ties included, for every whole noise from 2 up.

    Args:
        noise_limit: the largest noise.
        above: large players have at least this many samples more than the ratio; None: any number from 2 on.
        smalls: how many small players.
        larges: how many large players.
    """
    counts = list(product(smalls, larges))
    for noise in range(2, noise_limit + 1):
        least = 2 if above is None else noise + above
        for a in range(1, noise + 3):
            for b in range(max(a + 1, least), 3 * noise):
                for s, ell in counts:
                    yield TwoSizes(small=a, large=b, smalls=s, larges=ell, noise=noise, spread=1)


def unequal_games(noise_limit: int, counts: Iterable[tuple[int, int]]) -> Iterator[TwoSizes]:
    """Games with small players up to the ratio and large ones above it, up to three times the ratio."""
    pairs = list(counts)
    for noise in range(2, noise_limit + 1):
        for a, b in product(range(1, noise + 1), range(noise + 1, 3 * noise + 1)):
            for s, ell in pairs:
                yield TwoSizes(small=a, large=b, smalls=s, larges=ell, noise=noise, spread=1)


def games_around_the_example() -> list[TwoSizes]:
    """Sizes and numbers near those of the eight-player example, noise 47."""
    counts = list(product((4, 5, 6, 7), (2, 3, 4)))
    return [
        TwoSizes(small=a, large=b, smalls=s, larges=ell, noise=47, spread=1)
        for a, b in product(range(15, 23), range(50, 58))
        for s, ell in counts
    ]


def not_both_prefer_the_first(
    small: int, large: int, noise: int, first: tuple[int, int], second: tuple[int, int]
) -> bool:
    """True if one kind of player, at least, does not err less in the first of two coalitions (small, large)."""
    g = TwoSizes(small=small, large=large, smalls=9, larges=9, noise=noise, spread=1)
    small_does = g.small_error(*first) < g.small_error(*second)
    large_does = g.large_error(*first) < g.large_error(*second)
    return not (small_does and large_does)


def not_both_prefer_fewer(small: int, large: int, noise: int, more: tuple[int, int], fewer: tuple[int, int]) -> bool:
    """The same, of a coalition with fewer small players against one with more."""
    return not_both_prefer_the_first(small, large, noise, first=fewer, second=more)


def not_both_leave_for_fewer(game: TwoSizes) -> bool:
    """Lemma C.5 as it is used, for every coalition of all small players with guests whom these like."""
    S, L = game.smalls, game.larges
    happy = [(S, ell) for ell in range(1, L + 1) if game.small_error(S, ell) <= game.small_error(S, 0)]
    others = list(product(range(1, S), range(1, L + 1)))
    sizes = (int(game.small), int(game.large), int(game.noise))
    return all(not_both_prefer_fewer(*sizes, more, fewer) for more in happy for fewer in others)


def only_such_coalitions_block(game: TwoSizes) -> bool:
    """True if whoever blocks the recipe's arrangement is some, not all, small players and large ones who are alone."""
    S, L = game.smalls, game.larges
    guests = game.individually_stable()[0][1]
    small_now, free, alone = game.small_error(S, guests), L - guests, game.large_error(0, 1)
    seat = game.large_error(S, guests) if guests else None
    for s, ell in game.blocks:
        if s and game.small_error(s, ell) >= small_now:
            continue
        willing_free = not ell or game.large_error(s, ell) < alone
        willing_seated = bool(guests and ell and game.large_error(s, ell) < seat)
        blocks = ell == 0 or willing_seated or (willing_free and ell <= free)
        if blocks and not (0 < s < S and ell and not willing_seated):
            return False
    return True


def seats(blocks: Iterable[tuple[int, int]]) -> str:
    """An arrangement by counts (small, large), in words.

    >>> seats([(5, 1), (0, 1)])
    '5 small with 1 large; 1 large alone'
    """

    def told(smalls: int, larges: int) -> str:
        kinds = [f"{count} {kind}" for count, kind in ((smalls, "small"), (larges, "large")) if count]
        return " with ".join(kinds) + (" alone" if smalls + larges == 1 else "")

    return "; ".join(told(s, ell) for s, ell in blocks)


def draw_guests(axes: Sequence[Axes], game: TwoSizes) -> None:
    """Errors of a large player (left) and of a small one (right) against the number of guests of the small players."""
    guests = list(range(game.larges + 1))
    alone = float(game.large_error(0, 1))
    large = [float(game.large_error(game.smalls, ell)) for ell in guests[1:]]
    small = [float(game.small_error(game.smalls, ell)) for ell in guests]
    welcome = game.individually_stable()[0][1]
    for ax, x, y, level, title in (
        (axes[0], guests[1:], large, alone, "the second guest\nwould rather be alone"),
        (axes[1], guests, small, small[0], "the small players gain\nby the first guest"),
    ):
        ax.plot(x, y, color=COLOURS[0], marker="o", linestyle="-")
        ax.plot(welcome, y[x.index(welcome)], "o", color=LARGE, markersize=10)
        threshold(ax, level, "alone" if ax is axes[0] else "without guests", along="y")
        ax.set_xticks(x)
        ax.margins(x=0.1, y=0.25)
        label(ax, x="guests", y=f"error of a {'large' if ax is axes[0] else 'small'} player", title=title)


def draw_seventy(axes: Sequence[Axes]) -> None:
    """Example C.6: with 68 small and four large players (stars) both kinds gain over their present place."""
    game = TwoSizes(small=11, large=106, smalls=70, larges=7, noise=100, spread=1)
    left, right = axes
    guests = range(0, 8)
    left.plot(guests, [float(game.small_error(70, x)) for x in guests], color=SMALL, marker="o", linestyle="-")
    left.plot(4, float(game.small_error(68, 4)), marker="*", markersize=13, color=LARGE)
    left.axhline(float(game.small_error(70, 3)), color=INK, linestyle=":", linewidth=1)
    left.text(7, float(game.small_error(70, 3)), "now", color=INK, ha="right", va="bottom")
    label(left, x="large players", y="error of a small player", title="68 small and 4 large (star):\nless than now")
    right.plot(guests[1:], [float(game.large_error(70, x)) for x in guests[1:]], color=SMALL, marker="o", linestyle="-")
    right.plot(4, float(game.large_error(68, 4)), marker="*", markersize=13, color=LARGE)
    right.set(xlim=(2.8, 5.2), ylim=(0.930, 0.952), xticks=[3, 4, 5])
    threshold(right, float(game.large_error(0, 1)), "alone", along="y")
    label(right, x="large players", y="error of a large player", title="and the four large ones:\njust less than alone")


def draw_where_blocked(ax: Axes, steps: int) -> None:
    """Where, near the eight-player example, a group leaves; each region carries its name."""
    across = [Fraction(3, 10) + Fraction(i, 5 * steps) for i in range(steps + 1)]
    upward = [Fraction(109, 100) + Fraction(7 * i, 100 * steps) for i in range(steps + 1)]

    def state(a: Fraction, b: Fraction) -> int:
        game = TwoSizes(small=a, large=b, smalls=5, larges=3, noise=1, spread=1)
        arrangement = game.individually_stable()
        return 3 if game.blocking(arrangement) else arrangement[0][1]

    field = [[state(a, b) for a in across] for b in upward]
    paint = ListedColormap([COLOURS[5], SMALL, LARGE])
    ax.pcolormesh([float(v) for v in across], [float(v) for v in upward], field, cmap=paint,
                  norm=BoundaryNorm(np.arange(0.5, 4), 3), rasterized=True)  # fmt: skip
    box = {"facecolor": "white", "edgecolor": "none", "alpha": 0.85, "boxstyle": "round,pad=0.2"}
    for x, y, text in ((0.46, 1.145, "one guest"), (0.335, 1.105, "two guests")):
        ax.text(x, y, text, ha="center", color="black", bbox=box)
    ax.annotate("blocked", (0.42, 1.118), (0.47, 1.128), color="black", bbox=box,
                arrowprops={"arrowstyle": "->", "color": "black"})  # fmt: skip
    ax.plot(18 / 47, 53 / 47, marker="*", markersize=13, color="white", markeredgecolor="black")
    label(
        ax,
        x="small size / ratio",
        y="large size / ratio",
        title="Groups leave where one more guest would almost have come",
    )
