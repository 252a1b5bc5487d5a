"""The auction of answers: its models and bills against the library, and every path by mouse, finger and keyboard."""

import re
from fractions import Fraction

import numpy as np
import pytest
from scene import (  # noqa: F401
    PHONE,
    THEMES,
    browser,
    findings,
    fits,
    focused,
    kept,
    middle,
    pull,
    python_says,
    stays_after_reload,
    swipe,
    told,
    unsaid,
    visit,
    write_page,
)
from still_auction import RIVAL, WISH, check, kept as keeps

from incentives import payments as pay
from incentives_book.payments.who_chooses_the_models.copies import Copies, rounded

pytestmark = pytest.mark.browser

THIRD = [Fraction(1, 3)] * 3
HAND = ".report .body"
STATES = [
    "#auction?scene=sell&bet-sell=truth&report=0.0.20&tries=3",
    "#auction?scene=bill&bet-bill=more&report=2.4.14&tries=3",
    "#auction?scene=bill&bet-bill=truth&report=4.6.10&tries=3",
    "#auction?scene=train&bet-train=only&report=0.4.16&tries=3",
]
# How the later scenes open.
OPENINGS = [
    "#auction?scene=bill",
    "#auction?scene=train",
]


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    return write_page(tmp_path_factory.mktemp("auction"), "auction")


def rewards(chance):
    """A report in twentieths whose parts add up to 1, or at most 1 each."""
    if chance.random() < 0.5:
        first, second = sorted(chance.integers(0, 21, 2).tolist())
        return [Fraction(k, 20) for k in (first, second - first, 20 - second)]
    return [Fraction(int(k), 20) for k in chance.integers(0, 21, 3)]


def test_400_models_and_bills_are_the_librarys(visit):  # noqa: F811
    page, chance = visit(), np.random.default_rng(8)
    cases = [(rewards(chance), rewards(chance), Fraction(int(chance.integers(2, 13)), 6)) for _ in range(400)]
    listed = [[list(map(float, told)), list(map(float, rival)), float(penalty)] for told, rival, penalty in cases]
    found = page.evaluate("cases => cases.map(([t, r, p]) => Scenes.models.auction.answer(t, r, p, null))", listed)
    for (told_, rival, penalty), got in zip(cases, found, strict=True):
        outcome = pay.AffineMaximizer([1 / 3] * 3, penalty=float(penalty))([told_, rival])
        assert got["model"] == pytest.approx(list(map(float, outcome.policy)), abs=1e-9)
        assert got["bill"] == pytest.approx(float(outcome.payments[0]), abs=1e-9)


def test_menus_that_are_trained_on_reports_are_the_librarys(visit):  # noqa: F811
    page, chance, seen = visit(), np.random.default_rng(9), 0
    while seen < 400:
        told_, rival, penalty = rewards(chance), rewards(chance), Fraction(int(chance.integers(2, 7)), 4)
        if told_ == rival:
            continue
        game = Copies(THIRD, (1, 1), steps=10, penalty=penalty)
        try:
            answer = game([told_, rival])
        except ValueError:  # two models tie
            continue
        got = page.evaluate(
            "([t, r, p]) => Scenes.models.auction.answer(t, r, p, Scenes.models.auction.table(t, r, p))",
            [list(map(float, told_)), list(map(float, rival)), float(penalty)],
        )
        assert got["model"] == pytest.approx([rounded(p, 12) for p in answer.policy], abs=1e-9)
        assert got["bill"] == pytest.approx(rounded(answer.payment, 12), abs=1e-9)
        seen += 1


def test_the_words_are_all_used_and_the_picture_is_the_games():
    scenes = {
        "intro": "sell bill train",
        "dots": "sell bill train",
        "found": "sell bill train",
        "missed": "sell bill train",
    }
    built = {
        f"{name}-{scene}"
        for name, all_ in (scenes | {"to": "bill train", "python": "bill train"}).items()
        for scene in all_.split()
    }
    assert unsaid("auction") <= built
    check()
    assert keeps("trained on reports", RIVAL) > keeps("trained on reports", WISH)


def corner(page, number):
    """The place of a corner of the triangle on the screen."""
    return page.evaluate(
        """number => {
          const picture = document.querySelector('.scene-stage svg');
          const [x, y] = [[-290, 110], [290, 110], [0, -392]][number];
          const at = new DOMPoint(x, y).matrixTransform(picture.getScreenCTM());
          return [at.x, at.y];
        }""",
        number,
    )


