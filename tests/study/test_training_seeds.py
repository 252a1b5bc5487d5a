"""The study of seeds: one small run, what counts as described, and what is refused."""

import pytest

from incentives_book.study.training_seeds import Setting, as_described, line, run


def test_a_run_compares_leave_one_out_with_robust_averages():
    told = run(Setting("linear", "times -8", rounds=5))
    assert set(told) == {"suspects", "everybody_passes", "joint", "chosen", "median", "trimmed mean", "Krum"}
    assert told["chosen"] is None or told["chosen"] >= told["joint"]
    record = {**told, "settings": {"kind": "linear", "lie": "times -8", "data_seed": 0, "seed": 1}}
    assert line(record).startswith("linear   times -8 data 0 seed 1: suspects")


@pytest.mark.parametrize(("lie", "suspects", "passes", "right"), [
    ("flip", [1], False, True), ("flip", [1, 2], False, False), ("flip", [1], True, False),
    ("honest", [0, 1, 2, 3, 4, 5], True, True), ("times 2", [1], False, False),
])  # fmt: skip
def test_what_counts_as_described(lie, suspects, passes, right):
    assert as_described({"settings": {"lie": lie}, "suspects": suspects, "everybody_passes": passes}) is right


def test_bad_settings_are_refused():
    with pytest.raises(ValueError, match="kind must be in"):
        Setting("linear", "whisper")
