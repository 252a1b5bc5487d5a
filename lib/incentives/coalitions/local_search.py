"""One stable partition of many players, found by following deviations and then proved.

Begin somewhere, ask who would leave, let them, ask again. Who would leave is guessed by peeling: from some thousand
coalitions drop whoever gains least, until all who are left gain. That is quick, works in floating point and proves
nothing. Where it finds nobody, `check_large` decides in exact arithmetic, and its "nobody" is the proof. For individual
stability nothing is guessed: a welcome move is found, or excluded, exactly and at once (`single_moves`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import numpy as np

from incentives.coalitions.errors import Coarse
from incentives.coalitions.game import Game, has_one_model
from incentives.coalitions.large_games import check_large
from incentives.coalitions.set_partitions import Partition
from incentives.coalitions.single_moves import single_moves
from incentives.coalitions.stability import check_concept
from incentives.floats import shown
from incentives.numbers import as_count, as_exact

# Deviations that are followed from one beginning before another is tried.
PATIENCE = 150
# Random coalitions of each kind that are peeled, and blocks up to which all pairs of them are.
ROWS = 300
PAIRED = 15


@dataclass(frozen=True)
class Found:
    """The results of `find_stable`.

    Args:
        partition: stable, which is proved; or None, which says nothing about whether there is one.
        steps: how many partitions were asked who would leave them, or move.

    >>> print(Found(None, 7))
    none found in 7 steps
    """

    partition: Partition | None
    steps: int

    def __str__(self) -> str:
        steps = f"{self.steps} step" + "s" * (self.steps != 1)
        return f"none found in {steps}" if self.partition is None else f"stable, proved: {self.partition} ({steps})"


@dataclass(frozen=True, eq=False)
class _Crowd:
    """The players by size, in units of the mean size, as doubles; a coalition is a row of booleans."""

    sizes: np.ndarray
    noise: float

    def terms(self, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """For each coalition u and w: member j expects w - 2 u n_j, less the spread and in its unit."""
        total = np.maximum(rows @ self.sizes, self.sizes[0])
        return 1 / total, (self.noise * total + rows @ self.sizes**2) / total**2

    def errors(self, blocks: np.ndarray) -> np.ndarray:
        """The error that each player expects in its block, shape (players,)."""
        u, w = self.terms(blocks)
        home = blocks.argmax(axis=0)
        return w[home] - 2 * u[home] * self.sizes

    def peel(self, rows: np.ndarray, present: np.ndarray) -> np.ndarray:
        """Those of the coalitions of which something is left once nobody is in them who does not gain."""
        # Smaller gains than this may be rounding; what is missed so is left to the exact check.
        least = 1e-11 * (1 + self.noise / self.sizes[0])
        rows = rows.copy()
        while len(rows):
            u, w = self.terms(rows)
            loss = np.where(rows, w[:, None] - 2 * u[:, None] * self.sizes - present, -np.inf)
            worst = loss.argmax(axis=1)
            unwilling = np.flatnonzero(loss[np.arange(len(rows)), worst] >= -least)
            if not len(unwilling):
                break
            rows[unwilling, worst[unwilling]] = False
            rows = rows[rows.any(axis=1)]
        return rows


def _guesses(blocks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Coalitions to peel: players alone, blocks with a newcomer, two blocks, ranges of sizes, and random ones."""
    players = blocks.shape[1]
    alone, smallest = np.eye(players, dtype=bool), np.tri(players, dtype=bool)
    joined = (blocks[:, None, :] | alone).reshape(-1, players)
    pairs = (blocks[:, None, :] | blocks).reshape(-1, players) if len(blocks) <= PAIRED else blocks

    def some() -> np.ndarray:
        return rng.random((ROWS, players)) < rng.random((ROWS, 1))

    def any_block() -> np.ndarray:
        return blocks[rng.integers(len(blocks), size=ROWS)]

    between = smallest[rng.integers(players, size=ROWS)] & ~smallest[rng.integers(players, size=ROWS)]
    return np.concatenate((alone, joined, pairs, smallest, (any_block() & some()) | any_block(), some(), between))


