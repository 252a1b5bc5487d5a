"""The game: players with samples, a way to federate, and what each coalition's members then expect."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from numbers import Integral, Rational
from typing import Any, TypeGuard

import numpy as np

from incentives.coalitions import preferences as tables
from incentives.coalitions.error_tables import Costs, as_error, read_table
from incentives.coalitions.errors import FEDERATIONS, AnyFederation, Coarse, expected_errors
from incentives.coalitions.preferences import Preferences
from incentives.coalitions.set_partitions import Partition
from incentives.deviations import Deviation
from incentives.floats import NOT_A_LIST, is_frame, shown
from incentives.lists import as_list, as_members
from incentives.numbers import Exact, Real, as_decimal, as_exact, is_whole

# A table holds players * 2**players ranks: 84 MB at 20 players. A rule without a formula is asked about every
# coalition.
MOST_PLAYERS = 20
MOST_PLAYERS_OF_A_RULE = 14


def variance(name: str, value: Any) -> Fraction:
    """A positive variance as a Fraction; a float stands for the decimal number that it prints as."""
    number = as_decimal(name, value)
    if number <= 0:
        raise ValueError(f"{name} must be > 0; got {value!r}")
    return number


def sample_sizes(sizes: Iterable[Any]) -> tuple[Fraction, ...]:
    """Sizes as Fractions: counts >= 1, or positive Fractions for effective sizes."""
    if isinstance(sizes, NOT_A_LIST) or is_frame(sizes) or not hasattr(sizes, "__iter__"):
        raise ValueError(f"sizes must be a list of counts, one for each player; got {shown(sizes)}")
    given = tuple(as_list("sizes", sizes))
    if not given:
        raise ValueError("sizes must name at least one player; got none")
    for size in given:
        whole = isinstance(size, Rational) and not isinstance(size, bool)
        if not whole or size <= 0:
            raise ValueError(f"sizes must be counts >= 1 (or positive Fractions, which keep ties exact); got {size!r}")
    return tuple(as_exact("sizes", size) for size in given)


class _Hedonic:
    """The common part of both kinds of game: coalitions checked, errors of partitions read off, ranks made once."""

    players: int

    def _evaluate(self, members: tuple[int, ...]) -> Sequence[Fraction]:
        raise NotImplementedError

    def members(self, coalition: Collection[int]) -> tuple[int, ...]:
        """The coalition's players in order; ValueError unless they are different players of this game."""
        given = as_members("coalition", coalition)
        allowed = all(is_whole(k) and 0 <= k < self.players for k in given)
        if not given or not allowed or len(set(given)) < len(given):
            raise ValueError(
                f"coalition must name different players among 0..{self.players - 1}, at least one; got "
                f"{shown(coalition)}"
            )
        return tuple(sorted(int(k) for k in given))

    def errors(self, coalition: Collection[int]) -> dict[int, Fraction]:
        """Exact error that each member of `coalition` expects, by player.

        >>> Game([5, 5, 25], noise=10, spread=1).errors({0, 2})
        {0: Fraction(31, 18), 2: Fraction(7, 18)}
        """
        members = self.members(coalition)
        return dict(zip(members, self._evaluate(members), strict=True))

    def check_partition(self, partition: Partition) -> None:
        """ValueError unless `partition` is a partition of exactly these players."""
        if not isinstance(partition, Partition) or partition.players != self.players:
            hint = "" if isinstance(partition, Partition) else ", such as Partition([[0, 2], [1]]) is one of 0..2"
            raise ValueError(
                f"partition must be a Partition of the players 0..{self.players - 1}{hint}; got {shown(partition)}"
            )

    def error_table(self, partition: Partition) -> tuple[Fraction, ...]:
        """Exact error of every player under `partition`, in the order of the players.

        >>> Game([5, 5, 25], noise=10, spread=1).error_table(Partition.parse("0,1 | 2"))
        (Fraction(3, 2), Fraction(3, 2), Fraction(2, 5))
        """
        self.check_partition(partition)
        errors = {player: error for block in partition for player, error in self.errors(block).items()}
        return tuple(errors[player] for player in range(self.players))

    @cached_property
    def preferences(self) -> Preferences:
        """Exact ranks of all coalitions for every player, made once; stability is decided on these alone."""
        return self._preferences()

    def _preferences(self) -> Preferences:
        if self.players > MOST_PLAYERS_OF_A_RULE:
            raise ValueError(
                f"a rule given as a function is asked about every coalition, so there may be at most "
                f"{MOST_PLAYERS_OF_A_RULE} players; got {self.players}"
            )
        return tables.listed_preferences(self.players, self.errors)


