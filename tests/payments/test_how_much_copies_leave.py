"""What copies leave to a lie, by other means: the worst mean cycle over many reports, and welfare on a fine grid."""

from fractions import Fraction

import numpy as np
import pytest

from incentives_book.payments import how_much_copies_leave as leave

CONSTANT = 2 * (2**0.5 - 1) / 3


def worst_mean_cycle(gains):
    """The largest mean weight of a cycle, by Karp's algorithm."""
    n = len(gains)
    best = np.full((n + 1, n), -np.inf)
    best[0] = 0
    for k in range(1, n + 1):
        best[k] = (best[k - 1][:, None] + gains).max(axis=0)
    with np.errstate(invalid="ignore"):
        return ((best[n] - best[:n]) / (n - np.arange(n))[:, None]).min(axis=0).max()


@pytest.mark.backs("payments/new-disc-constant")
def test_no_cycle_of_many_reports_on_the_disc_is_worse_than_three_at_45_degrees():
    rng = np.random.default_rng(0)
    angles = np.concatenate([np.arange(0, 360, 7.5), rng.uniform(0, 360, 10)]) * np.pi / 180
    radii = (0.5, 0.999, 1.001, 1.5)
    reports = np.array([(r * np.cos(a), r * np.sin(a)) for r in radii for a in angles])
    moved = np.where(np.linalg.norm(reports, axis=1)[:, None] > 1, reports + np.array([1, 0]), 0)
    gains = reports @ moved.T - (moved * reports).sum(axis=1)  # from a type to the report that it pretends
    assert CONSTANT - 0.005 < worst_mean_cycle(gains) < CONSTANT + 0.002


@pytest.mark.backs("payments/new-copies-order")
@pytest.mark.parametrize("sizes", [(2, 1), (3, 2)])
def test_copies_near_the_rim_come_near_to_the_constants(sizes):
    near = leave.near_the_rim(sizes, near=Fraction(1, 10**5))
    assert near.two == pytest.approx(0.25, abs=1e-4)
    assert near.three == pytest.approx(CONSTANT, abs=1e-4)


@pytest.mark.backs("payments/new-copies-order")
def test_log_probabilities_off_the_grid_miss_no_more_than_the_upper_bound():
    rng = np.random.default_rng(1)
    for _ in range(50):
        q = rng.dirichlet(np.ones(4))
        r = rng.uniform(size=(2, 4))
        w, steps, penalty = rng.uniform(0.5, 3, 2), int(rng.integers(2, 9)), rng.uniform(0.3, 2)
        whole = w.sum()
        off = min(abs(k / steps - w[0] / whole) for k in range(steps + 1))

        def score(tilt, total, q=q, penalty=penalty):
            p = q * np.exp(tilt / penalty)
            p /= p.sum()
            return p @ (total - penalty * np.log(p / q))

        total = w @ r
        best = max(score(whole * (k * r[0] + (steps - k) * r[1]) / steps, total) for k in range(steps + 1))
        assert score(total, total) - best <= whole**2 * off**2 / (2 * penalty) + 1e-12


@pytest.mark.backs("payments/new-probabilities-no-grid")
def test_the_best_mixture_of_probabilities_by_trying():
    penalty = 1 / (4 * np.log(2))
    q = np.full(3, 1 / 3)

    def tilted(reward):
        p = q * np.exp(3 * np.array(reward) / penalty)
        return p / p.sum()

    def chosen(report):
        total = np.array(report) + 2 * np.array([0, 1, 1])
        shares = np.linspace(0, 1, 40_001)[:, None]
        models = np.concatenate([shares * tilted(report) + (1 - shares) * tilted([0, 1, 1]), q[None]])
        scores = models @ total - penalty * (models * np.log(3 * models)).sum(axis=1)
        k = scores.argmax()
        return models[k], float(shares[k, 0])

    truth, lie = (0, 0.5, 1), (1, 0, 1)
    (after_truth, share), (after_lie, other) = chosen(truth), chosen(lie)
    assert 37 / 60 < share < 0.63
    assert other == pytest.approx(16 / 273, abs=1e-4)
    cycle = (after_truth - after_lie) @ (np.array(truth) - np.array(lie))
    assert -0.1088 < cycle < -0.1055
    assert after_lie * 8193 == pytest.approx([241, 3856, 4096], abs=0.5)


@pytest.mark.backs("payments/new-probabilities-every-grid")
def test_no_grid_of_probabilities_keeps_the_two_reports_apart_by_plain_floats():
    penalty = 1 / (4 * np.log(2))
    q = np.full(3, 1 / 3)

    def tilted(reward):
        p = q * np.exp(3 * np.array(reward) / penalty)
        return p / p.sum()

    def chosen(report, steps):
        shares = np.arange(steps + 1)[:, None] / steps
        models = np.concatenate([shares * tilted(report) + (1 - shares) * tilted([0, 1, 1]), q[None]])
        total = np.array(report) + 2 * np.array([0, 1, 1])
        return models[(models @ total - penalty * (models * np.log(3 * models)).sum(axis=1)).argmax()]

    truth, lie = (0, 0.5, 1), (1, 0, 1)
    cycles = {
        steps: float((chosen(truth, steps) - chosen(lie, steps)) @ (np.array(truth) - np.array(lie)))
        for steps in (*range(1, 400), 1000, 5003)
    }
    assert max(cycles, key=cycles.get) == 7
    assert cycles[7] == pytest.approx(-0.03141, abs=5e-6)
    assert max(cycle for steps, cycle in cycles.items() if steps >= 60) < -0.0890
    for steps in (1, 7, 43):
        assert float(leave.on_a_grid(steps).cycle) == pytest.approx(cycles[steps], abs=1e-12)


def test_runs_on_the_sphere_and_the_picture(ax):
    assert [round(leave.mean_around_a_path(m), 4) for m in (1, 2, 3)] == [0.25, 0.2761, 0.2613]
    leave.draw_angles(ax=ax)
    assert len(ax.texts) == 5
