"""Code of the page repairs-on-trained-models beside the library: repairs on one table in fractions, and games on
worlds of trained models (`repair_worlds`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from incentives_book.payments.repair_worlds import (
    SCHEMES,
    Account,
    Appealed,
    Floats,
    Losses,
    World,
    account,
    appeals,
    losses,
    reports,
)
from incentives_book.payments.who_chooses_the_models.copies import Copies, dot


def kept_from_one_table(
    game: Copies, own: Sequence[Any], told: Sequence[Any], other: Sequence[Any], *, without: bool
) -> Any:
    """The utility of group 1 if choice and charge use the initial model, the run on everybody's reward and
    maybe those without a group.

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
    """The gain of group 1 by a lie where choice and charge use imperfect runs, and what those runs miss."""

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
    """The promise of theory on a scheme in one game: the most that a lie gains, and the least utility and payment."""

    gain: float
    kept: float
    paid: float


def promises(game: Game) -> dict[str, Promise]:
    """The promises of theory about each scheme, from what training missed; copies charged from their table are promised
    no truth.
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
    """True if one scheme kept all that theory promises; records are rounded to millionths."""
    found, told = game.schemes[scheme], promises(game)[scheme]
    return (
        found.gain <= told.gain + tolerance
        and found.kept >= told.kept - tolerance
        and found.paid >= told.paid - tolerance
    )


def basis_loses_no_more(game: Game, tolerance: float = 2e-6) -> bool:
    """True if the public basis lost no more than the theorem about nearly optimal models allows."""
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
