"""The waltz: its arithmetic against the library, and every path by mouse, finger and keyboard.

The page is made by the directive's own functions and carries the policy of the site; no built site is needed.
"""

import re
from contextlib import redirect_stdout
from fractions import Fraction
from io import StringIO

import numpy as np
import pytest
from explorables import STANDING, WORDS, answers, sections
from scene import HERE, THEMES, browser, findings, fits, focused, kept, swipe, told, visit, write_page  # noqa: F401

from incentives import coalitions as co
from incentives.coalitions.stability import blocking_coalitions

pytestmark = pytest.mark.browser

CLINICS, NAMES = [1, 3, 3, 3, 62], "abcde"


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    return write_page(tmp_path_factory.mktemp("waltz"), "waltz")


def present(page):
    return page.evaluate("document.querySelector('.split.now').getAttribute('aria-label').split(',')[0]")


def place(page, letter):
    box = page.locator(f".clinic.{letter} .body").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_every_word_that_is_written_is_said():
    """What a script asks for by name stands in the template, and nothing else does."""
    script = (HERE / "waltz.js").read_text(encoding="utf-8")
    words = sections((WORDS / "waltz.md").read_text(encoding="utf-8"))
    named = {name for name in words if f'"{name}"' in script}
    built = {"ae", "abce", "de", "abcd", "end-0", "end-1"} | {
        f"{a}-{b}" for a, (_, text) in (("said", words["stop"]), ("hope", words["hope"])) for b, _ in answers(text)[1]
    }
    assert words.keys() - named - built - set(STANDING) == set()
    assert not built - words.keys()


def test_stability_and_gains_are_the_librarys(visit):  # noqa: F811
    page, chance, seen = visit(), np.random.default_rng(0), {True: 0, False: 0}
    for case in range(400):
        players = int(chance.integers(2, 6))
        sizes = CLINICS if case % 4 == 0 else chance.integers(1, 12 if case % 2 else 99, players).tolist()
        noise = Fraction(int(chance.integers(1, 480)), int(chance.integers(1, 13)))
        splits = page.evaluate("n => Scenes.models.waltz.partitions(n)", len(sizes))
        split = splits[int(chance.integers(len(splits)))]
        found = page.evaluate(
            """([sizes, noise, split]) => {
              const game = Scenes.models.waltz.game(sizes, noise), blocking = game.blocking(split), first = game.first(split);
              const say = (gains) => gains.map(([a, b]) => `${a}/${b}`);
              return {blocking, gains: blocking.map((each) => say(game.gains(split, each))), lasts: game.lasts(split), first: first ?? null};
            }""",  # noqa: E501
            [sizes, [noise.numerator, noise.denominator], split],
        )
        game, partition = co.Game(sizes, noise=noise, spread=1), co.Partition(split)
        expected = blocking_coalitions(game, partition)
        assert found["blocking"] == [sorted(each) for each in expected]
        assert found["lasts"] is co.is_stable(game, partition)
        now, least = game.error_table(partition), {}
        for members, gains in zip(found["blocking"], found["gains"], strict=True):
            offered = game.errors(members)
            exact = [now[k] - offered[k] for k in members]
            assert [Fraction(gain) for gain in gains] == exact
            least[tuple(members)] = min(exact)
        if least:
            assert least[tuple(found["first"])] == max(least.values())
        seen[found["lasts"]] += 1
    assert min(seen.values()) > 30


# Noises in the hole, outside of it, and at its exact ends; whether the map is dark there.
HOLE = {
    "1259/115": False,
    "1259001/115000": True,
    "11": True,
    "495999/45000": True,
    "496/45": False,
    "5": False,
    "12": False,
}


def at_noise(noise):
    """The address of the last scene with the slider at this noise."""
    return f"#waltz?scene=noise&hope=both&noise={noise.replace('/', '%2F')}"


