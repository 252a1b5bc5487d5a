"""The built site in a real browser: `make book`, then `make browser`.

Pages are opened from the folder, as a reader without a network opens them, and one round goes through a web server.
"""

import functools
import http.server
import re
import shutil
import threading
from itertools import pairwise
from urllib.parse import unquote, urlsplit

import pytest
import yaml
from course import listed
from links import dead_links
from measures import (
    CONTRAST,
    CUT,
    FORMULAS,
    MEASURE,
    OPEN_CODE,
    OVERFLOW,
    RULES_OF_COLOUR,
    SCROLLED,
    SCROLLED_TO_READ,
    UNFOLD,
    findings,
    needs_fonts,
    serious,
)
from pairing import ROOT

pytestmark = pytest.mark.browser

SITE = ROOT / "_build" / "html"
CONTENTS = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))

PAGES = [CONTENTS["root"], *listed(CONTENTS)]
NOTEBOOKS = [name for name in PAGES if name.startswith("notebooks/")]
# The guide to the library and the overviews state no theorem and set no exercise.
LECTURES = [name for name in NOTEBOOKS if not name.startswith("notebooks/guide/") and not name.endswith("/overview")]
# With the scope of the module all tests of one page come in a row, so one process looks at it, once.
every_page = pytest.mark.parametrize("name", PAGES, scope="module")
every_notebook = pytest.mark.parametrize("name", NOTEBOOKS, scope="module")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE, DESKTOP = {"width": 360, "height": 740}, {"width": 1280, "height": 900}
SCREEN = {"width": 1280, "height": 800}  # of which a page has fifteen


