"""Certificates against plain loops and listed games; no line is shared with the library."""

import math

import numpy as np
import pytest

from incentives.payments.certificates import Certificate, betting_bound, certificate

from .games_below_a_cap import a_game, best_by_search, value


def loop_bound(terms, largest, level):
    """The bet written out, one reply after another, on a fine grid of means."""
    grid = np.linspace(0, max(terms) + 1, 40_001)
    fortune, total, squares = np.ones_like(grid), largest / 2, (largest / 2) ** 2
    spread = squares
    for k, t in enumerate(terms, start=1):
        stake = min(math.sqrt(2 * math.log(1 / level) / (len(terms) * spread)), 0.95 / largest)
        fortune *= 1 + stake * (grid - t)
        total += t
        squares += (t - total / (k + 1)) ** 2
        spread = squares / (k + 1)
    return grid[fortune < 1 / level].max()


@pytest.mark.backs("payments/new-bill-certificate")
def test_the_bound_is_that_of_a_bet_written_out():
    rng = np.random.default_rng(3)
    for many in (20, 300):
        terms = rng.beta(0.3, 2, size=many)
        assert betting_bound(terms, 1.0, level=0.05) == pytest.approx(loop_bound(terms, 1.0, 0.05), abs=1e-4)


@pytest.mark.backs("payments/new-bill-certificate")
def test_upper_ends_hold_as_often_as_they_say_for_coins_and_rare_large_numbers():
    """At a level of one half, where a bound that is too small would be seen at once."""
    rng = np.random.default_rng(5)
    for mean in (0.02, 0.5):
        kept = sum(betting_bound((rng.uniform(size=50) < mean) * 1.0, 1.0, level=0.5) >= mean for _ in range(400))
        assert kept >= 200 + 10  # a certificate that fails more often than every second time is seen


@pytest.mark.backs("payments/new-certificate-coverage")
@pytest.mark.parametrize("cap", [2.0, 16.0])
def test_what_is_missed_is_below_the_bound_in_listed_games(cap):
    kept = 0
    for seed in range(60):
        q, p, r, penalty = a_game(seed, cap=cap, strength=8)
        rng = np.random.default_rng([seed, 1])
        s = (p + q) / 2
        x = rng.choice(q.size, size=300, p=s)
        found = certificate(
            r[x],
            *(np.log(law)[x] for law in (p, q, s)),
            span=1,
            cap=cap,
            penalty=penalty,
            reference_share=0.5,
            model_share=0.5,
        )
        kept += found.at_most >= best_by_search(q, r, penalty, cap, rounds=800) - value(p, q, r, penalty)
    assert kept >= 57


@pytest.mark.backs("payments/new-prompts-cannot-be-chosen")
def test_two_prompts_with_rewards_always_0_and_always_all_leave_nothing_to_be_won():
    rng = np.random.default_rng(0)
    n, strength = 4000, 2.0
    prompt = rng.integers(2, size=n)
    logs = np.log(np.full(n, 0.5))
    given = (prompt * strength, logs, logs, logs)
    known = dict(span=strength, cap=math.exp(strength), reference_share=0.5, model_share=0.5)
    told = certificate(*given, **known, prompts=prompt)
    assert told.estimate == pytest.approx(0, abs=1e-9)
    assert told.at_most < 0.03
    blind = certificate(*given, **known)  # one guess for both prompts: the optimum chooses its prompt
    assert blind.estimate == pytest.approx(math.log(math.cosh(1)), abs=0.02)
    assert blind.at_most > 0.4


def test_one_reply_a_prompt_leaves_no_estimate_but_a_bound():
    rng = np.random.default_rng(0)
    zero = np.zeros(500)
    found = certificate(
        rng.uniform(size=500), zero, zero, zero, span=1, cap=3, reference_share=1, prompts=np.arange(500)
    )
    assert found.estimate is None
    assert found.says_something


def test_a_bound_as_wide_as_the_range_is_no_certificate():
    found = certificate([0.5] * 5, *[[0.0] * 5] * 3, span=1, cap=16, reference_share=0.5, model_share=0.5)
    assert not found.says_something
    assert "no certificate" in str(found)
    assert "at most 0.100" in str(Certificate(0.05, 0.1, 1.0, 16.0, 0.05, 100))


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"total": [0.5, 2.0]}, "between 0 and span"),
        ({"total": [0.5, -0.1]}, "between 0 and span"),
        ({"log_model": [0.0, 3.0]}, "cap"),
        ({"cap": 0.5}, "cap"),
        ({"cap": np.inf}, "cap"),
        ({"log_proposal": [-2.0, -2.0]}, "log_proposal"),
        ({"log_reference": [0.0]}, "one length"),
        ({"prompts": ["a"]}, "one per reply"),
        ({"reference_share": 0.0}, "reference_share"),
        ({"span": 0.0}, "span"),
        ({"level": 1.5}, "level"),
        ({"total": [0.5, np.nan]}, "total"),
    ],
)
def test_what_would_make_a_certificate_worthless_is_refused(changed, words):
    given = dict(
        total=[0.5, 0.5], log_model=[0.0, 0.0], log_reference=[0.0, 0.0], log_proposal=[0.0, 0.0], span=1.0, cap=2.0
    )
    given |= dict(reference_share=1.0, level=0.05) | changed
    with pytest.raises(ValueError, match=words):
        certificate(**given)
