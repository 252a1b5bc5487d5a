"""The abilities of every kind of client's set: be met by others of its kind, and say why they do not meet."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Self

from incentives.consensus.infeasible_subsets import deletion_filter
from incentives.consensus.points import Point


class ClientSet(ABC):
    """The points that a client accepts, or says that it accepts: frozen, hashable and never empty.

    The methods take sets of the same kind and dimension; the functions of `sets` check that first.
    """

    @property
    @abstractmethod
    def dimension(self) -> int:
        """Number of coordinates of a point."""

    @abstractmethod
    def __contains__(self, point: Any) -> bool:
        """True if the client accepts a point; exact for exact numbers."""

    @abstractmethod
    def meet(self, others: Sequence[Self]) -> Self | None:
        """The points of this set that lie in all others as well, or None if there are none."""

    @abstractmethod
    def common_point(self, others: Sequence[Self]) -> Point | None:
        """A point of this set and all others, always the same one, or None."""

    def holds(self, sets: Sequence[Self]) -> bool:
        """True if every point that lies in all of `sets` lies in this one; `sets` are not empty."""
        shared = sets[0].meet(sets[1:])
        return shared is None or self.meet([shared]) == shared

    def point_or_clash(self, others: Sequence[Self]) -> tuple[Point | None, frozenset[int] | None]:
        """A common point, or positions (this set is 0) of sets that have none already among themselves.

        Here the positions are a minimal choice, found by asking only whether sets meet.
        """
        everybody = (self, *others)
        point = self.common_point(others)
        if point is not None:
            return point, None

        def apart(some: frozenset[int]) -> bool:
            first, *rest = (everybody[i] for i in sorted(some))
            return first.common_point(rest) is None

        return None, deletion_filter(apart, range(len(everybody)))
