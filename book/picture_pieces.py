"""Takes a picture of every state of the explorables and the interactive figures, to be looked at.

    python book/picture_pieces.py FOLDER [piece or figure ...]

The states are those that the tests of each piece open, and how each of its scenes begins. Of a figure, which is looked
at on its page of the built site (`make book`), they are its bet, its opening, and each slider at both ends. Each state
is taken at 1280 and at 390 pixels, the narrow ones in both themes.
"""

import sys
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "book" / "_ext"), str(ROOT / "book"), str(ROOT / "tests" / "book")]

from explorables import PIECES  # noqa: E402
from interactive import FIGURES  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402
from scene import write_page  # noqa: E402
from test_bets import PAGES  # noqa: E402
from test_site import FLAGS, address, chromium  # noqa: E402

LOOKS = ((1280, "light"), (390, "dark"), (390, "light"))


def opened(browser, place, width, theme):
    """A page at `place`, in a theme."""
    size = {"width": width, "height": 800}
    page = browser.new_page(viewport=size, color_scheme=theme, reduced_motion="reduce")
    page.goto(place)
    page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
    return page


def take_piece(browser, folder, home, name):
    """The states of an explorable, alone on its page."""
    place, tests = write_page(home, name), import_module(f"test_{name}")
    for number, state in enumerate(["", *tests.OPENINGS, *tests.STATES]):
        for width, theme in LOOKS:
            page = opened(browser, place + state, width, theme)
            end = page.evaluate("document.querySelector('main').getBoundingClientRect().bottom + scrollY")
            page.screenshot(
                path=folder / f"{name}-{number}-{width}-{theme}.png",
                full_page=True,
                clip={"x": 0, "y": 0, "width": width, "height": end + 16},
            )
            page.close()


def take_figure(browser, folder, name):
    """The states of an interactive figure, in the colours of the site."""
    for width, theme in LOOKS:
        page = opened(browser, address(f"notebooks/{PAGES[name]}"), width, theme)
        figure = page.locator(f"figure[data-figure={name}]")

        def take(state, figure=figure, end=f"{width}-{theme}"):
            figure.screenshot(path=folder / f"{name}-{state}-{end}.png")

        take("bet")
        figure.locator("button").first.click()
        take("open")
        for number, slider in enumerate(figure.locator("input").all()):
            opening = slider.input_value()
            for key in ("Home", "End"):
                slider.press(key)
                take(f"{number}-{key}")
            slider.fill(opening)
        page.close()


def main(folder, names):
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, TemporaryDirectory() as home:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        for name in names or [*PIECES, *FIGURES]:
            if name in FIGURES:
                take_figure(browser, folder, name)
            else:
                take_piece(browser, folder, Path(home), name)
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
