"""Ratios against the solver, jumps against the equation they solve, refused input."""

from fractions import Fraction
from math import inf, log

import numpy as np
import pytest

from incentives import payments as pay
from incentives_book.payments.how_continuous_is_training import recession

F = Fraction


@pytest.mark.parametrize(
    ("divergence", "room"),
    [(pay.reverse_kl(), 1.0), (pay.jensen_shannon(), log(2) / 2), (pay.KL(), inf)],
)
def test_room_is_the_rise_of_the_slope(divergence, room):
    assert recession.reward_room(divergence) == pytest.approx(room)
    assert recession.reward_room(divergence, penalty=3) == pytest.approx(3 * room)
    if room < inf:
        far = divergence.derivative(np.array([1e8]))[0] - divergence.derivative(np.ones(1))[0]
        assert far == pytest.approx(room, abs=1e-6)


@pytest.mark.parametrize("divergence", [pay.reverse_kl(), pay.jensen_shannon(), pay.KL(), pay.ChiSquared()])
def test_trained_ratios_stay_below_the_bound(divergence):
    """p / q is at most the ratio at which f' has grown by the gap from f'(1), for every initial model."""
    rng = np.random.default_rng(2)
    gap = 0.8 * min(recession.reward_room(divergence), 2.0)
    bound = divergence.ratio(divergence.derivative(np.ones(1)) + gap, largest=1e300)[0]
    worst = 0.0
    for _ in range(100):
        q = rng.dirichlet(np.full(4, 0.2)) + 1e-12
        R = gap * rng.choice([0.0, 1.0], size=4)
        p = pay.best_policy(R, q / q.sum(), divergence=divergence)
        worst = max(worst, (p / (q / q.sum())).max())
    assert 0.5 * bound < worst <= bound * (1 + 1e-6)


@pytest.mark.parametrize(("groups", "share", "penalty"), [(2, F(2, 5), 1), (3, F(1, 2), 1), (2, F(1, 2), F(1, 2))])
def test_jumps_solve_the_equation_and_the_solver_agrees(groups, share, penalty):
    jump = recession.reverse_kl_jump(F(1, 1000), share=share, groups=groups, penalty=penalty)
    q = jump.profiles.reference
    for side, policy in zip((jump.profiles.before, jump.profiles.after), jump.policies, strict=True):
        assert policy.sum() == 1
        multiplier = side.total + penalty * q / policy
        assert len(set(multiplier)) == 1
        solved = pay.best_policy(
            side.total.astype(float), q.astype(float), penalty=float(penalty), divergence=pay.reverse_kl()
        )
        np.testing.assert_allclose(solved, policy.astype(float), atol=1e-8)
    assert jump.profiles.distance < F(1, 100)
    limit = 2 * share - (1 - F(penalty) / groups)
    assert abs(jump.move - limit) < F(1, 100)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: recession.reward_room(pay.KL(), penalty=0), "penalty must be greater than 0"),
        (lambda: recession.reverse_kl_jump(0.1), "must be exact"),
        (lambda: recession.reverse_kl_jump(0), "must be positive"),
        (lambda: recession.reverse_kl_jump(F(1, 10), penalty=2), "groups a whole number above penalty"),
        (lambda: recession.reverse_kl_jump(F(1, 100), share=F(1, 5)), "share must lie between"),
        (lambda: recession.reverse_kl_jump(F(1, 100), share=F(3, 5)), "share must lie between"),
        (lambda: recession.reverse_kl_jump(F(1)), "step must be small enough|share must lie between"),
    ],
)
def test_bad_input_is_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()
