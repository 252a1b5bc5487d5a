"""What the first chapter says of five clinics, decided on all 52 splits."""

from fractions import Fraction as F

import matplotlib.pyplot as plt
import pytest

from incentives import coalitions as co
from incentives_book.guide.five_clinics_one_model import draw_clinics, draw_errors, parts

NAMES, SIZES = ["Ash", "Birch", "Cedar", "Dogwood", "Elm"], [1, 3, 3, 3, 62]
GAME = co.Game(SIZES, noise=11, spread=1)


def error(who, *group):
    return GAME.errors(set(group))[who]


@pytest.mark.parametrize("together", [False, True])
def test_noise_and_spread_add_up_to_the_error(together):
    shown = parts(SIZES, 11, together=together)
    groups = [range(5)] * 5 if together else [{i} for i in range(5)]
    assert [sum(each) for each in shown] == [GAME.errors(group)[i] for i, group in enumerate(groups)]


def test_elm_loses_one_part_in_3564_in_company_and_nobody_else_does():
    assert error(4, 0, 1, 2, 3, 4) / error(4, 4) == 1 + F(1, 3564)
    assert all(error(i, 0, 1, 2, 3, 4) < error(i, i) for i in range(4))


def test_the_equilibrium_is_the_only_split_in_which_no_single_clinic_gains_by_moving():
    split = co.Partition([{0, 4}, {1, 2, 3}])
    for concept in ("individual", "nash"):
        assert [p for p in co.partitions(5) if co.is_stable(game=GAME, partition=p, concept=concept)] == [split]
    assert f"{float(error(1, 0, 1, 4)):.2f} {float(error(0, 0, 1, 2, 3)):.2f}" == "1.96 2.18"


def test_four_of_the_five_would_leave_the_equilibrium_and_no_split_lasts():
    before = {0: error(0, 0, 4), 1: error(1, 1, 2, 3), 2: error(2, 1, 2, 3), 4: error(4, 0, 4)}
    assert all(error(i, 0, 1, 2, 4) < now for i, now in before.items())
    assert list(co.stable_partitions(GAME)) == []


def test_elms_favourite_three_do_not_last():
    groups = [set(group) for p in co.partitions(5) for group in p.coalitions if 4 in group]
    best = min(groups, key=lambda group: GAME.errors(group)[4])
    assert len(best) == 3
    assert {0, 4} < best
    assert f"{float(GAME.errors(best)[4]):.4f}" == "0.1726"
    assert GAME.errors(best)[0] > min(
        GAME.errors(group)[0] for p in co.partitions(5) for group in p.coalitions if 0 in group
    )


def test_the_picture_names_all_clinics_and_both_errors():
    _, (left, right) = plt.subplots(1, 2)
    draw_clinics(NAMES, SIZES, left)
    draw_errors(NAMES, SIZES, 11, right)
    assert [text.get_text() for text in left.texts] == [f"{name}\n{n}" for name, n in zip(NAMES, SIZES, strict=True)]
    assert {"alone 0.1774", "together 0.1775", "alone 11.00", "together 1.87"} <= {t.get_text() for t in right.texts}
