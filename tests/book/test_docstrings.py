"""Docstrings reach the reader with the characters that they were written with."""

import sys

import pytest
from pairing import ROOT

sys.path.append(str(ROOT / "book" / "_ext"))
from docstrings import plain, rewrite


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("plain words", "plain words"),
        ("takes `sizes` and ``noise``", "takes ``sizes`` and ``noise``"),
        ("shape (*shape, D)", r"shape (\*shape, D)"),
        ("|x - y| <= z", r"\|x - y\| <= z"),
        ("n_i of `a*b`", "n_i of ``a*b``"),
        ("S_ and n_i", r"S\_ and n_i"),
    ],
)
def test_a_line_keeps_its_characters(line, expected):
    assert plain(line) == expected


def test_examples_are_left_alone():
    lines = ["2 * 3", "", ">>> f(*sizes)", "array([1 * 2])", "", "4 * 5"]
    rewrite(None, "function", "f", None, None, lines)
    assert lines == [r"2 \* 3", "", ">>> f(*sizes)", "array([1 * 2])", "", r"4 \* 5"]
