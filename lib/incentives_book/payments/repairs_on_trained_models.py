"""What the page repairs-on-trained-models needs beside the library: every repair charged on one world of trained
models.

A world lists all replies to a few prompts, which are asked equally often, and knows the probability of each under the
initial
model and under everything that was trained. Then truth, participation and deficit of a repair are sums, on tables, on
the
transformer of the book and on a Hugging Face model alike; only how the models came about differs. The penalty is KL.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import logsumexp

from incentives_book.payments.who_chooses_the_models.copies import Copies, dot

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
    """What group 1 may say, the truth first.

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
    """What a scheme gives after one report of group 1: the model, and what each group pays."""

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
    """What training missed in one world, each against the best distribution for the reward that it was trained on."""

    run: float  # on the reported total, after the truth
    worst_run: float  # after any report
    without_1: float
    without_2: float
    basis: float  # on the grid point that is best for the reported total
    between: float  # the theorem's bound for that grid point, if its model were perfect
    formula: float  # what a lie can gain by the theorem about payments of the optimum


def losses(world: World, points: Sequence[Floats]) -> Losses:
    """What training missed.

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


# -- one table, in fractions ------------------------------------------------------------------------------------------


def kept_from_one_table(
    game: Copies, own: Sequence[Any], told: Sequence[Any], other: Sequence[Any], *, without: bool
) -> Any:
    """What group 1 keeps if choice and charge use the initial model, the run on everybody's reward and maybe those
    without a group.

    Args:
        game: under chi-squared; all runs are perfect.
        own, told: the reward of group 1 and its report.
        other: the report of group 2.
        without: whether the runs without each group are in the table.
    """
    total, others = game.total([told, other]), game.total([other], game.sizes[1:])
    table = [list(game.initial), game.trained(total)]
    if without:
        table += [game.trained(others), game.trained(game.total([told], game.sizes[:1]))]
    chosen = max(table, key=lambda model: game.welfare(model, total))
    bill = max(game.welfare(model, others) for model in table) - game.welfare(chosen, others)
    return dot(chosen, game.total([own], game.sizes[:1])) - bill


class Attained(NamedTuple):
    """What group 1 gains by a lie where choice and charge use imperfect runs, and what those runs miss."""

    gain: Any
    missed: Any  # the choice at the truth, of the best welfare for everybody
    missed_without: Any  # the best of the table, of the best welfare for the others


def gain_from_imperfect_runs(
    game: Copies, own: Sequence[Any], told: Sequence[Any], other: Sequence[Any], runs: Mapping[str, Any]
) -> Attained:
    """A lie of group 1, where the table holds the initial model and four runs that are given as they came out.

    Args:
        game: of two groups and two outcomes.
        own, told: the reward of group 1 and its lie.
        other: the report of group 2.
        runs: the second outcome's probability in the run on everybody's reward after the "truth" and after the "lie",
            and
            in the runs "without 1" and "without 2".
    """
    said = {"truth": own, "lie": told}
    totals = {name: game.total([report, other]) for name, report in said.items()}
    others = game.total([other], game.sizes[1:])
    fixed = [list(game.initial), *([1 - runs[name], runs[name]] for name in ("without 1", "without 2"))]
    kept, chosen = {}, {}
    for name, total in totals.items():
        table = [*fixed, [1 - runs[name], runs[name]]]
        chosen[name] = max(table, key=lambda model, total=total: game.welfare(model, total))
        bill = max(game.welfare(model, others) for model in table) - game.welfare(chosen[name], others)
        kept[name] = dot(chosen[name], game.total([own], game.sizes[:1])) - bill
    missed, missed_without = (
        game.welfare(game.trained(total), total) - game.welfare(model, total)
        for total, model in ((totals["truth"], chosen["truth"]), (others, fixed[1]))
    )
    return Attained(kept["lie"] - kept["truth"], missed, missed_without)


# -- games of three kinds of worlds ----------------------------------------------------------------------------------


class Game(NamedTuple):
    """One game: what every scheme and the appeals gave, and what training missed."""

    schemes: Mapping[str, Account]
    appeals: Appealed
    losses: Losses


def runs_of(records: Sequence[Mapping[str, Any]], steps: int, *worlds: str) -> list[list[Game]]:
    """The games of some worlds after so many steps of training, run by run: one list per task and seed."""
    chosen = [r for r in records if r["settings"]["world"] in worlds and r["settings"]["steps"] == steps]
    return [games([record], steps, *worlds) for record in chosen]


def games(records: Sequence[Mapping[str, Any]], steps: int, *worlds: str) -> list[Game]:
    """The games of some worlds in the records of the study, after so many steps of training."""
    return [
        Game(
            {name: Account(**told) for name, told in game["schemes"].items()},
            Appealed(**game["appeals"]),
            Losses(**game["losses"]),
        )
        for record in records
        if record["settings"]["world"] in worlds and record["settings"]["steps"] == steps
        for game in record["games"]
    ]


def table_game(
    initial: Sequence[float], own: Sequence[float], other: Sequence[float], sizes: tuple[float, float], *, early: float
) -> Game:
    """A game on a table of outcomes, where every run finds the optimum and keeps a share of the initial model.

    Args:
        initial: probabilities, shape (outcomes,).
        own, other: rewards of one member of each group.
        sizes: members.
        early: the share of the initial model that is left when a run stops, from 0 to below 1.
    """
    q, rewards = np.array([initial], dtype=float), [np.array([r], dtype=float) for r in (own, other)]

    def run(reward: Floats) -> Floats:
        tilted = q * np.exp(reward)
        return np.log((1 - early) * tilted / tilted.sum() + early * q)

    def copies(report: Floats) -> Floats:
        ends = [np.exp(run(sum(sizes) * reward)) for reward in (report, rewards[1])]
        return np.log([q, *(share * ends[0] + (1 - share) * ends[1] for share in np.linspace(0, 1, 11))])

    told = reports(*rewards)
    grid = np.linspace(0, sum(sizes), 5)
    points = [a * rewards[0] + b * rewards[1] for a in grid for b in grid if a or b]
    world = World(
        sizes,
        *rewards,
        told,
        np.log(q),
        {name: copies(report) for name, report in told.items()},
        {name: run(sizes[0] * report + sizes[1] * rewards[1]) for name, report in told.items()},
        {name: run(sizes[0] * report) for name, report in told.items()},
        run(sizes[1] * rewards[1]),
        np.stack([np.log(q), *map(run, points)]),
    )
    return Game({scheme: account(world, scheme) for scheme in SCHEMES}, appeals(world), losses(world, points))


class Promise(NamedTuple):
    """What theory promises of a scheme in one game: the most that a lie gains, and the least utility and payment."""

    gain: float
    kept: float
    paid: float


def promises(game: Game) -> dict[str, Promise]:
    """What theory promises of each scheme, from what training missed; copies charged from their table are promised no
    truth.
    """
    lost = {name: found.lost for name, found in game.schemes.items()}
    without = max(game.losses.without_1, game.losses.without_2)
    none = float("inf")
    return {
        SCHEMES[0]: Promise(none, 0, 0),
        SCHEMES[1]: Promise(lost[SCHEMES[1]], -none, -without),
        SCHEMES[2]: Promise(game.losses.formula, 0, 0),
        SCHEMES[3]: Promise(game.losses.run, -game.losses.run, 0),
        SCHEMES[4]: Promise(lost[SCHEMES[4]], -lost[SCHEMES[4]], -without),
        SCHEMES[5]: Promise(lost[SCHEMES[5]] + game.losses.without_1, 0, 0),
        SCHEMES[6]: Promise(0, 0, 0),
    }


def keeps(game: Game, scheme: str, tolerance: float = 2e-6) -> bool:
    """Whether one scheme kept all that theory promises; records are rounded to millionths."""
    found, told = game.schemes[scheme], promises(game)[scheme]
    return (
        found.gain <= told.gain + tolerance
        and found.kept >= told.kept - tolerance
        and found.paid >= told.paid - tolerance
    )


def basis_loses_no_more(game: Game, tolerance: float = 2e-6) -> bool:
    """Whether the public basis lost no more than the theorem about nearly optimal models allows."""
    missed, between = max(game.losses.basis, 0), game.losses.between
    return game.schemes[SCHEMES[6]].lost <= (missed**0.5 + between**0.5) ** 2 + tolerance


RUNS = ("n and mixing", "2n and mixing", "1", "1", "1 + n", "1 + n", "a grid, before")
APPEALS = "copies and appeals"


def comparison(found: Sequence[Game]) -> str:
    """The repairs in a Markdown table: the worst of each scheme over all games.

    Args:
        found: games of one world.
    """
    many = len(found)
    head = (
        "| scheme | runs for n groups | some lie gains | at most | a truthful group keeps at least | least "
        "payment | welfare lost, at most |"
    )
    rows = [head, "|---|---|---|---|---|---|---|"]

    def row(name: str, runs: str, told: Sequence[Any]) -> str:
        gains = [t.gain for t in told]
        lying = sum(g > 2e-6 for g in gains)
        least = [min(t.kept for t in told), min(t.paid for t in told)]
        shown = [
            f"{v + 0.0:.3f}".replace("-0.000", "0.000") for v in (max(0, *gains), *least, max(t.lost for t in told))
        ]
        return f"| {name} | {runs} | {lying} of {many} games | " + " | ".join(shown) + " |"

    for scheme, runs in zip(SCHEMES, RUNS, strict=True):
        rows.append(row(scheme, runs, [game.schemes[scheme] for game in found]))
        if scheme == SCHEMES[1]:
            rows.append(row(APPEALS, "product of the lists", [game.appeals for game in found]))
    return "\n".join(rows)


def draw_gains(found: Mapping[str, Sequence[Game]], *, axes: Sequence[Any]) -> None:
    """Gain of the best lie against what the run on the total missed, for copies and for one run; one panel per world.

    Args:
        found: name of a world -> its games.
        axes: one per world.
    """
    from incentives_book import figures

    marks = ((SCHEMES[0], figures.ALONE, "^"), (SCHEMES[2], figures.SMALL, "x"), (SCHEMES[3], figures.LARGE, "o"))
    for ax, (name, list_) in zip(axes, found.items(), strict=True):
        missed = [game.losses.run for game in list_]
        for scheme, colour, mark in marks:
            gains = [game.schemes[scheme].gain for game in list_]
            ax.scatter(missed, gains, s=22, color=colour, marker=mark, label=scheme)
        end = 1.05 * max(missed)
        ax.plot([0, end], [0, end], color=figures.INK, linewidth=1)
        ax.axhline(0, color=figures.INK, linewidth=0.5)
        ax.set_title(name)
        figures.label(ax, x="what the run on the total missed", y="")
        if (legend := ax.get_legend()) is not None:
            legend.remove()  # one for all panels is drawn beside them
