"""Local SGD: the library's bounds and runs against plain arithmetic written here, and bad input."""

from fractions import Fraction

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, strategies as st

from incentives_book.rewards import local_sgd, local_sgd_runs

F = Fraction
GOOD = {
    "distance": F(2),
    "step": F(1, 8),
    "smoothness": F(2),
    "local_steps": 3,
    "rounds": 5,
    "clients": 4,
    "noise": F(1, 2),
    "dissimilarity": F(1, 3),
}
DRIFT = ("step", "smoothness", "local_steps", "noise", "dissimilarity")


def test_bounds_by_hand():
    # 18 * 9 / 64 / 9 + 4 * 3 / 64 / 4 = 18/64 + 3/64
    assert local_sgd.drift_bound(**{name: GOOD[name] for name in DRIFT}) == F(21, 64)
    # 4 / (2 * 15/8) + 1/8 * 1/4 / 4 + 2 * 21/64
    assert local_sgd.local_sgd_bound(**GOOD) == F(16, 15) + F(1, 128) + F(21, 32)
    small = GOOD | {"step": F(1, 12)}
    # 4 / (2 * 15/12) + 1/12/16 + 2/144 * 2 * (1/8 + 3/27)
    assert local_sgd.bound_at_optimum(**small) == F(8, 5) + F(1, 192) + F(1, 36) * (F(1, 8) + F(1, 9))


def test_bounds_take_symbols():
    eta = sp.Symbol("eta", positive=True)
    formula = local_sgd.local_sgd_bound(**(GOOD | {"step": eta}))
    assert sp.Rational(local_sgd.local_sgd_bound(**GOOD)) == formula.subs(eta, sp.Rational(1, 8))


@pytest.mark.parametrize("bound", [local_sgd.local_sgd_bound, local_sgd.bound_at_optimum])
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("step", 0),
        ("step", -1),
        ("step", 1),
        ("smoothness", 0),
        ("smoothness", float("nan")),
        ("local_steps", 0),
        ("local_steps", 1.5),
        ("rounds", -2),
        ("clients", 0),
        ("noise", -1),
        ("noise", float("inf")),
        ("dissimilarity", float("nan")),
        ("distance", -1),
    ],
)
def test_bad_numbers_are_named(bound, name, value):
    with pytest.raises(ValueError, match=name):
        bound(**(GOOD | {"step": F(1, 12)} | {name: value}))


def test_steps_at_the_limits():
    assert local_sgd.local_sgd_bound(**GOOD) > 0  # exactly 1 / (4 L)
    assert local_sgd.bound_at_optimum(**(GOOD | {"step": F(1, 12)})) > 0  # exactly 1 / (2 L tau)
    with pytest.raises(ValueError, match="step must be at most"):
        local_sgd.bound_at_optimum(**GOOD)


@given(
    st.floats(0.1, 10),
    st.floats(0.1, 10),
    st.integers(1, 20),
    st.integers(1, 50),
    st.integers(1, 9),
    st.floats(0.1, 9),
    st.floats(0.1, 9),
)
def test_the_tuned_step_keeps_its_promise(distance, smoothness, local_steps, rounds, clients, noise, dissimilarity):
    facts = {
        "distance": distance,
        "smoothness": smoothness,
        "local_steps": local_steps,
        "rounds": rounds,
        "clients": clients,
        "noise": noise,
        "dissimilarity": dissimilarity,
    }
    steps = local_sgd.tuned_steps(**facts)
    assert len(steps) == 4
    promised = (
        2 * smoothness * distance**2 / (local_steps * rounds)
        + 1.5 * noise * distance / (clients * local_steps * rounds) ** 0.5
        + 4.5 * (smoothness * noise**2 * distance**4 / local_steps) ** (1 / 3) / rounds ** (2 / 3)
        + 18.5 * (smoothness * dissimilarity**2 * distance**4) ** (1 / 3) / rounds ** (2 / 3)
    )
    assert local_sgd.local_sgd_bound(step=min(steps), **facts) <= promised * (1 + 1e-9)


def test_a_step_without_noise_is_left_out():
    facts = {name: GOOD[name] for name in GOOD if name != "step"}
    assert len(local_sgd.tuned_steps(**(facts | {"noise": 0, "dissimilarity": 0}))) == 1
    assert len(local_sgd.tuned_steps(**(facts | {"noise": 0}))) == 2
    with pytest.raises(ValueError, match="distance"):
        local_sgd.tuned_steps(**(facts | {"distance": 0}))


