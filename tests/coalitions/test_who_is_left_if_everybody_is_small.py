"""Small players, deficits and one third: by errors from the variances of weighted sums and by listing everything."""

import random
from fractions import Fraction

import certificates
import definitions
import matplotlib.pyplot as plt
import numpy as np
import pytest

from incentives_book.coalitions import who_is_left_if_everybody_is_small as page


def stable_of(sizes, noise, spread=1, concept="core"):
    cost = definitions.cost_table(sizes, noise, spread, "uniform")
    players = len(sizes)
    return [p for p in definitions.all_partitions(players) if definitions.is_stable(cost, p, players, concept)]


def random_games(count, players, high):
    rng = random.Random(players)
    for _ in range(count):
        sizes = [rng.randint(1, high) for _ in range(players)]
        yield sizes, rng.randint(2, 2 * high), rng.choice([1, 2])


@pytest.mark.backs("coalitions/new-merging-equation")
def test_what_a_merger_saves():
    for sizes, noise, spread in random_games(40, 5, 30):
        cost = definitions.cost_table(sizes, noise, spread, "uniform")
        C, D = frozenset({0, 1}), frozenset({2, 3, 4})
        N_C, N_D = (sum(sizes[k] for k in block) for block in (C, D))
        seen = [Fraction(sum(sizes[k] ** 2 for k in block), sum(sizes[k] for k in block)) for block in (C, D)]
        w = Fraction(N_C, N_C + N_D)
        for j in C:
            bracket = noise - 2 * spread * sizes[j] + spread * (seen[0] * (1 + w) - seen[1] * w)
            assert cost(j, C) - cost(j, C | D) == Fraction(N_D, N_C * (N_C + N_D)) * bracket


@pytest.mark.backs("coalitions/new-unique-at-one-third")
def test_small_players_have_one_stable_partition():
    """Noise at three times the largest size exactly, where the theorem just holds, and above."""
    for sizes, _, spread in random_games(25, 4, 30):
        for noise in (3 * spread * max(sizes), 4 * spread * max(sizes)):
            assert stable_of(sizes, noise, spread) == [frozenset({frozenset(range(4))})]


@pytest.mark.backs("coalitions/new-one-small-block")
@pytest.mark.backs("coalitions/new-deficits")
def test_at_most_one_small_block_and_deficits_below_one():
    several, most = 0, Fraction(0)
    for sizes, noise, spread in random_games(60, 5, 40):
        for partition in stable_of(sizes, noise, spread):
            largest = [max(sizes[k] for k in block) for block in partition]
            assert sum(3 * spread * one <= noise for one in largest) <= 1
            deficits = sum(max(Fraction(0), 1 - Fraction(2 * one * spread, noise)) for one in largest)
            assert deficits < 1
            several, most = several + (len(partition) > 1), max(most, deficits)
    assert several
    assert most > Fraction(2, 5)


@pytest.mark.backs("coalitions/new-one-small-block-individual")
def test_at_most_one_small_block_is_individually_stable():
    two_blocks = 0
    for sizes, noise, spread in random_games(60, 4, 40):
        for partition in stable_of(sizes, noise, spread, "individual"):
            assert sum(3 * spread * max(sizes[k] for k in block) <= noise for block in partition) <= 1
            two_blocks += len(partition) > 1
    assert two_blocks
    for sizes, _, spread in random_games(25, 4, 30):
        for noise in (3 * spread * max(sizes), 4 * spread * max(sizes)):
            assert stable_of(sizes, noise, spread, "individual") == [frozenset({frozenset(range(4))})]


@pytest.mark.backs("coalitions/new-one-third-is-sharp")
@pytest.mark.parametrize(
    ("x", "many", "stable"), [(20, 60, False), (22, 60, False), (26, 79, False), (26, 80, True), (24, 130, True)]
)
def test_two_players_and_a_pool(x, many, stable):
    """By the checker of certificates, which knows nothing of the theorem; one third is 20."""
    t, noise = 1, 60
    apart = [[x] + [t] * many, [x]]
    assert certificates.core_stable(noise, apart) == stable
    alone = definitions.error([x, x] + [t] * many, noise, 1, "uniform", 0, frozenset({0, *range(2, many + 2)}))
    together = definitions.error([x, x] + [t] * many, noise, 1, "uniform", 0, frozenset(range(many + 2)))
    assert (alone <= together) == stable == page.Seat(x, t, many, noise).stable
    assert (page.Seat(x, t, many, noise).seated_saves > 0) == (not stable)
    # No tie among these: one move at a time comes to the same.
    assert certificates.individually_stable(noise, apart) == stable == page.Seat(x, t, many, noise).individually_stable


@pytest.mark.backs("coalitions/new-one-third-is-sharp")
def test_a_seated_player_without_a_preference_lets_the_other_one_in():
    seat = page.Seat(26, 1, 90, page.Seat(26, 1, 90, 60).noise_of_a_tie)
    apart = [[26] + [1] * 90, [26]]
    assert certificates.core_stable(seat.noise, apart)
    assert not certificates.individually_stable(seat.noise, apart)
    assert (seat.stable, seat.individually_stable) == (True, False)
    assert certificates.individually_stable(seat.noise - Fraction(1, 1000), apart)


@pytest.mark.backs("coalitions/new-one-third-is-sharp")
def test_the_example_of_the_statement_is_stable_in_both_ways():
    assert certificates.core_stable(300, [[110] + [5] * 360, [110]])
    assert certificates.individually_stable(300, [[110] + [5] * 360, [110]])
    assert not certificates.individually_stable(300, [[100] + [5] * 360, [100]])


def test_the_judged_games_are_those_of_the_definitions():
    for one in page.judged(sizes=(2, 7, 20), players=[3], noises=(6, 15)):
        expected = stable_of([int(n) for n in one.game.sizes], int(one.game.noise))
        assert {frozenset(p) for p in one.stable} == set(expected)


def test_the_picture_has_a_curve_for_each_pool():
    _, ax = plt.subplots()
    page.draw_sharpness(ax)
    words = {text.get_text() for text in ax.texts}
    assert {"very small", "of size 1/60", "one third"} <= words
    curve = ax.lines[0].get_xdata()
    # The curve of very small players comes down to one third from above and never crosses it.
    assert np.nanmin(curve) > 1 / 3
    assert np.nanmin(curve) < 0.337


@pytest.mark.parametrize("t", [1e-9, 1 / 60])
def test_the_curve_is_where_the_seated_player_stops_gaining(t):
    rest = np.geomspace(0.01, 300, 30)
    sizes = np.linspace(0.25, 0.5, 400)
    for x, samples in zip(page.boundary(rest, t), rest, strict=True):
        gains = page.seated(sizes, t, samples, 1.0) > 0
        # All sizes below the curve gain, all above do not; where there is no curve, everybody gains.
        assert (gains == (sizes < (np.inf if np.isnan(x) else x))).all()
