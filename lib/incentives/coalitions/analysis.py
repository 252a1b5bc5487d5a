"""Everything about one game at once: what is stable under each notion, who objects, and what stability costs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING

from incentives.coalitions.game import MOST_PLAYERS as MOST_LISTED, Game, HedonicGame, has_one_model
from incentives.coalitions.large_games import TooMuchWork
from incentives.coalitions.search import stable_partitions
from incentives.coalitions.set_partitions import Partition
from incentives.coalitions.shares import Shares, share_costs
from incentives.coalitions.stability import (
    CONCEPTS,
    Concept,
    blocking_coalition,
    check_concept,
    check_game,
    improving_move,
    leaving_by_totals,
    too_many_to_list,
)
from incentives.coalitions.welfare import MOST_PLAYERS, best_partition, price_of, total_error
from incentives.deviations import Deviation
from incentives.floats import shown
from incentives.frames import as_frame
from incentives.numbers import as_list
from incentives.reading import as_flag

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


@dataclass(frozen=True)
class Analysis:
    """The results of `analyse`.

    Args:
        game: the game.
        asked: the partition that was asked about.
        names: of the players.
        stable: for each notion all stable partitions; empty where there are too many players to list them.
        witnesses: for each notion why the partition that was asked about is not stable, with exact gains; None if it
            is. A notion that was not decided is missing.
        best: a partition with the smallest total; None where there are too many players to find it.
        shares: of the cost of the cheapest partition, where costs can be paid in money; None if that was not asked.
        note: what was not answered, and why; None if everything was.
    """

    game: Game | HedonicGame
    asked: Partition
    names: tuple[str, ...]
    stable: Mapping[Concept, tuple[Partition, ...]]
    witnesses: Mapping[Concept, Deviation | None]
    best: Partition | None
    shares: Shares | None = None
    note: str | None = None

    def total(self, partition: Partition) -> Fraction:
        """Sum of size times error under `partition`; of a `HedonicGame` the sum of the costs."""
        return total_error(self.game, partition)

    @property
    def prices(self) -> dict[Concept, Fraction | None]:
        """For each notion the total of the best stable partition over the best of all; None where that is undefined.

        It is undefined where no partition is stable, where the best is unknown, or where its total is not positive.
        """
        best = self.best
        if best is None or self.total(best) <= 0:
            return dict.fromkeys(self.stable)
        return {notion: price_of(self.game, stable, best) for notion, stable in self.stable.items()}

    def rows(self) -> list[dict[str, str | Fraction | None]]:
        """One row for each notion and each partition that is stable under it; a row without a partition where none
        is. Where stable partitions are not listed, only the partition that was asked about is told, if it is stable.
        """
        listed = self.stable or {
            notion: (self.asked,) if found is None else () for notion, found in self.witnesses.items()
        }
        return [
            {
                "notion": notion,
                "stable": None if partition is None else self._told(partition),
                "total": None if partition is None else self.total(partition),
                "objects to what was asked": None
                if (found := self.witnesses[notion]) is None
                else found.told(self.names),
            }
            for notion, stable in listed.items()
            for partition in stable or (None,)
        ]

    def to_frame(self) -> pd.DataFrame:
        """`rows` as a pandas DataFrame.

        Raises:
            ModuleNotFoundError: pandas is not installed.
        """
        return as_frame(self.rows())

    def picture(self, partition: Partition | None = None, *, notion: Concept = "core", ax: Axes | None = None) -> Axes:
        """A partition as boxes of discs and, dashed, who objects to it.

        Args:
            partition: what to draw; what was asked about by default.
            notion: "core", "strict-core", "individual" or "nash": whose objection is drawn.
            ax: where to draw; a new figure if left out.

        Raises:
            ValueError: the notion is unknown, the partition is of other players, or what was not found by `analyse`
                takes a look at too many coalitions.
        """
        from incentives.coalitions.drawings import draw_partition  # matplotlib, which nobody else waits for

        partition = self.asked if partition is None else partition
        check_concept(notion)
        self.game.check_partition(partition)
        known = partition == self.asked and notion in self.witnesses
        move = self.witnesses[notion] if known else objection(self.game, partition, notion)
        says = f"{notion}: nobody objects" if move is None else f"{notion}: not stable"
        sizes = self.game.sizes if isinstance(self.game, Game) else None
        return draw_partition(partition, sizes, move=move, names=self.names, title=says, ax=ax)

    def _told(self, partition: Partition) -> str:
        return " | ".join(",".join(self.names[player] for player in sorted(block)) for block in partition)

    def __str__(self) -> str:
        lines = [] if self.note is None else [self.note]
        kept = [notion for notion, move in self.witnesses.items() if move is None]
        if not self.stable and kept:
            lines.append(f"stable ({', '.join(kept)}): {self._told(self.asked)}")
        for notion, stable in self.stable.items():
            some = "; ".join(map(self._told, stable[:3])) + ("; ..." if len(stable) > 3 else "")
            lines.append(f"{notion}: {len(stable)} stable" + (f": {some}" if stable else ""))
        for move in dict.fromkeys(move for move in self.witnesses.values() if move is not None):
            notions = ", ".join(notion for notion, other in self.witnesses.items() if other == move)
            lines.append(f"against {self._told(self.asked)} ({notions}): {move.told(self.names)}")
        if self.best is not None:
            price = self.prices.get("core")
            cost = "" if price is None else f"; price of core stability {float(price):.4g}"
            lines.append(f"smallest total: {float(self.total(self.best)):.4g} for {self._told(self.best)}{cost}")
        if self.shares is not None:
            for name, shares in (("Shapley value", self.shares.shapley), ("least core", self.shares.least_core)):
                told = ", ".join(f"{who}: {float(share):.4g}" for who, share in zip(self.names, shares, strict=True))
                lines.append(f"{name} of {float(self.shares.total):.4g}, the smallest total: {told}")
            core = "empty" if self.shares.excess > 0 else "not empty"
            lines.append(f"with side payments the core is {core}: largest excess {float(self.shares.excess):.4g}")
        return "\n".join(lines)


def objection(game: Game | HedonicGame, partition: Partition, notion: Concept) -> Deviation | None:
    """Who would rather do otherwise under a notion of stability, or None if nobody would.

    >>> print(objection(Game([5, 5, 25], noise=10, spread=1), Partition.grand(3), "nash"))
    2 goes alone; gains: 2: 2/245
    """
    check_concept(notion)
    if notion == "core" or notion == "strict-core":
        return blocking_coalition(game, partition, concept=notion)
    return improving_move(game, partition, concept=notion)


def decided_without_listing(
    game: Game, partition: Partition
) -> tuple[dict[Concept, Deviation | None], dict[Concept, str]]:
    """Who objects to a partition of any number of players, by methods that list no coalitions.

    The core is decided by total sizes, and single moves one by one. Whoever objects in one of these ways does so in
    the strict core, too: a coalition all of whose members gain, or a newcomer who gains with hosts of whom none loses.

    Args:
        game: with a federation that has a name, or `Coarse(weight)`.
        partition: of its players.

    Returns:
        For each notion that is decided an objection or None, and for each of the others why it is not.
    """
    found: dict[Concept, Deviation | None] = {}
    undecided: dict[Concept, str] = {}
    try:
        found["core"] = leaving_by_totals(game, partition)
    except TooMuchWork as refused:
        undecided["core"] = str(refused)
    alone = improving_move(game, partition, concept="individual")
    if leaving := found.get("core"):
        found["strict-core"] = leaving
    elif alone is not None:
        found["strict-core"] = Deviation(who=alone.gains, instead=alone.gains, gains=alone.gains)
    else:
        undecided["strict-core"] = "that takes a look at all coalitions"
    return found | {"individual": alone, "nash": improving_move(game, partition, concept="nash")}, undecided


def _analyse_large(game: Game, partition: Partition, called: tuple[str, ...], shares: Shares | None) -> Analysis:
    """The analysis of a game whose stable partitions are too many to list."""
    found, undecided = decided_without_listing(game, partition)
    note = (
        f"stable partitions are not listed: that takes a look at all coalitions, for at most {MOST_LISTED} players, "
        f"and there are {game.players}; find_stable finds one under one common model"
    )
    note += "".join(f"; {notion} is not decided: {why}" for notion, why in undecided.items())
    return Analysis(
        game=game,
        asked=partition,
        names=called,
        stable=MappingProxyType({}),
        witnesses=MappingProxyType(found),
        best=best_partition(game) if has_one_model(game) else None,
        shares=shares,
        note=note,
    )


def analyse(
    game: Game | HedonicGame,
    *,
    asked: Partition | None = None,
    names: Sequence[str] | None = None,
    up_to_symmetry: bool = False,
    transferable: bool = False,
) -> Analysis:
    """Everything about a game: all stable partitions under four notions, who objects, and what stability costs.

    Args:
        game: at most 14 players where the federation is a function or the game is a `HedonicGame`. Otherwise any
            number, but beyond 20 players stable partitions are not listed; a note says what else was not decided.
        asked: the partition whose objections are wanted; everybody together by default.
        names: of the players, for what is printed, for rows and for pictures; their numbers by default.
        up_to_symmetry: list only one of all partitions that differ by exchanging players of equal size.
        transferable: whether costs can be paid in money; then the Shapley value and the least core share what the
            cheapest partition costs, for at most 14 players.

    Returns:
        An `Analysis`: print it, or take `.stable`, `.witnesses`, `.best`, `.prices`, `.shares`, `.to_frame()`,
        `.picture()`, `.note`.

    Raises:
        ValueError: too many players, a partition of others, another number of names, or a cost that is not exact.

    >>> print(analyse(Game([5, 5, 25], noise=10, spread=1)))
    core: 1 stable: 0,1 | 2
    strict-core: 1 stable: 0,1 | 2
    individual: 1 stable: 0,1 | 2
    nash: 1 stable: 0,1 | 2
    against 0,1,2 (core, strict-core, individual, nash): 2 goes alone; gains: 2: 2/245
    smallest total: 25 for 0,1 | 2; price of core stability 1
    >>> print(str(analyse(HedonicGame(2, lambda player, coalition: 3 - len(coalition)), transferable=True)).splitlines()[-3])
    Shapley value of 2, the smallest total: 0: 1, 1: 1
    """  # noqa: E501
    check_game(game)
    as_flag("transferable", transferable), as_flag("up_to_symmetry", up_to_symmetry)
    partition = Partition.grand(game.players) if asked is None else asked
    game.check_partition(partition)
    called = tuple(map(str, range(game.players)) if names is None else as_list("names", names))
    texts = all(isinstance(name, str) for name in called)
    if len(called) != game.players or not texts or len(set(called)) < len(called):
        raise ValueError(f"names must hold one text per player, {game.players} different ones; got {shown(names)}")
    shares = share_costs(game) if transferable else None
    if too_many_to_list(game):
        return _analyse_large(game, partition, called, shares)
    stable = {
        notion: tuple(stable_partitions(game, concept=notion, up_to_symmetry=up_to_symmetry)) for notion in CONCEPTS
    }
    return Analysis(
        game=game,
        asked=partition,
        names=called,
        stable=MappingProxyType(stable),
        witnesses=MappingProxyType({notion: objection(game, partition, notion) for notion in CONCEPTS}),
        best=best_partition(game) if has_one_model(game) or game.players <= MOST_PLAYERS else None,
        shares=shares,
    )
