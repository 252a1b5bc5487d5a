"""What is read as a tensor, and what is refused under its name."""

import numpy as np
import pytest
import torch

from incentives.learning.tensors import as_tensor


@pytest.mark.parametrize("value", [[1, 2], range(1, 3), np.array([1, 2]), torch.tensor([1, 2])])
def test_numbers_in_any_row_are_read(value):
    assert as_tensor("labels", value).tolist() == [1, 2]


def test_a_tensor_is_not_copied():
    given = torch.zeros(3)
    assert as_tensor("inputs", given) is given


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (None, "NoneType"),
        (True, "bool"),
        ("12", "str"),
        (["a"], "list"),
        ([[1], [2, 3]], "list"),
        ([1j], "complex128"),
        ([1.0, float("nan")], "nan"),
        ([float("inf")], "inf"),
    ],
)
def test_what_is_no_row_of_real_finite_numbers_is_refused_by_name(value, told):
    with pytest.raises(ValueError, match=rf"inputs must be .*{told}"):
        as_tensor("inputs", value)


def test_infinite_numbers_pass_where_they_are_asked_for():
    assert as_tensor("losses", [float("inf")], finite=False).tolist() == [float("inf")]
