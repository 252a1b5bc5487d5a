"""Statements on models as rewards, as printed, for clients, levels and widths that a reader names."""

from fractions import Fraction
from typing import Any

from incentives import rewards as rw
from incentives.widths import kept_channels
from incentives_book.exercises.statement import Statement
from incentives_book.rewards.does_annealing_find_the_best import MetropolisChain

MOST = 12  # clients, levels or widths
COORDINATES = 8

# Readings A and B of the lost cost, which are zero where all gain the same.
ZERO_WITHOUT_SPREAD = ("ratio", "deviation-ratio")

OWN, BEST = "what each client contributes, the accuracy that it has alone", "the best level"
GIVEN = "the level that each client is given"


def _row(name: str, values: Any) -> list[Fraction]:
    if not isinstance(values, (tuple, list)) or not 1 <= len(values) <= MOST:
        raise ValueError(f"{name} must be a list of 1 to {MOST} numbers, such as (1, 2); got {values}")
    return [Fraction(x) for x in values]


def _pair(c: Any, a: Any) -> tuple[list[Fraction], list[Fraction]]:
    own, given = _row("c", c), _row("a", a)
    if len(own) != len(given):
        raise ValueError(f"a must give each of the {len(own)} clients a level; got {len(given)}")
    return own, given


def _is_sorted(values: Any) -> bool:
    return list(values) == sorted(values)


def _is_offered(c: Any, a: Any, h: Any) -> bool:
    own, given = _pair(c, a)
    return _is_sorted(own) and all(x <= y <= h for x, y in zip(own, given, strict=True))


def _costs_nothing(c: Any, a: Any, h: Any) -> bool:
    own, given = _pair(c, a)
    return rw.Cost("ratio")([y - x for x, y in zip(own, given, strict=True)]) == 0


def _best_levels(c: Any, h: Any, floor: Any, costs: tuple[str, ...]) -> list[list[Any]]:
    """The allocation of least cost under each of some readings, every level up to the best one on offer."""
    return [list(rw.allocate_continuous(_row("c", c), best=h, floor=floor, cost=cost).levels) for cost in costs]


def _correlation_is_one(c: Any, h: Any, floor: Any) -> bool:
    return all(rw.pearson(given, _row("c", c)) == 1 for given in _best_levels(c, h, floor, ZERO_WITHOUT_SPREAD))


def _pearson_is_one(a: Any, c: Any) -> bool:
    own, given = _pair(c, a)
    return rw.pearson(given, own) == 1


def _nobody_is_favoured(a: Any, c: Any) -> bool:
    own, given = _pair(c, a)
    return rw.collaboration_gain_spread(given, own) == 0 and all(x <= y for x, y in zip(own, given, strict=True))


def _mean_gain_is_largest(c: Any, h: Any) -> bool:
    own = _row("c", c)
    largest = h - sum(own) / len(own)
    readings = (*ZERO_WITHOUT_SPREAD, "sharpe", "anchor")
    return all(rw.mean_collaboration_gain(given, own) == largest for given in _best_levels(own, h, None, readings))


def _averages_are_defined_and_between(widths: Any, values: Any) -> bool:
    held = _row("values", values)
    if len(held) != len(_row("widths", widths)):
        raise ValueError(f"values must give one number for each of the {len(widths)} widths; got {len(held)}")
    # Where somebody holds a coordinate, an average lies between the values that are averaged.
    return max(kept_channels(COORDINATES, p) for p in _row("widths", widths)) == COORDINATES


def _chain(costs: Any) -> MetropolisChain:
    row = _row("costs", costs)
    if len(set(row)) == 1:
        raise ValueError("costs must not be all equal")
    return MetropolisChain.path(row)


def _ends_at_a_least_cost(costs: Any, scale: Any) -> bool:
    """True if the probability of a least cost tends to one: by Hajek's theorem, exactly if the scale is at least the
    depth.
    """
    return scale >= _chain(costs).depth


def _everybody_gains(c: Any, menu: Any) -> bool:
    own = _row("c", c)
    try:
        return rw.incentivised_participation_rate(rw.allocate(own, _row("menu", menu)).levels, own) == 1
    except ValueError:  # no level is good enough for somebody
        if all(any(level >= x for level in menu) for x in own):
            raise
        return False


def _utility(contributions: list[Fraction], who: int, best: Any, effort: Any) -> Any:
    own = contributions[who]
    return own + best - max(contributions) - effort * own


def _is_a_withdrawal(c: Any, h: Any, who: Any, less: Any, effort: Any) -> bool:
    own = _row("c", c)
    if isinstance(who, bool) or not isinstance(who, int) or not 0 <= who < len(own):
        raise ValueError(f"who must be a client, 0 to {len(own) - 1}; got {who}")
    return max(own) <= h and 0 <= less < own[who]


def _stays(c: Any, h: Any, who: Any, less: Any, effort: Any) -> bool:
    own = _row("c", c)
    held_back = [Fraction(less) if i == who else x for i, x in enumerate(own)]
    return _utility(held_back, who, h, effort) <= _utility(own, who, h, effort)


def _as_many_numbers(channels: Any, widths: Any) -> bool:
    # A layer of batch normalisation keeps four numbers a channel, for each width of its own.
    return sum(4 * kept_channels(channels, p) for p in _row("widths", widths)) == 4 * channels


