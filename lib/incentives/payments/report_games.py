"""The game that groups play with finitely many reports each, as tables that Nashpy and pygambit read.

game = report_game(rule, rewards, reports)
nashpy.Game(*game.payoffs)                      # two groups
pygambit.Game.from_arrays(*game.payoffs)        # any number; StrategicGame.from_arrays from version 17 on
game.reports_of(equilibrium)                    # the way back: which reports an equilibrium plays
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

import numpy as np

from incentives.deviations import Deviation
from incentives.numbers import as_index, as_list, is_exact
from incentives.payments.affine_maximizer import Mechanism, check_rule
from incentives.payments.preferences import read_reports
from incentives.reading import as_probabilities

MOST = 10**5  # profiles of reports


@dataclass(frozen=True, eq=False)
class ReportGame:
    """The gain of every group by every profile of reports; report 0 is the truth.

    Args:
        payoffs: for each group its size times its true reward of the policy, less its payment, shape (reports of group
            0, reports of group 1, ...).
        reports: for each group its reports, shape (reports, outcomes), the truth first.
    """

    payoffs: tuple[np.ndarray, ...]
    reports: tuple[np.ndarray, ...]

    def deviation(self, profile: Sequence[int]) -> Deviation | None:
        """The first group that would rather report otherwise where the others report as in `profile`; None: nobody.

        Args:
            profile: for each group the number of its report; 0 everywhere is the truth.
        """
        played = as_list("profile", profile)
        if len(played) != len(self.payoffs):
            raise ValueError(f"profile must hold one report for each of {len(self.payoffs)} groups, got {profile!r}")
        place = tuple(as_index("profile", k, count) for k, count in zip(played, self.payoffs[0].shape, strict=True))
        for who, payoff in enumerate(self.payoffs):
            row: tuple[int | slice, ...] = (*place[:who], slice(None), *place[who + 1 :])
            line = payoff[row]
            best = int(line.argmax())
            # Exact numbers tie exactly; rounded ones do up to rounding.
            slack = 0 if payoff.dtype == object else 1e-9 * (1 + abs(line).max())
            if line[best] > line[place[who]] + slack:
                words = f"reports number {best} instead of number {place[who]}"
                return Deviation(who={who}, instead=words, gains={who: line[best] - line[place[who]]})
        return None

    def reports_of(self, equilibrium: Sequence[Any]) -> tuple[dict[int, Any], ...]:
        """For each group the numbers of the reports that an equilibrium plays, with their probabilities.

        Args:
            equilibrium: for each group its probabilities in the order of its reports, as Nashpy's equilibria are;
                of pygambit's profiles, `[[p for _, p in mixed] for _, mixed in profile.mixed_strategies()]`, and from
                its version 17 on `[[p for _, p in mixed] for mixed in profile]`.

        Raises:
            ValueError: not one list for each group, of another length than its reports, or no probabilities.
        """
        lists = [
            as_probabilities("equilibrium", one, exact=is_exact(one)).tolist()
            for one in as_list("equilibrium", equilibrium)
        ]
        counts = list(self.payoffs[0].shape)
        if any(isinstance(p, list) for one in lists for p in one) or [len(one) for one in lists] != counts:
            raise ValueError(
                f"equilibrium must hold lists of {counts} probabilities, one for each group; "
                f"got lists of {[len(one) for one in lists]}"
            )
        return tuple({k: p for k, p in enumerate(one) if p > 1e-12} for one in lists)


def report_game(rule: Mechanism, rewards: Any, reports: Sequence[Any], sizes: Any = None) -> ReportGame:
    """The game in which each group chooses among some reports, at true rewards.

    Args:
        rule: any mechanism, with or without payments.
        rewards: the truth, shape (groups, outcomes).
        reports: for each group other rewards that it may report, shape (reports, outcomes); the truth always comes
            first, so an empty list leaves a group nothing but the truth.
        sizes: shape (groups,), true and reported as they are; 1 for everybody if not given.

    Raises:
        ValueError: not one list for each group, reports of another length than the truth, or too many profiles.

    Memory: groups times the product of their numbers of reports, at most 10**5 profiles.

    >>> from incentives.payments import AffineMaximizer, WithoutPayments
    >>> priced, free = AffineMaximizer([0.5, 0.5]), WithoutPayments(AffineMaximizer([0.5, 0.5]))
    >>> truth, lies = [[1, 0], [0, 0.5]], [[[9, 0]], [[0, 9]]]
    >>> print(report_game(priced, truth, lies).deviation([0, 0]))
    None
    >>> report_game(free, truth, lies).deviation([0, 0]).who
    frozenset({0})
    """
    check_rule(rule)
    r, w = read_reports(rewards, sizes)
    given = as_list("reports", reports)
    if len(given) != len(r):
        raise ValueError(f"reports must hold a list for each of {len(r)} groups, got {len(given)}")
    told: list[np.ndarray] = []
    for who, other in enumerate(given):
        rows = as_list(f"reports of group {who}", other)
        if any(len(as_list(f"reports of group {who}", row)) != r.shape[1] for row in rows):
            raise ValueError(f"reports of group {who} must have {r.shape[1]} rewards each, one for each outcome")
        told.append(np.array([r[who], *(read_reports([row], None)[0][0] for row in rows)], dtype=r.dtype))
    counts = tuple(len(one) for one in told)
    if prod(counts) > MOST:
        raise ValueError(f"reports must make at most {MOST} profiles, got {prod(counts)}")
    gains: list[list[Any]] = [[] for _ in r]
    for profile in product(*(range(count) for count in counts)):
        outcome = rule(np.array([told[who][k] for who, k in enumerate(profile)], dtype=r.dtype), w)
        for who in range(len(r)):
            gains[who].append(w[who] * (r[who] @ outcome.policy) - outcome.payments[who])
    return ReportGame(tuple(np.array(one).reshape(counts) for one in gains), tuple(told))