@dataclass(frozen=True)
class Game(_Hedonic):
    """Players who estimate means, and may do so together.

    Args:
        sizes: samples of each player: counts >= 1, or positive Fractions for effective sizes.
        noise: variance of one sample around its owner's mean, > 0. Ints and Fractions are taken as they are;
            a float stands for the decimal number that it prints as (0.1 is 1/10).
        spread: variance of the owners' means, > 0, in the same unit.
        federation: "local", "uniform", "coarse" or "fine" (the last two with optimal weights), `Coarse(weight)`, or a
            callable `(sizes, noise=, spread=)` that returns one exact error for each member.

    Raises:
        ValueError: a size, the noise or the spread is not a positive exact number, or the federation is unknown.

    Reference:
        Donahue and Kleinberg (2021), Section 3; the example is their Table 2.

    >>> game = Game([5, 5, 25], noise=10, spread=1)
    >>> game.error_table(Partition.grand(3))
    (Fraction(76, 49), Fraction(76, 49), Fraction(20, 49))
    """

    sizes: tuple[Fraction, ...]
    noise: Fraction
    spread: Fraction
    federation: AnyFederation = "uniform"
    players: int = field(init=False, repr=False, compare=False)

    def __init__(
        self, sizes: Sequence[Exact] | np.ndarray, *, noise: Exact, spread: Exact, federation: AnyFederation = "uniform"
    ) -> None:
        object.__setattr__(self, "sizes", sample_sizes(sizes))
        object.__setattr__(self, "players", len(self.sizes))
        object.__setattr__(self, "noise", variance("noise", noise))
        object.__setattr__(self, "spread", variance("spread", spread))
        if not (callable(federation) or (isinstance(federation, str) and federation in FEDERATIONS)):
            raise ValueError(
                f"federation must be one of {sorted(FEDERATIONS)}, Coarse(weight) or a callable; got {federation!r}"
            )
        if isinstance(federation, Coarse):
            weight = as_exact("weight of Coarse", federation.weight)
            if not 0 <= weight <= 1:
                raise ValueError(f"weight of Coarse must be between 0 and 1; got {federation.weight!r}")
        object.__setattr__(self, "federation", federation)

    def _evaluate(self, members: tuple[int, ...]) -> Sequence[Fraction]:
        sizes = [self.sizes[player] for player in members]
        errors = expected_errors(sizes, noise=self.noise, spread=self.spread, federation=self.federation)
        if len(errors) != len(members):
            raise ValueError(f"federation must give one error for each of {len(members)} members; got {len(errors)}")
        return [as_exact("errors from the federation", error) for error in errors]

    def _preferences(self) -> Preferences:
        if not isinstance(self.federation, (str, Coarse)):
            return super()._preferences()
        if self.players > MOST_PLAYERS:
            raise ValueError(
                f"comparing all coalitions needs at most {MOST_PLAYERS} players; got {self.players}. "
                f"find_stable finds one stable partition of many players, check_large checks one."
            )
        noise, federation = self.noise, self.federation
        if isinstance(federation, Coarse):
            # At one fixed weight w the error is the player's constant w^2 noise/n_j plus (1-w)^2 times a uniform error
            # with noise (1+w)/(1-w): the preferences are those of a uniform game with more noise.
            weight = as_exact("weight", federation.weight)
            federation = "uniform" if weight < 1 else "local"
            noise = noise * (1 + weight) / (1 - weight) if weight < 1 else noise
        if federation == "local":
            return tables.indifferent(self.sizes)
        table = {
            "uniform": tables.uniform_preferences,
            "coarse": tables.coarse_preferences,
            "fine": tables.fine_preferences,
        }[federation]
        return table(self.sizes, noise, self.spread)