def chromium():
    """Path of a Chromium on this machine, or None."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return next(filter(None, map(shutil.which, names)), None)


@pytest.fixture(scope="module")
def browser():
    path = chromium()
    if path is None:
        pytest.skip("no Chromium on this machine (Debian: apt-get install chromium)")
    if not (SITE / "index.html").is_file():
        pytest.fail("there is no site to look at: run make book")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield launched
        launched.close()


@pytest.fixture(scope="module")
def served():
    """Address of the site on a web server of its own."""
    quiet = type("Quiet", (http.server.SimpleHTTPRequestHandler,), {"log_message": lambda *arguments: None})
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(quiet, directory=SITE))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


class Visit:
    """One open page, and what the browser complained about or asked for on the way."""

    def __init__(self, browser, size=DESKTOP, scheme="light"):
        self.context = browser.new_context(viewport=size, color_scheme=scheme)
        self.page = self.context.new_page()
        self.complaints, self.outside = [], []
        self.page.on("console", self._listen)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("requestfailed", self._fail)
        self.page.on("request", self._watch)

    def _listen(self, message):
        if message.type in {"error", "warning"}:
            self.complaints.append(f"{message.text} ({message.location.get('url', '')})")

    def _fail(self, request):
        if request.failure != "net::ERR_ABORTED":  # what was still on its way when the next page was opened
            self.complaints.append(f"failed: {request.url}: {request.failure}")

    def _watch(self, request):
        parts = urlsplit(request.url)
        if parts.scheme not in {"file", "data", "blob"} and parts.hostname != "127.0.0.1":
            self.outside.append(request.url)

    def open(self, address):
        self.page.goto(address)
        self.page.wait_for_load_state("load")
        self.formulas = self.page.evaluate(FORMULAS)
        return self.page


@pytest.fixture
def visit(browser):
    opened = []

    def new(*arguments, **options):
        opened.append(Visit(browser, *arguments, **options))
        return opened[-1]

    yield new
    for each in opened:
        each.context.close()


def address(name):
    return (SITE / f"{name}.html").as_uri()


@functools.cache
def looked_at(browser, name):
    """What one look at a page shows: as it opens, in both themes, on a phone, and with everything unfolded."""
    seen = Visit(browser, SCREEN)
    page = seen.open(address(name))
    look = {"formulas": seen.formulas, "measure": page.evaluate(MEASURE) if name in NOTEBOOKS else None}
    look["open code"], look["cut"] = page.evaluate(OPEN_CODE), page.evaluate(CUT)
    look["axe, light"] = findings(page)
    # A colour on its way from one theme to the other is neither's.
    page.add_style_tag(content="* { transition: none !important }")
    # The dark theme changes colours and nothing else.
    page.emulate_media(color_scheme="dark")
    page.wait_for_function("() => document.documentElement.dataset.theme === 'dark'")
    look["axe, dark"] = findings(page, RULES_OF_COLOUR)
    page.emulate_media(color_scheme="light")
    page.wait_for_function("() => document.documentElement.dataset.theme === 'light'")
    look["images"] = page.eval_on_selector_all(
        ".bd-article img", "all => all.map(i => [i.alt, i.getAttribute('src'), i.complete && i.naturalWidth > 0])"
    )
    look["levels"] = page.eval_on_selector_all(
        ".bd-article :is(h1, h2, h3, h4, h5, h6)", "all => all.map(h => Number(h.tagName[1]))"
    )
    page.set_viewport_size(PHONE)
    page.wait_for_function("() => innerWidth === 360")
    look["read on a phone"] = page.evaluate(SCROLLED_TO_READ)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.wait_for_function("() => innerWidth === 1280")
    page.evaluate(UNFOLD)
    page.wait_for_timeout(100)  # the event that a fold opens comes after the fact
    look["unfolded"] = page.evaluate(FORMULAS)
    look["scrolled"] = page.evaluate(SCROLLED)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.wait_for_function("scheme => document.documentElement.dataset.theme === scheme", arg=scheme)
        look[scheme] = page.evaluate(CONTRAST)
    page.set_viewport_size(PHONE)
    page.wait_for_function("() => innerWidth === 360")
    look["phone"] = page.evaluate(OVERFLOW)
    look["complaints"], look["outside"] = seen.complaints, seen.outside
    seen.context.close()
    return look


@every_page
def test_a_page_opens_from_its_folder_without_complaint_or_outside_help(browser, name):
    look = looked_at(browser, name)
    assert look["complaints"] == []
    assert look["outside"] == []


@every_page
def test_every_formula_is_set(browser, name):
    look = looked_at(browser, name)
    formulas, unfolded = look["formulas"], look["unfolded"]
    assert formulas["raw"] == formulas["wrong"] == unfolded["raw"] == unfolded["wrong"] == 0
    assert formulas["flat"] == unfolded["flat"] == 0
    assert unfolded["left"] == []
    assert formulas["set"] >= (SITE / f"{name}.html").read_text(encoding="utf-8").count('class="math ')


@pytest.mark.parametrize("scheme", ["light", "dark"])
@every_page
def test_axe_finds_nothing_serious_and_headings_in_order(browser, name, scheme):
    assert serious(looked_at(browser, name)[f"axe, {scheme}"]) == []


@every_notebook
def test_a_page_opens_with_its_checks_folded_and_nothing_cut(browser, name):
    look = looked_at(browser, name)
    for code in look["open code"]:
        assert "claim(" not in code["text"]
        assert code["lines"] <= 20, code["text"]
    assert look["cut"] == []


@needs_fonts
@every_notebook
def test_a_page_is_at_most_fifteen_screens_and_has_its_first_picture_by_the_second(browser, name):
    found = looked_at(browser, name)["measure"]
    assert found["screens"] <= 15
    assert found["first"] is not None
    assert found["first"] <= 2
    assert found["cut"] == []


@every_page
def test_no_formula_has_to_be_scrolled_on_a_desktop(browser, name):
    assert looked_at(browser, name)["scrolled"] == []


@every_page
def test_nothing_that_is_read_has_to_be_scrolled_on_a_phone(browser, name):
    assert looked_at(browser, name)["read on a phone"] == []


@every_page
def test_every_image_is_shown_and_has_a_text(browser, name):
    for text, source, shown in looked_at(browser, name)["images"]:
        assert shown, f"{source} is not shown"
        assert len(text.split()) >= 5, f"{source} has the text {text!r}"


@every_page
def test_headings_skip_no_level(browser, name):
    levels = looked_at(browser, name)["levels"]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(later <= earlier + 1 for earlier, later in pairwise(levels)), levels


@pytest.mark.parametrize("name", [*PAGES, "search", "genindex"], scope="module")
def test_a_phone_never_scrolls_sideways(browser, name):
    found = looked_at(browser, name)["phone"]
    assert found["inner"] == PHONE["width"]
    assert found["page"] <= 0
    assert found["out"] == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@every_page
def test_both_themes_are_legible(browser, name, scheme):
    found = looked_at(browser, name)[scheme]
    assert found["seen"] > 0
    assert found["faint"] == []


def test_the_theme_button_switches(visit):
    page = visit().open(address(PAGES[0]))
    themes = set()
    for _ in range(3):
        page.locator("button.theme-switch-button:visible").first.click()
        themes.add(page.evaluate("document.documentElement.dataset.theme"))
    assert themes == {"light", "dark"}


@pytest.mark.parametrize("part", sorted({name.split("/")[1] for name in LECTURES}))
@pytest.mark.parametrize("origin", ["folder", "server"])
def test_search_finds_every_theorem(visit, served, origin, part):
    statements = {}
    for name in NOTEBOOKS:
        if name.split("/")[1] != part:
            continue
        text = (ROOT / f"{name}.md").read_text(encoding="utf-8")
        for title in re.findall(r"\{prf:theorem\} ([^\n]+)", text):
            statements[title] = name
    assert statements, "no page of this part states a theorem"
    base = SITE.as_uri() if origin == "folder" else served
    seen = visit()
    for title, name in statements.items():
        words = " ".join(re.findall(r"[A-Za-z]{3,}", re.sub(r"\$[^$]*\$", " ", title)))
        page = seen.open(f"{base}/search.html?q={words.replace(' ', '+')}")
        # Results come one by one, each after its page was fetched for an excerpt: no need to wait for the last.
        # A statement that is not found ends here, with the name of its page.
        page.wait_for_selector(f'#search-results li a[href*="{name}.html"]', timeout=20_000)
    assert seen.complaints == []
    assert seen.outside == []


def test_a_web_server_serves_the_same_pages(visit, served):
    seen = visit()
    for name in PAGES:
        seen.page.goto(f"{served}/{name}.html")
    seen.page.goto(f"{served}/")
    seen.page.wait_for_url(f"**/{PAGES[0]}.html")
    assert seen.complaints == []
    assert seen.outside == []


def test_every_page_says_what_it_may_load_before_it_loads_anything():
    made = [path for path in SITE.rglob("*.html") if "_static" not in path.relative_to(SITE).parts]
    assert len(made) > len(PAGES) + 4  # the door, the decks, the index, the search
    for path in made:
        head = path.read_text(encoding="utf-8").partition("</head>")[0]
        before, policy, _ = head.partition('<meta http-equiv="Content-Security-Policy"')
        assert policy, path
        assert not re.search("<(script|link|style)", before), path


# Tries to take data out of a page, by each way that a page has; the answer lists the ways that were not blocked.
TAKE_OUT = """async () => {
  const blocked = new Set();
  document.addEventListener('securitypolicyviolation', event => blocked.add(event.effectiveDirective.replace(/-elem$/, '')));
  const out = 'https://elsewhere.invalid/';
  await fetch(out).catch(() => 0);
  for (const [tag, key] of [['img', 'src'], ['script', 'src'], ['iframe', 'src'], ['object', 'data']]) {
    document.body.append(Object.assign(document.createElement(tag), {[key]: out}));
  }
  const form = Object.assign(document.createElement('form'), {action: out});
  document.body.append(form);
  form.submit();
  document.head.append(Object.assign(document.createElement('base'), {href: out}));
  await new Promise(done => setTimeout(done, 300));
  return ['connect-src', 'img-src', 'script-src', 'frame-src', 'object-src', 'form-action', 'base-uri'].filter(each => !blocked.has(each));
}"""  # noqa: E501


@pytest.mark.parametrize("name", [PAGES[0], NOTEBOOKS[0], "search", "decks/coalitions"])
@pytest.mark.parametrize("origin", ["folder", "server"])
def test_nothing_goes_from_a_page_to_another_host(visit, served, origin, name):
    seen = visit()
    seen.page.goto(f"{SITE.as_uri() if origin == 'folder' else served}/{name}.html")
    seen.page.wait_for_load_state("load")
    assert seen.page.evaluate(TAKE_OUT) == []


def test_no_link_is_dead():
    assert dead_links(SITE) == []


@pytest.mark.parametrize("name", LECTURES)
def test_the_keyboard_opens_a_solution(visit, name):
    page = visit().open(address(name))
    assert page.locator(".solution .toggle-button").count() >= 3
    # By Tab alone from the last link before the exercises; what is folded in must not catch the focus.
    page.evaluate(
        "document.querySelector('.exercise a, .exercise, .solution "
        "a').closest('section').setAttribute('tabindex', '-1')"
    )
    page.evaluate("document.querySelector('.exercise, .solution').closest('section').focus({preventScroll: true})")
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.solution .toggle-button')"):
            break
    else:
        pytest.fail("Tab never reaches the button of a solution")
    button = page.evaluate_handle("document.activeElement")
    outline = button.evaluate("button => getComputedStyle(button).outlineStyle")
    solution = page.evaluate_handle("document.activeElement.closest('.solution')")
    folded = solution.evaluate("box => box.innerText.length")
    assert button.evaluate("button => button.ariaExpanded") == "false"
    for expanded in ("true", "false"):
        page.keyboard.press("Enter")
        assert button.evaluate("button => button.ariaExpanded") == expanded
        assert (solution.evaluate("box => box.innerText.length") > folded) == (expanded == "true")
    assert outline != "none", "the button in focus looks like any other"


def links_of(name):
    return set(re.findall(r'href="([^"]+)"', (SITE / f"{name}.html").read_text(encoding="utf-8")))


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_launch_buttons_and_downloads_lead_to_the_editions(browser, name):
    links = links_of(name)
    page = name.removeprefix("notebooks/")
    # Binder has no PyTorch, so pages that train have no button for it.
    for host, before in (("colab.research.google.com", "/blob/notebooks/"), ("mybinder.org", "urlpath=lab/tree/")):
        targets = {link for link in links if host in link}
        assert len(targets) == 1 or (host == "mybinder.org" and not targets)
        assert all(unquote(target).split(before)[-1] == f"student/{page}.ipynb" for target in targets)
    for edition in ("student", "full"):
        (download,) = {link for link in links if link.endswith(f"editions/{edition}/{page}.ipynb")}
        text = (SITE / name).parent.joinpath(download).resolve().read_text(encoding="utf-8")
        assert ('"output_type"' in text) == (edition == "full"), "outputs belong to the full edition"


@every_page
def test_a_page_says_what_it_was_made_from(browser, name):
    text = (SITE / f"{name}.html").read_text(encoding="utf-8")
    (line,) = re.findall(r'<p class="made-from">(.*?)</p>', text)
    words = ["commit"] + (["library", "lock", "Python", "run in"] if name in NOTEBOOKS else [])
    assert all(word in line for word in words), line
