"""Optimal weights seen as precision addition: what a member gains depends on the others through one number.

Precision is one over expected squared error. A member's own average has precision size / noise about its own mean. The
others' pooled average estimates the *common* mean with error b, hence the member's mean with error spread + b; the two
are independent, so the best mixture has the sum of both precisions. Everybody therefore ranks coalitions by b alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes

from incentives.coalitions.errors import Sizes, read
from incentives.numbers import as_count, as_index, is_exact
from incentives.reading import require
from incentives_book import figures


def pooled_error(others: Sizes, *, noise: Any, spread: Any, federation: str = "coarse") -> Any:
    """Error b of the estimate of the common mean that a group of owners makes from all its averages.

    Args:
        others: samples per owner in the group, shape (owners,), each greater than 0.
        noise: variance of one sample around its owner's mean, squared data units, greater than 0.
        spread: variance of the owners' means, same units, greater than 0.
        federation: "coarse", the averages are weighted by size; "fine", by their precisions, which is best.

    Returns:
        Expected squared error, one number, squared data units.

    Raises:
        ValueError: `others` is empty or not one row, an entry is not a positive number, or the federation is another.

    Reference:
        Ours; it rewrites Lemma 6.3 and Lemma 7.1 of Donahue and Kleinberg (2021).

    >>> pooled_error([5, 5], noise=10, spread=1)
    Fraction(3, 2)
    >>> pooled_error([5, 5], noise=10, spread=1, federation="fine")
    Fraction(3, 2)
    """
    n, mu, variance = read(is_exact(others, noise, spread, symbols=True), others, noise=noise, spread=spread)
    if n.ndim != 1:
        raise ValueError(f"others must be one row of sizes; got shape {n.shape}")
    if federation == "coarse":
        total = n.sum()
        return mu[0] / total + variance[0] * (n**2).sum() / total**2
    if federation == "fine":
        return 1 / (1 / (variance + mu / n)).sum()
    raise ValueError(f'federation must be "coarse" or "fine", both with optimal weights; got {federation!r}')


def error_beside(size: Any, others: Sizes, *, noise: Any, spread: Any, federation: str = "coarse") -> Any:
    """Error of a member of `size` samples who federates with `others`: one over the sum of two precisions.

    Args:
        size: the member's own samples, greater than 0.
        others: samples per other member, shape (others,), each greater than 0; empty if the member is alone.
        noise: variance of one sample around its owner's mean, squared data units, greater than 0.
        spread: variance of the owners' means, same units, greater than 0.
        federation: "coarse" or "fine", both with optimal weights.

    Returns:
        Expected squared error, one number, squared data units.

    Raises:
        ValueError: an entry is not a positive number, or the federation is unknown.

    Reference:
        Ours; it equals Lemma 6.3 of Donahue and Kleinberg (2021), and Theorem 4.2 at the weights of Lemma 7.1.

    >>> error_beside(300, [30, 30, 30], noise=10, spread=1)
    Fraction(13, 399)
    """
    own, mu = read(is_exact(size, noise, symbols=True), [size], noise=noise)
    alone = own[0] / mu[0]
    if len(others) == 0:
        # Nobody else's variance counts, but what is no variance or no federation is still a mistake.
        pooled_error([size], noise=noise, spread=spread, federation=federation)
        return 1 / alone
    return 1 / (alone + 1 / (spread + pooled_error(others, noise=noise, spread=spread, federation=federation)))


def favourite_coalitions(sizes: Sequence[Any], player: int, *, noise: Any, spread: Any) -> tuple[frozenset[int], ...]:
    """The coalitions in which `player` expects least under optimal coarse-grained federation, small ones first.

    Each holds, besides the player, all others up to some size and nobody above it. So as many coalitions are compared
    as the others have different sizes, instead of 2 to the number of others.

    Args:
        sizes: samples per player, shape (players,), ints or Fractions greater than 0, at least one player.
        player: whose favourites, 0..players-1.
        noise: variance of one sample around its owner's mean, squared data units, exact, greater than 0.
        spread: variance of the owners' means, same units, exact, greater than 0.

    Returns:
        All favourites, each with the player in it; more than one only if they tie exactly.

    Raises:
        ValueError: an entry is not a positive exact number, or there is no such player.

    Reference:
        Ours: "favourites are prefixes", proved on the page precision-and-prefixes.

    >>> [sorted(c) for c in favourite_coalitions([30, 30, 30, 300], 0, noise=10, spread=1)]
    [[0, 1, 2]]
    >>> [sorted(c) for c in favourite_coalitions([30, 30, 30, 300], 0, noise=15, spread=1)]
    [[0, 1, 2], [0, 1, 2, 3]]
    """
    if not is_exact(list(sizes), noise, spread, symbols=True):
        raise ValueError(
            f"sizes, noise and spread must be ints or Fractions, because ties count; got {sizes!r}, {noise!r}, "
            f"{spread!r}"
        )
    read(True, list(sizes), noise=noise, spread=spread)
    player = as_index("player", player, len(sizes))
    others = [k for k in range(len(sizes)) if k != player]
    if not others:
        return (frozenset([player]),)
    prefixes = [[k for k in others if sizes[k] <= cut] for cut in sorted({sizes[k] for k in others})]
    b = [pooled_error([sizes[k] for k in prefix], noise=noise, spread=spread) for prefix in prefixes]
    return tuple(frozenset([player, *p]) for p, value in zip(prefixes, b, strict=True) if value == min(b))


def indifference_noise(*, small: Any, large: Any, smalls: int, larges: int, spread: Any) -> Any:
    """Noise at which small players value everybody's company exactly as much as the other small players' alone.

    Above it they strictly prefer the grand coalition, below it the coalition of all small players. Zero or less means
    that they prefer the grand coalition at every noise.

    Args:
        small, large: samples of a small and of a large player, 0 < small < large.
        smalls, larges: how many there are, smalls at least 2 (with one, the grand coalition always wins), larges at
            least 1.
        spread: variance of the owners' means, squared data units, greater than 0.

    Returns:
        The noise (variance of one sample), same units as `spread`; exact for exact input.

    Raises:
        ValueError: an entry is outside its range.

    Reference:
        Ours; it decides which case of Theorem 6.5 of Donahue and Kleinberg (2021) applies.

    >>> indifference_noise(small=30, large=300, smalls=3, larges=1, spread=1)
    Fraction(15, 1)
    """
    # A count that is a symbol is any count.
    for name, count in (("smalls", smalls), ("larges", larges)):
        if not is_exact(count, symbols=True) or is_exact(count):
            as_count(name, count)
    exact = is_exact(small, large, smalls, larges, spread, symbols=True)
    n, variance, s, number = read(exact, [small, large], spread=spread, smalls=smalls, larges=larges)
    require("smalls", s, least=2)
    require("larges", number, least=1)
    require("large - small", n[1:] - n[:1], above=0)
    peers, company = (s[0] - 1) * n[0], number[0] * n[1]
    return variance[0] * (n[1] * peers - 2 * n[0] * peers - n[0] * company) / (peers + company)


def two_parts(others: Sequence[int], *, noise: Any, spread: Any) -> tuple[float, float]:
    """The two parts of `pooled_error`: the luck of the draw of owners, and the noise of their samples.

    >>> two_parts([30, 30], noise=10, spread=1)
    (0.5, 0.16666666666666666)
    """
    total = sum(others)
    return spread * sum(m**2 for m in others) / total**2, noise / total


def draw_two_parts(ax: Axes, company: Sequence[Sequence[int]], *, noise: Any, spread: Any) -> Axes:
    """One stacked bar for each set of others: luck below, noise on top; the lowest bar is named."""
    names = [" + ".join(map(str, others)) for others in company]
    luck, sampling = zip(*(two_parts(others, noise=noise, spread=spread) for others in company), strict=True)
    ax.bar(names, luck, color=figures.COLOURS[0])
    ax.bar(names, sampling, bottom=luck, color=figures.COLOURS[1], hatch="//", edgecolor=figures.INK)
    ax.text(0, luck[0] / 2, "luck", ha="center", va="center", color="white")
    ax.text(0, luck[0] + sampling[0] + 0.02, "noise", ha="center", va="bottom", color=figures.COLOURS[1])
    heights = [a + b for a, b in zip(luck, sampling, strict=True)]
    best = heights.index(min(heights))
    ax.annotate(
        "best company",
        (best, heights[best]),
        xytext=(0, 6),
        textcoords="offset points",
        ha="center",
        color=figures.INK,
    )
    ax.margins(y=0.12)
    return figures.label(
        ax,
        x="records of the others, the set $T$",
        y="error $b(T)$",
        title="Three small owners are better company than one large one",
    )
