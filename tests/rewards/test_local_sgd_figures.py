"""Pictures of local training, read back, and measured errors that stay below their bound."""

import numpy as np
import pytest

from incentives_book.rewards import local_sgd_figures as figures


def test_clients_drift_towards_their_own_optima_and_meet_at_their_mean():
    ax = figures.draw_drift(local_steps=8, rounds=3)
    lines = [np.column_stack(line.get_data()) for line in ax.get_lines()]
    paths, met = lines[:9], lines[9]
    assert [len(path) for path in paths] == [9] * 9
    assert met.shape == (4, 2)
    for r in range(3):
        ends = [path[-1] for path in paths[3 * r : 3 * r + 3]]
        assert np.mean(ends, axis=0) == pytest.approx(met[r + 1])
        for path, place in zip(paths[3 * r : 3 * r + 3], lines[10:13], strict=True):
            assert np.linalg.norm(path[-1] - place[0]) < np.linalg.norm(path[0] - place[0])


def test_bounds_lie_above_errors_and_without_noise_more_steps_settle_further_off():
    left, right = figures.draw_soft_absolutes(4, np.random.default_rng(0), total=32)
    told = left.get_lines()
    for gap, bound in zip(told[::2], told[1::2], strict=True):
        at = np.isin(gap.get_xdata(), bound.get_xdata())
        assert (gap.get_ydata()[at] < bound.get_ydata()).all()
    small, large = (np.asarray(line.get_ydata()) for line in right.get_lines()[:2])
    best = right.get_lines()[2].get_ydata()[0]
    off = np.abs(small - best)
    assert off[0] < 1e-3 < off[-1]
    assert (np.abs(large - best)[-3:] >= off[-3:] - 1e-9).all()


def test_measured_errors_stay_below_their_bound():
    shares = [figures.measured_over_bound(np.random.default_rng(seed), 20) for seed in range(5)]
    assert all(0 < share < 1 for share in shares)
