"""The companion of the page: what limits promises from a sample, and a table and a figure of how often they hold."""

import math

import numpy as np
import pytest
from matplotlib import pyplot as plt

from incentives_book.payments import what_a_bill_can_promise as bill
from incentives_book.study.known_games import coverage


def test_coverage_is_drawn_by_size():
    cells = [coverage(s, n, games=2, cap=16, seed=0) for s in (1, 4) for n in (50, 100)]
    _, axes = plt.subplots(1, 2)
    bill.draw_coverage(cells, axes=tuple(axes))
    assert [len(axis.lines) for axis in axes] == [3, 2]


def test_the_table_counts_the_games_that_did_not_fail_and_sums_them():
    one = coverage(4, 100, games=30, cap=16, seed=1)
    other = one._replace(strength=1, games=20, certificate=(3,), normal=(), bootstrap=(1, 2), least=(0,), says=2)
    *_, first, second, last = bill.coverage_table([one, other]).splitlines()
    assert first.split(" | ")[3:6] == ["19", "20", "18"]
    assert first.endswith("| 19 | 2 |")
    held = [30 - len(failed) for failed in (one.certificate, one.normal, one.bootstrap)]
    assert second.split(" | ")[3:6] == [*map(str, held)]
    assert last.startswith(f"| all 50 | | | {19 + held[0]} | {20 + held[1]} | {18 + held[2]} |")


def test_games_that_are_played_again_are_compared_with_the_first_of_the_record():
    few, many = (coverage(4, 100, games=games, cap=16, seed=1) for games in (10, 30))
    (two,) = bill.played_again([few, few._replace(strength=2)], [many])
    assert two.here == two.recorded == (few.certificate, few.normal, few.bootstrap, few.least)
    assert any(few.normal)
    wrong = many._replace(normal=many.normal[1:])
    (two,) = bill.played_again([few], [wrong])
    assert two.here != two.recorded


def test_a_chosen_model_needs_a_level_that_is_divided_and_half_of_the_sample_costs_more():
    told = bill.chosen_by_the_sample(samples=40)
    assert told.samples == 40
    assert told.own >= 6  # two are allowed
    assert told.divided <= 2
    assert told.halved <= 2
    assert told.missed < told.width_divided < 0.75 * told.width_halved


def test_a_single_model_is_not_chosen_and_its_certificate_needs_no_division():
    told = bill.chosen_by_the_sample(models=1, samples=40)
    assert told.own == told.divided
    assert told.own <= 4


@pytest.mark.backs("payments/new-no-certificate-without-replies")
def test_a_reply_that_is_worth_all_and_unseen_leaves_no_bound_that_is_worth_anything():
    """By the listed game: two replies, one of them once in 5,000, worth eight penalties."""
    q, reward = np.array([1 / 5000, 4999 / 5000]), np.array([1.0, 0.0])
    best = math.log(q @ np.exp(8 * reward)) / 8
    kept = q @ reward
    missed, chance, found = bill.unseen_reply(1 / 5000, 1000)
    assert missed == pytest.approx(best, abs=1e-12)
    assert missed - kept == pytest.approx(0.058, abs=5e-4)  # what keeping q misses of it
    assert chance == pytest.approx(0.8187, abs=1e-4)
    assert found.at_most >= best
    assert not found.says_something
    few = np.random.default_rng(0).choice(2, size=(2000, 1000), p=q[::-1])
    assert np.mean(few.sum(axis=1) == 0) == pytest.approx(chance, abs=0.03)


@pytest.mark.backs("payments/new-bill-certificate")
def test_the_corners_are_reached_and_not_passed():
    for cap in (1.5, 16.0):
        case = bill.largest_by_trying(cap, 0.3)
        assert case.corners * 0.999 <= case.tried <= case.corners * (1 + 1e-9)


@pytest.mark.backs("payments/new-no-certificate-without-replies")
@pytest.mark.parametrize(("strength", "replies"), [(1, 100), (8, 1000), (20, 10_000)])
def test_no_valid_method_could_say_much_less_of_a_sample_without_the_set(strength, replies):
    """By two listed outcomes, the set and the rest: the gap of the model that never says the set."""
    told = bill.against_any_method(strength, replies)
    eta = 1 - 0.05 ** (1 / replies)
    assert (1 - eta) ** replies == pytest.approx(0.05)
    q = np.array([2 * eta, 1 - 2 * eta])
    best = math.log(q @ np.exp(strength * np.array([1.0, 0.0]))) / strength
    value = -math.log(1 / q[1]) / strength
    assert told.needed == pytest.approx(best - value)
    assert told.needed < told.certificate < 1.7 * told.needed


@pytest.mark.backs("payments/new-spoiled-speakers")
def test_a_spoiled_speaker_lowers_the_bill_on_average_over_drawn_samples():
    """The lie that is best with two replies, by simulation and by plain sums over the coin."""
    rng = np.random.default_rng(0)
    q, worth = np.array([0.5, 0.5]), np.array([4.0, 1.0])

    def keeps(tails):
        p = q * worth * [1, tails]
        p /= p.sum()
        s = (q + p) / 2
        drawn = rng.choice(2, size=(400_000, 2), p=s)
        estimate = np.log((q / s * worth)[drawn].mean(axis=1))
        return p @ (np.log(worth) - np.log(p / q)) - estimate.mean()

    told = bill.spoiling(2)
    assert keeps(1.22) - keeps(1.0) == pytest.approx(told.gain, abs=2.5e-3)
    assert 0.0025 < told.gain < told.bound
    assert bill.spoiling(1).gain > told.gain > bill.spoiling(5).gain > 0


def test_speakers_that_no_report_moves_leave_nothing_to_a_lie():
    for replies in (1, 3, 8):
        free = bill.spoiling(replies, report_free=True)
        assert free.gain == 0
        assert free.bound == 0
