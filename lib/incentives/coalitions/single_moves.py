"""Who would move alone, for any number of players: blocks are compared by a few sums over their members.

What a member expects depends on its block through the total N of the sizes and the sum S of their squares, or, with the
best fine weights, through the total of the precisions. So one comparison takes a few operations on whole numbers or
fractions, and ties stay ties. In the host, whoever can be the first to lose is asked:

- Under uniform federation, and with one fixed weight below 1, only the largest member. A member of size n expects
  A(N, S) - 2 spread n / N, times a factor and plus what depends on n alone. A newcomer of size x changes this by
  A(N + x, S + x**2) - A(N, S) + 2 spread n (1/N - 1/(N + x)), which grows with n. So if anybody loses, the largest
  does.
- With the best fine weights nobody. Each newcomer adds precision, and everybody in the block gains.
- Where everybody keeps its own average nobody gains by a move, and nobody is asked.
- With the best coarse weights everybody: neither the largest nor the smallest decides. At noise 21/2 and spread 1 a
  newcomer of size 2000 harms the members of size 10 of the block (10, 10, 12) and not the largest. At noise 1/10 one of
  size 10 harms only the largest of (1, 1, 10).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from incentives.coalitions.errors import Coarse
from incentives.coalitions.game import Game
from incentives.coalitions.set_partitions import Partition
from incentives.numbers import as_exact

Sums = tuple[Any, ...]


@dataclass(frozen=True)
class _Judge:
    """Each player's part in the sums of its block, how it likes a block with such sums, and who may refuse.

    Args:
        adds: for each player what it adds to each sum.
        level: of a player in a block with these sums, itself included: lower is better, equal is a tie.
        asked: of the members of a host, those of whom one loses if anybody does.
    """

    adds: list[Sums]
    level: Callable[[int, Sums], Any]
    asked: Callable[[Collection[int]], Collection[int]]


def _judge(game: Game) -> _Judge:
    """The comparisons of a game whose federation has a name."""
    federation = game.federation
    ratio = game.noise / game.spread
    if isinstance(federation, Coarse):
        weight = as_exact("weight", federation.weight)
        # The same preferences as under uniform federation with more noise, or as with local averages; see Game.
        federation = "uniform" if weight < 1 else "local"
        ratio = ratio * (1 + weight) / (1 - weight) if weight < 1 else ratio
    sizes = game.sizes
    squares = [(n, n * n) for n in sizes]

    def together(player: int, sums: Sums) -> Fraction:
        N, S = sums
        return ratio / N + S / N**2 - 2 * sizes[player] / N

    def mixed(player: int, sums: Sums) -> tuple[bool, Fraction]:
        N, S = (total - own for total, own in zip(sums, squares[player], strict=True))
        return (True, Fraction(0)) if N == 0 else (False, ratio / N + S / N**2)

    if federation == "uniform":
        return _Judge(squares, together, lambda host: [max(host, key=sizes.__getitem__)] if host else ())
    if federation == "coarse":
        return _Judge(squares, mixed, lambda host: host)
    if federation == "fine":
        precisions = [1 / (game.spread + game.noise / n) for n in sizes]
        return _Judge([(t,) for t in precisions], lambda player, sums: precisions[player] - sums[0], lambda host: ())
    return _Judge([()] * game.players, lambda player, sums: 0, lambda host: ())


def single_moves(
    game: Game, partition: Partition, concept: str, *, players: Sequence[int] | None = None
) -> Iterator[tuple[int, frozenset[int]]]:
    """Each player who gains by moving alone, with the coalition that it would be in.

    Args:
        game: with a federation that has a name, or `Coarse(weight)`; any number of players.
        partition: of the players.
        concept: "individual" (nobody in the coalition that is joined may lose) or "nash" (they are not asked).
        players: whose moves are listed, in this order; by default all by number.

    >>> list(single_moves(Game([5, 5, 25], noise=10, spread=1), Partition.grand(3), "individual"))
    [(2, frozenset({2}))]
    """
    judge = _judge(game)

    def joined(sums: Sums, player: int) -> Sums:
        return tuple(total + own for total, own in zip(sums, judge.adds[player], strict=True))

    hosts: list[tuple[frozenset[int], Sums]] = []
    now: dict[int, Any] = {}
    for host in (*partition, frozenset[int]()):
        sums = (Fraction(0),) * len(judge.adds[0])
        for player in host:
            sums = joined(sums, player)
        hosts.append((host, sums))
        now |= {player: judge.level(player, sums) for player in host}
    for player in range(game.players) if players is None else players:
        for host, sums in hosts:
            if player in host:
                continue
            after = joined(sums, player)
            if judge.level(player, after) < now[player] and (
                concept == "nash" or all(judge.level(other, after) <= now[other] for other in judge.asked(host))
            ):
                yield player, host | {player}
