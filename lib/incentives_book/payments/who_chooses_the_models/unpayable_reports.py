"""Two reports that no payments can keep apart, for copies that are mixed off the grid (page "Who chooses the models?").

Chi-squared, two groups of sizes w_1, w_2 with weighted rewards u, v up to constants. The mixture with share x misses
the
optimum by e = x - w_1 / W, and with a = e W / w_1, b = e W / w_2 the initial model beats it for exactly the u in the
ball whose diameter runs from c = -(1 - b) / (1 + a) v to d = -(1 + b) / (1 - a) v. Inside the ball the initial model is
chosen, outside it the model moves along u - c. A report just outside, beside the middle m of the ball, and one inside
it, further along u - c, form a two-cycle with a negative sum.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from incentives_book.payments.who_chooses_the_models.copies import Copies, cycle_sum, dot

# An initial model for which two orthogonal rewards of equal variance are fractions.
INITIAL = (Fraction(1, 4), Fraction(3, 8), Fraction(3, 8))
ALONG, ACROSS = (0, 1, -1), (Fraction(3, 2), Fraction(-1, 2), Fraction(-1, 2))


class Pair(NamedTuple):
    """Two reports of group 1 and the report of group 2 at which they cannot both be honest."""

    outside: tuple[Fraction, ...]  # the chosen model is a mixture
    inside: tuple[Fraction, ...]  # the chosen model is the initial one
    other: tuple[Fraction, ...]


def nearest_shares(sizes: tuple[int, int], steps: int) -> list[Fraction]:
    """The shares k / steps that are nearest to the size of group 1 in the whole: one, or two that tie.

    >>> nearest_shares((1, 3), 2)
    [Fraction(0, 1), Fraction(1, 2)]
    """
    target = Fraction(sizes[0], sum(sizes))
    grid = [Fraction(k, steps) for k in range(steps + 1)]
    least = min(abs(x - target) for x in grid)
    return [x for x in grid if abs(x - target) == least]


def ends_of_the_diameter(sizes: tuple[int, int], share: Fraction) -> tuple[Fraction, Fraction]:
    """c and d as multiples of v, for a share with 0 < share < 2 w_1 / W that is not w_1 / W.

    >>> ends_of_the_diameter((2, 1), Fraction(1))
    (Fraction(0, 1), Fraction(-4, 1))
    """
    off = share - Fraction(sizes[0], sum(sizes))
    a, b = (off * sum(sizes) / w for w in sizes)
    return -(1 - b) / (1 + a), -(1 + b) / (1 - a)


def legal(weighted: Sequence[Fraction], size: int) -> tuple[Fraction, ...]:
    """The reward with maximum 1 whose weighted form is `weighted` up to a constant.

    Raises:
        ValueError: it would be negative somewhere.
    """
    reward = tuple(1 + (x - max(weighted)) / Fraction(size) for x in weighted)
    if min(reward) < 0:
        raise ValueError(f"a group of size {size} cannot report {weighted}: the reward would be negative")
    return reward


def unpayable(sizes: tuple[int, int], share: Fraction, *, small: Fraction) -> Pair:
    """The two reports for the chosen share, rewards of the other group differing by 2 `small` per member.

    u = m + 11/10 n is outside the ball and u' = m + 2/3 (k + n) inside it, where k = m - c is half of the diameter and
    n is orthogonal to it and as long.

    Raises:
        ValueError: `small` is too large for legal rewards.
    """
    c, d = ends_of_the_diameter(sizes, share)
    scale = sizes[1] * small
    middle, half = (c + d) / 2 * scale, (d - c) / 2 * scale
    n = [abs(half) * x for x in ACROSS]
    outside = [middle * x + Fraction(11, 10) * y for x, y in zip(ALONG, n, strict=True)]
    inside = [(middle + Fraction(2, 3) * half) * x + Fraction(2, 3) * y for x, y in zip(ALONG, n, strict=True)]
    other = [scale * x for x in ALONG]
    return Pair(legal(outside, sizes[0]), legal(inside, sizes[0]), legal(other, sizes[1]))


def chi_squared_game(sizes: tuple[int, int], steps: int, penalty: int | Fraction = 1) -> Copies:
    """The copies of these sizes on the initial model `INITIAL`, in fractions."""
    return Copies(INITIAL, sizes, steps=steps, penalty=penalty, divergence="chi-squared")


def seen_from(sizes: tuple[int, int], steps: int) -> tuple[tuple[int, int], int]:
    """The same scheme with the groups in the order in which no nearest share of the first is 0.

    >>> seen_from((1, 3), 2)
    ((3, 1), 2)
    """
    return (sizes if min(nearest_shares(sizes, steps)) > 0 else sizes[::-1]), steps


def no_payments_whatever_the_ties(case: tuple[tuple[int, int], int]) -> bool:
    """True if the construction works in fractions, for each of the shares that tie at the outer report.

    That report is the same for all of them, so it does not matter how ties at it are broken.

    Schemes of equal sizes without mixtures are left to `no_payments_without_mixtures`.
    """
    sizes, steps = case
    if steps == 1 and sizes[0] == sizes[1]:
        return no_payments_without_mixtures(sizes)
    game, shares = chi_squared_game(sizes, steps), nearest_shares(sizes, steps)
    pairs = [unpayable(sizes, share, small=Fraction(1, 400)) for share in shares]
    if len({(pair.outside, pair.other) for pair in pairs}) > 1:
        return False
    for share, pair in zip(shares, pairs, strict=True):
        table, total = game.table([pair.outside, pair.other]), game.total([pair.outside, pair.other])
        scores = {k: game.welfare(p, total) for k, p in table.items()}
        best = [k for k, score in scores.items() if score == max(scores.values())]
        inner = game([pair.inside, pair.other])
        if best != shares or inner.share is not None:
            return False
        moved = [a - b for a, b in zip(table[share], inner.policy, strict=True)]
        wished = game.total([[a - b for a, b in zip(pair.outside, pair.inside, strict=True)]], sizes[:1])
        if dot(moved, wished) >= 0:
            return False
    return True


def _tying_copies(small: Fraction, size: int) -> dict[str, tuple[Fraction, ...]]:
    """u = (1, 1/10) and v = (0, 1) in the directions of `ALONG` and `ACROSS`, and for each a report further away.

    The copies of u and v tie under chi-squared if the sizes are equal; against v the report u' = (2, -1/10), against u
    the report v' = (-3/10, 2) bring the initial model.
    """
    tenth = Fraction(1, 10)
    directions = {"u": (1, tenth), "v": (0, 1), "u'": (2, -tenth), "v'": (-3 * tenth, 2)}
    return {
        name: legal([small * (along * x + across * y) for x, y in zip(ALONG, ACROSS, strict=True)], size)
        for name, (along, across) in directions.items()
    }


def no_payments_without_mixtures(sizes: tuple[int, int]) -> bool:
    """Equal sizes, two copies, no mixtures: whichever copy is chosen at a tie, its group has two reports in a bad
    cycle.
    """
    game, told = chi_squared_game(sizes, 1), _tying_copies(Fraction(1, 400), sizes[0])
    table, total = game.table([told["u"], told["v"]]), game.total([told["u"], told["v"]])
    scores = {share: game.welfare(policy, total) for share, policy in table.items()}
    tied = scores[Fraction(0)] == scores[Fraction(1)] > scores[None]
    back = game([told["u'"], told["v"]]).share is None and game([told["u"], told["v'"]]).share is None
    sums = []
    for share, near, far in ((Fraction(1), "u", "u'"), (Fraction(0), "v", "v'")):
        moved = [a - b for a, b in zip(table[share], game.initial, strict=True)]
        sums.append(dot(moved, [a - b for a, b in zip(told[near], told[far], strict=True)]))
    return tied and back and max(sums) < 0


def no_payments_under_kl(sizes: tuple[int, int], steps: int, *, mix: str, small: Fraction) -> bool:
    """True if the two reports form a negative cycle under KL with weight 2, decided by intervals.

    Where two shares nearly tie, the reports are those of the share that is chosen.
    """
    game = Copies(INITIAL, sizes, steps=steps, penalty=2, mix=mix)
    if steps == 1 and sizes[0] == sizes[1]:
        told = _tying_copies(small, sizes[0])
        first = game([told["u"], told["v"]]).share == 1
        reports, other = ([told["u"], told["u'"]], told["v"]) if first else ([told["v"], told["v'"]], told["u"])
        return bool(cycle_sum(game, reports, other) < 0)
    shares = nearest_shares(sizes, steps)
    pair = unpayable(sizes, shares[0], small=small)
    chosen = game([pair.outside, pair.other]).share
    if chosen not in shares:
        return False
    pair = unpayable(sizes, chosen, small=small)
    return bool(cycle_sum(game, [pair.outside, pair.inside], pair.other) < 0)
