"""Code of the page training-on-reports beside the library: repairs of mechanisms whose models depend on reports.

Exact where chi-squared allows fractions (`Copies` of the page before), intervals of forty digits under KL.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import log
from typing import TYPE_CHECKING, Any, NamedTuple

from mpmath import iv

from incentives_book import figures
from incentives_book.payments.who_chooses_the_models.copies import Copies, dot, interval

if TYPE_CHECKING:
    from matplotlib.axes import Axes


# -- a run without each group ---------------------------------------------------------------------------------------


def kept_with_a_run_without(game: Copies, rewards: Sequence[Sequence[Any]]) -> tuple[Any, Any]:
    """The utility that a truthful group 1 keeps, and how much better off the others are without it.

    The provider chooses among the initial model and the copies of both reports. It charges by the best of the initial
    model and a copy that was trained for group 2 alone, with its own weight.

    Returns:
        Utility, and the others' best welfare in the table without group 1 less that in the table with it.
    """
    others = game.total(rewards[1:], game.sizes[1:])
    table = list(game.table(rewards).values())
    without = [[game.number(x) for x in game.initial], game.trained(others)]
    alone = max(game.welfare(p, others) for p in without)
    utility = max(game.welfare(p, game.total(rewards)) for p in table) - alone
    return utility, alone - max(game.welfare(p, others) for p in table)


# -- one run on the total -------------------------------------------------------------------------------------------


def careless(game: Copies, rewards: Sequence[Sequence[Any]], share: Fraction) -> list[Any]:
    """One run on the reported total that stops early: the optimum mixed with this share of the initial model."""
    best = game.trained(game.total(rewards))
    return [(1 - share) * p + share * game.number(q) for p, q in zip(best, game.initial, strict=True)]


class OneRun(NamedTuple):
    """A type of group 1 and a lie, charged by what the others lose against the best they could have had."""

    payment: Any  # after the truth
    kept: Any  # utility after the truth
    gain: Any  # of the lie
    missed: Any  # by training, at the truth


def one_run(game: Copies, own: Sequence[Any], lie: Sequence[Any], other: Sequence[Any], share: Fraction) -> OneRun:
    """The outcome of one careless run with repaired payments; the payment is V(R_-1) less the others' welfare."""
    total, others = game.total([own, other]), game.total([other], game.sizes[1:])
    best = game.welfare(game.trained(others), others)
    honest, swayed = (careless(game, [told, other], share) for told in (own, lie))
    payment = best - game.welfare(honest, others)
    missed = game.welfare(game.trained(total), total) - game.welfare(honest, total)
    gain = game.welfare(swayed, total) - game.welfare(honest, total)
    return OneRun(payment, dot(honest, game.total([own], game.sizes[:1])) - payment, gain, missed)


class Tie(NamedTuple):
    """One group that likes one of two outcomes, and two models for it, of which a report just below or above a tie
    chooses.
    """

    below: Fraction  # the reward, where the model that says the outcome less often is chosen
    above: Fraction
    models: tuple[Fraction, Fraction]  # probabilities of the liked outcome


def near_two_thirds(distance: Fraction) -> Tie:
    """Models 2/3 - distance and 2/3 + distance of a coin that was fair, and rewards a millionth beside their tie.

    >>> near_two_thirds(Fraction(1, 10)).models
    (Fraction(17, 30), Fraction(23, 30))
    """
    low, high = Fraction(2, 3) - distance, Fraction(2, 3) + distance
    costs = [float(p) * log(2 * p) + float(1 - p) * log(2 * (1 - p)) for p in (low, high)]
    tie = (costs[1] - costs[0]) / float(high - low)
    millionths = round(tie * 1_000_000)
    return Tie(Fraction(millionths - 1, 1_000_000), Fraction(millionths + 1, 1_000_000), (low, high))


def coin_welfare(p: Any, reward: Any) -> Any:
    """p reward - KL(p || 1/2), an interval."""
    p, reward = interval(p), interval(reward)
    return p * reward - p * iv.log(2 * p) - (1 - p) * iv.log(2 * (1 - p))


