"""The interactive figures: each computes by itself what it shows, and must agree with the library."""

import re
from contextlib import redirect_stdout
from fractions import Fraction
from functools import cache
from io import StringIO
from itertools import combinations

import numpy as np
import pytest
from explorables import WORDS, sections
from interactive import FIGURES, opening
from pairing import ROOT
from scene import PHONE, browser, kept, middle, pull, swipe  # noqa: F401
from test_bets import PAGES, bet

from incentives import coalitions as co, rewards as rw
from incentives.coalitions.stability import blocking_coalitions
from incentives.coalitions.welfare import total_error
from incentives_book.coalitions.who_is_left_if_everybody_is_small import seated

pytestmark = pytest.mark.browser

SCRIPTS = ROOT / "book" / "_static" / "interactive"
KIT = ROOT / "book" / "_static" / "explorables" / "kit.js"
EVERYTHING = list(dict.fromkeys(["start", *(script for scripts in FIGURES.values() for script in scripts)]))


@pytest.fixture(scope="module")
def scripts(browser):  # noqa: F811
    """An empty page with all scripts; `scripts(expression, case)` is what the expression makes of one case."""
    page = browser.new_page()
    for path in (KIT, *(SCRIPTS / f"{name}.js" for name in EVERYTHING)):
        page.add_script_tag(path=path)
    return page


def some(seed):
    return np.random.default_rng(seed)


def test_the_scripts_are_those_of_the_figures():
    assert {path.stem for path in SCRIPTS.glob("*.js")} == set(EVERYTHING)
    assert sum(path.stat().st_size for path in SCRIPTS.glob("*")) < 40_000


def test_who_leaves_is_what_the_library_finds(scripts):
    chance, seen = some(0), {True: 0, False: 0}
    for _ in range(400):
        players = int(chance.integers(2, 6))
        sizes = (
            chance.integers(1, 12, players).tolist()
            if chance.random() < 0.5
            else chance.integers(1, 99, players).tolist()
        )
        noise = Fraction(int(chance.integers(1, 120)), 2)
        game = co.Game(sizes, noise=noise, spread=1)
        splits = scripts.evaluate("count => Interactive.models.clinics.partitions(count)", players)
        split = splits[int(chance.integers(len(splits)))]
        found = scripts.evaluate(
            "([sizes, noise, split]) => Interactive.models.clinics.blocking(sizes, noise, split)",
            [sizes, [noise.numerator, noise.denominator], split],
        )
        expected = [sorted(block) for block in blocking_coalitions(game, co.Partition(split))]
        assert found == expected
        seen[bool(expected)] += 1
    assert min(seen.values()) > 40  # both answers occur


def test_ties_between_clinics_are_exact(scripts):
    """Two clinics with n records each are indifferent at noise n: the strict inequality decides, and floats would
    not.
    """
    for n in (3, 7, 49):
        case = [[n, n], [n, 1], [[0], [1]]]
        assert scripts.evaluate("c => Interactive.models.clinics.blocking(...c)", case) == []
        case[1] = [10**9 * n + 1, 10**9]
        assert scripts.evaluate("c => Interactive.models.clinics.blocking(...c)", case) == [[0, 1]]


def test_the_splits_are_all_partitions(scripts):
    for players, bell in ((1, 1), (2, 2), (3, 5), (4, 15), (5, 52)):
        splits = scripts.evaluate("count => Interactive.models.clinics.partitions(count)", players)
        assert len({co.Partition(split) for split in splits}) == len(splits) == bell


def test_levels_given_are_an_optimal_allocation(scripts):
    chance, cost = some(3), rw.Cost("ratio", epsilon=1)
    for _ in range(400):
        menu = [*sorted(set(chance.integers(1, 20, 3).tolist())), 25]
        brings = chance.integers(0, 25, int(chance.integers(1, 5))).tolist()
        found = scripts.evaluate("([c, m]) => Interactive.models.contribution.allocate(c, m, 1)", [brings, menu])
        best = [each.levels for each in rw.optimal_allocations(brings, menu, cost=cost)]
        assert tuple(found) in [tuple(map(int, levels)) for levels in best]
        assert sum(found) == max(map(sum, best))


