"""What the tests of all explorables share: a page with nothing but the piece, and a browser that looks at it.

The page is made by the directive's own functions and carries the policy of the site; no built site is needed.
"""

from contextlib import redirect_stdout
from io import StringIO

import pytest
from explorables import STANDING, WORDS, opening, scripts, sections
from offline import policy
from pairing import ROOT
from test_site import FLAGS, chromium

HERE = ROOT / "book" / "_static" / "explorables"


def write_page(folder, name):
    """The address of a page in `folder` that holds the piece `name`, above enough empty room to scroll."""
    links = [f'<link rel="stylesheet" href="{(HERE / each).as_uri()}">' for each in ("kit.css", f"{name}.css")]
    files = [f"{each}.js" for each in scripts([name])]
    links += [f'<script src="{(HERE / each).as_uri()}" defer></script>' for each in files]
    head = f'<meta charset="utf-8">{policy()}<meta name="viewport" content="width=device-width, initial-scale=1">'
    page = folder / "index.html"
    page.write_text(
        f'<!doctype html><html lang="en"><head><title>{name}</title>{head}{"".join(links)}<style>'
        "html { background: #fffdf9; color: #22262b } html[data-theme=dark] { background: #14181e; color: "
        "#e6e8eb } @media (prefers-color-scheme: dark) { html:not([data-theme=light]) { background: #14181e; color: "
        "#e6e8eb } } body { margin: 0; padding: 1rem }"
        f"</style></head><body><main><h1>{name}</h1>{opening(name)}<figcaption>A caption"
        "</figcaption></figure></main><div style='height: 90rem'></div></body></html>",
        encoding="utf-8",
    )
    return page.as_uri()


@pytest.fixture(scope="module")
def browser():
    path = chromium()
    if path is None:
        pytest.skip("no Chromium on this machine (Debian: apt-get install chromium)")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield launched
        launched.close()


@pytest.fixture
def visit(browser, address):
    opened = []

    def go(state="", **options):
        settings = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"} | options
        context = browser.new_context(**settings)
        opened.append(context)
        page = context.new_page()
        page.errors = []
        page.on("pageerror", lambda error: page.errors.append(str(error)))
        page.on("request", lambda request: request.url.startswith("file:") or page.errors.append(request.url))
        page.goto(address + state)
        return page

    yield go
    for context in opened:
        assert not [error for page in context.pages for error in page.errors]
        context.close()


def told(page):
    return page.locator(".scene-told").inner_text()


def focused(page):
    return page.evaluate(
        "document.activeElement.tagName + ' ' + (document.activeElement.getAttribute('aria-label') || "
        "document.activeElement.textContent)"
    )


def swipe(page, start, end):
    """A finger that is put down at `start`, drawn to `end` and lifted."""
    client = page.context.new_cdp_session(page)
    points = [(start[0] + (end[0] - start[0]) * k / 8, start[1] + (end[1] - start[1]) * k / 8) for k in range(9)]
    first = [{"x": points[0][0], "y": points[0][1]}]
    client.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": first})
    for x, y in points[1:]:
        client.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y}]})
    client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(60)


THEMES = ("light", "dark")
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def unsaid(name):
    """The words of a piece that its script does not call by their whole name, without those of the room."""
    script = (HERE / f"{name}.js").read_text(encoding="utf-8")
    words = sections((WORDS / f"{name}.md").read_text(encoding="utf-8"))
    return {each for each in words if f'"{each}"' not in script} - set(STANDING)


def kept(page, key):
    """What the address says of the state under this key, once the hand has rested."""
    return page.evaluate(
        "key => new Promise(done =>"
        " setTimeout(() => done(new URLSearchParams(location.hash.split('?')[1]).get(key)), 150))",
        key,
    )


def middle(page, selector):
    """The middle of the first thing of this kind on the screen."""
    box = page.locator(selector).first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def pull(page, selector, to):
    """The mouse takes the thing by its middle and lets it go at `to`."""
    page.mouse.move(*middle(page, selector))
    page.mouse.down()
    page.mouse.move(*to, steps=8)
    page.mouse.up()


def python_says(page):
    """What the present state prints as Python."""
    page.evaluate("document.querySelector('details').open = true")
    out = StringIO()
    with redirect_stdout(out):
        exec(page.locator("pre").inner_text(), {})
    return out.getvalue()


def stays_after_reload(page):
    """Whether the address alone makes the same piece once more; its Python is opened first."""
    page.evaluate("document.querySelector('details').open = true")
    before = page.content().split("<figure")[1].split("<template>")[0]
    page.reload()
    page.evaluate("document.querySelector('details').open = true")
    return page.content().split("<figure")[1].split("<template>")[0] == before


def fits(visit, state):
    """Whether nothing is wider than the page at four widths and in both themes."""
    wide = []
    for width in (360, 390, 768, 1280):
        for scheme, theme in (("light", "dark"), ("dark", "")):
            page = visit(state, viewport={"width": width, "height": 800}, color_scheme=scheme)
            page.evaluate("theme => { if (theme) document.documentElement.dataset.theme = theme; }", theme)
            wide += [(width, theme)] if page.evaluate("document.documentElement.scrollWidth") > width else []
    return not wide


def findings(page):
    """What automated checks of accessibility find."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    return [(each["id"], each["nodes"][0]["html"][:120]) for each in axe.Axe().run(page).response["violations"]]
