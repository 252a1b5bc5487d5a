"""Three answers, two groups, no payments: small worlds in fractions that several pages of this part search through.

Under chi-squared the trained model is a fraction of the reports. Under KL it is one where the exponentials are powers
of two: with rewards in multiples of 1/L and e^(w / (lambda L)) = 2.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

from incentives import payments as pay
from incentives_book.payments.why_payments import marginal_gain

ANSWERS = ("reference", "steps", "joke")
HALF, THIRD = [Fraction(1, 2)] * 2, [Fraction(1, 3)] * 3
RIVAL = [Fraction(0), Fraction(1, 2), Fraction(1)]  # what the other group of the help desk likes
INITIALS = [[Fraction(x, 12) for x in row] for row in ((3, 3, 6), (6, 4, 2), (4, 4, 4))]

Reward = Sequence[Any]


def grid(how: str, outcomes: int = 3, levels: int = 4) -> list[list[Fraction]]:
    """All reward models of the domain, `"max"` or `"sum"`, whose entries are multiples of 1 / levels.

    >>> len(grid("max")), len(grid("sum"))
    (61, 15)
    """
    return [list(r) for r, _ in pay.grid_reports(outcomes, levels=levels, normalised=how, sizes=[1])]


def mean(policy: Reward, reward: Reward) -> Any:
    """Expected reward of a model.

    >>> mean([Fraction(1, 2)] * 2, [1, 0])
    Fraction(1, 2)
    """
    return sum(a * b for a, b in zip(policy, reward, strict=True))


def trained(told: Reward, others: Reward = RIVAL, q: Reward = THIRD, penalty: Any = 1, size: Any = 1) -> list[Fraction]:
    """The model under chi-squared when one group of this size tells `told`, and `others` is the rest's weighted reward.

    >>> [str(p) for p in trained([1, Fraction(1, 2), 0])]
    ['1/3', '1/3', '1/3']
    """
    total = [size * a + b for a, b in zip(told, others, strict=True)]
    return list(pay.best_policy(total, q, penalty=penalty, divergence=pay.ChiSquared()))


class World(NamedTuple):
    """A group whose least reward is positive, the others' report, and how both are normalised."""

    truth: list[Fraction]
    others: list[Fraction]
    how: str

    def worth(self, told: Reward) -> Fraction:
        """The group's utility, at its true reward, when it reports `told`."""
        return mean(trained(told, self.others), self.truth)


def worlds() -> list[World]:
    """Groups with rewards in sixths, all positive and not all equal, against the simplest others.

    >>> len(worlds())
    657
    """
    return [
        World(truth, others, how)
        for how in ("max", "sum")
        for truth in grid(how, levels=6)
        for others in grid(how, levels=1)
        if min(truth) > 0 and len(set(truth)) > 1
    ]


def stretched(world: World) -> list[Fraction]:
    """The least reward taken away from all, and the rest scaled up again."""
    return list(marginal_gain.stretched_report(world.truth, world.how)[0])


def printed_lie(truth: Reward, how: str) -> list[Fraction]:
    """The lie of the printed proof: half of the least reward away, under sum normalisation given to the best outcome.

    >>> [str(r) for r in printed_lie([Fraction(1, 2), Fraction(1)], "max")]
    ['1/4', '1']
    """
    told, worst, best = list(truth), truth.index(min(truth)), truth.index(max(truth))
    epsilon = min(truth) / 2
    if how == "sum":
        epsilon = min(epsilon, (1 - max(truth)) / 2)
        told[best] += epsilon
    told[worst] -= epsilon
    return told


def best_on_grid(truth: Reward, others: Reward, q: Reward, penalty: Any = 1, how: str = "max") -> Fraction:
    """The largest valuation over all reports in halves, corners included."""
    return max(mean(trained(told, others, q, penalty), truth) for told in grid(how, levels=2))


def instances(case: int, how: str, levels: int) -> Iterator[tuple[list[Fraction], list[Fraction]]]:
    """Rewards and initial models that meet the hypotheses of this case of Theorem E.2, as printed, under
    chi-squared.
    """
    for truth, q in product(grid(how, levels=levels), INITIALS):
        if case in marginal_gain.printed_cases(truth, [x / 2 for x in q], normalised=how):
            yield truth, q


def prescribed_lies(case: int, truth: Reward, q: Reward) -> Iterator[list[Fraction]]:
    """The lies, by one hundredth, that the proof of this case prescribes, at every outcome or pair that qualifies."""
    t = [mean([z - x for x in truth], q) for z in truth]

    def moved(**by: int) -> list[Fraction]:
        return [x + Fraction(by.get(f"x{n}", 0), 100) for n, x in enumerate(truth)]

    inside = [x for x in range(3) if 0 < truth[x] < 1]
    for x in inside:
        if case == 1 and t[x] != 0:
            yield moved(**{f"x{x}": 1 if t[x] > 0 else -1})
        if case == 2 and t[x] < 0:
            yield moved(**{f"x{x}": -1, f"x{truth.index(max(truth))}": 1})
        for y in inside:
            if case == 3 and t[x] > 0 and truth[x] >= truth[y] and q[x] > q[y]:
                yield moved(**{f"x{x}": 1, f"x{y}": -1})


# -- KL in powers of two ------------------------------------------------------------------------------------


def trained_kl(told: Reward, base: Sequence[int], steps: int = 3) -> list[Fraction]:
    """The model under KL for rewards in multiples of 1 / steps and e^(w / (lambda steps)) = 2.

    Args:
        told: the report.
        base: q(x) e^(R_-i(x) / lambda) up to a factor, whole numbers.
        steps: of the scale of rewards.

    >>> [str(p) for p in trained_kl([1, 0], [1, 4])]
    ['2/3', '1/3']
    """
    weights = [b * 2 ** int(steps * x) for x, b in zip(told, base, strict=True)]
    return [Fraction(x, sum(weights)) for x in weights]


def worth_kl(told: Reward, truth: Reward, base: Sequence[int], steps: int = 3) -> Fraction:
    """The worth of a report at the true reward."""
    return mean(trained_kl(told, base, steps), truth)


def truthful_kl(truth: Reward, base: Sequence[int], how: str, steps: int = 3) -> bool:
    """True if no report of the scale is worth more than the truth."""
    now = worth_kl(truth, truth, base, steps)
    return all(worth_kl(told, truth, base, steps) <= now for told in grid(how, levels=steps))


# -- how many groups are truthful ---------------------------------------------------------------------------


def with_zero(levels: int, outcomes: int = 3) -> list[list[Fraction]]:
    """All groups with best reward 1 and least reward 0 on a scale of levels + 1 steps."""
    return [r for r in grid("max", outcomes, levels) if min(r) == 0]


def share_truthful(levels: int, q: Reward) -> Fraction:
    """The share of them that cannot gain under interior chi-squared: intermediate rewards equal the initial mean.

    >>> share_truthful(1, THIRD), share_truthful(4, THIRD)
    (Fraction(1, 1), Fraction(1, 2))
    """
    everybody = with_zero(levels, len(q))
    calm = [r for r in everybody if all(x in (0, 1) or x == mean(q, r) for x in r)]
    return Fraction(len(calm), len(everybody))
