"""Is one partition stable, and if not, who would leave?

Four notions, all decided on exact ranks:

- core: no coalition all of whose members would strictly gain;
- strict core: no coalition whose members would all gain weakly, at least one strictly;
- individual: no player strictly gains by moving to another coalition of the partition, or by going alone, with nobody
  in the coalition it joins losing;
- Nash: the same without asking those who are joined.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, TypeGuard

import numpy as np

from incentives.coalitions.errors import Coarse
from incentives.coalitions.game import MOST_PLAYERS, Game, HedonicGame, gains_of, has_one_model
from incentives.coalitions.large_games import check_large
from incentives.coalitions.preferences import Preferences, having
from incentives.coalitions.set_partitions import Partition
from incentives.coalitions.single_moves import single_moves
from incentives.deviations import Deviation
from incentives.floats import shown

AnyGame = Game | HedonicGame
GroupConcept = Literal["core", "strict-core"]
SingleConcept = Literal["individual", "nash"]
Concept = Literal[GroupConcept, SingleConcept]
GROUP_CONCEPTS: tuple[GroupConcept, ...] = ("core", "strict-core")
SINGLE_CONCEPTS: tuple[SingleConcept, ...] = ("individual", "nash")
CONCEPTS: tuple[Concept, ...] = GROUP_CONCEPTS + SINGLE_CONCEPTS


def check_game(game: Any) -> None:
    """ValueError unless `game` is a game of this part."""
    if not isinstance(game, (Game, HedonicGame)):
        raise ValueError(f"game must be a Game or a HedonicGame; got {shown(game)}")


def check_concept(concept: str, allowed: tuple[str, ...] = CONCEPTS) -> None:
    """ValueError unless `concept` is one of those allowed."""
    if not isinstance(concept, str) or concept not in allowed:
        raise ValueError(f"concept must be one of {', '.join(allowed)}; got {concept!r}")


def _current_ranks(preferences: Preferences, partition: Partition) -> np.ndarray:
    """Rank of each bit's player's own coalition, shape (players,)."""
    masks = {player: preferences.mask(block) for block in partition for player in block}
    return np.array([preferences.ranks[bit, masks[player]] for bit, player in enumerate(preferences.players)])


def _blocking_masks(preferences: Preferences, partition: Partition, concept: str) -> np.ndarray:
    """Every coalition that blocks `partition`, as bit masks in increasing order."""
    current = _current_ranks(preferences, partition)
    coalitions = preferences.ranks.shape[1]
    willing = np.ones(coalitions, dtype=bool)
    willing[0] = False
    eager = np.zeros(coalitions, dtype=bool)
    for bit, rank in enumerate(current):
        offered = having(preferences.ranks[bit], bit)
        if concept == "core":
            having(willing, bit)[:] &= offered < rank
        else:
            having(willing, bit)[:] &= offered <= rank
            having(eager, bit)[:] |= offered < rank
    return np.flatnonzero(willing if concept == "core" else willing & eager)


def blocking_coalitions(game: AnyGame, partition: Partition, *, concept: GroupConcept = "core") -> list[frozenset[int]]:
    """Every coalition that blocks `partition`: the smallest first, then by the players' numbers.

    Args:
        game: at most 20 players (14 where the federation is a function).
        partition: of the game's players.
        concept: "core" (all members gain strictly) or "strict-core" (all weakly, one strictly).

    Raises:
        ValueError: the concept is unknown, the partition is of other players, or there are too many.
    """
    check_concept(concept, GROUP_CONCEPTS)
    check_game(game)
    game.check_partition(partition)
    preferences = game.preferences
    masks = _blocking_masks(preferences, partition, concept).tolist()
    return sorted(map(preferences.coalition, masks), key=lambda block: (len(block), sorted(block)))


def _one_model_for_all(game: AnyGame, partition: Partition) -> TypeGuard[Game]:
    """True for everybody together under one common model, where the largest player alone decides."""
    return has_one_model(game) and len(partition) == 1


def _leaving_alone(game: Game) -> int | None:
    """The first player who would leave everybody for itself, or None, where the largest player stays."""
    everybody = game.errors(range(game.players))
    largest = max(everybody, key=game.sizes.__getitem__)
    if game.errors({largest})[largest] >= everybody[largest]:
        return None
    return next(j for j in everybody if game.errors({j})[j] < everybody[j])


def too_many_to_list(game: AnyGame) -> TypeGuard[Game]:
    """True if a game with a named federation has too many players to compare all coalitions."""
    return isinstance(game, Game) and isinstance(game.federation, (str, Coarse)) and game.players > MOST_PLAYERS


def leaving_by_totals(game: Game, partition: Partition) -> Deviation | None:
    """A coalition that blocks in the core, or None, by `check_large` or a look at the largest: any number of players.

    Args:
        game: with a federation that has a name, or `Coarse(weight)`.
        partition: of its players.
    """
    if _one_model_for_all(game, partition):
        alone = _leaving_alone(game)
        return None if alone is None else gains_of(game, partition, frozenset({alone}), frozenset({alone}))
    federation = game.federation
    if federation == "local":  # nobody's model depends on the others
        return None
    assert isinstance(federation, Coarse) or federation in ("uniform", "coarse", "fine")
    return check_large(game.sizes, partition, noise=game.noise, spread=game.spread, federation=federation)


def blocking_coalition(game: AnyGame, partition: Partition, *, concept: GroupConcept = "core") -> Deviation | None:
    """A coalition that would rather be on its own than in `partition`, or None if `partition` is (strictly) core
    stable.

    Arguments as for `blocking_coalitions`, of which this is the first, with the exact gains. In the core there may be
    any number of players if the federation has a name. Against everybody together under one common model it takes one
    look at each player: if anybody leaves, the largest player leaves alone. Beyond 20 players `check_large` decides,
    and the coalition is the one that it meets.

    Raises:
        ValueError: the concept is unknown, the partition is of other players, there are too many, or `check_large`
            would take minutes.

    >>> game = Game([30, 30, 30, 300], noise=10, spread=1, federation="coarse")
    >>> print(blocking_coalition(game, Partition.grand(4)))
    0, 1 and 2 form {0, 1, 2}; gains: 0: 5/2682, 1: 5/2682, 2: 5/2682
    >>> blocking_coalition(game, Partition.parse("0,1,2 | 3")) is None
    True
    >>> blocking_coalition(Game([5] * 40, noise=10, spread=1), Partition.singles(40)).who == {0, 1}
    True
    """
    check_concept(concept, GROUP_CONCEPTS)
    check_game(game)
    game.check_partition(partition)
    if concept == "core" and (_one_model_for_all(game, partition) or too_many_to_list(game)):
        return leaving_by_totals(game, partition)
    blocking = blocking_coalitions(game, partition, concept=concept)
    return gains_of(game, partition, blocking[0], blocking[0]) if blocking else None


def _moves(game: AnyGame, partition: Partition, concept: str) -> Iterator[tuple[int, frozenset[int]]]:
    if isinstance(game, Game) and isinstance(game.federation, (str, Coarse)):
        yield from single_moves(game, partition, concept)
        return
    preferences = game.preferences
    ranks = preferences.ranks
    current = _current_ranks(preferences, partition).tolist()
    targets = [*partition, frozenset()]
    for player in range(game.players):
        bit = preferences.players.index(player)
        for target in targets:
            if player in target:
                continue
            mask = preferences.mask(target) | 1 << bit
            welcome = concept == "nash" or all(
                ranks[k, mask] <= current[k] for k in map(preferences.players.index, target)
            )
            if ranks[bit, mask] < current[bit] and welcome:
                yield player, target | {player}


def improving_move(game: AnyGame, partition: Partition, *, concept: SingleConcept = "individual") -> Deviation | None:
    """A player who gains by moving alone, or None if `partition` is individually (Nash) stable.

    Args:
        game: any number of players, but at most 14 where the federation is a function or the game is a `HedonicGame`.
        partition: of the game's players.
        concept: "individual" (nobody in the coalition that is joined may lose) or "nash" (they are not asked).

    Returns:
        The first move by player, then target; `instead` is the coalition with the newcomer, `gains` are those of all
        its members.

    Raises:
        ValueError: the concept is unknown, the partition is of other players, or there are too many.

    >>> game = Game([5, 5, 25], noise=10, spread=1)
    >>> print(improving_move(game, Partition.singles(3)))
    0 joins {1}; gains: 0: 1/2, 1: 1/2
    >>> improving_move(game, Partition.parse("0,1 | 2")) is None
    True
    """
    check_concept(concept, SINGLE_CONCEPTS)
    check_game(game)
    game.check_partition(partition)
    for player, joined in _moves(game, partition, concept):
        return gains_of(game, partition, joined, frozenset({player}))
    return None


def is_stable(game: AnyGame, partition: Partition, *, concept: Concept = "core") -> bool:
    """True if `partition` is stable: "core", "strict-core", "individual" or "nash".

    Args:
        game: any number of players, but at most 14 where the federation is a function or the game is a `HedonicGame`,
            and at most 20 for the strict core.
        partition: of the game's players.
        concept: see `stability`.

    Raises:
        ValueError: the concept is unknown, the partition is of other players, there are too many, or `check_large`
            would take minutes.

    >>> is_stable(Game([5, 5, 5], noise=10, spread=1), Partition.grand(3), concept="nash")
    True
    """
    check_concept(concept)
    check_game(game)
    if concept == "individual" or concept == "nash":
        return improving_move(game, partition, concept=concept) is None
    game.check_partition(partition)
    if concept == "core" and (_one_model_for_all(game, partition) or too_many_to_list(game)):
        return leaving_by_totals(game, partition) is None
    return not len(_blocking_masks(game.preferences, partition, concept))