def coin_payment(p: Any, reward: Any, *, repaired: bool) -> Any:
    """The group's payment for the model p: by the formula of the optimum, or by what nobody else loses, KL(p ||
    1/2).
    """
    if repaired:
        return -coin_welfare(p, Fraction(0))
    p, reward = interval(p), interval(reward)
    return p * reward + iv.log(p * iv.exp(-reward) + 1 - p)


class SmallLie(NamedTuple):
    """The gain by the smallest lie across a tie under both payments, and what the table misses at the truth."""

    naive: Any
    repaired: Any
    missed: Any


def across_the_tie(tie: Tie) -> SmallLie:
    """The truth is just below the tie, the lie just above it.

    Raises:
        ValueError: the rewards do not choose the two models.
    """
    low, high = tie.models
    if not (
        coin_welfare(low, tie.below) > coin_welfare(high, tie.below)
        and coin_welfare(high, tie.above) > coin_welfare(low, tie.above)
    ):
        raise ValueError(f"{tie} does not lie on both sides of the tie")

    def kept(p: Fraction, told: Fraction, *, repaired: bool) -> Any:
        return interval(p) * interval(tie.below) - coin_payment(p, told, repaired=repaired)

    naive, repaired = (
        kept(high, tie.above, repaired=how) - kept(low, tie.below, repaired=how) for how in (False, True)
    )
    reward = interval(tie.below)
    best = iv.log((1 + iv.exp(reward)) / 2)
    return SmallLie(naive, repaired, best - coin_welfare(low, tie.below))


def draw_small_lies(distances: Sequence[Fraction], *, ax: Axes) -> Axes:
    """Gain of the smallest lie against what training misses, under the formula of the optimum, and the repaired
    bound.
    """
    found = [across_the_tie(near_two_thirds(d)) for d in distances]
    missed = [float(lie.missed.mid) for lie in found]
    naive = [float(lie.naive.mid) for lie in found]
    ax.loglog(missed, naive, marker="o", color=figures.LARGE, label="payments of the optimum")
    ax.loglog(missed, missed, color=figures.SMALL, linestyle="--", label="most under repaired payments")
    return figures.label(ax, x="what training misses, $\\xi$", y="gain of the smallest lie")


# -- appeals --------------------------------------------------------------------------------------------------------


class Appeals:
    """Group 1 reports a reward and a list of counter-reports; copies are trained for each, and the report decides.

    Args:
        game: under chi-squared.
        other: the report of group 2.
    """

    def __init__(self, game: Copies, other: Sequence[Any]) -> None:
        self.game, self.other = game, other
        self._tables: dict[tuple[Any, ...], list[list[Any]]] = {}

    def utility(self, own: tuple[Any, ...], told: tuple[Any, ...], appeals: Sequence[tuple[Any, ...]]) -> Any:
        """True welfare of the chosen model: utility up to a number that group 1 cannot move."""
        for report in (told, *appeals):
            if report not in self._tables:
                self._tables[report] = list(self.game.table([report, self.other]).values())
        models = [model for report in (told, *appeals) for model in self._tables[report]]
        total = self.game.total([told, self.other])
        chosen = max(models, key=lambda model: self.game.welfare(model, total))
        return self.game.welfare(chosen, self.game.total([own, self.other]))


def strategies(reports: Sequence[tuple[Any, ...]], longest: int = 1) -> Iterator[tuple[tuple[Any, ...], ...]]:
    """All (type, lie, appeals) with at most so many appeals, as (type, lie, *appeals)."""
    for own, lie in product(reports, repeat=2):
        for size in range(longest + 1):
            for appeals in combinations(reports, size):
                yield own, lie, *appeals


# -- a public basis -------------------------------------------------------------------------------------------------


def basis_models(weight: int, rewards: int, loss: Fraction, penalty: int = 1) -> int:
    """The number of models that a grid of weights needs so that the best of them misses at most `loss`.

    Args:
        weight: largest total weight of one public reward.
        rewards: how many public rewards there are.
        loss: what may be missed.
        penalty: the weight of KL.

    >>> basis_models(10, 2, Fraction(1, 2)), basis_models(10, 2, Fraction(1, 20))
    (36, 289)
    """
    squared = Fraction(weight * rewards) ** 2 / (32 * penalty * Fraction(loss))
    steps = 0
    while steps * steps < squared:
        steps += 1
    return (steps + 1) ** rewards
