"""Rows become a data frame where pandas is installed, and say what to do where it is not."""

import sys
from fractions import Fraction

import pytest

from incentives import colours, frames
from incentives_book import figures


def test_a_frame_holds_floats_and_gaps():
    pytest.importorskip("pandas")
    frame = frames.as_frame([{"a": Fraction(1, 4), "b": None}, {"a": 2, "b": "x"}])
    assert frame.a.tolist() == [0.25, 2.0]
    assert frame.b.isna().tolist() == [True, False]


def test_without_pandas_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ModuleNotFoundError, match="pip install pandas"):
        frames.as_frame([])


def test_the_library_draws_in_the_colours_of_the_book():
    assert colours.COLOURS == figures.COLOURS
    assert colours.INK == figures.INK