LEMMA_3 = Statement(
    "rewards/lemma-3",
    {"c": OWN, "a": GIVEN, "h": BEST},
    "c=(50, 60, 70), a=(70, 80, 90), h=90",
    {
        "contributions rise, and each client gets at least its own and at most the best level": _is_offered,
        "the allocation has least cost, which is 0: all gains are equal": _costs_nothing,
    },
    "the last client gets the best level",
    lambda c, a, h: a[-1] == h,
    "c=(50, 60, 70), a=(50, 60, 70), h=90",
)

LEMMA_4 = Statement(
    "rewards/lemma-4",
    {"c": OWN, "h": BEST, "floor": "the least level that anybody is given"},
    "c=(0, 2, 3), h=4, floor=1",
    {
        "contributions rise, and floor and contributions do not exceed the best level": lambda c, h, floor: (
            _is_sorted(c) and max(floor, *c) <= h
        ),
    },
    "the allocation of least cost, variance or deviation over mean, has correlation 1 with the contributions",
    _correlation_is_one,
    "c=(0, 2, 3), h=4, floor=3",
)

PEARSON_ONE_IDEAL = Statement(
    "rewards/prose-pearson-one-ideal",
    {"a": GIVEN, "c": OWN},
    "a=(20, 30, 50), c=(10, 20, 40)",
    {"levels and contributions have correlation 1": _pearson_is_one},
    "all gain as much, and nobody loses",
    _nobody_is_favoured,
    "a=(20, 40, 80), c=(10, 20, 40)",
)

MAXIMISES_MEAN_GAIN = Statement(
    "rewards/prose-maximises-mean-gain",
    {"c": OWN, "h": BEST},
    "c=(60, 60), h=90",
    {"nobody contributes more than the best level": lambda c, h: max(c) <= h},
    "no allocation has a larger mean gain than those of readings A, B, D and of the anchored rule",
    _mean_gain_is_largest,
    "c=(50, 60), h=90",
)

MASKED_AVERAGING = Statement(
    "rewards/prose-masked-averaging",
    {
        "widths": f"the width of each client in the round, from 1/4 to 1; the layer has {COORDINATES} coordinates",
        "values": "what each client sends at every coordinate that it holds",
    },
    "widths=(1/4, 1), values=(1, 3)",
    {"all widths lie between 1/4 and 1": lambda widths, **_: all(Fraction(1, 4) <= p <= 1 for p in widths)},
    "the average of each coordinate over those who hold it is defined and lies between the values averaged",
    _averages_are_defined_and_between,
    "widths=(1/4, 5/8), values=(1, 3)",
)

THEOREM_2 = Statement(
    "rewards/theorem-2",
    {
        "costs": "of allocations along a path; a step goes to a neighbour, with probability 1/2 each",
        "scale": "s in the temperatures s / log(k + 1)",
    },
    "costs=(2, 1, 0), scale=1",
    {
        "Assumption 9: the scale is at least the smallest gap between two costs": lambda costs, scale: (
            scale >= _chain(costs).smallest_gap
        ),
    },
    "the chain is at a least cost with a probability that tends to one",
    _ends_at_a_least_cost,
    "costs=(1, 3, 0), scale=1",
)

RATIONAL_BY_DESIGN = Statement(
    "rewards/prose-rational-by-design",
    {"c": OWN, "menu": "the levels on offer"},
    "c=(50, 60), menu=(60, 90)",
    {"contributions and levels rise": lambda c, menu: _is_sorted(_row("c", c)) and _is_sorted(_row("menu", menu))},
    "nobody is given less than it has alone",
    _everybody_gains,
    "c=(50, 95), menu=(60, 90)",
)

CONTRIBUTION_IS_INCENTIVISED = Statement(
    "rewards/prose-contribution-is-incentivised",
    {
        "c": OWN,
        "h": BEST,
        "who": "a client, counted from 0",
        "less": "what it contributes instead",
        "effort": "what a unit of contribution costs it",
    },
    "c=(3/10, 1/2, 7/10), h=9/10, who=0, less=1/10, effort=1/100",
    {
        (
            "nobody contributes more than the best level, and the client contributes less than it could"
        ): _is_a_withdrawal,
        "a unit costs more than 0 and less than 1": lambda effort, **_: 0 < effort < 1,
    },
    "the client is not better off, where all gain what the top contributor gains",
    _stays,
    "c=(3/10, 1/2, 7/10), h=9/10, who=2, less=1/2, effort=1/100",
)

COMMUNICATION_UNCHANGED = Statement(
    "rewards/prose-communication-unchanged",
    {"channels": "of a layer of batch normalisation", "widths": "the widths that keep statistics of their own"},
    "channels=64, widths=(1,)",
    {
        "the widest network is the whole one": lambda channels, widths: (
            max(_row("widths", widths)) == 1 and channels >= 1
        )
    },
    "it sends as many statistics as the ordinary layer",
    _as_many_numbers,
    "channels=64, widths=(1/2, 1)",
)

STATEMENTS = (
    LEMMA_3,
    LEMMA_4,
    PEARSON_ONE_IDEAL,
    MAXIMISES_MEAN_GAIN,
    MASKED_AVERAGING,
    THEOREM_2,
    RATIONAL_BY_DESIGN,
    CONTRIBUTION_IS_INCENTIVISED,
    COMMUNICATION_UNCHANGED,
)
