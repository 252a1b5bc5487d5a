"""Values of a data valuation are handed to the clients that they belong to.

`Result` mimics pyDVL's `ValuationResult`. Where pyDVL is installed, its own values of a game with known answers are
read.
"""

from fractions import Fraction
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
import pytest

from incentives import rewards as rw
from incentives.rewards.valuations import contributions_of


class Result(NamedTuple):
    """A stand-in for pyDVL's `ValuationResult`: the same three fields, in whatever order the result was sorted."""

    indices: list
    names: list
    values: list


RESULT = Result([2, 0, 1], ["zoo", "art", "bus"], [0.1, 0.3, 0.6])


def test_every_order_of_a_result_gives_the_same_contributions():
    for order in ([0, 1, 2], [1, 0, 2], [2, 1, 0]):
        moved = Result(*([field[k] for k in order] for field in RESULT))
        assert contributions_of(moved).tolist() == [0.3, 0.6, 0.1]
        assert contributions_of(moved, names=["bus", "zoo", "art"]).tolist() == [0.6, 0.1, 0.3]


def test_values_become_widths_and_more_value_never_a_narrower_one():
    given = rw.allocate_widths(contributions_of(RESULT), widths=[0.25, 0.5, 1])
    order = np.argsort(contributions_of(RESULT))
    assert (np.diff(np.array(given.levels, float)[order]) >= 0).all()


def test_a_client_that_harms_is_not_rewarded_by_mistake():
    harmful = contributions_of(RESULT._replace(values=[-0.1, 0.3, 0.6]))
    assert harmful.tolist() == [0.3, 0.6, -0.1]
    with pytest.raises(ValueError, match="contributions"):
        rw.allocate_widths(harmful, widths=[0.25, 0.5, 1])


@pytest.mark.parametrize(
    ("result", "names", "words"),
    [
        ([0.1, 0.2], None, "valuation must have indices, names and values"),
        (RESULT._replace(values=[0.1, np.nan, 0.2]), None, "values must be one row of finite numbers"),
        (RESULT._replace(values=[0.1, 0.2]), None, "valuation must name each of the clients"),
        (RESULT._replace(indices=[2, 0, 0]), None, "valuation must name each of the clients"),
        (RESULT._replace(indices=[3, 1, 2]), None, "valuation must name each of the clients"),
        (RESULT, ["art", "bus"], "valuation must name each of the clients"),
        (RESULT, ["art", "bus", "zoo", "zoo"], "names must name each client once"),
        (RESULT, ["art", "bus", "zebra"], "valuation must name each of the clients"),
    ],
)
def test_bad_input_is_refused_by_name(result, names, words):
    with pytest.raises(ValueError, match=words):
        contributions_of(result, names=names)


# What each coalition of three clients reaches: the third only helps the first.
WORTH = {(): 0, (0,): 6, (1,): 3, (2,): 0, (0, 1): 8, (0, 2): 9, (1, 2): 3, (0, 1, 2): 11}


def shapley():
    """From the definition: the mean gain that a client brings, over the sizes and members of those before it."""
    found = []
    for who in range(3):
        others = [k for k in range(3) if k != who]
        gains = [
            Fraction(WORTH[tuple(sorted((*before, who)))] - WORTH[before], 3 * comb(2, size))
            for size in range(3)
            for before in combinations(others, size)
        ]
        found.append(sum(gains))
    return found


def test_pydvl_s_own_shapley_values_arrive_at_their_clients():
    pytest.importorskip("pydvl")
    from pydvl.valuation import Dataset, Sample, ShapleyValuation
    from pydvl.valuation.samplers import DeterministicUniformSampler
    from pydvl.valuation.stopping import MinUpdates
    from pydvl.valuation.utility.base import UtilityBase

    class Game(UtilityBase):
        def __call__(self, sample: Sample | None) -> float:
            return 0.0 if sample is None else float(WORTH[tuple(sorted(int(k) for k in sample.subset))])

    data = Dataset(np.zeros((3, 1)), np.zeros(3), data_names=["first", "second", "third"])
    valuation = ShapleyValuation(Game(), DeterministicUniformSampler(), is_done=MinUpdates(100), progress=False)
    result = valuation.fit(data).result
    for order in (result, result.sort(reverse=True)):
        assert contributions_of(order) == pytest.approx([float(value) for value in shapley()])
    assert contributions_of(result, names=["third", "second", "first"])[0] == pytest.approx(float(shapley()[2]))
