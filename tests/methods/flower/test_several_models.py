"""Several models in one message: plain loops, and a table of losses judged by hand."""

import math

import numpy as np
import pytest

from incentives.methods.flower.several_models import average, count, row, stacked, verdict


def models(number, seed=0):
    rng = np.random.default_rng(seed)
    return [{"w": rng.normal(size=(2, 3)), "b": rng.normal(size=3).astype(np.float32)} for _ in range(number)]


def test_what_was_stacked_comes_back():
    given = models(4)
    together = stacked(given)
    assert count(together) == 4
    for k, model in enumerate(given):
        assert all(np.array_equal(row(together, k)[name], model[name]) for name in model)


def test_an_average_is_the_sum_of_shares_in_the_arrays_own_type():
    given, weights = models(3), [1, 2, 5]
    found = average(given, weights)
    assert found["b"].dtype == np.float32
    for name in ("w", "b"):
        by_hand = sum(weight / 8 * model[name].astype(float) for weight, model in zip(weights, given, strict=True))
        assert np.allclose(found[name], by_hand, atol=1e-6)


@pytest.mark.parametrize("weights", [[1, 2], [1, -1, 2], [0, 0, 0], [1, math.nan, 1]])
def test_weights_that_are_none_are_refused(weights):
    with pytest.raises(ValueError, match="weights must be one per model, 3"):
        average(models(3), weights)


def test_models_that_differ_are_refused():
    with pytest.raises(ValueError, match="same names and shapes"):
        stacked([{"w": np.zeros(2)}, {"w": np.zeros(3)}])
    with pytest.raises(ValueError, match="at least one model"):
        stacked([])
    with pytest.raises(ValueError, match=r"one leading axis, got \[2, 3\]"):
        count({"w": np.zeros(2), "b": np.zeros(3)})


def test_who_refuses_what_is_decided_above_the_least_loss_over_candidates():
    # Without 0 everybody is content, at the edge of the tolerance; the model of everybody is too bad for 2.
    losses = [[1.5, 9, 1, 1], [2, 2, 9, 2], [0.5, 0, 9, 0.6]]
    told = verdict(losses, tolerance=0.5)
    assert (sorted(told.suspects), told.chosen, told.everybody_passes, told.silent) == ([0], 0, False, ())
    assert verdict(losses, tolerance=0.4).chosen is None
    assert verdict(losses, tolerance=0.6).everybody_passes


def test_a_client_that_does_not_answer_refuses_nothing_and_is_named():
    told = verdict([[1, 1, 1, 1], [math.nan] * 4, [1, 1, math.inf, 1]], tolerance=0.1)
    assert told.silent == (1,)
    assert sorted(told.suspects) == [0, 1]
    assert told.everybody_passes
    with pytest.raises(ValueError, match="at least one client"):
        verdict(np.full((2, 3), math.nan), tolerance=1)


@pytest.mark.parametrize(("losses", "tolerance"), [([[1, 2], [3, 4]], 1), ([[1, 2]], 1), ([[1, 2, 3], [1, 2, 3]], -1)])
def test_tables_of_another_shape_and_negative_tolerances_are_refused(losses, tolerance):
    with pytest.raises(ValueError, match="must"):
        verdict(losses, tolerance=tolerance)
