"""Signs of paired differences against the binomial's tail."""

import pytest

from incentives_book.study.rewards.signs import SignCount, sign_count


def test_levels_of_sign_counts_are_tails_of_the_binomial():
    stats = pytest.importorskip("scipy.stats")
    for above in range(11):
        count = SignCount(above, 10 - above, 0)
        assert float(count.level) == pytest.approx(stats.binomtest(above, 10, alternative="greater").pvalue)
    assert sign_count([1.0, -2.0, 0.0]) == (1, 1, 1)
    assert str(SignCount(9, 0, 1)) == "9/10"
