"""Values of a data valuation are handed to the clients that they belong to.

`Result` mimics pyDVL's `ValuationResult`. Where pyDVL is installed, its own class is read.
"""

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
        (RESULT._replace(values=[0.1, np.nan, 0.2]), None, "values must be finite numbers, got nan for entry 1"),
        (RESULT._replace(values=[0.1, 0.2]), None, "valuation must name each of the clients"),
        (RESULT._replace(indices=[2, 0, 0]), None, "valuation must name each of the clients"),
        (RESULT._replace(indices=np.array([2, 0, 1])[:, None]), None, "indices and names must be numbers or names"),
        (RESULT._replace(indices=[3, 1, 2]), None, "valuation must name each of the clients"),
        (RESULT, ["art", "bus"], "valuation must name each of the clients"),
        (RESULT, ["art", "bus", "zoo", "zoo"], "names must name each client once"),
        (RESULT, ["art", "bus", "zebra"], "valuation must name each of the clients"),
    ],
)
def test_bad_input_is_refused_by_name(result, names, words):
    with pytest.raises(ValueError, match=words):
        contributions_of(result, names=names)


@pytest.mark.filterwarnings("ignore")  # what its own dependencies announce when it is imported
def test_a_result_of_pydvl_itself_is_read_in_every_order():
    pytest.importorskip("pydvl")
    from pydvl.valuation.result import ValuationResult

    result = ValuationResult(values=np.array([0.3, 0.6, 0.1]), data_names=np.array(["art", "bus", "zoo"]))
    backwards = result.sort(reverse=True)
    assert list(backwards.values) == [0.6, 0.3, 0.1]  # its values alone would go to the wrong clients
    for one in (result, backwards, result.sort()):
        assert contributions_of(one).tolist() == [0.3, 0.6, 0.1]
        assert contributions_of(one, names=["zoo", "art", "bus"]).tolist() == [0.1, 0.3, 0.6]
