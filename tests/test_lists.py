from collections import ChainMap, UserDict, UserList, deque

import numpy as np
import pytest

from incentives.lists import as_list, as_members, as_rows, no_single_column
from incentives.numbers import as_vector


@pytest.mark.parametrize("values", [[1, 2], (1, 2), UserList([1, 2]), deque([1, 2]), range(1, 3), np.array([1, 2])])
def test_what_has_an_order_is_a_list_and_a_collection(values):
    assert as_list("x", values) == [1, 2]
    assert sorted(as_members("x", values)) == [1, 2]


@pytest.mark.parametrize("values", [{1, 2}, frozenset({1, 2}), {1: 5, 2: 5}.keys()])
def test_a_set_is_a_collection_and_no_list(values):
    assert sorted(as_members("x", values)) == [1, 2]
    with pytest.raises(ValueError, match="x must be a list, got"):
        as_list("x", values)


@pytest.mark.parametrize(
    "values", ["12", b"\1\2", bytearray(b"\1"), {1: 5}, UserDict({1: 5}), ChainMap({1: 5}), 3, None]
)
def test_texts_bytes_mappings_and_single_values_are_neither(values):
    for read in (as_list, as_members):
        with pytest.raises(ValueError, match="x must be"):
            read("x", values)


def test_too_few_entries_and_masked_ones_are_refused():
    for read in (as_list, as_members):
        with pytest.raises(ValueError, match="x must hold at least 2, got"):
            read("x", [1], least=2)
    with pytest.raises(ValueError, match="none of them masked"):
        as_rows("x", np.ma.array([1, 2], mask=[0, 1]))


def test_a_frame_is_read_by_its_rows_unless_it_has_one_column():
    pd = pytest.importorskip("pandas")
    assert [row.tolist() for row in as_list("x", pd.DataFrame({"a": [1, 2], "b": [3, 4]}))] == [[1, 3], [2, 4]]
    with pytest.raises(ValueError, match=r"x must not be a frame of one column; give the column, frame\['a'\]"):
        as_list("x", pd.DataFrame({"a": [1, 2]}))
    assert no_single_column("x", pd.DataFrame({"a": [1]})) is None


def test_tensors_are_read_as_numbers():
    torch = pytest.importorskip("torch")
    assert as_list("x", torch.tensor([0, 1])) == [0, 1]
    assert as_list("x", torch.tensor([0.1])) == [0.1]
    with pytest.raises(ValueError, match="x must be numbers in an ordinary tensor, got a meta one"):
        as_list("x", torch.empty(2, device="meta"))


def test_a_column_of_a_narrow_type_holds_what_its_array_holds():
    pd = pytest.importorskip("pandas")
    values = np.float32([0.1, 0.7])
    assert as_vector("x", pd.Series(values)) == as_vector("x", values) == (0.1, 0.7)
    assert as_list("x", pd.Series([3, 4], index=["b", "a"])) == [3, 4]
