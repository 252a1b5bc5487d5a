"""The explorables and the interactive figures in Firefox, which must say there what they say in Chromium, and formulas.

The formulas are those of the built site (`make book`). Nothing else needs Firefox, so the tests are skipped where it is
missing. To run them:

    apt-get install firefox-esr && pip install marionette_driver
    python -m pytest -m browser tests/book/test_firefox.py
"""

import gc
import shutil
import warnings
from importlib import import_module
from types import SimpleNamespace

import pytest
import test_waltz
from explorables import PIECES
from interactive import FIGURES
from scene import browser, write_page  # noqa: F401
from test_interactive import CAPTION, write_figures
from test_site import SITE, address

pytestmark = pytest.mark.browser

# The states in which the tests in Chromium look at a piece; for the waltz also those about the hole.
STATES = {name: import_module(f"test_{name}").STATES for name in PIECES}
STATES["waltz"] = [*STATES["waltz"], *map(test_waltz.at_noise, test_waltz.HOLE)]

ENTER, END = "\ue007", "\ue010"
SCHEME = "layout.css.prefers-color-scheme.content-override"  # 0: dark, 1: light
# What a piece shows and says: its words, the names of everything that has one, and whether it is dark.
SAID = """() => [...document.querySelectorAll(
    "figure, .scene-told > *, .interactive-words, .interactive-lost, [aria-label]")]
  .map((each) => (each.matches("figure") ? each.className : each.getAttribute("aria-label") ?? each.textContent))"""
# The ground of the piece, once the page has heard which scheme the reader prefers.
GROUND = """async (dark) => {
  while (matchMedia("(prefers-color-scheme: dark)").matches !== dark) await new Promise(requestAnimationFrame);
  return getComputedStyle(document.querySelector("figure")).getPropertyValue("--ground").trim();
}"""
# The window of Firefox is at least 450 pixels wide; what it shows may be narrower.
NARROW = "for (const which of ['min', 'max']) gBrowser.selectedBrowser.style.setProperty(`${which}-width`, '360px');"
ERRORS = """return Services.console.getMessageArray().filter((each) => each instanceof Ci.nsIScriptError
  && each.sourceName.startsWith("file:") && !(each.flags & each.warningFlag)).map((each) => each.errorMessage);"""


@pytest.fixture(scope="module")
def firefox(tmp_path_factory):
    """A Firefox without a window that shows 360 pixels of width and no motion; no script may fail in it."""
    path = shutil.which("firefox-esr") or shutil.which("firefox")
    if path is None:
        pytest.skip("no Firefox on this machine (Debian: apt-get install firefox-esr)")
    driver = pytest.importorskip("marionette_driver.marionette", reason="no driver (pip install marionette_driver)")
    log, prefs = tmp_path_factory.mktemp("firefox") / "log", {"ui.prefersReducedMotion": 1, SCHEME: 1}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)  # while it waits, the driver leaves sockets open
        client = driver.Marionette(app="fxdesktop", bin=path, headless=True, port=0, prefs=prefs, gecko_log=str(log))
        client.start_session()
        gc.collect()

    def chrome(script):
        with client.using_context("chrome"):
            return client.execute_script(script)

    chrome(NARROW)
    yield SimpleNamespace(
        goto=client.navigate,
        evaluate=lambda script, *args: client.execute_script(f"return ({script})(...arguments)", args, sandbox=None),
        press=lambda selector, key: client.find_element("css selector", selector).send_keys(key),
        scheme=lambda dark: client.set_pref(SCHEME, 0 if dark else 1),
        errors=lambda: chrome(ERRORS),
    )
    client.cleanup()
    client.instance = None
    gc.collect()  # folders that the driver would try to delete at the very end


@pytest.fixture(scope="module")
def chromium(browser):  # noqa: F811
    page = browser.new_context(viewport={"width": 360, "height": 800}, reduced_motion="reduce").new_page()

    def press(selector, key):
        page.press(selector, {ENTER: "Enter", END: "End"}[key])

    return SimpleNamespace(goto=page.goto, evaluate=page.evaluate, press=press)


def fits(page):
    return page.evaluate("() => innerWidth === 360 && document.documentElement.scrollWidth <= 360")


@pytest.mark.parametrize("name", PIECES)
def test_a_piece_says_the_same_in_both_browsers(firefox, chromium, tmp_path, name):
    """As it opens, after the first answer by keyboard, and in every state; nothing sticks out."""
    address, seen = write_page(tmp_path, name), []
    for state in ("", None, *STATES[name]):
        for page in (firefox, chromium):
            if state is None:
                page.press(".scene-hand button", ENTER)
            else:
                page.goto("about:blank")
                page.goto(address + state)
        seen += [firefox.evaluate(SAID)]
        assert seen[-1] == chromium.evaluate(SAID)
        assert fits(firefox)
    assert len({tuple(each) for each in seen}) == len(seen)
    for dark, ground in ((True, "#14181e"), (False, "#fffdf9")):
        firefox.scheme(dark)
        assert firefox.evaluate(GROUND, dark) == ground
    assert firefox.errors() == []


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_says_the_same_in_both_browsers(firefox, chromium, tmp_path, name):
    """After a bet and with its first slider at the end, both by keyboard."""
    address, seen = write_figures(tmp_path, CAPTION), []
    for page in (firefox, chromium):
        page.goto(address)
        page.press(f"[data-figure={name}] button", ENTER)
        seen += [page.evaluate(SAID)]
        page.press(f"[data-figure={name}] input", END)
        seen += [page.evaluate(SAID)]
    assert seen[:2] == seen[2:]
    assert seen[0] != seen[1]
    assert fits(firefox)
    assert firefox.errors() == []


# Formulas that stand, those that TeX did not understand, and delimiters that a reader would see.
SET = r"""() => ({
  set: document.querySelectorAll(".katex, math").length,
  wrong: document.querySelectorAll("merror, .katex-error, .temml-error").length,
  raw: document.querySelector("article").innerText.match(/\\[([]/g) ?? [],
  flat: [...document.querySelectorAll("article .katex-html")]
    .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < 5).length,
})"""


@pytest.mark.parametrize("name", ["book/claims-payments", "notebooks/payments/the-affine-maximizer"])
def test_formulas_stand_in_firefox(firefox, name):
    """On a page of claims, in MathML, and in a lecture, in KaTeX; nothing scrolls sideways at 360 pixels."""
    if not (SITE / "index.html").is_file():
        pytest.fail("there is no site to look at: run make book")
    firefox.goto(address(name))
    found = firefox.evaluate(SET)
    assert found.pop("set") > 20
    assert found == {"wrong": 0, "raw": [], "flat": 0}
    assert fits(firefox)
    assert firefox.errors() == []