def test_less_pays_only_where_the_library_agrees(scripts):
    chance, cost, seen = some(4), rw.Cost("ratio", epsilon=1), {True: 0, False: 0}
    menu = [12, 14, 19]

    @cache
    def levels(brings):
        return tuple(map(int, rw.allocate(list(brings), menu, cost=cost).levels))

    for _ in range(400):
        brings = chance.integers(4, 19, 2).tolist()
        who = int(chance.integers(2))

        def level(own, brings=brings, who=who):
            return levels((*brings[:who], own, *brings[who + 1 :]))[who]

        found = scripts.evaluate("c => Interactive.models.contribution.lessPays(...c)", [brings, menu, 1, who, 1, 0])
        best = max(map(level, range(brings[who] + 1)))
        seen[best > level(brings[who])] += 1
        assert (found is not None) == (best > level(brings[who]))
        if found:
            assert found["level"] == best == level(found["value"])
    assert min(seen.values()) > 40


def test_who_refuses_above_one_third_is_what_the_exact_check_finds(scripts):
    """By the error of the one in the pool with and without the other; of sixty, by the check of all coalitions too."""
    chance, seen = some(5), {True: 0, False: 0}
    for case in range(400):
        x, t, many = int(chance.integers(90, 145)), int(chance.integers(1, 12)), int(chance.integers(1, 120))
        found = scripts.evaluate("c => Interactive.models.third.refuses(...c)", [x, t, t * many, 300])
        game, pool = co.Game([x, x] + [t] * many, noise=300, spread=1), [0, *range(2, many + 2)]
        stable = game.errors(pool)[0] <= game.errors([*pool, 1])[0]
        if case < 60:
            assert stable == (co.check_large(game.sizes, co.Partition([pool, [1]]), noise=300, spread=1) is None)
        assert found == stable
        seen[stable] += 1
    assert min(seen.values()) > 40


def refused(x, t, many):
    return seated(Fraction(x), t, t * many, 300) <= 0


def test_the_least_pool_is_the_first_that_keeps_them_apart(scripts):
    """Once a pool is large enough, every larger one is, so that of 400 worlds two pools each are enough."""
    for x, t in ((104, 1), (110, 5), (130, 20), (100, 1), (101, 2)):
        many = scripts.evaluate("c => Interactive.models.third.needed(...c)", [x, t, 300, 3000])
        gains = [not refused(x, t, k) for k in range(1, 3001)]
        assert many == (gains.index(False) + 1 if False in gains else None)
        assert gains == sorted(gains, reverse=True)
    chance, seen = some(6), {True: 0, False: 0}
    for _ in range(400):
        x, t = int(chance.integers(75, 150)), int(chance.integers(1, 21))
        most = 30_000 // t
        many = scripts.evaluate("c => Interactive.models.third.needed(...c)", [x, t, 300, most])
        if many is None:
            assert not refused(x, t, most)
        else:
            assert refused(x, t, many)
            assert many == 1 or not refused(x, t, many - 1)
        seen[many is None] += 1
    assert min(seen.values()) > 40


def test_towers_last_and_cost_what_the_library_finds(scripts):
    """Both families, where they last and where they do not; the digits are cut off, so that no limit is ever shown."""
    chance, seen = some(6), {True: 0, False: 0}
    for _ in range(60):
        players, a = int(chance.integers(3, 5)), int(np.exp(chance.uniform(np.log(2), np.log(3000))))
        world, ratio, judged = scripts.evaluate(
            """c => {
              const { family, ratio, judged } = Interactive.models.towers, w = family(...c);
              return [w, ratio(w.sizes, w.noise, w.split), judged(w, 5)];
            }""",
            [players, a, 10 ** int(chance.integers(2, 10))],
        )
        game, split = co.Game(world["sizes"], noise=world["noise"], spread=1), co.Partition(world["split"])
        exact = Fraction(*map(int, ratio))
        assert exact == total_error(game, split) / min(total_error(game, each) for each in co.partitions(players))
        assert judged["ratio"] == pytest.approx(int(exact * 10**5) / 10**5, abs=1e-12)
        move = co.blocking_coalition(game, split)
        assert judged["leave"] == ([] if move is None else sorted(move.who))
        seen[move is None] += 1
    assert min(seen.values()) > 5


