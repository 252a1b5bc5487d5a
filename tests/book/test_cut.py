"""Cut the network: its networks and its staircase against the library, and every path by mouse, finger and keyboard."""

from contextlib import redirect_stdout
from fractions import Fraction
from io import StringIO

import numpy as np
import pytest
from explorables import WORDS, sections
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
from still_cut import check, recorded

from incentives_book.rewards.who_would_contribute_less import EqualGains, best_contribution

pytestmark = pytest.mark.browser

STATES = [
    "#cut?scene=cut&bet-cut=most&kept=20",
    "#cut?scene=cut&bet-cut=half&kept=7",
    "#cut?scene=give&bet-give=all&bring=9158&price=4",
    "#cut?scene=give&bet-give=nothing&bring=5000&price=4",
    "#cut?scene=give&bet-give=second&bring=0&price=12",
]
# How the later scenes open.
OPENINGS = [
    "#cut?scene=give",
]


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    return write_page(tmp_path_factory.mktemp("cut"), "cut")


def networks(dtype):
    """The two networks of the record, of the library's layers."""
    import base64

    torch = pytest.importorskip("torch")
    from train_cut import CLASSES, SIDE, UNITS, Digits

    found, first = [], SIDE * SIDE * UNITS
    for name in ("ordinary", "slimmable"):
        told_ = recorded()[name]
        numbers = torch.from_numpy(np.frombuffer(base64.b64decode(told_["weights"]), dtype=np.int8).copy()).to(dtype)
        parts = torch.split(numbers, [first, UNITS, CLASSES * UNITS, CLASSES])
        network = Digits().to(dtype)
        with torch.no_grad():
            for layer, step, weight, bias in zip(
                (network.hidden, network.out), told_["steps"], parts[::2], parts[1::2], strict=True
            ):
                layer.weight.copy_(step * weight.reshape(layer.weight.shape))
                layer.bias.copy_(step * bias)
        found.append(network)
    return found


def test_the_parameters_that_are_left_are_those_of_the_librarys_masks():
    """The lines that a reader runs count by plain arithmetic, since browsers lack PyTorch."""
    torch = pytest.importorskip("torch")
    from train_cut import Digits

    from incentives.learning.slim_masks import width_masks

    _, code = sections((WORDS / "cut.md").read_text(encoding="utf-8"))["python-cut"]
    for units in range(1, 41):
        out = StringIO()
        with redirect_stdout(out):
            exec(code.strip("`").replace("{kept}", str(units)), {})
        masks = width_masks(Digits(), Fraction(units, 40), torch.zeros(1, 196))
        assert int(out.getvalue()) == sum(int(mask.sum()) for mask in masks.values())


def test_400_images_get_the_answers_of_the_librarys_layers(visit):  # noqa: F811
    torch = pytest.importorskip("torch")
    chance, digits, cases = np.random.default_rng(3), recorded()["digits"], []
    for k in range(400):
        greys = [int(v, 16) / 15 for v in digits[k % 10]]
        noisy = [min(1.0, max(0.0, v + 0.3 * chance.standard_normal())) for v in greys] if k >= 10 else greys
        cases.append((k % 2, noisy, int(chance.integers(1, 41))))
    found = visit().evaluate("cases => cases.map(([k, image, kept]) => Scenes.models.cut.read(k, image, kept))", cases)
    both, answers = networks(torch.float64), set()
    for (k, image, units), got in zip(cases, found, strict=True):
        with torch.no_grad():
            wanted = both[k](torch.tensor([image], dtype=torch.float64), Fraction(units, 40))[0]
        assert got == pytest.approx(wanted.tolist(), abs=1e-9)
        answers.add(int(np.argmax(got)))
    assert len(answers) == 10


def test_the_counts_are_those_of_the_recorded_networks():
    torch = pytest.importorskip("torch")
    from train_cut import halved, hits

    try:
        images, labels = halved("test")
    except (FileNotFoundError, OSError) as error:
        pytest.skip(f"MNIST is not here: {error}")
    for network, name in zip(networks(torch.float32), ("ordinary", "slimmable"), strict=True):
        counted = [hits(network, images, labels, units) for units in range(1, 41)]
        assert np.abs(np.subtract(counted, recorded()[name]["hits"])).max() <= 2  # ties of rounding


