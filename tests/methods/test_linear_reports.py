"""Linear models from second moments, beside least squares on the examples themselves."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from incentives.learning.statistics_engine import moments
from incentives.methods.linear_reports import as_clients, fitted, mean_squared_errors, squared_distances


def drawn(rng, count):
    inputs = rng.normal(size=(count, 2))
    return inputs, inputs @ [1.0, -2.0] + 0.5 + rng.normal(size=count)


def test_fits_errors_and_distances_are_those_of_the_examples():
    rng = np.random.default_rng(0)
    pairs = [drawn(rng, count) for count in (20, 30)]
    data = as_clients("clients", pairs)
    models = fitted(data, prior=torch.eye(3).double(), ridge=1e-9)
    known = moments(data, bias=True)
    for k, (inputs, targets) in enumerate(pairs):
        ones = np.column_stack([inputs, np.ones(len(inputs))])
        direct = np.linalg.lstsq(ones, targets, rcond=None)[0]
        assert models[k].numpy() == pytest.approx(direct, abs=1e-7)
        assert float(mean_squared_errors(known, models)[k]) == pytest.approx(((ones @ direct - targets) ** 2).mean())
    shared = np.column_stack([rng.normal(size=(50, 2)), np.ones(50)])
    metric = torch.as_tensor(shared.T @ shared / 50)
    apart = (models[0] - models[1]).numpy()
    assert float(squared_distances(models[0] - models[1], metric)) == pytest.approx(((shared @ apart) ** 2).mean())


def test_ridge_stands_for_examples_with_target_zero():
    rng = np.random.default_rng(1)
    inputs, targets = drawn(rng, 12)
    more = rng.normal(size=(3, 2))
    prior = np.column_stack([more, np.ones(3)])
    shrunk = fitted(as_clients("clients", [(inputs, targets)]), prior=torch.as_tensor(prior.T @ prior / 3), ridge=3.0)
    both = np.column_stack([np.vstack([inputs, more]), np.ones(15)])
    assert shrunk[0].numpy() == pytest.approx(np.linalg.lstsq(both, np.append(targets, [0] * 3), rcond=None)[0])


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([], "clients"),
        ([np.ones((3, 2))], "clients must be pairs"),
        ([(np.ones((3, 2)), np.ones(2))], "got .3, 2. and .2,. for client 0"),
        ([(np.ones((3, 2)), np.ones(3)), (np.ones((3, 1)), np.ones(3))], "for client 1"),
    ],
)
def test_what_is_no_pair_of_inputs_and_targets_is_refused(given, message):
    with pytest.raises(ValueError, match=message):
        as_clients("clients", given)
