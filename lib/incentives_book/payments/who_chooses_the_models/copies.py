"""Models that are trained on the reports: the page "Who chooses the models?" in code.

A provider trains one copy of the initial model per *reported* reward, with the weight of all groups, mixes the copies,
and lets the affine maximizer choose from the initial model and the mixtures. Copies are trained perfectly here (closed
forms), so that nothing that goes wrong can be blamed on training.

No comparison rests on a float: under chi-squared all numbers are fractions, under KL intervals of forty digits, and two
models whose intervals overlap are refused instead of ranked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import Any, NamedTuple

from mpmath import iv

from incentives.payments import equivalence

iv.dps = 40

# The smallest language in which mixing word by word differs from mixing sentences: one word, at most twice.
SENTENCES = ("(silence)", "ha", "ha ha")
MIXTURES = ("outcomes", "words", "sentences")


# Models by the share of the first copy; None is the initial model.
Table = dict[Fraction | None, list[Any]]


class Answer(NamedTuple):
    """The provider's answer to a pair of reports."""

    share: Fraction | None  # of the first copy in the chosen mixture; None for the initial model
    policy: list[Any]  # probability of every outcome
    payment: Any  # of group 1


@dataclass(frozen=True)
class Copies:
    """One perfectly trained copy per report of two groups, and the mixtures of the two with shares k / steps.

    Args:
        initial: the initial model over the outcomes, fractions that add up to 1.
        sizes: of the two groups; each copy is trained with the weight of both.
        steps: of the grid of shares, at least 1; with 1 the copies are not mixed.
        penalty: the weight of the divergence.
        divergence: "KL", or "chi-squared", sum (p - q)^2 / q, where training is assumed to stay inside the simplex.
        mix: probabilities of "outcomes"; log-probabilities of whole "sentences", under KL; or "words":
            log-probabilities of
            the next word, in the language of `SENTENCES`.

    Raises:
        ValueError: a setting is not one of those named, or "words" is asked for other than three outcomes.

    >>> third = [Fraction(1, 3)] * 3
    >>> game = Copies(third, (2, 1), penalty=2, divergence="chi-squared")
    >>> answer = game([[Fraction(1, 2), 1, Fraction(3, 4)], [0, 0, 1]])
    >>> [str(p) for p in answer.policy], str(answer.payment)
    (['13/48', '19/48', '1/3'], '3/64')
    """

    initial: Sequence[Any]
    sizes: tuple[Any, Any]
    steps: int = 1
    penalty: Any = 1
    divergence: str = "KL"
    mix: str = "outcomes"

    def __post_init__(self) -> None:
        if self.divergence not in ("KL", "chi-squared"):
            raise ValueError(f"divergence must be 'KL' or 'chi-squared'; got {self.divergence!r}")
        if self.mix not in MIXTURES:
            raise ValueError(f"mix must be one of {MIXTURES}; got {self.mix!r}")
        if self.mix == "words" and (len(self.initial) != len(SENTENCES) or self.divergence != "KL"):
            raise ValueError(f"words are mixed under KL in a language of three sentences; got {self!r}")
        if self.mix == "sentences" and self.divergence != "KL":
            raise ValueError(f"sentences are mixed by logarithms, under KL; got {self!r}")
        if self.steps < 1:
            raise ValueError(f"steps must be at least 1; got {self.steps!r}")

    def number(self, value: Any) -> Any:
        """An exact number in the arithmetic of this game."""
        return interval(value) if self.divergence == "KL" else Fraction(value)

    def total(self, rewards: Sequence[Sequence[Any]], sizes: Sequence[Any] | None = None) -> list[Any]:
        """Sum of the groups' weighted rewards, outcome by outcome."""
        pairs = list(zip(self.sizes if sizes is None else sizes, rewards, strict=True))
        return [
            sum((self.number(w) * self.number(r[x]) for w, r in pairs), self.number(0)) for x in range(self.outcomes)
        ]

    @property
    def outcomes(self) -> int:
        """The number of outcomes."""
        return len(self.initial)

    def trained(self, total: Sequence[Any]) -> list[Any]:
        """The distribution that maximises <p, total> - penalty D(p || initial)."""
        q, weight = [self.number(x) for x in self.initial], self.number(self.penalty)
        if self.divergence == "KL":
            raised = [a * iv.exp(self.number(r) / weight) for a, r in zip(q, total, strict=True)]
            return [x / sum(raised, iv.mpf(0)) for x in raised]
        middle = dot(q, total)
        policy = [a * (1 + (r - middle) / (2 * weight)) for a, r in zip(q, total, strict=True)]
        if min(policy) < 0:
            raise ValueError(f"the penalty {self.penalty} is too small: training leaves the simplex at {total}")
        return policy

    def distance(self, policy: Sequence[Any]) -> Any:
        """D(policy || initial)."""
        pairs = [(p, self.number(a)) for p, a in zip(policy, self.initial, strict=True)]
        if self.divergence == "KL":
            return sum((p * iv.log(p / a) for p, a in pairs), iv.mpf(0))
        return sum((p - a) ** 2 / a for p, a in pairs)

    def welfare(self, policy: Sequence[Any], total: Sequence[Any]) -> Any:
        """<policy, total> - penalty D(policy || initial)."""
        return dot(policy, total) - self.number(self.penalty) * self.distance(policy)

    def table(self, rewards: Sequence[Sequence[Any]]) -> Table:
        """The models after these reports, by the share of the first copy; None is the initial model."""
        weight = sum(self.sizes)
        first, second = (self.trained(self.total([r], [weight])) for r in rewards)
        models: Table = {None: [self.number(x) for x in self.initial]}
        if list(rewards[0]) == list(rewards[1]):  # two equal copies have one mixture
            return models | {Fraction(0): second}
        for k in range(self.steps + 1):
            models[Fraction(k, self.steps)] = self.mixed(Fraction(k, self.steps), first, second)
        return models

    def mixed(self, share: Fraction, first: Sequence[Any], second: Sequence[Any]) -> list[Any]:
        """The mixture of two models with this share of the first."""
        x = self.number(share)
        if self.mix == "outcomes":
            return [x * a + (1 - x) * b for a, b in zip(first, second, strict=True)]
        if self.mix == "sentences":
            raised = [iv.exp(x * iv.log(a) + (1 - x) * iv.log(b)) for a, b in zip(first, second, strict=True)]
            return [part / sum(raised, iv.mpf(0)) for part in raised]
        stop = [_stop(x, *((p[0], p[1] + p[2]) for p in (first, second)))]
        stop.append(_stop(x, *((p[1], p[2]) for p in (first, second))))
        return [stop[0], (1 - stop[0]) * stop[1], (1 - stop[0]) * (1 - stop[1])]

    def __call__(self, rewards: Sequence[Sequence[Any]], models: Table | None = None) -> Answer:
        """Choose the best model for these reports and charge group 1 from the same table.

        Args:
            rewards: the two reports.
            models: the table; what training on the reports gives if it is not fixed beforehand.

        Raises:
            ValueError: two different models are too close to be told apart.
        """
        models = models or self.table(rewards)
        total, others = self.total(rewards), self.total(rewards[1:], self.sizes[1:])
        share = first_of({k: self.welfare(p, total) for k, p in models.items()})
        alone = largest([self.welfare(p, others) for p in models.values()])
        return Answer(share, models[share], alone - self.welfare(models[share], others))

    def utility(self, truth: Sequence[Sequence[Any]], told: Sequence[Any], models: Table | None = None) -> Any:
        """The utility of group 1 if it tells `told` and group 2 the truth; `models` as in a call."""
        answer = self([told, truth[1]], models)
        return dot(answer.policy, self.total(truth[:1], self.sizes[:1])) - answer.payment