def test_a_run_is_the_loop_one_would_write():
    rng = np.random.default_rng(3)
    factors = rng.standard_normal((3, 2, 2))
    world = local_sgd_runs.QuadraticClients(factors @ factors.swapaxes(1, 2), rng.standard_normal((3, 2)))
    run = local_sgd_runs.play_local_sgd(
        world.gradients, [1.0, -1.0], clients=3, local_steps=2, rounds=3, step=0.1, rng=rng, runs=2
    )
    centre, k = np.array([1.0, -1.0]), 0
    for _ in range(3):
        points = [centre.copy() for _ in range(3)]
        for _ in range(2):
            middle = sum(points) / 3
            assert np.allclose(run.averages[:, k], middle)
            assert np.allclose(run.drifts[1, k], [np.sum((p - middle) ** 2) for p in points])
            points = [p - 0.1 * h @ (p - b) for p, h, b in zip(points, world.hessians, world.optima, strict=True)]
            k += 1
        centre = sum(points) / 3
    assert np.allclose(run.averages[:, -1], centre)
    assert run.averages.shape == (2, 7, 2)
    assert run.drifts.shape == (2, 6, 3)


def test_quadratic_clients_know_their_minimum_and_gradients():
    rng = np.random.default_rng(8)
    factors = rng.standard_normal((4, 3, 3))
    world = local_sgd_runs.QuadraticClients(factors @ factors.swapaxes(1, 2), rng.standard_normal((4, 3)))
    best = world.minimiser
    around = best + 0.1 * rng.standard_normal((50, 3))
    assert (world.objective(around) >= world.objective(best)).all()
    point, nudge = rng.standard_normal(3), 1e-6
    numeric = [
        (world.objective(point + nudge * e) - world.objective(point - nudge * e)) / (2 * nudge) for e in np.eye(3)
    ]
    slopes = world.true_gradients(np.broadcast_to(point, (4, 3)))
    assert np.allclose(slopes.mean(axis=0), numeric, atol=1e-6)
    assert np.allclose(world.dissimilarity_at(point), np.linalg.norm(slopes - numeric, axis=1), atol=1e-6)


def test_noise_has_the_variance_it_says():
    world = local_sgd_runs.QuadraticClients(np.ones((2, 1, 1)), np.zeros((2, 1)), noise=3.0)
    noise = world.gradients(np.zeros((20000, 2, 1)), np.random.default_rng(5))
    assert abs((noise**2).mean() - 9) < 0.5
    assert abs(np.corrcoef(noise[:, 0, 0], noise[:, 1, 0])[0, 1]) < 0.03


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"clients": 0}, "clients"),
        ({"local_steps": 1.5}, "local_steps"),
        ({"rounds": True}, "rounds"),
        ({"step": 0.0}, "step"),
        ({"runs": 0}, "runs"),
    ],
)
def test_bad_runs_are_refused(change, named):
    good = {"clients": 2, "local_steps": 1, "rounds": 1, "step": 0.1, "runs": 1}
    with pytest.raises(ValueError, match=named):
        local_sgd_runs.play_local_sgd(lambda x, rng: x, [0.0], rng=np.random.default_rng(0), **(good | change))


def test_bad_worlds_are_refused():
    rng = np.random.default_rng(0)
    plain = {"clients": 1, "local_steps": 1, "rounds": 1, "step": 0.1, "rng": rng}
    with pytest.raises(ValueError, match="gradients must return shape"):
        local_sgd_runs.play_local_sgd(lambda x, rng: x[0], [0.0], **plain)
    with pytest.raises(ValueError, match="start"):
        local_sgd_runs.play_local_sgd(lambda x, rng: x, [float("nan")], **plain)
    with pytest.raises(ValueError, match="hessians"):
        local_sgd_runs.QuadraticClients(np.ones((2, 2, 1)), np.zeros((2, 1)))
    with pytest.raises(ValueError, match="semidefinite"):
        local_sgd_runs.QuadraticClients(-np.ones((1, 1, 1)), np.zeros((1, 1)))
    with pytest.raises(ValueError, match="noise"):
        local_sgd_runs.QuadraticClients(np.ones((1, 1, 1)), np.zeros((1, 1)), noise=-1.0)
