"""Coalitions that lie together, for the page half."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes

from incentives.numbers import as_decimal
from incentives.together import Federation, Stakes, pair_stakes, peer_stakes
from incentives_book.figures import COLOURS, INK


class Entries(NamedTuple):
    """The four numbers of a payer's form when members are treated alike."""

    own: Any  # the payer with itself
    mixed: Any  # the payer with somebody else
    other: Any  # somebody else with itself
    others: Any  # two others


def symmetric_entries(reward: Any, members: Any) -> Entries:
    """The only balanced form of differences that treats members alike, for its reward.

    >>> symmetric_entries(4, 5)
    Entries(own=4, mixed=-1.0, other=-1.0, others=0.6666666666666666)
    """
    share = -reward / (members - 1)
    return Entries(reward, share, share, 2 * reward / ((members - 1) * (members - 2)))


def equal_pairs(members: int) -> list[list[int]]:
    """Equal stakes between all pairs."""
    return [[int(i != j) for j in range(members)] for i in range(members)]


def capped(move: float, spread: float) -> float:
    """The mean cost of a capped stake 1 - exp(-d^2/2), if the reports differ by a Gaussian number and a move.

    Args:
        move: by which one of the two reports is shifted.
        spread: the variance of the difference of honest reports.

    >>> capped(0, 0), round(capped(3, 0), 4)
    (0.0, 0.9889)
    """
    return 1 - math.exp(-(move**2) / (2 * (1 + spread))) / math.sqrt(1 + spread)


def capped_change(members: int, liars: int, move: float, spread: float) -> float:
    """The payment of the liars above the honest one if each pair pays a capped stake and the others share it, by its
    definition.

    Each pair's stake is averaged over the difference of honest reports by Gauss-Hermite quadrature.
    """
    nodes, weights = np.polynomial.hermite_e.hermegauss(80)
    weights = weights / weights.sum()
    paid = 0.0
    for j, k in combinations(range(members), 2):
        apart = move * ((j < liars) - (k < liars))
        more = sum(
            sign * weights @ (1 - np.exp(-((math.sqrt(spread) * nodes + shift) ** 2) / 2))
            for shift, sign in ((apart, 1), (0.0, -1))
        )
        for i in range(liars):
            paid += more * (1 if i in (j, k) else -2 / (members - 2))
    return float(paid)


def deterred(stakes: Stakes, count: int) -> tuple[int, int]:
    """The number of coalitions of a size that gain by no joint lie, and of all."""
    found = [stakes.joint_lie(who) is None for who in combinations(range(len(stakes.forms)), count)]
    return sum(found), len(found)


class Tally(NamedTuple):
    """The counts over some federations: coalitions deterred, of all, by their size."""

    peers: dict[int, tuple[int, int]]
    pairs: dict[int, tuple[int, int]]
    payable: int  # federations in which no reward exceeds the sum of the others'


def _rules(federation: Federation) -> tuple[Stakes, Stakes | None]:
    """Peer stakes, and pair stakes with the same rewards, or None where none of these pays them."""
    rule = peer_stakes(federation)
    owed = list(rule.rewards)
    return rule, pair_stakes(owed) if 2 * max(owed) <= sum(owed) else None


def tallied(federations: Sequence[Federation]) -> Tally:
    """Coalitions deterred by peer stakes, and by pair stakes with the same rewards where there are such."""
    members = len(federations[0].sizes)
    peers = {t: (0, 0) for t in range(1, members)}
    pairs, payable = dict(peers), 0
    for federation in federations:
        rule, by_pairs = _rules(federation)
        payable += by_pairs is not None
        for counts, each in ((peers, rule), (pairs, by_pairs)):
            if each is None:
                continue
            for t in counts:
                counts[t] = tuple(a + b for a, b in zip(counts[t], deterred(each, t), strict=True))
    return Tally(peers, pairs, payable)


def squared_risks(stakes: Stakes, variances: Sequence[Any]) -> list[Any]:
    """For each member the variance of its payment over the least one with its reward that replaces verification.

    Args:
        stakes: the rule.
        variances: of the reports, which are normal and independent around the common mean.

    >>> squared_risks(pair_stakes(equal_pairs(3)), [1, 1, 1])
    [Fraction(2, 1), Fraction(2, 1), Fraction(2, 1)]
    """
    v = np.array([as_decimal("variances", value) for value in variances])
    found = []
    for i, form in enumerate(stakes.forms):
        precision = sum(1 / v[j] for j in range(len(v)) if j != i)
        least = form[i, i] * (v[i] + 1 / precision)  # over sqrt 2, and so is what it is compared with
        found.append((form**2 * np.outer(v, v)).sum() / least**2)
    return found


class Risks(NamedTuple):
    """The standard deviation of a payment over the least one, on average over members and federations."""

    peers: float
    pairs: float


def mean_risks(federations: Sequence[Federation]) -> Risks:
    """The risk of peer stakes, and of pair stakes with the same rewards, where there are such.

    Raises:
        ValueError: there are such in none of the federations.
    """
    peers, pairs = [], []
    for federation in federations:
        rule, by_pairs = _rules(federation)
        if by_pairs is not None:
            for found, each in ((peers, rule), (pairs, by_pairs)):
                found += [float(square) ** 0.5 for square in squared_risks(each, federation.variances)]
    if not pairs:
        raise ValueError(f"federations must hold one with rewards that pairs can pay, got none of {len(federations)}")
    return Risks(float(np.mean(peers)), float(np.mean(pairs)))


def draw_gains(members: int, *, ax: Axes) -> Axes:
    """The gain of liars who shift together, against their number, with exact balance and with an outsider.

    Args:
        members: how many there are.
        ax: where to draw.
    """
    t = np.arange(1, members)
    lost = t * (members - t) * (members - 2 * t) / ((members - 1) * (members - 2))
    outside = t * ((members - t) / (members - 1)) ** 2
    ax.plot(t, -lost, "o-", color=COLOURS[1], label="payments sum to zero")
    ax.plot(t, -outside, "s--", color=COLOURS[0], label="an outsider takes the stakes")
    ax.axhline(0, color=INK, linewidth=0.8)
    ax.axvline(members / 2, color=INK, linewidth=0.8, linestyle=":")
    ax.set(xlabel=f"liars among {members} members", ylabel="joint gain, in rewards times shift squared")
    ax.set_title("A majority gains by the lie that costs a minority")
    ax.legend()
    return ax