def test_400_staircases_are_the_librarys_equal_gains_rounded_down(visit):  # noqa: F811
    chance, cases = np.random.default_rng(4), []
    for _ in range(400):
        menu = sorted(set(chance.integers(40, 101, int(chance.integers(1, 8))).tolist()))
        able = sorted(chance.integers(1, menu[-1] + 1, int(chance.integers(2, 6))).tolist())
        cases.append((able, menu, int(chance.integers(0, 12)), int(chance.integers(10, 30))))
    found = visit().evaluate(
        """cases => cases.map(([able, menu, pay, per]) => {
          const { given, replies } = Scenes.models.cut, rows = menu.map((level, k) => [level, k + 1]);
          return [given(able, rows).map(([level]) => level), replies(able, rows, pay, per)];
        })""",
        cases,
    )
    ties = 0
    for (able, menu, pay, per), (levels, replies) in zip(cases, found, strict=True):

        def rule(brings, menu=menu):
            ideal = EqualGains(Fraction(menu[-1]))(brings)
            return tuple(Fraction(max((level for level in menu if level <= share), default=0)) for share in ideal)

        contributions = [Fraction(each) for each in able]
        assert levels == list(rule(contributions))
        kept_ = [
            max(contributions[-1], rule([*contributions[:-1], Fraction(x)])[-1]) - Fraction(pay, per) * x
            for x in range(able[-1] + 1)
        ]
        assert [Fraction(each, per) for each in replies["kept"]] == kept_
        assert replies["best"] == [x for x, each in enumerate(kept_) if each == max(kept_)]
        ties += len(replies["best"]) > 1
    assert ties > 20


def test_to_be_first_is_best_until_the_exact_price():
    """The library's search on the piece's own numbers, a little under and a little over the price of the tie."""
    told_ = recorded()
    able = sorted(Fraction(each, 10_000) for each in told_["alone"])
    top = Fraction(max(told_["slimmable"]["hits"]), 10_000)
    tie, hair = (top - able[-1]) / able[-2], Fraction(1, 10**6)
    tried = [Fraction(k, 100) for k in range(100)] + [able[-2]]
    for effort, best in ((tie - hair, able[-2]), (tie + hair, 0)):
        move = best_contribution(EqualGains(top), able, tried, who=9, effort=effort)
        assert move.instead.startswith(f"contributes {best} instead")


def test_the_words_are_all_used_and_the_picture_is_the_records():
    scenes = {f"{kind}-{scene}" for kind in ("intro", "ask", "now", "hint", "python") for scene in ("cut", "give")}
    bets = {f"cut-{bet}" for bet in ("nearly", "most", "half", "none")}
    bets |= {f"give-{bet}" for bet in ("all", "second", "half", "nothing")}
    assert unsaid("cut") <= scenes | bets
    check(recorded())
    spoilt = recorded()
    spoilt["ordinary"]["hits"][19] = 8000
    with pytest.raises(ValueError, match="the words say"):
        check(spoilt)


def place(page, x, y):
    """A place of the drawing on the screen."""
    return page.evaluate(
        """([x, y]) => {
          const picture = document.querySelector('.scene-stage svg');
          const at = new DOMPoint(x, y).matrixTransform(picture.getScreenCTM());
          return [at.x, at.y];
        }""",
        [x, y],
    )


def write(page, *strokes):
    """Strokes on the pad by the mouse, each a list of places from 0 to 1."""
    for stroke in strokes:
        points = [place(page, -390 + 270 * x, -390 + 270 * y) for x, y in stroke]
        page.mouse.move(*points[0])
        page.mouse.down()
        for point in points[1:]:
            page.mouse.move(*point, steps=6)
        page.mouse.up()


def read(page):
    return [page.locator(".title").nth(k).text_content()[-1] for k in (0, 1)]


TURN = np.linspace(-np.pi / 2, 1.5 * np.pi, 25)
WRITTEN = {
    "0": [[(0.5 + 0.22 * np.sin(t + np.pi / 2), 0.5 + 0.33 * np.sin(t)) for t in TURN]],
    "1": [[(0.52, 0.15), (0.48, 0.85)]],
    "7": [[(0.25, 0.2), (0.75, 0.2), (0.42, 0.85)]],
    "4": [[(0.35, 0.15), (0.3, 0.5), (0.7, 0.5)], [(0.68, 0.2), (0.64, 0.85)]],
    "2": [[(0.28, 0.3), (0.4, 0.17), (0.6, 0.2), (0.66, 0.36), (0.5, 0.58), (0.27, 0.82), (0.75, 0.8)]],
}


@pytest.mark.parametrize("digit", WRITTEN)
def test_a_digit_written_by_hand_is_read(visit, digit):  # noqa: F811
    page = visit()
    page.get_by_role("button", name="wipe the pad").click()
    write(page, *WRITTEN[digit])
    assert read(page) == [digit, digit]
    page.get_by_role("button", name="50, half of them").click()
    assert f"Both take yours for {digit}" in told(page) or "The ordinary one takes yours" in told(page)
    assert len(kept(page, "digit")) == 196


