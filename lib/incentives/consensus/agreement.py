"""Definition 3 decided: does some client gain by a report that moves the outcome out of W?

An outcome is a point, or None where the mechanism returns nothing, or a lottery written as {outcome:
probability}.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from incentives.consensus.misreports import candidate_reports
from incentives.consensus.sets import ClientSet
from incentives.deviations import Deviation
from incentives.numbers import as_list

Rule = Callable[[Sequence[ClientSet]], Any]
Utility = Callable[[Any], Any]


def lottery(outcome: Any) -> dict[Any, Fraction]:
    """The outcome as {point or None: probability}, impossible ones left out.

    Raises:
        ValueError: the probabilities are negative or do not sum to 1.

    >>> lottery("a")
    {'a': Fraction(1, 1)}
    """
    if not isinstance(outcome, Mapping):
        return {outcome: Fraction(1)}
    if any(chance < 0 for chance in outcome.values()) or sum(outcome.values()) != 1:
        raise ValueError(f"outcome must hold probabilities >= 0 that sum to 1, got {dict(outcome)}")
    return {point: chance for point, chance in outcome.items() if chance}


def expected(utility: Utility, outcome: Any, *, nothing: Any) -> Any:
    """Expected utility of a point, of None (worth `nothing`), or of a lottery.

    >>> expected(lambda x: x, {4: Fraction(1, 2), None: Fraction(1, 2)}, nothing=-2)
    Fraction(1, 1)
    """
    worth = [(nothing if x is None else utility(x), chance) for x, chance in lottery(outcome).items()]
    # A float infinity times a Fraction is an infinity again, and one sure value stays exact.
    return worth[0][0] if len(worth) == 1 else sum(value * chance for value, chance in worth)


def breach(
    rule: Rule,
    truths: Sequence[ClientSet],
    *,
    utilities: Sequence[Utility],
    agreed: Any,
    nothing: Any,
    reports: Iterable[ClientSet] | None = None,
) -> Deviation | None:
    """The first report that pays its client and leaves W with positive probability: the breach of Definition
    3, or None.

    Args:
        rule: from a list of reported sets to an outcome.
        truths: the true sets.
        utilities: one per client, of points.
        agreed: W, the set on which all agree; returning nothing counts as leaving it.
        nothing: what every client makes of returning nothing; the definition does not say.
        reports: what a client may report; `candidate_reports(truths)` if left out.

    >>> from incentives.consensus.sets import FiniteSet, common_point
    >>> truths = [FiniteSet({0, 1}), FiniteSet({0}), FiniteSet({0})]
    >>> dictator = lambda sets: min(sets[0])
    >>> likes_one = [lambda x: x] * 3
    >>> print(breach(dictator, truths, utilities=likes_one, agreed=FiniteSet({0}), nothing=0))
    0 reports {1} instead of {0, 1}; gains: 0: 1
    """
    truths = list(truths)
    utilities = as_list("utilities", utilities)
    if len(utilities) != len(truths):
        raise ValueError(f"utilities must hold one per client, {len(truths)} of them; got {len(utilities)}")
    options = candidate_reports(truths) if reports is None else as_list("reports", reports, least=1)
    honest = rule(truths)
    for m, utility in enumerate(utilities):
        before = expected(utility, honest, nothing=nothing)
        for lie in options:
            outcome = rule([lie if j == m else s for j, s in enumerate(truths)])
            after = expected(utility, outcome, nothing=nothing)
            if after > before and any(x is None or x not in agreed for x in lottery(outcome)):
                return Deviation(who={m}, instead=f"reports {lie} instead of {truths[m]}", gains={m: after - before})
    return None
