"""All noise levels at once: where a partition is stable, and where no partition is.

Under uniform federation a member of a coalition with N samples in all and S the sum of its squared sizes expects

    err = noise / N + spread * (S / N**2 + 1 - 2 * size / N),

which is linear in the noise. So the gain from any change is linear in the ratio r = noise / spread; it is positive
on a half-line that ends at a rational number, and a deviation pays on an interval. The ratios at which a partition
is blocked are a union of such intervals, and the ratios at which *every* partition is blocked are the intersection
of those unions. No ratio is sampled and nothing is rounded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import chain, combinations
from numbers import Rational

from incentives.coalitions.set_partitions import Partition, partitions
from incentives_book.coalitions.can_the_core_be_empty.intervals import (
    END,
    EVERYWHERE,
    START,
    Interval,
    Piece,
    complement,
    intersection,
    meet,
    to_intervals,
    union,
    where,
)

CONCEPTS = ("core", "strict-core", "individual", "nash")


class _Sweep:
    """One tuple of sizes, and for each deviation the ratios at which it pays."""

    def __init__(self, sizes: Sequence[Rational]) -> None:
        if isinstance(sizes, (set, frozenset)):
            raise ValueError(f"sizes must be a list, because a set keeps no order and no size twice; got {sizes!r}")
        sizes = tuple(sizes)
        good = all(isinstance(n, Rational) and not isinstance(n, bool) and n > 0 for n in sizes)
        if not sizes or not good:
            raise ValueError(f"sizes must be a non-empty sequence of positive ints or Fractions, got {sizes!r}")
        self.sizes = tuple(Fraction(n) for n in sizes)
        self._terms: dict[frozenset[int], tuple[Fraction, Fraction]] = {}

    def _term(self, coalition: frozenset[int]) -> tuple[Fraction, Fraction]:
        """1 / N and S / N**2: nothing else about a coalition matters."""
        if coalition not in self._terms:
            total = sum(self.sizes[i] for i in coalition)
            squares = sum(self.sizes[i] ** 2 for i in coalition)
            self._terms[coalition] = (1 / total, squares / total**2)
        return self._terms[coalition]

    def gain(self, player: int, now: frozenset[int], then: frozenset[int]) -> tuple[Fraction, Fraction]:
        """(slope, shift) of what `player` gains by exchanging `now` for `then`, in units of the spread."""
        share_now, squares_now = self._term(now)
        share_then, squares_then = self._term(then)
        slope = share_now - share_then
        return slope, squares_now - squares_then - 2 * self.sizes[player] * slope

    def _coalition(self, partition: Partition, who: frozenset[int], *, strict: bool) -> Iterator[Piece]:
        """Ratios at which `who` block: all gain (`strict`), or none loses and one gains."""
        gains = [self.gain(player, partition.block_of(player), who) for player in who]
        piece: Piece | None = EVERYWHERE
        for slope, shift in gains:
            piece = meet(piece, where(slope, shift, strict=strict))
            if piece is None:
                return
        if strict:
            yield piece
            return
        # Nobody loses on `piece`. Nobody gains either where all gains are zero: nowhere, everywhere, or at one ratio.
        zeros = {-shift / slope if slope else None for slope, shift in gains if slope or shift}
        if len(zeros) == 1 and None not in zeros:
            root = zeros.pop()
            sides = ((START, (root, -1)), ((root, +1), END))
            yield from (shared for side in sides if side[0] < side[1] and (shared := meet(piece, side)))
        elif zeros:
            yield piece

    def _move(self, player: int, now: frozenset[int], host: frozenset[int], *, veto: bool) -> Piece | None:
        """Ratios at which `player` gains by joining `host` and, where the hosts have a `veto`, none loses."""
        then = host | {player}
        piece = where(*self.gain(player, now, then), strict=True)
        for member in host if veto else ():
            piece = meet(piece, where(*self.gain(member, host, then), strict=False))
        return piece

    def blocked(self, partition: Partition, concept: str) -> list[Piece]:
        """Ratios at which some deviation from `partition` pays."""
        blocks = partition.coalitions
        if concept in ("core", "strict-core"):
            players = range(len(self.sizes))
            coalitions = chain.from_iterable(combinations(players, k + 1) for k in players)
            return union(
                piece
                for who in map(frozenset, coalitions)
                if who not in blocks
                for piece in self._coalition(partition, who, strict=concept == "core")
            )
        moves = (
            self._move(player, now, host, veto=concept == "individual")
            for now in blocks
            for player in now
            for host in (*blocks, frozenset())
            # Staying, and exchanging loneliness for loneliness, are no moves.
            if host != now and (host or len(now) > 1)
        )
        return union(piece for piece in moves if piece)


def _check_concept(concept: str) -> None:
    if concept not in CONCEPTS:
        raise ValueError(f"concept must be one of {', '.join(CONCEPTS)}; got {concept!r}")


def stable_ratios(sizes: Sequence[Rational], partition: Partition, *, concept: str = "core") -> tuple[Interval, ...]:
    """Every ratio noise / spread at which one partition is stable under uniform federation.

    Args:
        sizes: samples of each player, positive ints or Fractions.
        partition: of the players 0 to len(sizes) - 1.
        concept: "core", "strict-core", "individual" or "nash".

    Returns:
        Disjoint intervals in increasing order, with exact ends.

    Raises:
        ValueError: bad sizes, an unknown concept, or a partition of other players.

    Reference:
        Ours; the error is Corollary 4.3 of Donahue and Kleinberg (2021).

    >>> [str(stretch) for stretch in stable_ratios([5, 5], Partition([[0, 1]]))]
    ['[5, oo)']
    """
    _check_concept(concept)
    sweep = _Sweep(sizes)
    if sum(map(len, partition.coalitions)) != len(sweep.sizes):
        raise ValueError(f"partition must be of the {len(sweep.sizes)} players in sizes, got {partition}")
    return to_intervals(complement(sweep.blocked(partition, concept)))


def empty_ratios(sizes: Sequence[Rational], *, concept: str = "core") -> tuple[Interval, ...]:
    """Every ratio noise / spread at which *no* partition is stable under uniform federation.

    Args:
        sizes: samples of each player, positive ints or Fractions.
        concept: "core", "strict-core", "individual" or "nash".

    Returns:
        Disjoint intervals in increasing order, with exact ends; none where some partition is always stable.

    Raises:
        ValueError: bad sizes or an unknown concept.

    Reference:
        Ours.

    >>> [str(stretch) for stretch in empty_ratios([1, 3, 3, 3, 62])]
    ['(1259/115, 496/45)']
    >>> empty_ratios([1, 3, 7])
    ()
    """
    _check_concept(concept)
    sweep = _Sweep(sizes)
    players = len(sweep.sizes)
    left: list[Piece] = [EVERYWHERE]
    # Few blocks or many blocks first: those are stable on long stretches, so that little is left early on.
    for partition in sorted(partitions(players), key=lambda p: min(len(p.coalitions) - 1, players - len(p.coalitions))):
        left = intersection(left, sweep.blocked(partition, concept))
        if not left:
            break
    return to_intervals(left)