@dataclass(frozen=True)
class HedonicGame(_Hedonic):
    """Any game in which a player only cares who is in the coalition with it.

    Args:
        players: how many, at most 14 when all coalitions are compared.
        cost: `cost(player, coalition)`, coalition a frozenset that contains the player; exact, lower is better.
        decimal: whether a float that `cost` returns stands for the decimal number that it prints as (0.1 is 1/10);
            otherwise floats are refused, because their rounding decides ties.

    Raises:
        ValueError: no count of players, no callable, or, when a cost is asked for, one that is not exact or finite.

    >>> HedonicGame(2, lambda player, coalition: -len(coalition)).errors({0, 1})
    {0: Fraction(-2, 1), 1: Fraction(-2, 1)}
    >>> HedonicGame(2, lambda player, coalition: 0.1 * len(coalition), decimal=True).errors({0})
    {0: Fraction(1, 10)}
    """

    players: int
    cost: Callable[[int, frozenset[int]], Real]
    decimal: bool = False

    def __post_init__(self) -> None:
        if isinstance(self.players, bool) or not isinstance(self.players, Integral) or self.players < 1:
            raise ValueError(f"players must be a count >= 1; got {self.players!r}")
        if not callable(self.cost):
            raise ValueError(f"cost must be a function of a player and a coalition; got {self.cost!r}")
        if not isinstance(self.decimal, bool):
            raise ValueError(f"decimal must be True or False; got {self.decimal!r}")

    @classmethod
    def from_table(cls, table: Costs, *, decimal: bool = False) -> HedonicGame:
        """The game whose costs stand in a table: what each member of each coalition pays, such as a trained error.

        Args:
            table: {coalition: errors}, for all coalitions of players numbered from 0. The errors of a coalition are a
                mapping from its members, or a list in the order of the tuple that names them. Or a data frame with a
                column for each player and a row for each coalition, where the cells of players outside it are missing.
            decimal: whether a float stands for the decimal number that it prints as; otherwise floats are refused.

        Raises:
            ValueError: a coalition is missing, or named twice, or has errors of others; an error is not a number.

        >>> trained = {(0,): [0.31], (1,): [0.24], (0, 1): [0.28, 0.25]}
        >>> HedonicGame.from_table(trained, decimal=True).errors({0, 1})
        {0: Fraction(7, 25), 1: Fraction(1, 4)}
        """
        if not isinstance(decimal, bool):
            raise ValueError(f"decimal must be True or False; got {decimal!r}")
        costs = read_table(table, decimal=decimal)
        players = max(map(len, costs))
        return cls(players, lambda player, coalition: costs[coalition][player])

    def _evaluate(self, members: tuple[int, ...]) -> Sequence[Fraction]:
        coalition = frozenset(members)
        return [as_error("cost", self.cost(player, coalition), decimal=self.decimal) for player in members]


def has_one_model(game: Any) -> TypeGuard[Game]:
    """True if all members of a coalition get one common model: a `Game` with "uniform" or `Coarse(weight)`.

    >>> [has_one_model(Game([5, 25], noise=10, spread=1, federation=rule)) for rule in ("uniform", Coarse(0), "fine")]
    [True, True, False]
    """
    return isinstance(game, Game) and (game.federation == "uniform" or isinstance(game.federation, Coarse))


def gains_of(
    game: Game | HedonicGame, partition: Partition, coalition: frozenset[int], who: frozenset[int]
) -> Deviation:
    """The deviation of `who` to `coalition`, with the exact gains of all its members."""
    now = {player: error for block in partition if block & coalition for player, error in game.errors(block).items()}
    gains = {player: now[player] - error for player, error in game.errors(coalition).items()}
    return Deviation(who=who, instead=coalition, gains=gains)
