"""Every repair charged on one world of trained models.

A world lists all replies to a few prompts, which are asked equally often, and knows the probability of each under the
initial model and under everything that was trained. Then truth, participation and deficit of a repair are sums, on
tables, on the transformer of the book and on a Hugging Face model alike; only how the models came about differs. The
penalty is KL.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import logsumexp

Floats = NDArray[np.float64]
TRUTH = "truth"
MIXTURES = (0.0, 0.5, 0.75, 0.9)  # share of the own reward; the rest is that of group 2
POWERS = (0.5, 0.8, 1.25)  # of every reward, which keeps 0 and 1 where they are
SCHEMES = (
    "copies, charged from their table",
    "copies, charged by runs without",
    "one run, payments of the optimum",
    "one run, repaired payments",
    "one run, charged by runs without",
    "one run and runs without, one table",
    "public basis",
)


def reports(own: Floats, other: Floats) -> dict[str, Floats]:
    """The reports of group 1, the truth first.

    >>> list(reports(np.array([1.0, 0.0]), np.array([0.0, 1.0])))[:3]
    ['truth', 'the rival', 'mixture 0.5']
    """
    mixed = {f"mixture {b:g}" if b else "the rival": b * own + (1 - b) * other for b in MIXTURES}
    return {TRUTH: own, **mixed, **{f"power {a:g}": own**a for a in POWERS}}


@dataclass(frozen=True, eq=False)
class World:
    """Two groups, and what training made of all that the schemes ask for. Replies have shape (prompts, replies).

    Args:
        sizes: members of the two groups.
        own, other: what one member of each group really wants.
        told: what group 1 may report, the truth first.
        initial: log-probabilities of the initial model.
        copies: report -> log-probabilities of the initial model and of the mixtures of both copies, shape (models,
            ...).
        totals: report -> those of the one run on the reported total.
        without_2: report -> those of the run on what group 1 reports alone.
        without_1: those of the run on the reward of group 2 alone.
        basis: those of the initial model and of models trained before the reports, shape (models, ...).
        penalty: the weight of KL.
    """

    sizes: tuple[float, float]
    own: Floats
    other: Floats
    told: Mapping[str, Floats]
    initial: Floats
    copies: Mapping[str, Floats]
    totals: Mapping[str, Floats]
    without_2: Mapping[str, Floats]
    without_1: Floats
    basis: Floats
    penalty: float = 1.0

    def worth(self, models: Floats, reward: Floats) -> Any:
        """Expected reward of each model, shape (models,) or a number."""
        return (np.exp(models) * reward).sum(-1).mean(-1)

    def welfare(self, models: Floats, reward: Floats) -> Any:
        """Expected reward less the penalty, of each model."""
        return self.worth(models, reward) - self.penalty * self.worth(models, models - self.initial)

    def best(self, reward: Floats) -> float:
        """The largest welfare of any distribution over the replies to each prompt."""
        return float(self.penalty * logsumexp(self.initial + reward / self.penalty, axis=-1).mean())

    def missed(self, model: Floats, reward: Floats) -> float:
        """By how much one model falls short of that."""
        return float(self.best(reward) - self.welfare(model, reward))

    def total(self, report: str) -> Floats:
        """The reported rewards, each times its members."""
        return self.sizes[0] * self.told[report] + self.sizes[1] * self.other


class Deal(NamedTuple):
    """The outcome of a scheme after one report of group 1: the model, and what each group pays."""

    model: Floats
    pays: tuple[float, float]


def deal(world: World, scheme: str, report: str) -> Deal:
    """Choose and charge.

    Raises:
        ValueError: an unknown scheme.
    """
    if scheme not in SCHEMES:
        raise ValueError(f"scheme must be one of {SCHEMES}; got {scheme!r}")
    w1, w2 = world.sizes
    of_others = (w2 * world.other, w1 * world.told[report])
    alone = (world.without_1, world.without_2[report])
    q, run = world.initial, world.totals[report]
    tables = {
        SCHEMES[0]: world.copies[report],
        SCHEMES[1]: world.copies[report],
        SCHEMES[4]: np.stack([q, run]),
        SCHEMES[5]: np.stack([q, run, *alone]),
        SCHEMES[6]: world.basis,
    }
    table = tables.get(scheme, run[None])
    chosen = table[int(np.argmax(world.welfare(table, world.total(report))))]
    if scheme == SCHEMES[2]:  # what the formula of the optimum says of the chosen model
        undone = [
            world.penalty * logsumexp(chosen - reward / world.penalty, axis=-1).mean() for reward in of_others[::-1]
        ]
        pays = [float(world.worth(chosen, r) + u) for r, u in zip(of_others[::-1], undone, strict=True)]
        return Deal(chosen, (pays[0], pays[1]))
    if scheme == SCHEMES[3]:
        without = [world.best(reward) for reward in of_others]
    elif scheme in (SCHEMES[1], SCHEMES[4]):
        without = [
            float(world.welfare(np.stack([q, model]), reward).max())
            for model, reward in zip(alone, of_others, strict=True)
        ]
    else:
        without = [float(world.welfare(table, reward).max()) for reward in of_others]
    left = [float(world.welfare(chosen, reward)) for reward in of_others]
    return Deal(chosen, (without[0] - left[0], without[1] - left[1]))


class Account(NamedTuple):
    """One scheme in one world."""

    gain: float  # of the best lie of group 1 over the truth
    lie: str
    kept: float  # least utility of the two groups after the truth
    paid: float  # least payment: of both groups after the truth, of group 1 after any report
    lost: float  # welfare, against the best distribution, after the truth


def account(world: World, scheme: str) -> Account:
    """Truth, participation and deficit of a scheme, by every report of group 1; group 2 is honest."""
    deals = {report: deal(world, scheme, report) for report in world.told}
    value = {report: world.sizes[0] * float(world.worth(d.model, world.own)) for report, d in deals.items()}
    kept = {report: value[report] - d.pays[0] for report, d in deals.items()}
    truth = deals[TRUTH]
    lie = max((r for r in world.told if r != TRUTH), key=kept.__getitem__)
    second = world.sizes[1] * float(world.worth(truth.model, world.other)) - truth.pays[1]
    paid = min(truth.pays[1], *(d.pays[0] for d in deals.values()))
    lost = world.missed(truth.model, world.total(TRUTH))
    return Account(kept[lie] - kept[TRUTH], lie, min(kept[TRUTH], second), paid, lost)


class Appealed(NamedTuple):
    """Appeals in one world: copies are trained for the report and for each counter-report, and the runs without stay
    in.
    """

    plain: float  # largest gain of a lie over the truth without appeals
    gain: float  # largest gain of a lie over the truth that appeals with that lie
    kept: float  # least utility of group 1 after the truth, with any one appeal or none
    paid: float  # its least payment, after any report and appeal
    lost: float  # welfare after the truth with all appeals


def appeals(world: World) -> Appealed:
    """Every lie with at most one further appeal, against the truth with the same appeals and the lie among them."""
    w1, w2 = world.sizes
    others = w2 * world.other
    ends = np.stack([world.initial, world.without_1])
    without = float(world.welfare(ends, others).max())

    def outcome(told: str, listed: Sequence[str]) -> tuple[float, float, Floats]:
        """Utility and payment of group 1, and the model."""
        names = dict.fromkeys((told, *listed))
        table = np.concatenate([world.copies[name] for name in names] + [ends])
        model = table[int(np.argmax(world.welfare(table, world.total(told))))]
        pays = without - float(world.welfare(model, others))
        return w1 * float(world.worth(model, world.own)) - pays, pays, model

    lies = [report for report in world.told if report != TRUTH]
    lists: list[tuple[str, ...]] = [(), *((report,) for report in world.told)]
    truths = {listed: outcome(TRUTH, listed) for listed in lists}
    swayed = {(lie, listed): outcome(lie, listed) for lie in lies for listed in lists}
    plain = max(found[0] for found in swayed.values()) - truths[()][0]
    gain = max(found[0] - outcome(TRUTH, (*listed, lie))[0] for (lie, listed), found in swayed.items())
    everything = outcome(TRUTH, lies)
    return Appealed(
        plain,
        gain,
        min(found[0] for found in (*truths.values(), everything)),
        min(found[1] for found in (*truths.values(), *swayed.values(), everything)),
        world.missed(everything[2], world.total(TRUTH)),
    )


class Losses(NamedTuple):
    """The losses of training in one world, each against the best distribution for the reward that it was trained on."""

    run: float  # on the reported total, after the truth
    worst_run: float  # after any report
    without_1: float
    without_2: float
    basis: float  # on the grid point that is best for the reported total
    between: float  # the theorem's bound for that grid point, if its model were perfect
    formula: float  # what a lie can gain by the theorem about payments of the optimum


def losses(world: World, points: Sequence[Floats]) -> Losses:
    """The losses of training.

    Args:
        world: two groups and trained models.
        points: the rewards that the models of `world.basis` behind the first were trained on.
    """
    w1, w2 = world.sizes
    by_report = {report: world.missed(model, world.total(report)) for report, model in world.totals.items()}
    fit = [float(world.welfare(model, world.total(TRUTH))) for model in world.basis[1:]]
    best = int(np.argmax(fit))
    apart = np.ptp(world.total(TRUTH) - points[best], axis=-1)
    wide = max(float(np.ptp(w1 * reward, axis=-1).max()) for reward in world.told.values()) / world.penalty
    worst = max(by_report.values())
    slip = np.log1p(np.expm1(wide) * np.sqrt(worst / (2 * world.penalty)))
    return Losses(
        by_report[TRUTH],
        worst,
        world.missed(world.without_1, w2 * world.other),
        world.missed(world.without_2[TRUTH], w1 * world.own),
        world.missed(world.basis[1 + best], points[best]),
        float((apart**2).mean()) / (8 * world.penalty),
        worst + 2 * world.penalty * float(slip),
    )