def test_the_best_lie_is_found_with_the_mouse(visit):  # noqa: F811
    page = visit()
    pull(page, HAND, corner(page, 2))
    assert "Only you see the star" in told(page)  # nothing moves before the bet
    page.get_by_role("button", name="the truth", exact=True).click()
    pull(page, HAND, corner(page, 0))
    assert kept(page, "report") == "20.0.0"
    assert "The lie does not pay" in told(page)
    assert page.locator(".land.shown").count() == 0
    pull(page, HAND, corner(page, 1))
    pull(page, HAND, corner(page, 2))
    assert kept(page, "report") == "0.0.20"
    assert page.locator(".land.shown").count() == 1
    assert "The best lie of all" in told(page)
    assert "You had bet otherwise: your report would keep 44.4 coins, 4.1 fewer" in told(page)
    page.get_by_role("button", name="Let everybody pay a bill").click()
    page.get_by_role("button", name="the truth", exact=True).click()
    for number in range(3):
        pull(page, HAND, corner(page, number))
        assert "The lie does not pay" in told(page)
    assert page.locator(".land .up").count() == 0
    page.get_by_role("button", name="show me the best report").click()
    assert kept(page, "report") == "4.6.10"
    assert "The truth is best" in told(page)
    assert "You win the bet" in told(page)


def test_the_rival_is_copied_by_keyboard_and_the_focus_kept(visit):  # noqa: F811
    page = visit("#auction?scene=train")
    page.get_by_role("button", name="exactly what the rival says").focus()
    page.keyboard.press("Enter")
    assert "your report" in focused(page)
    for key in ["ArrowUp"] * 6:
        page.keyboard.press(key)
    assert kept(page, "report") == "0.4.16"
    assert "your report" in focused(page)
    assert "Copy the rival" in told(page)
    assert "You win the bet" in told(page)
    assert "the bill is 0.0" in told(page)


def test_a_finger_moves_the_report_and_a_swipe_beside_it_changes_nothing(visit):  # noqa: F811
    page = visit("#auction?scene=sell&bet-sell=only", **PHONE)
    swipe(page, middle(page, HAND), corner(page, 2))
    assert kept(page, "report") == "0.0.20"
    x, y = corner(page, 0)
    before = page.evaluate("scrollY")
    swipe(page, (x, y), (x, y - 160))
    page.wait_for_timeout(300)
    assert kept(page, "report") == "0.0.20"
    assert page.evaluate("scrollY") > before
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("state", STATES)
def test_the_address_is_the_state_and_python_agrees(visit, state):  # noqa: F811
    page = visit(state)
    printed = python_says(page)
    numbers = re.findall(r"\d+\.\d(?= coins|\.$)", page.locator(".scene-told").inner_text().split("\n")[0])
    keeps = re.search(r"keep (\d+\.\d) coins", told(page))[1]
    if "train" in state:
        assert printed.strip() == keeps
    else:
        value, bill = printed.split()
        assert value == numbers[0]
        left = float(value) if "sell" in state else float(value) - float(bill)
        assert float(keeps) == pytest.approx(left, abs=0.11)  # each is rounded
    assert stays_after_reload(page)


@pytest.mark.parametrize(
    "state", ["#auction?scene=x", "#auction?report=9.9.9", "#auction?bet-sell=constructor", "#liar"]
)
def test_a_bad_address_is_no_harm(visit, state):  # noqa: F811
    assert "Only you see the star" in told(visit(state))


def test_both_themes_and_all_widths(visit):  # noqa: F811
    assert fits(visit, STATES[1])


@pytest.mark.parametrize("scheme", THEMES)
@pytest.mark.parametrize("state", ["", *OPENINGS, *STATES])
def test_automated_checks_find_nothing(visit, state, scheme):  # noqa: F811
    assert findings(visit(state, color_scheme=scheme)) == []


def test_without_scripts_a_picture_and_its_text_stand(visit):  # noqa: F811
    page = visit(java_script_enabled=False)
    assert page.locator(".still-auction").is_visible()
    assert "copying the rival empties the bill" in page.locator("figure").inner_text()
