"""Labels as class numbers."""

import numpy as np
import pytest
import torch

from incentives.learning.labels import as_class_numbers


def numbers(*given, **more):
    found, names = as_class_numbers({f"labels of {k}": one for k, one in enumerate(given)}, **more)
    return [one.tolist() for one in found], names


def test_names_are_numbered_together_in_their_order():
    pandas = pytest.importorskip("pandas")
    series = pandas.Series(["dog", "cow"], index=[7, 9])
    assert numbers(["dog", "cat"], np.array(["cat"]), series) == ([[2, 0], [0], [2, 1]], ("cat", "cow", "dog"))
    assert numbers(series.astype("category").to_frame()) == ([[1, 0]], ("cow", "dog"))
    assert numbers([True, True]) == numbers(torch.tensor([True, True])) == ([[1, 1]], (False, True))
    assert numbers(["cat"], known=("dog", "cat")) == ([[1]], ("dog", "cat"))


def test_numbers_stay_as_they_are():
    assert numbers([3, 1], np.array([0], dtype=np.uint8)) == ([[3, 1], [0]], None)
    assert as_class_numbers({"labels": [0.5, 1.5]})[0][0].dtype == torch.float32


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ((["cat"], [1]), "labels of 1 must be names of classes, like labels of 0"),
        ((["cat", None],), "labels of 0 must be all texts.*none of them missing; got None at 1"),
        ((["cat", 1],), "labels of 0 must be all texts"),
        ((["cat"], [True]), "labels must be texts everywhere"),
        ((np.array([b"cat"]),), "labels of 0 must be"),
    ],
)
def test_what_is_no_row_of_classes_is_refused(given, words):
    with pytest.raises(ValueError, match=words):
        numbers(*given)


def test_a_name_that_nobody_knows_is_refused():
    with pytest.raises(ValueError, match=r"labels must be among \[.dog.\], got .cat."):
        numbers(["cat"], known=("dog",))
