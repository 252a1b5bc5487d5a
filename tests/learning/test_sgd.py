import pytest

from incentives.learning.sgd import Sgd, step_decay


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"rate": 0.0}, "rate must be a finite number above 0"),
        ({"rate": float("inf")}, "rate must be a finite number above 0"),
        ({"rate": 0.1, "momentum": 1.0}, "momentum must be a finite number of at least 0 and below 1"),
        ({"rate": 0.1, "weight_decay": -1.0}, "weight_decay must be"),
    ],
)
def test_numbers_out_of_range_are_refused(settings, message):
    with pytest.raises(ValueError, match=message):
        Sgd(**settings)


def test_rates_fall_at_the_named_shares():
    schedule = step_decay(0.5, rounds=10, at=(0.3, 1.0), factor=0.5)
    assert [schedule(t) for t in range(10)] == [0.5] * 3 + [0.25] * 7
    with pytest.raises(ValueError, match=r"at lie in \(0, 1\]"):
        step_decay(0.5, rounds=10, at=(0.0,))