def _beginnings(crowd: _Crowd, rng: np.random.Generator) -> Iterator[np.ndarray]:
    """Everybody together; the smallest pooled as long as the largest of them stays; everybody alone; then at random."""
    players = len(crowd.sizes)
    alone, smallest = np.eye(players, dtype=bool), np.tri(players, dtype=bool)
    yield smallest[-1:]
    u, w = crowd.terms(smallest)
    stays = w - 2 * u * crowd.sizes <= crowd.noise / crowd.sizes - 1
    most = int(np.flatnonzero(stays).max(initial=0))
    yield np.concatenate((smallest[most : most + 1], alone[most + 1 :]))
    yield alone
    while True:
        labels = rng.integers(rng.integers(1, players + 1), size=players)
        yield labels == np.unique(labels)[:, None]


def find_stable(
    game: Game, *, concept: Literal["core", "individual"] = "core", steps: int = 1000, seed: int = 0
) -> Found:
    """One stable partition of a game with many players, which is then proved; or none found.

    Args:
        game: a `Game` under one common model, "uniform" or `Coarse(weight)`, with any number of players. What the proof
            of core stability costs depends on the total of the sizes in units of their common divisor; see
            `check_large`.
        concept: "core" or "individual"; see `stability`. A step of the second is one welcome move.
        steps: how many partitions are asked who would leave them, or move, >= 1.
        seed: of the random choices, >= 0; the same seed gives the same answer.

    Returns:
        A `Found`. Its partition is stable without doubt, ties included. If there is none, nothing is claimed: an empty
        core looks like bad luck. All of 75 random games of 40 players and 75 of 100, with sizes to about 1000, were
        solved under both concepts, in at most 61 steps in the core and 146 welcome moves.

    Raises:
        ValueError: another game, federation or concept, no count of steps, no seed, or a proof that would take minutes.

    >>> print(find_stable(Game([5, 5, 25], noise=10, spread=1)))
    stable, proved: 0,1 | 2 (2 steps)
    >>> print(find_stable(Game([1, 3, 3, 3, 62], noise=11, spread=1), steps=50))
    none found in 50 steps
    >>> print(find_stable(Game([1, 3, 3, 3, 62], noise=11, spread=1), concept="individual"))
    stable, proved: 0,4 | 1,2,3 (3 steps)
    """
    if not has_one_model(game):
        raise ValueError(f"game must be a Game whose federation is 'uniform' or Coarse(weight); got {shown(game)}")
    check_concept(concept, ("core", "individual"))
    steps, seed = as_count("steps", steps, least=1), as_count("seed", seed)
    order = sorted(range(game.players), key=game.sizes.__getitem__)
    unit = sum(game.sizes) / game.players
    federation: Literal["uniform"] | Coarse = "uniform"
    weight = Fraction(0)
    if isinstance(game.federation, Coarse):
        federation, weight = game.federation, as_exact("weight", game.federation.weight)
    if weight == 1:  # nobody's model depends on the others
        return Found(Partition.grand(game.players), 1)
    noise = game.noise / game.spread / unit * (1 + weight) / (1 - weight)
    crowd = _Crowd(np.array([float(game.sizes[j] / unit) for j in order]), float(noise))
    rng = np.random.default_rng(seed)
    asked = 0
    for blocks in _beginnings(crowd, rng):
        for _ in range(PATIENCE):
            if asked == steps:
                return Found(None, steps)
            asked += 1
            partition = Partition([[order[k] for k in np.flatnonzero(row)] for row in blocks])
            formed: frozenset[int] | None
            if concept == "individual":
                moves = single_moves(game, partition, concept, players=rng.permutation(game.players).tolist())
                formed = next((joined for _, joined in moves), None)
            elif len(leaving := crowd.peel(_guesses(blocks, rng), crowd.errors(blocks))):
                formed = frozenset(order[k] for k in np.flatnonzero(leaving[rng.integers(len(leaving))]))
            else:
                move = check_large(game.sizes, partition, noise=game.noise, spread=game.spread, federation=federation)
                formed = None if move is None else move.who
            if formed is None:
                return Found(partition, asked)
            coalition = np.array([j in formed for j in order])
            rest = blocks & ~coalition
            blocks = np.concatenate((rest[rest.any(axis=1)], coalition[None]))
    raise AssertionError("there is always another beginning")
