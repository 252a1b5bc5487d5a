"""Who would rather do otherwise, what they would do, and what they would gain."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from incentives.numbers import Real


def braces(players: Iterable[int]) -> str:
    """The players in order, in braces: `{0, 2}`."""
    return "{" + ", ".join(str(player) for player in sorted(players)) + "}"


@dataclass(frozen=True)
class Deviation:
    """The witness that an outcome is not stable.

    Args:
        who: the players who act, together if there are several; not empty.
        instead: what they do: the coalition they would be in, or a report or an action in words.
        gains: how much each of them gains, exact, in the unit of the game (error saved, money, ...);
            it may also name others who are affected, such as those who welcome a newcomer.

    >>> print(Deviation(who={0, 1}, instead={0, 1}, gains={0: Fraction(1, 2), 1: Fraction(1, 4)}))
    0 and 1 form {0, 1}; gains: 0: 1/2, 1: 1/4
    >>> print(Deviation(who={2}, instead={0, 1, 2}, gains={2: Fraction(1, 3)}))
    2 joins {0, 1}; gains: 2: 1/3
    >>> print(Deviation(who={2}, instead="reports 3 instead of 5", gains={2: 1}))
    2 reports 3 instead of 5; gains: 2: 1
    """

    who: frozenset[int]
    instead: frozenset[int] | str
    gains: Mapping[int, Fraction]

    if TYPE_CHECKING:  # what may be given; what is kept stands above

        def __init__(
            self, who: Iterable[int], instead: Iterable[int] | str, gains: Mapping[int, Real], **more: object
        ) -> None: ...

    def __post_init__(self) -> None:
        object.__setattr__(self, "who", frozenset(self.who))
        if not isinstance(self.instead, str):
            object.__setattr__(self, "instead", frozenset(self.instead))
        if not self.who:
            raise ValueError("who must name at least one player; got nobody")
        missing = self.who - self.gains.keys()
        if missing:
            raise ValueError(f"gains must name everybody in who; {braces(missing)} missing")
        # A read-only view keeps the frozen value frozen.
        object.__setattr__(self, "gains", MappingProxyType(dict(sorted(self.gains.items()))))

    def __hash__(self) -> int:
        return hash((self.who, self.instead))

    def __str__(self) -> str:
        return self.told()

    def told(self, names: Sequence[str] | None = None) -> str:
        """The deviation in words, with the names of the players in place of their numbers where they are given.

        >>> move = Deviation(who={2}, instead={0, 1, 2}, gains={2: Fraction(1, 3)})
        >>> move.told(["Ann", "Bob", "Cy"])
        'Cy joins {Ann, Bob}; gains: Cy: 1/3'
        """

        def called(players: Iterable[int]) -> list[str]:
            return [str(player) if names is None else names[player] for player in sorted(players)]

        *first, last = called(self.who)
        actors = f"{', '.join(first)} and {last}" if first else last
        if isinstance(self.instead, str):
            action = self.instead
        elif self.instead == self.who:
            action = f"form {{{', '.join(called(self.who))}}}" if first else "goes alone"
        else:
            action = f"join{'' if first else 's'} {{{', '.join(called(self.instead - self.who))}}}"
        gains = ", ".join(f"{called([player])[0]}: {gain}" for player, gain in self.gains.items())
        return f"{actors} {action}; gains: {gains}"