def _stop(share: Any, *odds: tuple[Any, Any]) -> Any:
    """Probability of ending the sentence when two next-word distributions (end, go on) are mixed by logarithms."""
    end, go = (
        iv.exp(share * iv.log(a / (a + b)) + (1 - share) * iv.log(c / (c + d)))
        for (a, b), (c, d) in (odds, [(b, a) for a, b in odds])
    )
    return end / (end + go)


def interval(value: Any) -> Any:
    """An interval around an exact number; intervals stay what they are."""
    if isinstance(value, (int, Fraction)):
        return iv.mpf(value.numerator) / iv.mpf(value.denominator)
    return value


def dot(left: Sequence[Any], right: Sequence[Any]) -> Any:
    """Sum of products, in the arithmetic of the entries."""
    return sum((a * b for a, b in zip(left[1:], right[1:], strict=True)), left[0] * right[0])


def largest(values: Sequence[Any]) -> Any:
    """The largest of some numbers; for intervals, an interval that holds it."""
    if isinstance(values[0], Fraction):
        return max(values)
    return iv.mpf([max(v.a for v in values), max(v.b for v in values)])


def first_of(scores: dict[Any, Any]) -> Any:
    """The key of the largest score; the first one where fractions tie.

    Raises:
        ValueError: intervals overlap, so that forty digits do not decide.
    """
    best = max(scores, key=lambda key: _middle(scores[key]))
    for key, score in scores.items():
        if not isinstance(score, Fraction) and key != best and not scores[best] > score:
            raise ValueError(f"{best} and {key} are too close to be told apart in {iv.dps} digits")
    return best


def _middle(value: Any) -> Any:
    return value if isinstance(value, Fraction) else value.mid


def rounded(value: Any, digits: int = 4) -> float:
    """A fraction or an interval as a float for printing."""
    return round(float(_middle(value)), digits)


