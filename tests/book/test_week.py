"""A week of news: its gains against the library, and every path by mouse, finger and keyboard."""

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
from still_week import check, gains as leaving

from incentives import coalitions as co, together as tg
from incentives_book.together.the_same_injury import view
from incentives_book.together.which_mechanism import best_deviations as which_mechanism

pytestmark = pytest.mark.browser

SIZES, DAYS = [1, 3, 3, 3, 62], ("mon", "tue", "wed", "thu")
STATES = [
    "#week?scene=mon&said-mon=de&at-mon=9",
    "#week?scene=tue&said-tue=e&at-tue=1",
    "#week?scene=wed&said-wed=0&at-wed=11%2F2",
    "#week?scene=thu&said-thu=abcd&at-thu=1%2F20",
    "#week?scene=fri&bet=three&up=bc",
    "#week?scene=exam&exam=0_abcde_de_de_abc",
]
# How the later scenes open.
OPENINGS = [
    "#week?scene=tue",
    "#week?scene=wed",
    "#week?scene=thu",
    "#week?scene=fri",
    "#week?scene=exam",
]


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    return write_page(tmp_path_factory.mktemp("week"), "week")


def pair(number):
    return [Fraction(number).numerator, Fraction(number).denominator]


def computed(page, cases):
    """Gains by the script, as Fractions, for cases (day, sizes, noise, news)."""
    found = page.evaluate(
        """cases => cases.map(([day, sizes, noise, news]) => {
          const { exact, models } = Scenes;
          return models.week.gains(day, sizes, exact.of(...noise), exact.of(...news)).map(([a, b]) => `${a}/${b}`);
        })""",
        [[day, sizes, pair(noise), pair(news)] for day, sizes, noise, news in cases],
    )
    return [[Fraction(each) for each in row] for row in found]


def by_the_library(day, sizes, noise, news, who):
    """What a clinic gains by doing otherwise: the book's own functions."""
    game = co.Game(sizes, noise=noise, spread=1)
    together, seen = game.errors(range(len(sizes)))[who], view(sizes, who, noise=noise, spread=1)
    if day == "mon":
        return together - game.errors({who})[who]
    if day == "tue":
        own = co.optimal_coarse_errors(sizes, noise=noise, spread=1)[who]
        return seen.error(seen.share + news * (seen.best_pull - seen.share)) - own
    if day == "wed":
        return together + seen.payment - game.errors({who})[who]
    spent = [seen.without]
    for size in range(1, sizes[who] + 1):
        fewer = co.Game([*sizes[:who], size, *sizes[who + 1 :]], noise=noise, spread=1)
        spent.append(fewer.errors(range(len(sizes)))[who] + news * size)
    return spent[-1] - min(spent[:-1])