def moves(sizes, noise, split):
    """Each coalition with what each of its members gains by leaving the split, by the library."""
    game, partition = co.Game(sizes, noise=noise, spread=1), co.Partition(split)
    now = {i: error for block in partition.coalitions for i, error in game.errors(block).items()}
    for count in range(1, len(sizes) + 1):
        for who in combinations(range(len(sizes)), count):
            yield who, {i: now[i] - error for i, error in game.errors(who).items()}


def hanging(sizes, noise, split):
    """What who loses by staying in a split that somebody leaves, or else by leaving it, in the coalition that comes
    nearest: whether it is staying, the loss, and all pairs of a coalition and a loser that are right; or None.
    """
    least = {who: (min(gains.values()), gains) for who, gains in moves(sizes, noise, split)}
    leaving = co.blocking_coalition(co.Game(sizes, noise=noise, spread=1), co.Partition(split))
    if leaving:
        right = [tuple(sorted(leaving.who))]
    else:
        near = max((gain for gain, _ in least.values() if gain < 0), default=None)
        right = [who for who, (gain, _) in least.items() if gain == near]
    if not right:
        return None
    loss = abs(least[right[0]][0])
    return bool(leaving), loss, {(who, i) for who in right for i in who if abs(least[who][1][i]) == loss}