@pytest.mark.parametrize(("noise", "dark"), HOLE.items())
def test_the_map_is_dark_exactly_in_the_hole(visit, noise, dark):  # noqa: F811
    page = visit(at_noise(noise))
    game = co.Game(CLINICS, noise=Fraction(noise), spread=1)
    stable = {
        " | ".join("".join(NAMES[i] for i in sorted(block)) for block in sorted(p, key=min))
        for p in co.stable_partitions(game)
    }
    lit = page.evaluate(
        "[...document.querySelectorAll('.split.lit')].map(each => each.getAttribute('aria-label').split(',')[0])"
    )
    assert set(lit) == stable
    assert bool(not stable) is dark
    assert page.evaluate("document.querySelector('figure').classList.contains('dark')") is dark


def noises():
    """400 noises from 5 to 20, closest about the hole, with both exact ends and their nearest neighbours."""
    ends, hair = [Fraction(1259, 115), Fraction(496, 45)], Fraction(1, 10**5)
    spread = [Fraction(5) + Fraction(15 * k, 195) for k in range(196)] + [
        Fraction(109, 10) + Fraction(k, 1000) for k in range(199)
    ]
    return sorted({*spread, *ends, *(end + side * hair for end in ends for side in (-1, 1))})


def test_at_400_noises_the_same_splits_last_as_in_the_library(visit):  # noqa: F811
    page, dark = visit(), 0
    assert len(noises()) == 400
    splits = page.evaluate("() => Scenes.models.waltz.partitions(5)")
    pairs = [[noise.numerator, noise.denominator] for noise in noises()]
    found = page.evaluate(
        """([sizes, noises, splits]) => noises.map((noise) => {
          const { lasts } = Scenes.models.waltz.game(sizes, noise);
          return splits.flatMap((split, k) => (lasts(split) ? [k] : []));
        })""",
        [CLINICS, pairs, splits],
    )
    index = {co.Partition(split): k for k, split in enumerate(splits)}
    for noise, lasting in zip(noises(), found, strict=True):
        stable = co.stable_partitions(co.Game(CLINICS, noise=noise, spread=1))
        assert sorted(index[each] for each in stable) == lasting
        assert (not lasting) is (Fraction(1259, 115) < noise < Fraction(496, 45))
        dark += not lasting
    assert dark > 50


def lit(page):
    return page.evaluate(
        "() => [...document.querySelectorAll('.split.lit')].map((each) => "
        "each.getAttribute('aria-label').split(',')[0])"
    )


def words_of(name):
    """The words of a heading, and the fractions in them."""
    _, text = sections((WORDS / "waltz.md").read_text(encoding="utf-8"))[name]
    return text, [Fraction(each) for each in re.findall(r"\d+/\d+", text)]


def partition(name):
    return co.Partition([[NAMES.index(each) for each in block] for block in name.split(" | ")])


def gains_of(noise, split, members):
    """What each member of a coalition gains by leaving a split."""
    game = co.Game(CLINICS, noise=noise, spread=1)
    now, offered = game.error_table(partition(split)), game.errors([NAMES.index(each) for each in members])
    return {each: now[NAMES.index(each)] - offered[NAMES.index(each)] for each in members}


def test_a_wrong_bet_names_who_would_lose_how_much():
    game = co.Game(CLINICS, noise=11, spread=1)

    def pull(split):
        """What its eager group would lose by staying, where the least eager member of it decides."""
        return max(
            min(gains_of(11, split, [NAMES[i] for i in sorted(block)]).values())
            for block in blocking_coalitions(game, partition(split))
        )

    names = [
        " | ".join("".join(NAMES[i] for i in sorted(block)) for block in sorted(each, key=min))
        for each in co.partitions(5)
    ]
    nearest = sorted(names, key=pull)[:4]
    assert nearest == ["abcde", *sorted(nearest[1:])]
    text, numbers = words_of("said-one")
    assert "All five together come nearest, but there e would lose" in text
    assert numbers == [pull("abcde")] == [gains_of(11, "abcde", "e")["e"]]
    text, numbers = words_of("said-several")
    assert nearest[1] in text
    assert pull(nearest[1]) == gains_of(11, nearest[1], "de")["e"]
    assert numbers == [pull("abcde"), pull(nearest[1])]
    text, numbers = words_of("hope-less")
    assert "at 12 all five stay together, because e would lose" in text
    assert "abcde" in lasting(12)
    assert numbers == [-gains_of(12, "abcde", "e")["e"], Fraction(1259, 115), Fraction(496, 45)]
    text, numbers = words_of("hope-more")
    assert "at 10 the rooms abcd | e last, because a would lose" in text
    assert lasting(10) == {"abcd | e"}
    gains = gains_of(10, "abcd | e", "ae")
    assert gains["e"] > 0 > gains["a"]
    assert numbers == [-gains["a"], Fraction(1259, 115), Fraction(496, 45)]


