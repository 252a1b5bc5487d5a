"""Who would rather misreport? A search over reports that returns the one that pays most, or None.

A rule turns reports into an outcome; a utility says what a client makes of an outcome. In finite worlds every
non-empty set is tried, so None is a proof. On the line the reports with ends at, between and beyond the true ends
are tried: enough for rules that look only at how ends are ordered, a lower bound for the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, combinations_with_replacement, pairwise, product
from numbers import Integral
from typing import Any

from incentives.consensus.sets import ClientSet, FiniteSet, Interval, as_sets
from incentives.deviations import Deviation
from incentives.lists import as_list, as_members
from incentives.numbers import as_index
from incentives.reading import as_function

Rule = Callable[[Sequence[ClientSet]], Any]
Utility = Callable[[int, Any], Any]

_MOST_POINTS = 12


def candidate_reports(truths: Sequence[ClientSet]) -> list[ClientSet]:
    """The reports to try: every non-empty set of a finite world; on the line, intervals between critical places.

    Critical places are the true ends, a place between any two neighbouring ones, and one beyond each side.

    Raises:
        ValueError: more than 12 points, or neither finite sets nor bounded intervals.

    >>> [str(report) for report in candidate_reports([FiniteSet({0, 1})])]
    ['{0}', '{1}', '{0, 1}']
    """
    finite = [s for s in truths if isinstance(s, FiniteSet)]
    intervals = [s for s in truths if isinstance(s, Interval)]
    if truths and len(finite) == len(truths):
        points = list(FiniteSet(frozenset(x for s in finite for x in s)))
        if len(points) > _MOST_POINTS:
            raise ValueError(f"truths must have at most {_MOST_POINTS} points together, got {len(points)}")
        sizes = range(1, len(points) + 1)
        return [FiniteSet(frozenset(some)) for size in sizes for some in combinations(points, size)]
    if truths and len(intervals) == len(truths):
        ends = sorted({end for s in intervals for end in (s.low, s.high) if end is not None})
        if ends:
            between = [(a + b) / 2 for a, b in pairwise(ends)]
            places = sorted({ends[0] - 1, *ends, *between, ends[-1] + 1})
            return [Interval(a, b) for a, b in combinations_with_replacement(places, 2)]
    raise ValueError(f"truths must all be finite sets or all intervals with some end, got {truths!r}")


def best_misreport(
    rule: Rule,
    truths: Sequence[ClientSet],
    *,
    who: int | Iterable[int],
    utility: Utility,
    reports: Iterable[ClientSet] | None = None,
) -> Deviation | None:
    """The joint report of `who` from which each of them gains, and the least of them most; None if there is none.

    Args:
        rule: outcome of a list of reports; it may return None.
        truths: the true sets, which everybody else reports.
        who: one client or several.
        utility: `utility(client, outcome)`, exact numbers or plus and minus infinity.
        reports: what each of them may report; `candidate_reports(truths)` if left out.

    Raises:
        ValueError: `who` names nobody or somebody who is not there.

    >>> truths = [FiniteSet({0, 1})] * 2
    >>> first_common = lambda sets: min(sets[0].points & sets[1].points, default=None)
    >>> print(best_misreport(first_common, truths, who=1, utility=lambda m, x: -1 if x is None else x))
    1 reports {1} instead of {0, 1}; gains: 1: 1
    """
    as_function("rule", rule)
    as_function("utility", utility)
    truths = list(as_sets("truths", truths))
    asked = [who] if isinstance(who, Integral) or not isinstance(who, Iterable) else as_members("who", who)
    liars = sorted({as_index("who", client, len(truths)) for client in asked})
    if not liars or not set(liars) <= set(range(len(truths))):
        raise ValueError(f"who must name clients among 0..{len(truths) - 1}, got {who!r}")
    options = list(candidate_reports(truths)) if reports is None else as_list("reports", reports)
    honest = rule(truths)
    before = {m: utility(m, honest) for m in liars}
    best, best_gains = None, {}
    best_lies: tuple[ClientSet, ...] = ()
    for lies in product(options, repeat=len(liars)):
        made = list(truths)
        for m, lie in zip(liars, lies, strict=True):
            made[m] = lie
        outcome = rule(made)
        after = {m: utility(m, outcome) for m in liars}
        # Two equal infinities are no gain, and their difference is no number.
        if all(after[m] > before[m] for m in liars):
            gains = {m: after[m] - before[m] for m in liars}
            if best is None or min(gains.values()) > best:
                best, best_gains, best_lies = min(gains.values()), gains, lies
    if best is None:
        return None
    verb = "reports" if len(liars) == 1 else "report"
    told = " and ".join(map(str, best_lies))
    true = " and ".join(str(truths[m]) for m in liars)
    return Deviation(who=liars, instead=f"{verb} {told} instead of {true}", gains=best_gains)
