"""A record holds the check as somebody wrote it."""

import numpy as np

from claimbook import recording
from claimbook.sources import calls_a_constant

from .rows import CHECK, X


def test_records_hold_the_check_as_it_is_written():
    def is_small(case):
        return case < 9

    with recording() as records:
        CHECK.identity(
            (X + 1)**2,   X**2 + 2*X + 1, step="wrapped"
        )  # fmt: skip
        CHECK.every([1], is_small)
        CHECK.every([1, 2], is_small)
        CHECK.every((n for n in (1,)), is_small)
    assert records[0].source == "CHECK.identity((X + 1) ** 2, X ** 2 + 2 * X + 1, step='wrapped')"
    assert records[0].symbols == ("x positive",)
    digests = [record.subject["cases"] for record in records[1:]]
    assert digests[0] == digests[2] != digests[1]


def test_a_package_is_not_asked_for_names_that_it_no_longer_has():
    """NumPy warns of `object`, and an error of a page is a warning that it shows."""
    assert calls_a_constant(lambda case: np.array(case, dtype=object).size > 0) == ""