def cases():
    """400 worlds, a hundred for each day; in every fourth of them members are alike or somebody is indifferent."""
    chance, found = np.random.default_rng(12), []
    for k in range(400):
        day = DAYS[k // 100]
        sizes = SIZES if k % 4 == 1 else chance.integers(1, 20, int(chance.integers(2, 6))).tolist()
        noise = Fraction(int(chance.integers(1, 120)), int(chance.integers(1, 9)))
        news = Fraction(int(chance.integers(0, 41)), 40 if day == "tue" else 200)
        if k % 4 == 0:
            alike = int(chance.integers(1, 9))
            # Together is as good as alone; on Wednesday the others' model is.
            sizes, noise = [alike] * 4, Fraction(2 * alike if day == "wed" else alike)
        found.append((day, sizes, noise, news))
    return found


def test_400_worlds_have_the_gains_of_the_library(visit):  # noqa: F811
    page, signs = visit(), {day: set() for day in DAYS}
    for case, got in zip(cases(), computed(page, cases()), strict=True):
        assert got == [by_the_library(*case, who) for who in range(len(case[1]))], case
        signs[case[0]] |= {(gain > 0) - (gain < 0) for gain in got}
    assert signs == {"mon": {-1, 0, 1}, "tue": {0, 1}, "wed": {-1, 0, 1}, "thu": {-1, 1}}


def test_bringing_fewer_is_what_the_page_calls_it(visit, monkeypatch):  # noqa: F811
    monkeypatch.setattr(which_mechanism, "SIZES", (5, 5, 25))
    for cost in (Fraction(1, 50), Fraction(1, 12), Fraction(2, 5)):
        monkeypatch.setattr(which_mechanism, "COSTS", (cost,) * 3)
        [got] = computed(visit(), [("thu", [5, 5, 25], 10, cost)])
        told_ = [which_mechanism.gain("plain averaging", "bring fewer", who) for who in range(3)]
        assert [max(Fraction(0), gain) for gain in got] == told_


def shifted(stakes, group, members):
    """What each member earns when a group shifts its reports by 1."""
    shift = [Fraction(who in group) for who in range(members)]
    return [-sum(shift[i] * form[i, j] * shift[j] for i in group for j in group) for form in stakes.forms]


def test_400_groups_earn_what_the_stakes_of_the_library_pay(visit):  # noqa: F811
    page, chance, worlds = visit(), np.random.default_rng(13), []
    for k in range(400):
        sizes = [SIZES, [5] * 5][k % 2] if k % 3 == 0 else chance.integers(1, 30, int(chance.integers(3, 6))).tolist()
        noise = Fraction(int(chance.integers(1, 60)), int(chance.integers(1, 7)))
        group = [i for i in range(len(sizes)) if chance.random() < 0.6] or [0]
        worlds.append((sizes, noise, group))
    found = page.evaluate(
        """worlds => worlds.map(([sizes, noise, group]) => {
          const { joint, earns } = Scenes.models.week, told = ([a, b]) => `${a}/${b}`, at = Scenes.exact.of(...noise);
          return [told(joint(sizes, at, group)), earns(sizes, at, group).map(told)];
        })""",
        [[sizes, pair(noise), group] for sizes, noise, group in worlds],
    )
    signs = {-1: 0, 0: 0, 1: 0}
    for (sizes, noise, group), (joint, each) in zip(worlds, found, strict=True):
        got, stakes = Fraction(joint), tg.peer_stakes(tg.Federation.priced(sizes, noise=noise, spread=1))
        assert got == -sum(map(sum, stakes.joint_form(group)))
        assert [Fraction(gain) for gain in each] == shifted(stakes, group, len(sizes))
        assert (got == 0) is (len(group) == len(sizes))
        signs[(got > 0) - (got < 0)] += 1
    assert min(signs.values()) > 20


def test_the_words_are_all_used_and_the_picture_is_the_games():
    days = {f"{kind}-{day}" for kind in ("intro", "at", "turn", "python", "to") for day in (*DAYS, "fri", "exam")}
    fri = {f"fri-{bet}" for bet in ("two", "three", "four", "never", "up", "down", "even")}
    exam = {f"{kind}-{k}" for kind in ("exam", "key") for k in range(1, 6)}
    assert unsaid("week") <= days | fri | exam | {"disc-up", "disc-down", "disc-even"}
    check()
    assert [gain > 0 for gain in leaving()] == [False, False, False, True, True]


def raised(page):
    return "".join(name for name in "abcde" if page.locator(f".clinic.{name}").get_attribute("aria-pressed") == "true")


def lift(page, name, by=-160):
    x, y = middle(page, f".clinic.{name} .body")
    pull(page, f".clinic.{name} .body", (x, y + by))


def turned(page, place):
    """The slider at this place."""
    page.evaluate(
        """place => {
          const input = document.querySelector('input[type=range]');
          input.value = place;
          input.dispatchEvent(new Event('input'));
        }""",
        place,
    )


def test_monday_by_mouse(visit):  # noqa: F811
    page = visit()
    assert page.locator(".scene-slider").is_hidden()
    lift(page, "e")
    lift(page, "a")
    assert raised(page) == "ae"
    lift(page, "a", by=200)
    assert raised(page) == "e"
    page.get_by_role("button", name="ask the five").click()
    assert "Not quite. Dogwood and Elm would rather" in told(page)
    assert "You took Dogwood for content. By doing otherwise one of them gains 341/1014" in told(page)
    assert page.locator(".clinic.slip").count() == 1
    lift(page, "b")
    assert raised(page) == "de"  # the answer is not the reader's to move
    turned(page, 5)
    assert raised(page) == "e"
    turned(page, 6)
    assert raised(page) == "de"
    assert kept(page, "at-mon") == "7"
    page.get_by_role("button", name="Go on to Tuesday").click()
    assert "has shown everybody" in told(page)
    assert raised(page) == ""


def test_a_disc_lies_on_the_line_in_an_exact_tie_and_nowhere_else(visit):  # noqa: F811
    seen = 0
    for day, ends in (("tue", 21), ("wed", 41), ("thu", 67)):
        page = visit(f"#week?scene={day}&said-{day}=0")
        for place in range(0, ends):
            turned(page, place)
            news = Fraction(kept(page, f"at-{day}"))
            noise = news if day == "wed" else 11
            gains = [by_the_library(day, SIZES, noise, news, who) for who in range(5)]
            even = page.locator("[aria-label*='on the line']").count()
            assert raised(page) == "".join(name for name, gain in zip("abcde", gains, strict=True) if gain > 0)
            assert even == gains.count(0)
            seen += even
    assert seen >= 5 + 3 + 5  # all five at the end of Tuesday, three alike on Wednesday, each once on Thursday


def test_the_week_and_the_exam_by_keyboard_with_the_focus_kept(visit):  # noqa: F811
    page = visit("#week?scene=fri")
    page.get_by_role("button", name="two", exact=True).focus()
    page.keyboard.press("Enter")
    assert "Birch" in focused(page)
    page.keyboard.press("Enter")
    assert "Together Birch lose" in told(page)
    page.locator(".clinic.c").focus()
    page.keyboard.press("ArrowUp")
    assert kept(page, "up") == "bc"
    assert "It pays" in told(page)
    assert "You win the bet" in told(page)
    assert page.locator(".earned.up").count() == 1
    for name in "ade":
        page.locator(f".clinic.{name}").focus()
        page.keyboard.press(" ")
    assert "Exactly nothing" in told(page)
    page.get_by_role("button", name="Take the exam").focus()
    page.keyboard.press("Enter")
    assert focused(page) == "BUTTON hand in"
    for answer in ("", "abcde", "de", "de", "ace"):
        for name in answer:
            page.locator(f".clinic.{name}").focus()
            page.keyboard.press("ArrowUp")
        page.get_by_role("button", name="hand in").focus()
        page.keyboard.press("Enter")
        assert focused(page) != "BODY "
    assert "4 of 5." in told(page)
    assert "Question 4: you said Dogwood and Elm." in told(page)


@pytest.mark.parametrize("bet", ["three", "four", "never"])
@pytest.mark.parametrize("up", ["bc", "bd", "cd"])
def test_a_wrong_bet_on_friday_names_who_would_lose_how_much(visit, bet, up):  # noqa: F811
    said = told(visit(f"#week?scene=fri&bet={bet}&up={up}"))
    names = dict(zip("abcde", ("Ash", "Birch", "Cedar", "Dogwood", "Elm"), strict=True))
    group = ["abcde".index(each) for each in up]
    stakes = tg.peer_stakes(tg.Federation.priced(SIZES, noise=11, spread=1))
    earned = shifted(stakes, group, 5)
    gain, loss = sum(earned[who] for who in group), -min(earned)
    who = names["abcde"[earned.index(-loss)]]
    assert earned.index(-loss) not in group
    found = re.search(
        r"Together (\w+) and (\w+) earn (.+?)\.\s+You had bet .*? and (\w+) would lose (.+?), more than anybody else\.",
        said,
        re.DOTALL,
    )
    assert found.group(1, 2, 4) == (names[up[0]], names[up[1]], who)
    for written, exact in ((found[3], gain), (found[5], loss)):
        number = written.split("\u2248")[-1].strip()
        assert float(Fraction(number)) == pytest.approx(float(exact), rel=5e-3)


def test_the_exam_knows_its_answers(visit):  # noqa: F811
    keys = ["0", "abcde", "de", "cde", "abd"]
    assert "5 of 5." in told(visit(f"#week?scene=exam&exam={'_'.join(keys)}"))
    for k, wrong in enumerate(("a", "abcd", "e", "de", "abcd")):
        answers = [*keys[:k], wrong, *keys[k + 1 :]]
        said = told(visit(f"#week?scene=exam&exam={'_'.join(answers)}"))
        assert "4 of 5." in said
        assert f"Question {k + 1}: you said" in said


def test_a_finger_lifts_a_disc_and_a_swipe_beside_it_changes_nothing(visit):  # noqa: F811
    page = visit(**PHONE)
    x, y = middle(page, ".clinic.b .body")
    swipe(page, (x, y), (x, y - 100))
    assert raised(page) == "b"
    page.touchscreen.tap(*middle(page, ".clinic.d .body"))
    assert raised(page) == "bd"
    top = page.locator(".scene-stage").bounding_box()["y"]
    before = page.evaluate("scrollY")
    swipe(page, (x, top + 60), (x, top - 100))
    page.wait_for_timeout(300)
    assert raised(page) == "bd"
    assert page.evaluate("scrollY") > before
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("state", STATES)
def test_the_address_is_the_state_and_python_agrees(visit, state):  # noqa: F811
    page = visit(state)
    printed = python_says(page).split()
    if "fri" in state:
        assert float(Fraction(printed[0])) == pytest.approx(0.0268, abs=1e-4)
    elif "exam" not in state:
        gains = {printed[k]: Fraction(printed[k + 1]) for k in range(0, 10, 2)}
        assert raised(page) == "".join(name for name, gain in gains.items() if gain > 0)
        assert page.locator("[aria-label*='on the line']").count() == list(gains.values()).count(0)
    assert stays_after_reload(page)


@pytest.mark.parametrize(
    "state", ["#week?scene=x", "#week?said-mon=zz&at-mon=9", "#week?up=ba&exam=7", "#liar?scene=fri"]
)
def test_a_bad_address_is_no_harm(visit, state):  # noqa: F811
    page = visit(state)
    assert "has treated six more" in told(page)
    assert raised(page) == ""


@pytest.mark.parametrize("state", STATES[1::3])
def test_both_themes_and_all_widths(visit, state):  # noqa: F811
    assert fits(visit, state)


@pytest.mark.parametrize("scheme", THEMES)
@pytest.mark.parametrize("state", ["", *OPENINGS, *STATES])
def test_automated_checks_find_nothing(visit, state, scheme):  # noqa: F811
    assert findings(visit(state, color_scheme=scheme)) == []


def test_without_scripts_a_picture_and_its_text_stand(visit):  # noqa: F811
    page = visit(java_script_enabled=False)
    assert page.locator(".still-week").is_visible()
    assert "would rather leave and train alone" in page.locator("figure").inner_text()