def lasting(noise):
    found = co.stable_partitions(co.Game(CLINICS, noise=noise, spread=1))
    return {" | ".join("".join(NAMES[i] for i in sorted(block)) for block in sorted(p, key=min)) for p in found}


def noise_in(page):
    return Fraction(kept(page, "noise"))


def test_the_keyed_slider_lights_what_the_library_calls_stable(visit):  # noqa: F811
    page, seen = visit("#waltz?scene=noise&hope=both&noise=109%2F10"), set()
    page.locator("input[type=range]").focus()
    for _ in range(84):
        page.keyboard.press("ArrowRight")
        seen.add(noise_in(page))
        assert set(lit(page)) == lasting(noise_in(page))
    assert {Fraction(1259, 115), Fraction(496, 45), Fraction(11)} <= seen


@pytest.mark.parametrize("hand", ["mouse", "finger"])
def test_the_touched_slider_lights_what_the_library_calls_stable(visit, hand):  # noqa: F811
    options = (
        {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True} if hand == "finger" else {}
    )
    page, seen = visit("#waltz?scene=noise&hope=both&noise=11", **options), set()
    page.locator("input[type=range]").scroll_into_view_if_needed()
    for share in (0.05, 0.3, 0.45, 0.52, 0.6, 0.75, 0.95):
        box = page.locator("input[type=range]").bounding_box()
        at = box["x"] + share * box["width"], box["y"] + box["height"] / 2
        page.touchscreen.tap(*at) if hand == "finger" else page.mouse.click(*at)
        seen.add(noise_in(page))
        assert set(lit(page)) == lasting(noise_in(page))
    assert len(seen) == 7


def test_four_bets_by_keyboard_close_the_circle_and_keep_the_focus(visit):  # noqa: F811
    page = visit()
    page.locator(".scene-bet button").first.focus()
    for answer in ("a and e", "nobody", "d and e", "a, b, c and d"):
        for _ in range(5):
            if focused(page) in (f"BUTTON {answer}",):
                break
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        page.wait_for_timeout(40)
        assert focused(page).startswith("BUTTON"), focused(page)
    assert "You have been here. After 4 moves" in told(page)
    assert "Bets won: 3 of 4" in told(page)
    assert page.locator(".move.closed").count() == 4
    page.keyboard.press("Enter")  # no, none
    assert present(page) == "abcd | e"
    assert "Look for a split that lasts" in told(page)
    assert kept(page, "guess") == "none"
    assert focused(page) != "BODY "


def test_a_wrong_bet_hears_who_would_lose_what(visit):  # noqa: F811
    page = visit()
    page.get_by_role("button", name="a, b, c, d and e").click()
    assert "b would lose 589/16200" in told(page)
    assert "gains 13571/198450" in told(page)


def test_the_clinics_walk(visit):  # noqa: F811
    page = visit(reduced_motion="no-preference")
    page.get_by_role("button", name="a and e", exact=True).click()
    seen = []
    for _ in range(14):
        seen.append(page.locator(".clinic.a").get_attribute("transform"))
        page.wait_for_timeout(130)
    assert len(set(seen)) > 4
    page.wait_for_function("() => document.querySelector('.scene-told').textContent.includes('You win')")