def shows(text, amount):
    """Whether a text is this amount: the fraction, or its first four digits, cut off."""
    digits, cut, power = text.translate(str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")).partition("…")
    if not cut:
        return Fraction(digits) == amount
    scale = Fraction(10) ** int(power.removeprefix("·10") or 0)
    last = Fraction(1, 10 ** len(digits.partition(".")[2])) * scale
    return len(digits.replace(".", "").lstrip("0")) >= 4 and 0 <= amount - Fraction(digits) * scale < last


def test_an_amount_is_exact_or_cut_off(scripts):
    for text, amount in {
        "23/8820": (46, 17640),
        "7": (7, 1),
        "0.3014…": (3014000000000001, 10**16),
        "0.003014…": (3014999999999999, 10**18),
        "9.999…·10⁻¹⁹": (9999999999999999, 10**34),
        "10.999…": (10**18 * 11 - 1, 10**18),
        "1234.567…": (1234567800000000001, 10**15),
    }.items():
        found = scripts.evaluate("c => Interactive.amount(c.map(BigInt))", [str(each) for each in amount])
        assert found == text
        assert shows(found, Fraction(*amount))
        assert not shows(found, Fraction(*amount) * Fraction(1001, 1000))


def test_what_a_split_hangs_on_is_what_the_library_finds(scripts):
    chance, seen = some(7), {True: 0, False: 0}
    for _ in range(300):
        players = int(chance.integers(2, 6))
        sizes, half = chance.integers(1, 40, players).tolist(), int(chance.integers(1, 120))
        splits = scripts.evaluate("count => Interactive.models.clinics.partitions(count)", players)
        split = splits[int(chance.integers(len(splits)))]
        found = scripts.evaluate(
            """c => {
              const found = Interactive.models.clinics.hangs(...c);
              return found && [found.staying, found.who, found.loser, found.loss.map(String)];
            }""",
            [sizes, [half, 2], split],
        )
        expected = hanging(sizes, Fraction(half, 2), split)
        if expected is None:
            assert found is None
            continue
        staying, who, loser, loss = found
        assert (staying, Fraction(*map(int, loss))) == expected[:2]
        assert (tuple(who), loser) in expected[2]
        seen[staying] += 1
    assert min(seen.values()) > 40
    for n in (3, 7):  # every coalition has the same error, so that nobody would lose anything
        assert scripts.evaluate("c => Interactive.models.clinics.hangs(...c)", [[n, n], [n, 1], [[0], [1]]]) is None


def test_what_the_other_one_is_worth_in_a_pool_is_what_the_library_finds(scripts):
    chance = some(8)
    for _ in range(100):
        x, t, many = int(chance.integers(75, 150)), int(chance.integers(1, 21)), int(chance.integers(1, 60))
        found = scripts.evaluate("c => Interactive.models.third.gain(...c).map(String)", [x, t, t * many, 300])
        game, pool = co.Game([x, x] + [t] * many, noise=300, spread=1), [0, *range(2, many + 2)]
        assert Fraction(*map(int, found)) == game.errors(pool)[0] - game.errors([*pool, 1])[0]


# A state of each figure with a wrong bet; the first one of each bet is that of the opening.
LOST = [
    *(("noise", k, each) for k in (1, 2) for each in ("noise=13.5&a=5&b=5&c=25", "noise=5&a=5&b=5&c=25")),
    ("noise", 2, "noise=22&a=9&b=31&c=40"),
    *(("third", k, each) for k in (1, 3) for each in ("size=110&small=5", "size=100&small=5", "size=140&small=17")),
    ("third", 1, "size=149&small=20"),
    *(("towers", k, each) for k in (1, 3) for each in ("a=17&power=9&players=4", "a=17&power=9&players=3")),
    *(("towers", 3, each) for each in ("a=40&power=5&players=4", "a=0&power=3&players=3", "a=54&power=7&players=4")),
]
LOST += [("contribution", k, each) for k in (1, 2) for each in ("zero=500&one=570", "zero=300&one=200")]
STEPS = sorted({round(2 * 1500 ** (k / 59)) for k in range(60)})


def check_loss(name, number, state, said):
    """Whoever is named in the words after a wrong bet would lose that much, by the library."""
    state = {key: Fraction(each) for key, each in (pair.split("=") for pair in state.split("&"))}
    loss = re.search(r"\blose (\S+)", said)[1]
    if name == "noise":
        sizes = [int(state[key]) for key in "abc"]
        split, loser, who = re.search(r"leaves (.*) here: (\w) would lose \S+ if (.*) did", said).groups()
        told = [["abc".index(i) for i in block] for block in split.split(" | ")]
        lasting = co.stable_partitions(co.Game(sizes, noise=state["noise"], spread=1))
        losses = {each: hanging(sizes, state["noise"], each.coalitions) for each in lasting}
        staying, amount, right = losses[co.Partition(told)]
        assert not staying
        assert amount == min(each[1] for each in losses.values() if each)
        assert (tuple("abc".index(i) for i in re.findall(r"\b[abc]\b", who)), "abc".index(loser)) in right
        assert shows(loss, amount)
    elif name == "third":
        x, t = int(state["size"]), int(state["small"])
        many = 12 if number == 1 else next((k for k in range(1, 30_000 // t + 1) if refused(x, t, k)), 30_000 // t)
        game, pool = co.Game([x, x] + [t] * many, noise=300, spread=1), [0, *range(2, many + 2)]
        gain = game.errors(pool)[0] - game.errors([*pool, 1])[0]
        assert said.startswith(f"With {many} small players of size {t} in its pool, a player of size {x} would lose ")
        assert said.endswith(f" by {'refusing the other one' if gain > 0 else 'taking the other one in'}.")
        assert shows(loss, abs(gain))
    elif name == "contribution":
        zero, one = int(state["zero"]), int(state["one"])
        levels = {
            brings: int(rw.allocate([zero, brings], [600, 700, 950], cost=rw.Cost("ratio", epsilon=1)).levels[1])
            for brings in range(0, one + 1, 10)
        }
        instead = re.search(rf"Client 1 would lose \S+ by bringing {one / 1000:.2f} instead of (\S+)\.$", said)[1]
        assert levels[int(Fraction(instead) * 1000)] == max(levels.values())
        assert shows(loss, Fraction(max(levels.values()) - levels[one], 1000))
    else:
        a, huge = 3 if number == 1 else STEPS[int(state["a"])], 10 ** int(state["power"])
        sizes, noise, split = ([1, a, a, huge], 4 * a + 1, [[0], [1, 2, 3]])
        if state["players"] == 3:
            sizes, noise, split = ([a, a + 1, huge], 4 * a - 4, [[0, 2], [1]])
        if number == 1:
            game = co.Game(sizes, noise=noise, spread=1)
            least = min(total_error(game, each) for each in co.partitions(len(sizes)))
            assert shows(loss, total_error(game, co.Partition(split)) - least)
            assert shows(re.search(r"takes (\S+) to cost 1\.49 times", said)[1], least * Fraction(49, 100))
            return
        staying, amount, right = hanging(sizes, noise, split)
        assert staying is ("somebody leaves" in said)
        loser = re.search(r"the player of size ([\d,]+) would", said)[1].replace(",", "")
        coalition = re.search(r"coalition of sizes (.*)\.", said)
        named = re.findall(r"\d[\d,]*\d|\d", coalition[1]) if coalition else [loser]
        assert (staying or sorted(int(each.replace(",", "")) for each in named), int(loser)) in [
            (staying or sorted(sizes[i] for i in who), sizes[i]) for who, i in right
        ]
        assert shows(loss, amount)


def caption(name):
    """The bet of a figure as it stands on its page."""
    question, replies = bet(name)
    entries = "".join(f"<li><p>{choice}: {reply}</p></li>" for choice, reply in replies.items())
    return f"<figcaption><p>{question}</p><ul>{entries}</ul><p>Move it.</p></figcaption>"


def lost(page, address, name, number, state=""):
    page.goto("about:blank")
    page.goto(f"{address}#{name}?bet={number}&{state}")
    return page.locator(f"figure[data-figure={name}] .interactive-lost").inner_text()


@pytest.mark.parametrize("name", FIGURES)
def test_a_wrong_bet_names_who_would_lose_how_much(browser, tmp_path, name):  # noqa: F811
    """In the state that the figure opens in and in others, and after a slider was moved; a right bet costs nothing."""
    page, address = browser.new_page(), write_figures(tmp_path, caption(name))
    for _, number, state in [each for each in LOST if each[0] == name]:
        check_loss(name, number, state, lost(page, address, name, number, state))
    replies = list(bet(name)[1].values())
    for number, reply in enumerate(replies, 1):
        said = lost(page, address, name, number)
        assert (said == "") is reply.startswith("Yes")
        if said:
            opening_state = next(state for figure, k, state in LOST if (figure, k) == (name, number))
            check_loss(name, number, opening_state, said)
            figure = page.locator(f"figure[data-figure={name}]")
            figure.locator("input").first.press("ArrowRight")
            moved = [each.partition("=")[0] for each in opening_state.split("&")]
            values = figure.locator("input").evaluate_all("all => all.map(each => each.value)")
            now = "&".join(f"{key}={value}" for key, value in zip(moved, values, strict=True))
            if said := figure.locator(".interactive-lost").inner_text():
                check_loss(name, number, now, said)
            else:
                assert name == "contribution"  # where bringing less would not pay now
    page.close()


@pytest.mark.parametrize(
    ("name", "script", "right", "wrong"),
    [
        ("noise", "clinics", "loss: [-near.gain[0], near.gain[1]]", "loss: [1n - near.gain[0], near.gain[1]]"),
        ("noise", "noise", "loser: NAMES[near.loser]", "loser: NAMES[2 - near.loser]"),
        ("third", "third", "2n * X * X + T * R", "X * X + T * R"),
        ("contribution", "contribution", "say(less.level -", "say(10 + less.level -"),
        ("towers", "towers", "49n * least[0]", "48n * least[0]"),
        ("towers", "clinics", "(less(b, a) ? b : a)", "(less(a, b) ? b : a)"),
    ],
)
def test_a_planted_wrong_loss_is_found(browser, tmp_path, name, script, right, wrong):  # noqa: F811
    page, address = browser.new_page(), write_figures(tmp_path, caption(name), planted=(script, right, wrong))
    found = []
    for _, number, state in [each for each in LOST if each[0] == name]:
        try:
            check_loss(name, number, state, lost(page, address, name, number, state))
        except (AssertionError, KeyError, TypeError, ValueError):
            found.append((number, state))
    assert found
    page.close()


@pytest.mark.parametrize("name", FIGURES)
def test_the_words_stand_in_the_template_and_none_in_the_script(name):
    script = "".join((SCRIPTS / f"{each}.js").read_text(encoding="utf-8") for each in ("start", *FIGURES[name]))
    code = re.sub(r"//.*", "", script)
    words = sections((WORDS / f"{name}.md").read_text(encoding="utf-8"))
    assert {each for each in words if f'"{each}"' not in code} <= {"as-python-now"}
    assert {*re.findall(r'(?:word|say)\("([\w-]+)"', code)} <= words.keys()
    said = re.findall(r'(["`])((?:(?!\1)[^\n()])*[A-Za-z]{2,} [A-Za-z]{2,}(?:(?!\1)[^\n()])*)\1', code)
    assert {each for _, each in said} <= {"use strict", "figcaption ul"}  # no words but these


@pytest.mark.parametrize("name", FIGURES)
def test_the_caption_links_the_claim(name):
    page = PAGES[name]
    text = (ROOT / "notebooks" / f"{page}.md").read_text(encoding="utf-8")
    caption = re.search(rf"\{{interactive\}} {name}\n.*?\n::::", text, re.DOTALL)[0]
    claim = re.search(r"\{ref\}`[^`<]+ <([\w-]+)>`", caption)[1].replace("-", "/", 1)
    assert f'claim("{claim}")' in text


CAPTION = """<figcaption><p>How many leave?</p><ul>
<li><p>one: Almost: two leave.</p></li><li><p>two: Yes.</p></li></ul><p>Move the noise.</p></figcaption>"""


def test_a_figure_with_a_bet_opens_when_the_reader_has_chosen(browser, tmp_path):  # noqa: F811
    page = browser.new_page()
    page.goto(write_figures(tmp_path, CAPTION))
    box = page.locator("figure[data-figure=noise]")
    room, told = box.locator(".interactive-room"), box.locator(".interactive-told")
    one, two = (box.get_by_role("button", name=name, exact=True) for name in ("one", "two"))
    assert not room.is_visible()
    assert box.get_by_role("group", name="How many leave?").is_visible()
    assert box.locator("figcaption").inner_text() == "Move the noise."
    one.focus()
    page.keyboard.press("Enter")
    assert room.is_visible()
    assert told.inner_text() == "Almost: two leave."
    assert told.get_attribute("aria-live") == "polite"
    two.click()
    assert told.inner_text() == "Yes."
    assert [each.get_attribute("aria-pressed") for each in (one, two)] == ["false", "true"]
    page.close()


def write_figures(folder, caption="", *, planted=None):
    """The address of a page in `folder` that holds all figures, each with this caption, and scrolls.

    `planted` is a script, and what stands in it for what.
    """
    files = [KIT, *(SCRIPTS / f"{name}.js" for name in EVERYTHING)]
    if planted:
        script, right, wrong = planted
        text = (SCRIPTS / f"{script}.js").read_text(encoding="utf-8")
        assert text.count(right) == 1
        changed = folder / f"{script}.js"
        changed.write_text(text.replace(right, wrong), encoding="utf-8")
        files[files.index(SCRIPTS / f"{script}.js")] = changed
    links = "".join(f'<script src="{path.as_uri()}" defer></script>' for path in files)
    boxes = "".join(f"{opening(name)}{caption}</figure>" for name in FIGURES)
    file = folder / "index.html"
    file.write_text(
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<link rel="stylesheet" href="{(SCRIPTS / "interactive.css").as_uri()}">{links}</head>'
        f'<body>{boxes}<div style="height: 90rem"></div></body></html>',
        encoding="utf-8",
    )
    return file.as_uri()


@pytest.fixture(scope="module")
def phone(browser, tmp_path_factory):  # noqa: F811
    """All figures on a page of a phone that scrolls."""
    page = browser.new_context(**PHONE).new_page()
    page.goto(write_figures(tmp_path_factory.mktemp("interactive")))
    return page


def held(page, name):
    """The numbers in the sliders of a figure, and the middle of its drawing, which is brought onto the screen."""
    figure = page.locator(f"figure[data-figure={name}]")
    page.evaluate("name => document.querySelector(`[data-figure=${name}] svg`).scrollIntoView({block: 'center'})", name)
    box = figure.locator("svg").bounding_box()
    numbers = figure.locator("input").evaluate_all("all => all.map(each => +each.value)")
    return numbers, (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


@pytest.mark.parametrize("name", FIGURES)
def test_a_swipe_that_scrolls_changes_nothing(phone, name):
    phone.reload()
    before, (x, y) = held(phone, name)
    at = phone.evaluate("scrollY")
    swipe(phone, (x, y + 40), (x + 6, y - 120))
    phone.wait_for_timeout(300)
    assert phone.evaluate("scrollY") > at
    assert held(phone, name)[0] == before


@pytest.mark.parametrize("name", ["noise", "third", "towers"])
def test_a_finger_that_goes_sideways_moves_the_first_slider(phone, name):
    phone.reload()
    before, (x, y) = held(phone, name)
    swipe(phone, (x, y), (x + 60, y + 6))
    assert held(phone, name)[0][0] > before[0]
    assert held(phone, name)[0][1:] == before[1:]


def test_a_finger_on_a_bar_lifts_it(phone):
    phone.reload()
    before, _ = held(phone, "contribution")
    box = phone.locator("figure[data-figure=contribution] .upright").nth(1).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    at = phone.evaluate("scrollY")
    swipe(phone, (x, y), (x, y - 30))
    assert phone.evaluate("scrollY") == at
    after = held(phone, "contribution")[0]
    assert after[0] == before[0]
    assert after[1] != before[1]


@pytest.mark.parametrize("name", FIGURES)
def test_the_mouse_draws_the_first_slider_up_and_down(browser, tmp_path, name):  # noqa: F811
    """By the picture, in *contribution* by the bar; what the figure says follows, and a hover after it does nothing."""
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.goto(write_figures(tmp_path))
    figure = page.locator(f"figure[data-figure={name}]")
    upright = name == "contribution"
    before, _ = held(page, name)
    said = []
    for far in (0.95, 0.2):
        box = figure.locator("svg").bounding_box()
        x, y = box["x"] + far * box["width"], box["y"] + (1 - far) * box["height"]
        handle = f"figure[data-figure={name}] {'.upright' if upright else 'svg'}"
        pull(page, handle, (middle(page, handle)[0], y) if upright else (x, box["y"] + box["height"] / 2))
        said.append(figure.locator(".interactive-words").inner_text())
        after, (x, y) = held(page, name)
        assert (after[0] > before[0]) is (far > 0.5)
        assert after[1:] == before[1:]
        before = after
    assert said[0] != said[1]
    page.mouse.move(x + 200, y)
    assert held(page, name)[0] == before
    page.close()


def test_a_stretch_in_which_a_split_lasts_has_no_seams(phone):
    phone.reload()
    assert phone.locator("figure[data-figure=noise] .lasts").count() <= 10


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_answers_to_keys_and_says_so(phone, name):
    phone.reload()
    figure = phone.locator(f"figure[data-figure={name}]")
    words = figure.locator(".interactive-words")
    before = words.text_content()
    assert before
    figure.locator("input").first.focus()
    phone.keyboard.press("End")
    assert words.text_content() not in ("", before)
    assert words.get_attribute("aria-live") == "polite"
    assert figure.locator("svg").get_attribute("aria-label")
    assert figure.locator("input").evaluate_all(
        "all => all.every(each => each.labels.length === 1 && each.getAttribute('aria-valuetext'))"
    )


# A state of each figure, and one number that follows when its first slider goes to the end.
STATES = [
    ("noise", {"bet": "2", "noise": "13.5", "a": "5", "b": "5", "c": "25"}, "60"),
    ("third", {"bet": "1", "size": "110", "small": "5"}, "149"),
    ("contribution", {"bet": "2", "zero": "500", "one": "570"}, "950"),
    ("towers", {"bet": "2", "a": "40", "power": "5", "players": "4"}, "54"),  # somebody leaves
    ("towers", {"bet": "1", "a": "40", "power": "9", "players": "3"}, "54"),  # and nobody does
]


def printed(figure):
    out = StringIO()
    with redirect_stdout(out):
        exec(figure.locator("pre").text_content(), {})
    return out.getvalue().split("\n")[:-1]


def says(name, words, lines):
    """Whether the words of a figure are what its Python printed."""
    if name == "noise":
        splits = ["".join("abc"[int(each)] if each.isdigit() else each for each in line) for line in lines]
        return all(split.replace(",", "") in words for split in splits) and words.count("|") == "".join(lines).count(
            "|"
        )
    if name == "towers":
        leaving = re.search(r"since (?:the player of size|a coalition of sizes) (.*) would rather leave", words)
        sizes = re.findall(r"\d[\d,]*", leaving[1]) if leaving else []
        return lines == [" ".join(each.replace(",", "").strip() for each in sizes) or "nobody"]
    if name == "third":
        return f"with {lines[0]} of them" in words if lines != ["None"] else "everybody ends up together" in words
    return [float(each) for each in re.findall(r"receives (\d\.\d+)", words)] == [
        int(each) / 1000 for each in lines[0].split()
    ]


@pytest.mark.parametrize(("name", "state", "end"), STATES)
def test_the_address_is_the_state_and_python_agrees(browser, tmp_path, name, state, end):  # noqa: F811
    page = browser.new_page()
    page.goto(f"{write_figures(tmp_path, CAPTION)}#{name}?{'&'.join(f'{key}={each}' for key, each in state.items())}")
    figure = page.locator(f"figure[data-figure={name}]")
    assert figure.locator(".interactive-room").is_visible()
    assert page.locator(".interactive-room:visible").count() == 1  # the others wait for a bet
    assert figure.locator("button[aria-pressed=true]").inner_text() == {"1": "one", "2": "two"}[state["bet"]]
    values = [each for key, each in state.items() if key != "bet"]
    assert figure.locator("input").evaluate_all("all => all.map(each => each.value)") == values
    assert says(name, figure.locator(".interactive-words").inner_text(), printed(figure))
    figure.locator("input").first.focus()
    page.keyboard.press("End")
    assert kept(page, next(key for key in state if key != "bet")) == end
    assert kept(page, "bet") == state["bet"]
    assert says(name, figure.locator(".interactive-words").inner_text(), printed(figure))
    before = page.locator("main, body").first.inner_html()
    page.reload()
    assert page.locator("main, body").first.inner_html() == before
    page.close()


@pytest.mark.parametrize("state", ["#noise", "#noise?bet=x&noise=-1&a=1e9", "#third?size=constructor", "#waltz?bet=1"])
def test_a_bad_address_is_no_harm(browser, tmp_path, state):  # noqa: F811
    page = browser.new_page()
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(write_figures(tmp_path, CAPTION) + state)
    assert page.locator(".interactive-room:visible").count() == 0
    numbers = page.locator("figure input").evaluate_all("all => all.map(each => each.value)")
    assert numbers == ["13.5", "5", "5", "25", "500", "570", "110", "5", "17", "9", "4"]
    assert errors == []
    page.close()
