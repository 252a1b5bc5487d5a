"""What the interactive figures say of a bet is what the library computes."""

import re
from fractions import Fraction

import pytest
from pairing import ROOT

from incentives import coalitions as co, rewards as rw
from incentives.coalitions.welfare import best_partition
from incentives_book.coalitions.how_bad_can_stability_be import Tower, four
from incentives_book.coalitions.who_is_left_if_everybody_is_small import seated

PAGES = {
    "noise": "coalitions/a-motivating-example",
    "third": "coalitions/who-is-left-if-everybody-is-small",
    "towers": "coalitions/how-bad-can-stability-be",
    "contribution": "rewards/who-would-contribute-less",
}


def bet(figure):
    """The question of a figure's bet, and what is said of each choice."""
    text = (ROOT / "notebooks" / f"{PAGES[figure]}.md").read_text(encoding="utf-8")
    caption = re.search(rf"\{{interactive\}} {figure}\n.*?\n\n(.*?)\n::::", text, re.DOTALL)[1]
    return caption.partition("\n")[0], dict(re.findall(r"^- (.*?): (.*)$", caption, re.MULTILINE))


@pytest.mark.parametrize("figure", PAGES)
def test_one_choice_is_right_and_the_others_are_told_the_same_number(figure):
    question, replies = bet(figure)
    assert question.endswith("?")
    assert [reply.startswith("Yes") for reply in replies.values()].count(True) == 1
    [right] = [reply for reply in replies.values() if reply.startswith("Yes")]
    number = re.findall(r"\d[\d.]*\d", right)[-1]
    assert all(number in reply for reply in replies.values())


def test_three_splits_of_three_clinics_last_at_once_and_never_more():
    lasting = {
        half: len(co.stable_partitions(co.Game([5, 5, 25], noise=Fraction(half, 2), spread=1)))
        for half in range(1, 121)
    }
    assert max(lasting.values()) == lasting[27] == 3
    assert lasting[10] == 2
    _, replies = bet("noise")
    assert replies["three"].startswith("Yes. At a noise of 13.5 the split with all together lasts")
    at = co.stable_partitions(co.Game([5, 5, 25], noise=Fraction(27, 2), spread=1))
    assert set(at) == {co.Partition([[0, 1, 2]]), co.Partition([[0, 2], [1]]), co.Partition([[0], [1, 2]])}


def test_the_pool_that_keeps_two_players_apart_has_311_small_ones():
    refused = [many for many in range(1, 400) if seated(Fraction(110), 5, 5 * many, 300) <= 0]
    assert min(refused) == 311
    assert all(seated(Fraction(100), 5, 5 * many, 300) > 0 for many in (12, 311, 6000))
    assert "311" in bet("third")[1]["about three hundred"]


def test_sizes_of_31_waste_49_hundredths_and_less_do_not():
    first = next(a for a in range(2, 400) if four(Fraction(a), 10**9) > Fraction(149, 100))
    assert first == 31
    assert Tower((1, 31, 31, 10**9), 125, co.Partition.parse("0 | 1,2,3")).stable
    together = co.Partition.grand(4)
    assert all(best_partition(co.Game([1, a, a, 10**9], noise=4 * a + 1, spread=1)) == together for a in (30, 31))
    assert "31" in bet("towers")[1]["about thirty"]


def test_a_hundredth_less_brings_client_1_much_more():
    cost = rw.Cost("ratio", epsilon=1)
    levels = [rw.allocate([500, brings], [600, 700, 950], cost=cost).levels for brings in (560, 570)]
    assert [tuple(map(int, level)) for level in levels] == [(950, 950), (600, 700)]
    assert bet("contribution")[1]["0.95"].startswith("Yes. At 0.56 the cheapest division gives 0.95 to both")