def cycle_sum(game: Copies, reports: Sequence[Sequence[Any]], other: Sequence[Any]) -> Any:
    """Sum over a cycle of reports of group 1 of what each type loses by pretending to be the next, at no payments.

    Every type values its own model less the next type's: w <f(t_j) - f(t_j+1), t_j>. If the sum is negative, no
    payments of any kind can make all these types honest.
    """
    chosen = [game([told, other]).policy for told in reports]
    own = [game.total([told], game.sizes[:1]) for told in reports]
    following = [*chosen[1:], chosen[0]]
    losses = [dot(r, p) - dot(r, n) for r, p, n in zip(own, chosen, following, strict=True)]
    return sum(losses[1:], losses[0])


def least_regret_is_the_worst_mean(losses: Sequence[Any]) -> bool:
    """Three types that lose these numbers by pretending, without payments: do some payments leave the worst mean,
    exactly?

    Args:
        losses: l_12, l_13, l_21, l_23, l_31, l_32, of type j pretending to be type k.
    """
    away = dict(zip(permutations(range(3), 2), map(Fraction, losses), strict=True))
    rounds = [(0, 1), (0, 2), (1, 2), (0, 1, 2), (0, 2, 1)]
    steps = [list(zip(r, (*r[1:], r[0]), strict=True)) for r in rounds]
    worst = max(-sum(away[s] for s in way) / len(way) for way in steps)
    raised = [[away[j, k] + worst if j != k else Fraction(0) for k in range(3)] for j in range(3)]
    payments = equivalence.shortest_paths(raised)[:, 0]
    return max(payments[j] - payments[k] - loss for (j, k), loss in away.items()) == worst


class TwoTypes(NamedTuple):
    """Two types of one group, models with their true welfare for either, and the models that each report brings
    about.
    """

    welfare: tuple[tuple[int, ...], tuple[int, ...]]
    tables: tuple[tuple[int, ...], tuple[int, ...]]

    @property
    def chosen(self) -> list[int]:
        """The best model of its table for each report."""
        return [max(table, key=score.__getitem__) for score, table in zip(self.welfare, self.tables, strict=True)]

    def truth_is_best(self) -> bool:
        """True if neither type gets a better model for itself by the other's report."""
        return all(self.welfare[t][self.chosen[t]] >= self.welfare[t][self.chosen[1 - t]] for t in range(2))


def worlds(*, best_included: bool) -> Iterator[TwoTypes]:
    """All pairs of tables from three models with welfares 0, 1, 2.

    Args:
        best_included: only tables that hold a model that is best of the three for their report.
    """
    subsets = [table for size in (1, 2, 3) for table in combinations(range(3), size)]
    for welfare in product(product(range(3), repeat=3), repeat=2):
        for tables in product(subsets, repeat=2):
            world = TwoTypes(welfare, tables)
            held = all(score[m] == max(score) for score, m in zip(welfare, world.chosen, strict=True))
            if held or not best_included:
                yield world


def gain_and_loss(world: TwoTypes, fee: int = 5) -> tuple[int, int]:
    """The gain of the first type by the other report, from payments, and the loss of its own table against the best
    model.

    It pays the fee less the others' welfare. What it gets from model m itself is taken to be m + 1; the others have the
    rest of the welfare.
    """
    score = world.welfare[0]
    truth, lie = ((m + 1) - (fee - (score[m] - (m + 1))) for m in world.chosen)
    return lie - truth, max(score) - score[world.chosen[0]]


def mirrored(world: TwoTypes) -> TwoTypes:
    """The same world with the two types in the other order."""
    return TwoTypes(world.welfare[::-1], world.tables[::-1])


def some_lie_gains(game: Copies, reports: Sequence[Sequence[Any]], other: Sequence[Any], *, total_run: bool) -> bool:
    """True if a type of group 1 gains by one of the other reports, charged by a number that it cannot move.

    Args:
        game: under chi-squared, so that ties are ties.
        reports: types and lies.
        other: report of group 2.
        total_run: whether the table also holds the optimum for the reported total.
    """
    totals = [game.total([told, other]) for told in reports]
    models = []
    for told, total in zip(reports, totals, strict=True):
        table = [*game.table([told, other]).values(), *([game.trained(total)] if total_run else [])]
        models.append(max(table, key=lambda model, total=total: game.welfare(model, total)))
    return any(
        game.welfare(lie, total) > game.welfare(own, total)
        for own, total in zip(models, totals, strict=True)
        for lie in models
    )


def gain_at_most_loss(game: Copies, own: Sequence[Any], lie: Sequence[Any], other: Sequence[Any]) -> bool:
    """True if a type gains at most what its table loses against all distributions, charged by a number it cannot
    move.
    """
    total = game.total([own, other])
    reached = game.welfare(game([own, other]).policy, total)
    gain = game.welfare(game([lie, other]).policy, total) - reached
    return gain <= game.welfare(game.trained(total), total) - reached
