"""Who would rather contribute less, or report more?

A rule turns contributions into accuracies. Two questions are asked of it, one client at a time, by trying every
alternative on a list, with exact numbers:

- effort: client i could contribute up to its ability, the accuracy that it reaches alone. Contributing x costs it
  effort * x, and in the end it uses the better of what it is given and what it has: max(ability, level) - effort x.
- report: nothing is measured and talk is free. Client i says r and values the level that it is given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from incentives.deviations import Deviation
from incentives.numbers import as_index, is_exact
from incentives.rewards.allocation import allocate
from incentives.rewards.costs import Cost

Rule = Callable[[Sequence[Fraction]], Sequence[Fraction]]


@dataclass(frozen=True)
class EqualGains:
    """Everybody gains what the top contributor gains: a_i = c_i + h - max c, lifted to the floor.

    Args:
        best: h, or a function of the contributions that answers it: then more contributions grow the best model.
        floor: least level that anybody is given.

    >>> [str(a) for a in EqualGains(Fraction(9, 10))([Fraction(1, 2), Fraction(7, 10)])]
    ['7/10', '9/10']
    """

    best: Any
    floor: Fraction = Fraction(0)

    def __call__(self, contributions: Sequence[Fraction]) -> tuple[Fraction, ...]:
        contributions = _row("contributions", contributions)
        (h,) = _row("best", [self.best(contributions) if callable(self.best) else self.best])
        shift = h - max(contributions)
        return tuple(max(self.floor, c + shift) for c in contributions)


@dataclass(frozen=True)
class FixedGain:
    """Everybody gains the same announced amount: a_i = c_i + gain, whatever the others do, up to the best level.

    >>> [str(a) for a in FixedGain(Fraction(1, 10), Fraction(9, 10))([Fraction(1, 2), Fraction(7, 10)])]
    ['3/5', '4/5']
    """

    gain: Fraction
    best: Fraction

    def __call__(self, contributions: Sequence[Fraction]) -> tuple[Fraction, ...]:
        (gain, best), contributions = (
            _row("gain and best", [self.gain, self.best]),
            _row("contributions", contributions),
        )
        return tuple(min(best, c + gain) for c in contributions)


@dataclass(frozen=True)
class FromMenu:
    """The least-cost allocation from a finite menu of levels.

    >>> F = Fraction
    >>> [str(a) for a in FromMenu((F(6, 10), F(7, 10), F(95, 100)))([F(5, 10), F(6, 10)])]
    ['3/5', '7/10']
    """

    menu: tuple[Fraction, ...]
    cost: str | Cost = "ratio"

    def __call__(self, contributions: Sequence[Fraction]) -> tuple[Fraction, ...]:
        return allocate(list(contributions), list(self.menu), cost=self.cost).levels


def _row(name: str, values: Iterable[Any]) -> tuple[Fraction, ...]:
    row = list(values)
    if not row or not is_exact(row):
        raise ValueError(f"{name} must be ints and Fractions, at least one; got {row!r}")
    return tuple(map(Fraction, row))


def _with(row: tuple[Fraction, ...], who: int, value: Fraction) -> tuple[Fraction, ...]:
    return (*row[:who], value, *row[who + 1 :])


def _levels(rule: Rule, contributions: tuple[Fraction, ...]) -> list[Fraction]:
    """The levels that a rule gives, one per client."""
    levels = _row("levels of the rule", rule(contributions))
    if len(levels) != len(contributions):
        raise ValueError(f"rule must give one level per client, {len(contributions)} of them; got {len(levels)}")
    return list(levels)


def _welfare(rule: Rule, abilities: tuple, contributions: tuple, effort: Fraction) -> list[Fraction]:
    levels = _levels(rule, contributions)
    return [max(own, a) - effort * x for own, a, x in zip(abilities, levels, contributions, strict=True)]


def _best(
    who: int, now: list[Fraction], tries: Iterable[tuple[Fraction, list[Fraction]]], verb: str, at: Fraction
) -> Deviation | None:
    """The alternative with the largest gain for `who`, the smallest such number; None if nothing gains."""
    found = max(((then[who] - now[who], -value, then) for value, then in tries), default=None, key=lambda t: t[:2])
    if found is None or found[0] <= 0:
        return None
    gains = {j: b - a for j, (a, b) in enumerate(zip(now, found[2], strict=True)) if j == who or a != b}
    return Deviation(who={who}, instead=f"{verb} {-found[1]} instead of {at}", gains=gains)


def best_contribution(
    rule: Rule,
    abilities: Sequence[Any],
    options: Iterable[Any],
    *,
    who: int,
    effort: Any = 0,
    contributions: Sequence[Any] | None = None,
) -> Deviation | None:
    """The contribution that client `who` prefers to its own, if any.

    Args:
        rule: contributions to levels.
        abilities: accuracy that each client reaches alone, exact, shape (clients,).
        options: contributions to try; those above the client's ability are left out.
        who: the client.
        effort: what one unit of contribution costs, in units of accuracy, at least 0.
        contributions: what everybody contributes now; their abilities unless told.

    Returns:
        A `Deviation` with the largest gain (and who else gains or loses by it), or None.

    Raises:
        ValueError: floats, no such client, negative effort, or somebody above its ability.

    >>> F = Fraction
    >>> print(best_contribution(EqualGains(F(9, 10)), [F(4, 10), F(7, 10)], [F(i, 10) for i in range(8)],
    ...                         who=1, effort=F(1, 4)))
    1 contributes 2/5 instead of 7/10; gains: 0: 3/10, 1: 3/40
    """
    able = _row("abilities", abilities)
    given = able if contributions is None else _row("contributions", contributions)
    (price,) = _row("effort", [effort])
    who = as_index("who", who, len(able))
    if price < 0:
        raise ValueError(f"effort must be at least 0, got {effort!r}")
    if len(given) != len(able) or any(x > own for x, own in zip(given, able, strict=True)):
        raise ValueError("contributions must be one per client, none above its ability")
    tries = (
        (x, _welfare(rule, able, _with(given, who, x), price))
        for x in _row("options", options)
        if x <= able[who] and x != given[who]
    )
    return _best(who, _welfare(rule, able, given, price), tries, "contributes", given[who])


def best_report(rule: Rule, contributions: Sequence[Any], options: Iterable[Any], *, who: int) -> Deviation | None:
    """The contribution that client `who` would rather claim, if saying is enough.

    Args:
        rule: reports to levels.
        contributions: what everybody reports now, exact, shape (clients,).
        options: reports to try.
        who: the client.

    Returns:
        A `Deviation` with the largest gain in level, or None.

    >>> F = Fraction
    >>> print(best_report(EqualGains(F(9, 10)), [F(4, 10), F(7, 10)], [F(i, 10) for i in range(8)], who=0))
    0 reports 7/10 instead of 2/5; gains: 0: 3/10
    """
    said = _row("contributions", contributions)
    who = as_index("who", who, len(said))
    tries = ((r, _levels(rule, _with(said, who, r))) for r in _row("options", options) if r != said[who])
    return _best(who, _levels(rule, said), tries, "reports", said[who])


def contribution_deviation(
    rule: Rule, abilities: Sequence[Any], options: Iterable[Any], *, effort: Any = 0, **now: Any
) -> Deviation | None:
    """The first client that would rather contribute something else, or None: then nobody moves alone.

    Arguments as for `best_contribution`.
    """
    tried, able = list(options), _row("abilities", abilities)
    found = (best_contribution(rule, able, tried, who=i, effort=effort, **now) for i in range(len(able)))
    return next((deviation for deviation in found if deviation), None)


def contribution_equilibria(
    rule: Rule, abilities: Sequence[Any], options: Iterable[Any], *, effort: Any = 0
) -> list[tuple[Fraction, ...]]:
    """All profiles of contributions on the list from which nobody moves alone, in increasing order.

    Every profile is tried, so the time is exponential in the number of clients.

    >>> [[str(x) for x in p] for p in contribution_equilibria(EqualGains(9), [1, 3], range(4), effort=Fraction(1, 2))]
    [['0', '0'], ['1', '1']]
    """
    able, tried = _row("abilities", abilities), sorted(_row("options", options))
    profiles = product(*([x for x in tried if x <= own] for own in able))
    return [p for p in profiles if not contribution_deviation(rule, able, tried, effort=effort, contributions=p)]
