"""The total that everybody expects, the best partition, and what stability costs.

A partition's total is the sum over players of size times error: every sample counts once, so a large player counts for
more. In a `HedonicGame`, whose players have no sizes, everybody counts once.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from incentives.coalitions.game import Game, HedonicGame, has_one_model
from incentives.coalitions.search import stable_partitions
from incentives.coalitions.set_partitions import Partition
from incentives.coalitions.stability import Concept

# The dynamic programme visits 3**players / 2 pairs of coalitions, in exact integers.
MOST_PLAYERS = 14


def weights_of(game: Game | HedonicGame) -> Sequence[Fraction]:
    """The weight of a player's error in a total: its size, in a `HedonicGame` 1."""
    return game.sizes if isinstance(game, Game) else (Fraction(1),) * game.players


def total_error(game: Game | HedonicGame, partition: Partition) -> Fraction:
    """Sum over players of size times expected error, exact; of a `HedonicGame` the sum of the costs.

    Under uniform federation a coalition with N samples and sum of squared sizes S contributes noise + spread (N - S/N):
    every coalition pays `noise` once, so merging saves, and its members' differences cost the rest.

    >>> total_error(Game([1, 8, 15], noise=10, spread=1), Partition.parse("0,1 | 2"))
    Fraction(196, 9)
    """
    table = game.error_table(partition)
    return sum((size * error for size, error in zip(weights_of(game), table, strict=True)), Fraction(0))


def _smallest_together(game: Game) -> Partition:
    """The best partition under uniform federation: the k smallest players together, the others alone, for the best k.

    Of any two coalitions let the largest player of both be alone and the rest join: the number of fees stays and the
    total does not rise. Repeating this ends with one coalition of the smallest and the others alone.
    """
    order = sorted(range(game.players), key=lambda player: game.sizes[player])
    choices = (Partition((order[:k], *([player] for player in order[k:]))) for k in range(game.players, 0, -1))
    return min(choices, key=lambda partition: total_error(game, partition))


def coalition_costs(game: Game | HedonicGame) -> list[Fraction]:
    """The cost of every coalition by itself: sum of size times error, of a `HedonicGame` of the costs.

    Args:
        game: at most 14 players.

    Returns:
        2**players numbers; player k is in the coalitions whose number has bit k, and number 0 is nobody.

    Raises:
        ValueError: too many players.

    >>> [str(cost) for cost in coalition_costs(HedonicGame(2, lambda player, coalition: 3 - len(coalition)))]
    ['0', '2', '2', '2']
    """
    if game.players > MOST_PLAYERS:
        raise ValueError(f"game must have at most {MOST_PLAYERS} players to compare all coalitions, got {game.players}")
    weights = weights_of(game)
    costs = [Fraction(0)]
    for mask in range(1, 2**game.players):
        errors = game.errors([k for k in range(game.players) if mask >> k & 1])
        costs.append(sum((weights[k] * error for k, error in errors.items()), Fraction(0)))
    return costs


def cheapest_splits(costs: Sequence[Fraction]) -> tuple[list[Fraction], list[int]]:
    """The cost of every set of players that splits up as cheaply as it can, and the first coalition of such a split.

    Args:
        costs: as `coalition_costs` gives them.

    Returns:
        For each set, numbered as in `costs`, the cost of its cheapest partition, and the number of the coalition that
        its lowest player is in there; of equally cheap ones the largest number, so that ties prefer company.

    >>> splits, first = cheapest_splits([Fraction(c) for c in (0, 2, 2, 3, 2, 3, 3, 7)])
    >>> str(splits[7]), first[7], first[6]  # {0, 2} and 1
    ('5', 5, 6)
    """
    # On one common denominator the sums below are sums of whole numbers.
    scale = math.lcm(*(cost.denominator for cost in costs))
    whole = np.array([int(cost * scale) for cost in costs], dtype=object)
    best, first = np.zeros(len(costs), dtype=object), [0] * len(costs)
    for mask in range(1, len(costs)):
        # The block of the lowest player of `mask`: that player with any subset of the others.
        lowest = mask & -mask
        others = [0]
        for bit in range(mask.bit_length()):
            if mask >> bit & 1 and 1 << bit != lowest:
                others += [other | 1 << bit for other in others]
        blocks = np.array(others) | lowest
        sums = whole[blocks] + best[mask ^ blocks]
        place = len(sums) - 1 - int(np.argmin(sums[::-1]))
        best[mask], first[mask] = sums[place], int(blocks[place])
    return [Fraction(total, scale) for total in best], first


def best_partition(game: Game | HedonicGame) -> Partition:
    """A partition with the smallest total error; of equally good ones, one with larger coalitions.

    Under uniform federation (also with one fixed weight for all) there are as many candidates as players; otherwise
    exact dynamic programming over sets of players.

    Args:
        game: at most 14 players, any number under uniform federation.

    Raises:
        ValueError: there are more.

    >>> print(best_partition(Game([3, 5, 40, 7], noise=10, spread=1)))
    0,1,3 | 2
    """
    if has_one_model(game):
        return _smallest_together(game)
    return _by_dynamic_programming(game)


def _by_dynamic_programming(game: Game | HedonicGame) -> Partition:
    if game.players > MOST_PLAYERS:
        raise ValueError(
            f"best_partition needs at most {MOST_PLAYERS} players unless federation is uniform; got {game.players}"
        )
    _, first = cheapest_splits(coalition_costs(game))
    blocks, left = [], (1 << game.players) - 1
    while left:
        blocks.append([k for k in range(game.players) if first[left] >> k & 1])
        left ^= first[left]
    return Partition(blocks)


def price_of(game: Game | HedonicGame, stable: Sequence[Partition], best: Partition) -> Fraction | None:
    """The smallest total error among `stable` over that of `best`; None if nothing is stable.

    Raises:
        ValueError: the best total is not positive, as costs of one's own may be: then a ratio says nothing.

    >>> game = Game([5, 5, 25], noise=10, spread=1)
    >>> price_of(game, [Partition.singles(3)], best_partition(game))
    Fraction(6, 5)
    """
    if not stable:
        return None
    least = total_error(game, best)
    if least <= 0:
        raise ValueError(f"the total of the best partition must be > 0 for a ratio; got {least} for {best}")
    return min(total_error(game, partition) for partition in stable) / least


def price_of_stability(game: Game | HedonicGame, *, concept: Concept = "core") -> Fraction | None:
    """Total error of the best stable partition over that of the best partition; None if no partition is stable.

    Raises:
        ValueError: the concept is unknown, there are too many players, or the best total is not positive.

    >>> price_of_stability(Game([5, 5, 5], noise=10, spread=1))
    Fraction(1, 1)
    """
    stable = stable_partitions(game, concept=concept)
    return price_of(game, stable, best_partition(game)) if stable else None