def test_the_knife_by_mouse(visit):  # noqa: F811
    page = visit()
    pull(page, ".knife .grip", place(page, -100, 96))
    assert "Two networks have learned" in told(page)  # nothing is cut before the bet
    page.get_by_role("button", name="95, nearly as before").click()
    assert "the ordinary network reads 52.7 of a hundred digits, and the slimmable one 94.9" in told(page)
    assert "You had bet on 95" in told(page)
    assert page.locator(".unit.off").count() == 40
    pull(page, ".knife .grip", place(page, -390 + 19.5 * 10, 96))
    assert kept(page, "kept") == "10"
    assert page.locator(".unit.off").count() == 60
    page.get_by_role("button", name="Who gets which width?").click()
    assert "you are the strongest, with 91.6" in told(page)


def test_the_staircase_by_keyboard_with_the_focus_kept(visit):  # noqa: F811
    page = visit("#cut?scene=give")
    page.get_by_role("button", name="all I have").focus()
    page.keyboard.press("Enter")
    assert "what you bring" in focused(page)
    assert "You could keep 0.12 more" in told(page)
    for _ in range(7):
        page.keyboard.press("ArrowDown")
    assert kept(page, "bring") == "8539"  # the second's contribution is not stepped over
    assert "You cannot do better" in told(page)
    assert "You had bet on all" in told(page)
    page.keyboard.press("ArrowDown")
    assert "You cannot do better" not in told(page)
    page.locator("input[type=range]").focus()
    for _ in range(8):
        page.keyboard.press("ArrowRight")
    assert kept(page, "price") == "12"
    assert "At exactly this price two choices are equally good" in told(page)
    page.keyboard.press("ArrowRight")
    assert "it would be best to bring nothing" in told(page)
    page.get_by_role("button", name="show me the best").focus()
    page.keyboard.press("Enter")
    assert kept(page, "bring") == "0"
    assert focused(page) != "BODY "


def test_knife_and_pad_answer_to_keys(visit):  # noqa: F811
    page = visit("#cut?scene=cut&bet-cut=half")
    page.locator(".knife[role]").focus()
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    assert kept(page, "kept") == "17"
    assert page.locator(".knife[role]").get_attribute("aria-valuetext") == "17 of 40"
    page.locator(".pad").focus()
    page.keyboard.press("Enter")
    assert kept(page, "digit") == recorded()["digits"][3]


def test_a_finger_writes_and_cuts_and_a_swipe_beside_it_changes_nothing(visit):  # noqa: F811
    page = visit("#cut?scene=cut&bet-cut=half", **PHONE)
    page.get_by_role("button", name="wipe the pad").tap()
    page.locator(".pad").scroll_into_view_if_needed()
    swipe(page, place(page, -250, -350), place(page, -262, -160))
    assert page.evaluate("document.querySelector('.stroke').getAttribute('d').length") > 40
    swipe(page, middle(page, ".knife .grip"), place(page, 195, 96))
    assert kept(page, "kept") == "30"
    digit, before = kept(page, "digit"), page.evaluate("scrollY")
    swipe(page, place(page, 350, 60), place(page, 350, -250))
    page.wait_for_timeout(300)
    assert (kept(page, "digit"), kept(page, "kept")) == (digit, "30")
    assert page.evaluate("scrollY") > before
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("state", STATES)
def test_the_address_is_the_state_and_python_agrees(visit, state):  # noqa: F811
    page = visit(state)
    printed = python_says(page)
    if "scene=cut" in state:
        assert f"Parameters that are left: {printed.strip()} in each" in told(page)
    else:
        shown = page.locator(".level").evaluate_all(
            "levels => levels.map(each => each.getAttribute('d').match(/,([^h]*)h/)[1])"
        )
        assert [round((130 - float(y)) / 0.051) for y in shown] == list(map(int, printed.split()))
    assert stays_after_reload(page)


@pytest.mark.parametrize(
    "state", ["#cut?scene=x", "#cut?kept=99&digit=zz", "#cut?bet-cut=constructor&kept=-1", "#week?scene=give"]
)
def test_a_bad_address_is_no_harm(visit, state):  # noqa: F811
    assert "Two networks have learned" in told(visit(state))


@pytest.mark.parametrize("state", [STATES[0], STATES[2]])
def test_both_themes_and_all_widths(visit, state):  # noqa: F811
    assert fits(visit, state)


@pytest.mark.parametrize("scheme", THEMES)
@pytest.mark.parametrize("state", ["", *OPENINGS, *STATES])
def test_automated_checks_find_nothing(visit, state, scheme):  # noqa: F811
    assert findings(visit(state, color_scheme=scheme)) == []


def test_without_scripts_a_picture_and_its_text_stand(visit):  # noqa: F811
    page = visit(java_script_enabled=False)
    assert page.locator(".still-cut").is_visible()
    assert "names 95 of a hundred" in page.locator("figure").inner_text()
