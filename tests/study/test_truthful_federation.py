"""The study of twenty clients: one small run, and what is refused."""

import pytest

from incentives.learning.deviations import FlipLabels
from incentives_book.study.truthful_federation import Setting, lie, run


def test_a_run_tells_what_everybody_wants_to_know():
    told = run(Setting("digits", "linear", "rescale", copies=2, most=8, rounds=3, batch_size=0, rate=0.05))
    assert told["clients"] == 10
    assert told["suspects"] == [1]
    assert not told["everybody_passes"]
    assert len(told["excess"]) == 11


def test_bad_input_is_refused():
    assert lie("flip", "linear", clients=4) == {1: FlipLabels(None)}
    with pytest.raises(ValueError, match="lie must be one of"):
        lie("whisper", "linear", clients=4)
    with pytest.raises(ValueError, match="kind must be in"):
        Setting("digits", "forest", "flip")