def test_a_split_is_proposed_with_the_mouse(visit):  # noqa: F811
    page = visit("#waltz?scene=search&guess=one")
    page.mouse.move(*place(page, "d"))
    page.mouse.down()
    page.mouse.move(*place(page, "e"), steps=6)
    page.mouse.up()
    assert present(page) == "abc | de"
    assert "a, b, c and d would leave" in told(page)
    assert "gains 353/1690" in told(page)
    assert page.locator(".clinic.willing").count() == 4
    page.mouse.move(*place(page, "e"))
    page.mouse.down()
    page.mouse.move(660, 150, steps=4)  # into the open
    page.mouse.up()
    assert present(page) == "abc | d | e"
    page.get_by_role("button", name="let them go").click()
    assert "1 | " not in present(page)


def test_a_split_is_proposed_with_a_finger_and_a_swipe_changes_nothing(visit):  # noqa: F811
    page = visit("#waltz?scene=search", viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    swipe(page, place(page, "a"), place(page, "e"))
    assert present(page) == "ae | bcd"
    box = page.locator("svg .floor").first.bounding_box()
    before = page.evaluate("scrollY")
    swipe(page, (30, box["y"] + 120), (30, box["y"] - 10))  # over the ring
    page.wait_for_timeout(300)
    assert page.evaluate("scrollY") > before
    assert present(page) == "ae | bcd"
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_clinics_and_ring_answer_to_keys(visit):  # noqa: F811
    page = visit("#waltz?scene=search&guess=several")
    page.locator(".clinic.d").focus()
    page.keyboard.press("ArrowRight")
    assert present(page) == "abc | de"
    assert "clinic d" in focused(page)
    page.keyboard.press("ArrowRight")
    assert present(page) == "abc | d | e"
    ring = page.locator(".split[tabindex='0']")
    ring.focus()
    before = focused(page)
    page.keyboard.press("ArrowRight")
    assert focused(page) != before
    page.keyboard.press("Enter")
    assert focused(page).split(" ", 1)[1].startswith(present(page))
    page.get_by_role("button", name="for me").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelectorAll('.split.failed').length === 52")
    assert "None." in told(page)
    assert "You had bet on several" in told(page)
    assert focused(page).startswith("BUTTON What if")


def test_the_noise_by_keyboard(visit):  # noqa: F811
    page = visit("#waltz?scene=noise")
    assert page.locator(".scene-slider").is_hidden()
    page.get_by_role("button", name="with less only").click()
    slider = page.locator("input[type=range]")
    slider.focus()
    for _ in range(45):
        page.keyboard.press("ArrowLeft")
    assert "splits last" in told(page) or "One split lasts" in told(page)
    assert slider.get_attribute("aria-valuetext")
    for _ in range(75):
        page.keyboard.press("ArrowRight")
    assert "Not only with less" in told(page)
    assert focused(page).startswith("INPUT")


@pytest.mark.parametrize(
    "state",
    [
        "#waltz?scene=search&path=abe-cd&guess=one&tried=abbe-b_abe-bb",
        "#waltz?scene=noise&path=abcde&hope=both&noise=496%2F45",
        "#waltz?scene=dance&path=abcd-e_ae-bcd&bets=ae",
    ],
)
def test_the_address_is_the_state_and_python_agrees(visit, state):  # noqa: F811
    page = visit(state)
    page.evaluate("document.querySelector('details').open = true")
    code = page.locator("pre").inner_text()
    out = StringIO()
    with redirect_stdout(out):
        exec(code, {})
    willing = page.evaluate("[...document.querySelectorAll('.clinic.willing .name')].map(each => each.textContent)")
    if "search" in state:
        assert out.getvalue().startswith(
            " and ".join(
                filter(None, [", ".join(str(NAMES.index(k)) for k in willing[:-1]), str(NAMES.index(willing[-1]))])
            )
        )
    if "noise" in state:
        assert out.getvalue() == "None\n"
    before = page.content().split("<figure")[1].split("<template>")[0]
    page.reload()
    page.evaluate("document.querySelector('details').open = true")
    assert page.content().split("<figure")[1].split("<template>")[0] == before


def test_both_themes_and_all_widths(visit):  # noqa: F811
    for width in (390, 768, 1280):
        for scheme, theme in (("light", "dark"), ("dark", "light"), ("dark", "")):
            page = visit(
                "#waltz?scene=noise&hope=both&path=abcde&noise=12",
                viewport={"width": width, "height": 800},
                color_scheme=scheme,
            )
            page.evaluate("theme => { if (theme) document.documentElement.dataset.theme = theme; }", theme)
            page.evaluate("document.querySelector('details').open = true")
            ground = page.evaluate(
                "getComputedStyle(document.querySelector('figure')).getPropertyValue('--ground').trim()"
            )
            assert ground == {"dark": "#14181e", "light": "#fffdf9"}[theme or scheme]
            assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_rooms_fit_the_ring_and_do_not_meet(visit):  # noqa: F811
    page = visit("#waltz?scene=search")
    for at in range(52):
        page.locator(".split").nth(at).dispatch_event("click")
        page.wait_for_function("at => document.querySelectorAll('.split')[at].classList.contains('now')", arg=at)
        rooms = page.evaluate(
            "[...document.querySelectorAll('.rooms circle')].map(c => ['cx', 'cy', 'r'].map(k => "
            "+c.getAttribute(k))).filter(c => c[2])"
        )
        assert all((x * x + y * y) ** 0.5 + r < 240 for x, y, r in rooms)
        assert all(
            ((x - u) ** 2 + (y - v) ** 2) ** 0.5 > r + s - 1
            for i, (x, y, r) in enumerate(rooms)
            for u, v, s in rooms[:i]
        )


@pytest.mark.parametrize(
    "state",
    [
        "#waltz",
        "#waltz?scene=ball&path=zz&noise=-1/0&tried=x",
        "#waltz?scene=noise&hope=both&noise=0",
        "#other?scene=noise",
    ],
)
def test_a_bad_address_is_no_harm(visit, state):  # noqa: F811
    page = visit(state)
    assert present(page) == "abcd | e"


def test_without_scripts_a_picture_and_its_text_stand(visit):  # noqa: F811
    page = visit(java_script_enabled=False)
    assert page.locator(".merry-go-round").is_visible()
    assert "none of the 52 splits lasts" in page.locator("figure").inner_text()


STATES = [
    "#waltz?scene=dance&path=abcd-e_ae-bcd&bets=ae",
    "#waltz?scene=dance&path=abcd-e_ae-bcd_abce-d_abc-de_abcd-e&bets=ae_nobody_de_abcd",
    "#waltz?scene=search&path=abe-cd&guess=one&tried=abbe-b_abe-bb",
    "#waltz?scene=noise&path=abcde&hope=both&noise=11",
    "#waltz?scene=noise&path=abcde&hope=both&noise=12",
]
# How the later scenes open.
OPENINGS = [
    "#waltz?scene=search",
    "#waltz?scene=noise",
]


@pytest.mark.parametrize("state", STATES)
def test_nothing_is_wider_than_a_phone_of_360_pixels(visit, state):  # noqa: F811
    assert fits(visit, state)


@pytest.mark.parametrize("scheme", THEMES)
@pytest.mark.parametrize("state", ["", *OPENINGS, *STATES])
def test_automated_checks_find_nothing(visit, state, scheme):  # noqa: F811
    assert findings(visit(state, color_scheme=scheme)) == []


def test_four_presses_close_the_circle_and_five_more_empty_the_core(visit):  # noqa: F811
    """The first bets may all be wrong. Then comes a bet on where it would stop, three splits, and the sweep."""
    page = visit()
    for _ in range(4):
        assert "You have been here" not in told(page)
        page.get_by_role("button", name="nobody", exact=True).click()
        page.wait_for_timeout(40)
    assert "You have been here" in told(page)
    page.get_by_role("button", name="no, none").click()
    for at in (3, 20, 40):
        page.locator(".split").nth(at).dispatch_event("click")
        page.wait_for_timeout(40)
    page.locator(".scene-hand .main").click()
    page.wait_for_function("() => document.querySelectorAll('.split.failed').length === 52")
    assert "None." in told(page)
