"""Whatever data somebody brings, `compare` answers with a right table or with one sentence of advice."""

import re

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("sklearn")
pytest.importorskip("pandas")

from incentives.methods import compare
from methods.twenty_data_sets import TWENTY, Advice

# Few rounds and two methods, one of them with widths: what is asked is how data are read, not which method is best.
FEW = {"methods": ["fedavg", "aequa"], "rounds": 10, "levels": 3, "batch_size": 16}


def answer(call):
    """The sentence of advice that comes in place of rewards, or None, and what was found, or None."""
    try:
        found = compare(**call, **FEW)
    except ValueError as refused:
        return str(refused), None
    return (found.diverged["fedavg"] if set(found.diverged) == set(found.rewards) else None), found


def test_the_list_has_twenty():
    assert len(TWENTY) == 20
    assert all(make.__doc__ for make in TWENTY)


@pytest.mark.parametrize("make", TWENTY, ids=lambda make: make.__name__)
def test_a_right_table_or_a_sentence_of_advice(make):
    call, expected = make(), TWENTY[make]
    advice, found = answer(call)
    if isinstance(expected, Advice):
        assert advice is not None, f"\n{found}"
        assert "\n" not in advice
        assert re.search(expected.wrong, advice), advice
        assert re.search(expected.way_out, advice), advice
        return
    assert advice is None, advice
    assert list(found.rewards) == ["stand-alone", *FEW["methods"]]
    assert len(found.rows()) == 3 * len(call["data"])
    accuracies = np.array([*found.rewards.values(), *found.validation.values(), found.contributions])
    assert ((accuracies >= 0) & (accuracies <= 1)).all()  # and so none is nan
    assert found.rewards["fedavg"][0] >= expected.least
    assert found.classes == expected.classes
