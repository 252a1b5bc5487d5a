"""Two sizes under coarse-grained federation: the games that the pages together-or-apart and red-pen try, and two
pictures.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import NamedTuple

from matplotlib.axes import Axes

from incentives.coalitions.arrangements import Arrangement
from incentives.coalitions.game import Game
from incentives.coalitions.two_sizes import TwoSizes
from incentives_book import figures
from incentives_book.coalitions.precision_and_prefixes import indifference_noise


class Step(NamedTuple):
    """One more player of one kind: which lemma speaks of it, from which counts, and how an error changes."""

    lemma: str
    s: int
    l: int  # noqa: E741
    change: Fraction


def two_sizes(small: int, large: int, smalls: int, larges: int, noise: Fraction | int) -> TwoSizes:
    """The game with best coarse weights and spread 1."""
    return TwoSizes(small=small, large=large, smalls=smalls, larges=larges, noise=noise, spread=1, federation="coarse")


def neighbours(small: int, large: int, noise: int, most: int = 5) -> Iterator[Step]:
    """Differences err(next count) - err(this count) of which Lemmas D.1, D.3 and D.4 say the sign.

    >>> next(neighbours(1, 2, 1)).change < 0
    True
    """
    two = two_sizes(small, large, most, most, noise)
    for s, ell in product(range(most + 1), repeat=2):
        if 1 <= s < most:
            yield Step("D.1", s, ell, two.small_error(s + 1, ell) - two.small_error(s, ell))
        if ell >= 1 and s < most:
            yield Step("D.4", s, ell, two.large_error(s + 1, ell) - two.large_error(s, ell))
        if 1 <= ell < most and s == 0:
            yield Step("D.3", s, ell, two.large_error(s, ell + 1) - two.large_error(s, ell))


def noises(small: int, large: int, smalls: int, larges: int) -> tuple[Fraction | int, ...]:
    """The exact tie between the two small and both its sides; 1 and 10 where small players never are indifferent.

    >>> noises(30, 300, 3, 1)[1]
    Fraction(15, 1)
    """
    if smalls > 1:
        star = indifference_noise(small=small, large=large, smalls=smalls, larges=larges, spread=1)
        if star > 0:
            return star / 2, star, star * Fraction(21, 20), 3 * star
    return 1, 10


def games_around_the_tie(largest: int) -> list[TwoSizes]:
    """All games of up to four small and three large players: small sizes below `largest`, large ones even and below 5
    times it.
    """
    return [
        two_sizes(x, y, smalls, larges, noise)
        for x, y in product(range(1, largest), range(2, 5 * largest, 2))
        if x < y
        for smalls, larges in product(range(1, 5), range(1, 4))
        for noise in noises(x, y, smalls, larges)
    ]


def small_games(top: int = 4) -> Iterator[Game]:
    """All games of four players with sizes 1 to `top` and best coarse weights, at noise 1 and 6."""
    for sizes in combinations_with_replacement(range(1, top + 1), 4):
        for noise in (1, 6):
            yield Game(sizes, noise=noise, spread=1, federation="coarse")


def indifferent(two: TwoSizes) -> bool:
    """True if small players value everybody exactly as much as the other small ones."""
    return two.small_error(two.smalls, two.larges) == two.small_error(two.smalls, 0)


def strictly_core(two: TwoSizes, arrangement: Arrangement) -> bool:
    """True if no coalition blocks the arrangement in the strict sense, by looking at all of them."""
    return two.blocking(arrangement, concept="strict-core") is None


def printed_rule(two: TwoSizes) -> Arrangement:
    """Theorem 6.5 as printed: apart also where a small player is indifferent."""
    smalls, larges = two.smalls, two.larges
    weakly_apart = two.small_error(smalls, larges) >= two.small_error(smalls, 0)
    return ((smalls, 0), (0, larges)) if weakly_apart else ((smalls, larges),)


def small_favourites(two: TwoSizes) -> set[tuple[int, int]]:
    """Counts (small, large) of all coalitions in which a small player's error is least.

    >>> small_favourites(two_sizes(30, 300, 3, 1, 15)) == {(3, 0), (3, 1)}
    True
    """
    found = {(s, ell): two.small_error(s, ell) for s, ell in product(range(1, two.smalls + 1), range(two.larges + 1))}
    return {block for block, error in found.items() if error == min(found.values())}


def draw_map(ax: Axes, *, small: int, large: int, smalls: Sequence[int], most: int = 20) -> Axes:
    """Noise of indifference against the number of large players, one curve for each number of small ones; Table 4 as a
    cross.
    """
    for count, colour in zip(smalls, figures.COLOURS, strict=False):
        stars = [
            indifference_noise(small=small, large=large, smalls=count, larges=ell, spread=1)
            for ell in range(1, most + 1)
        ]
        shown = [(ell, float(star)) for ell, star in enumerate(stars, 1) if star > 0]
        ax.plot(*zip(*shown, strict=True), "o-", ms=3, color=colour)
        at, height = shown[min(3, len(shown) - 1)]
        ax.annotate(f"{count} small", (at, height), xytext=(5, 5), textcoords="offset points", color=colour)
    ax.plot(1, 15, "o", ms=6, color=figures.INK)
    ax.plot(1, 10, "x", ms=9, mew=2, color=figures.INK)
    ax.annotate("3 small: 15", (1, 15), xytext=(9, -3), textcoords="offset points", color=figures.INK)
    ax.annotate("Table 4: apart", (1, 10), xytext=(9, -3), textcoords="offset points", color=figures.INK)
    ax.text(most - 0.5, 170, "together", ha="right", fontsize=13, color=figures.INK)
    ax.text(1, 4.6, "apart", fontsize=13, color=figures.INK)
    ax.set(yscale="log", ylim=(4, 300), xticks=range(1, most + 1, 3), xlim=(0.5, most + 0.5))
    ax.set_yticks([5, 10, 20, 50, 100, 200], ["5", "10", "20", "50", "100", "200"])
    ax.minorticks_off()
    return figures.label(
        ax, x="large hospitals $L$", y=r"noise $\mu_e$", title="Small hospitals stay apart below their curve"
    )


def draw_turns(
    axes: Sequence[Axes], *, smalls: int, small: int, large: int, noise: int, spread: int, most: int = 24
) -> Sequence[Axes]:
    """A small (left) and a large player's error against the number of large players, with the turning points marked."""
    crowd = TwoSizes(
        small=small, large=large, smalls=smalls, larges=most, noise=noise, spread=spread, federation="coarse"
    )
    pull = small * (noise + spread * (2 * small - large)) / (large * (noise + spread * large))
    counts = range(1, most + 1)
    for ax, error, kind, colour, turn in (
        (axes[0], crowd.small_error, "small", figures.SMALL, -(smalls - 1) * pull),
        (axes[1], crowd.large_error, "large", figures.LARGE, 1 - smalls * pull),
    ):
        heights = [error(smalls, ell) for ell in counts]
        ax.plot(counts, [1000 * float(h - min(heights)) for h in heights], "o-", ms=3, color=colour)
        figures.threshold(ax, turn, f"turns at {turn:.1f}")
        ax.margins(y=0.15)
        figures.label(
            ax,
            x=r"large players $\ell$",
            y="error above the least (1/1000)",
            title=f"for a {kind} player a few\nharm and many help",
        )
    return axes
