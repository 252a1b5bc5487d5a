"""Takes a picture of every state of the explorables, to be looked at: `python book/picture_pieces.py FOLDER`.

The states are those that the tests of each piece open, and how each of its scenes begins. Each is taken at 1280 and at
390 pixels, the narrow ones in both themes.
"""

import sys
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "book" / "_ext"), str(ROOT / "book"), str(ROOT / "tests" / "book")]

from explorables import PIECES  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402
from scene import write_page  # noqa: E402
from test_site import FLAGS, chromium  # noqa: E402


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, TemporaryDirectory() as home:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        for piece in PIECES:
            address = write_page(Path(home), piece)
            tests = import_module(f"test_{piece}")
            for number, state in enumerate(["", *tests.OPENINGS, *tests.STATES]):
                for width, theme in ((1280, "light"), (390, "dark"), (390, "light")):
                    size = {"width": width, "height": 800}
                    page = browser.new_page(viewport=size, color_scheme=theme, reduced_motion="reduce")
                    page.goto(address + state)
                    page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
                    end = page.evaluate("document.querySelector('main').getBoundingClientRect().bottom + scrollY")
                    page.screenshot(
                        path=folder / f"{piece}-{number}-{width}-{theme}.png",
                        full_page=True,
                        clip={"x": 0, "y": 0, "width": width, "height": end + 16},
                    )
                    page.close()
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
