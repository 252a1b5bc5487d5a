"""How the built site reads: what is folded, what opens it, what is cut, what the search and the front page lead to."""

import json
import re
import shutil
import subprocess
import sys
import tomllib

import pytest
from course import core
from measures import SHIFTS, asked_for, loaded
from pairing import ROOT
from test_site import DESKTOP, NOTEBOOKS, PAGES, PHONE, SITE, address, browser, served, visit  # noqa: F401

sys.path.append(str(ROOT / "book" / "_ext"))
from reading import records

pytestmark = pytest.mark.browser

PAGE = "notebooks/payments/the-affine-maximizer"
WORDS = tomllib.loads((ROOT / "book" / "_ext" / "words.toml").read_text(encoding="utf-8"))


def html_of(name):
    return (SITE / f"{name}.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", PAGES)
def test_no_link_stands_in_a_summary(name):
    for line in re.findall(r"<summary.*?</summary>", html_of(name), re.DOTALL):
        assert "<a " not in line


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_every_claim_that_a_page_checks_has_a_badge_that_leads_to_its_row(name):
    path = ROOT / "_build" / "executed" / f"{name.removeprefix('notebooks/')}.ipynb"
    notebook = json.loads(path.read_text(encoding="utf-8"))
    text = html_of(name)
    for claim in {record["claim"] for record in records(notebook)}:
        anchor = claim.replace("/", "-")
        assert text.count(f'id="check-{anchor}"') == 1
        assert f'claims-{claim.partition("/")[0]}.html#{anchor}"' in text


def test_the_switch_opens_everything_and_is_remembered(visit):  # noqa: F811
    page = visit().open(address(PAGE))
    folds = page.locator(".checks > details")
    opened = page.locator(".checks > details[open]")
    assert folds.count() > 10
    assert opened.count() == 0
    page.locator("button.read-check").click()
    assert opened.count() == folds.count()
    page.reload()
    assert opened.count() == folds.count()
    page.locator("button.read-check").click()
    page.reload()
    assert opened.count() == 0


def test_without_scripts_a_badge_opens(browser):  # noqa: F811
    context = browser.new_context(viewport=DESKTOP, java_script_enabled=False)
    page = context.new_page()
    page.goto(address(PAGE))
    badge = page.locator(".badge-claim").first
    badge.locator("summary").click()
    assert badge.locator(".cell_input").first.is_visible()
    context.close()


def test_a_link_opens_the_badge_that_it_leads_to(visit):  # noqa: F811
    anchor = re.search(r'id="(check-[a-z0-9-]+)"', html_of(PAGE))[1]
    page = visit().open(f"{address(PAGE)}#{anchor}")
    page.wait_for_selector(f"#{anchor}[open]")


@pytest.mark.parametrize("mode", ["read", "check"])
def test_print_shows_badges_and_no_code_of_checks(visit, mode):  # noqa: F811
    page = visit().open(address(PAGE))
    if mode == "check":
        page.locator("button.read-check").click()
    page.emulate_media(media="print")
    assert page.locator(".badge-claim > summary").first.is_visible()
    assert (
        page.evaluate("[...document.querySelectorAll('.fold-body')].filter(box => box.checkVisibility()).length") == 0
    )


# Stretches of eight words without a formula, one from each solution and each exercise.
WORDS_OF = """kind => [...document.querySelectorAll(`.bd-article .${kind}`)].map(box => {
  const runs = [...box.querySelectorAll('p:not(.admonition-title), li')].flatMap(part => {
    const words = part.cloneNode(true);
    words.querySelectorAll('.math').forEach(formula => formula.replaceWith('\\n'));
    return words.textContent.split(/[^ -~]|\\n|-/).map(run => run.trim().split(/\\s+/));
  });
  return runs.filter(run => run.length >= 8).map(run => run.slice(1, 7).join(' '))[0] ?? null;
}).filter(Boolean)"""


def printed(page, path):
    """The words on paper, each line joined with the next."""
    page.pdf(path=path)
    told = subprocess.run(["pdftotext", "-raw", path, "-"], capture_output=True, text=True, check=True).stdout
    return re.sub(r"\s+", " ", told)


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="no pdftotext (Debian: apt-get install poppler-utils)")
@pytest.mark.parametrize("name", [PAGE, "notebooks/coalitions/can-the-core-be-empty"])
def test_a_printed_lecture_holds_the_exercises_and_only_solutions_that_were_opened(visit, tmp_path, name):  # noqa: F811
    page = visit()
    page.page.goto(address(name))
    page = page.page
    solutions, exercises = page.evaluate(WORDS_OF, "solution"), page.evaluate(WORDS_OF, "exercise")
    assert len(solutions) >= 2
    assert len(exercises) >= 2
    told = printed(page, tmp_path / "closed.pdf")
    assert [words for words in exercises if words not in told] == []
    assert [words for words in solutions if words in told] == []
    page.evaluate("() => document.querySelectorAll('.solution .toggle-button').forEach(button => button.click())")
    told = printed(page, tmp_path / "open.pdf")
    assert [words for words in solutions if words not in told] == []


@pytest.mark.parametrize("name", [PAGE, "book/claims-payments"])
def test_a_formula_that_fits_is_no_stop_of_the_tab_key(visit, name):  # noqa: F811
    page = visit().open(address(name))
    stops = page.evaluate(
        "[...document.querySelectorAll('.katex-display[tabindex], math[tabindex]')]"
        ".filter(formula => formula.scrollWidth <= formula.clientWidth).length"
    )
    assert page.locator(".katex, math").count() > 20
    assert stops == 0


# Formulas whose full stop or comma stands on the next line.
PARTED = """async () => {
  await document.fonts.ready;
  const parted = (formula) => {
    const rest = formula.nextSibling;
    const at = /^[.,;:?!)]/.exec(rest?.data ?? "")?.[0].length;
    if (!at) return false;
    const mark = document.createRange();
    mark.setStart(rest, at - 1);
    mark.setEnd(rest, at);
    const drawn = [...formula.querySelectorAll(".katex-html, math")].pop();
    return mark.getBoundingClientRect().top > drawn.getBoundingClientRect().bottom;
  };
  const formulas = [...document.querySelectorAll(".bd-article span.math")].filter(node => node.checkVisibility());
  return [formulas.length > 50, formulas.filter(parted).map(formula => formula.parentElement.innerText)];
}"""


@pytest.mark.browser
@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_no_line_begins_with_the_mark_after_a_formula(visit, screen):  # noqa: F811
    assert visit(screen).open(address("notebooks/payments/no-price-for-copies")).evaluate(PARTED) == [True, []]


@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize(
    "name",
    [PAGES[0], PAGE, "notebooks/consensus/fewer-calls", "book/glossary", "book/claims-payments", "book/claim-graph"],
)
def test_the_text_stays_where_it_is_while_a_page_loads(visit, name, screen):  # noqa: F811
    page = visit(screen).page
    page.add_init_script(SHIFTS)
    page.goto(address(name))
    page.wait_for_load_state("load")
    page.wait_for_timeout(1000)
    assert page.evaluate("shifted") < 0.02


@pytest.mark.parametrize("name", [*PAGES, "search", "genindex"])
def test_a_page_says_before_its_text_that_it_has_no_contents_beside_it(name):
    text = html_of(name)
    assert ('<body class="no-contents"' in text) != ('id="pst-secondary-sidebar"' in text)


def test_what_is_folded_is_not_laid_out_until_somebody_opens_it(visit):  # noqa: F811
    """The theme asks each block of code how wide it is; in a closed fold the answer takes seconds on a slow machine."""
    page = visit().page
    page.add_init_script("""window.asked = 0;
    const {get} = Object.getOwnPropertyDescriptor(Element.prototype, 'scrollWidth');
    Object.defineProperty(Element.prototype, 'scrollWidth', {configurable: true, get() {
      window.asked += this.closest('details:not([open])') && !this.checkVisibility() ? 1 : 0;
      return get.call(this);
    }});""")
    page.goto(address(PAGE))
    page.wait_for_load_state("load")
    page.wait_for_timeout(800)
    assert page.locator(".checks details pre").count() > 10
    assert page.evaluate("asked") == 0


def test_icons_and_the_index_of_the_search_are_not_loaded_twice():
    text = html_of(PAGE)
    assert "fontawesome.js" not in text
    assert "searchindex.js" not in text
    assert "searchindex.js" in html_of("search")


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_statements_are_counted_from_one_on_each_page(name):
    kinds = "theorem|definition|lemma|corollary|proposition|remark|example"
    numbers = re.findall(
        rf'class="proof (?:{kinds}) admonition".*?class="caption-number">[A-Z][a-z]+ (\d+) <', html_of(name), re.DOTALL
    )
    assert [int(number) for number in numbers] == list(range(1, len(numbers) + 1))


# Pages that must stand among the first eight where several pages can be the first.
ALSO = {
    "strategyproof": "payments/the-affine-maximizer",
    "Shapley": "rewards/rewards-that-follow-contributions",
    "Shapley value": "rewards/who-would-contribute-less",
}


@pytest.mark.parametrize(
    ("words", "page"),
    [
        ("VCG", "payments/the-affine-maximizer"),
        ("Groves", "payments/the-affine-maximizer"),
        ("Vickrey", "payments/the-affine-maximizer"),
        ("strategyproof", "(payments/the-affine-maximizer|consensus/(one-shot-personalization|what-a-client-wants))"),
        ("Shapley", "rewards/(rewards-that-follow-contributions|who-would-contribute-less)"),
        ("Shapley value", "rewards/(rewards-that-follow-contributions|who-would-contribute-less)"),
        ("hedonic game", "coalitions/can-the-core-be-empty"),
        ("empty core", "coalitions/can-the-core-be-empty"),
        ("price of anarchy", "coalitions/how-bad-can-stability-be"),
        ("Gibbard-Satterthwaite", "consensus/truth-that-cannot-be-moved"),
        ("simulated annealing", "rewards/does-annealing-find-the-best"),
        ("KL", "payments/the-affine-maximizer"),
        ("stake", "together/one-price"),
    ],
)
def test_words_of_the_field_lead_to_pages_before_names_of_code(visit, words, page):  # noqa: F811
    seen = visit()
    opened = seen.open(f"{SITE.as_uri()}/search.html?q={words.replace(' ', '+')}")
    opened.wait_for_selector("#search-results p.search-summary:not(:empty)", timeout=20_000)
    links = opened.eval_on_selector_all("#search-results li > a", "all => all.map(a => a.getAttribute('href'))")
    assert any(re.search(page, link) for link in links[:2]), links[:8]
    assert any(ALSO.get(words, "") in link for link in links[:8]), links[:8]
    if "glossary" in " ".join(links):  # the page that a word belongs to comes before the entry of the glossary
        first, told = (next(at for at, to in enumerate(links) if re.search(each, to)) for each in (page, "glossary"))
        assert first < told, links[:8]
    code = [position for position, link in enumerate(links) if "book/api" in link]
    pages = [position for position, link in enumerate(links) if link.startswith("notebooks/")]
    assert not code or min(code) > max(pages)


def test_every_page_with_words_is_a_page():
    named = {f"notebooks/{part}/{page}" for part, pages in WORDS.items() for page in pages}
    assert named == set(NOTEBOOKS)


def test_the_filter_of_claims_is_in_the_address_both_ways(visit, served):  # noqa: F811
    page = visit().open(f"{served}/book/claims-payments.html?verdict=false&words=theorem")
    shown = page.locator(".claim:not([hidden])")
    some = shown.count()
    assert 0 < some < page.locator(".claim.claim-false").count()
    assert shown.count() == page.locator(".claim.claim-false:not([hidden])").count()
    page.locator(".claims-filter input").fill("")
    assert page.url.endswith("?verdict=false")
    assert shown.count() == page.locator(".claim.claim-false").count()
    assert f"{shown.count()} of " in page.locator(".claims-filter output").inner_text()


def test_formulas_are_there_at_the_first_paint_without_a_script(browser):  # noqa: F811
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    for name in (PAGE, "book/claims-payments"):
        page.goto(address(name))
        text = page.locator(".bd-article").inner_text()
        assert "\\(" not in text
        assert "\\[" not in text
        assert page.locator(".bd-article math").count() > 20
    context.close()
    assert not (SITE / "_static" / "mathjax").exists()
    assert not [path for path in SITE.rglob("*.html") if "mathjax" in path.read_text(encoding="utf-8").lower()]


@pytest.mark.parametrize("part", ["coalitions", "consensus", "payments", "rewards", "together"])
def test_the_filter_of_claims_leaves_those_that_have_the_word(visit, part):  # noqa: F811
    page = visit().open(address(f"book/claims-{part}"))
    page.locator(".claims-filter input").fill("theorem")
    page.wait_for_function("() => document.querySelector('.claim[hidden]')")
    shown = page.locator(".claim:not([hidden])")
    assert 0 < shown.count() < page.locator(".claim").count()
    assert all("theorem" in text.lower() for text in shown.all_text_contents())


def test_what_a_row_far_below_makes_too_wide_can_be_scrolled_by_the_keyboard(visit):  # noqa: F811
    page = visit(size=PHONE).open(address("book/claims-payments"))
    page.locator(".claim").last.scroll_into_view_if_needed()
    page.locator(".claim:has(.math)").last.scroll_into_view_if_needed()
    page.wait_for_timeout(300)
    wide = page.evaluate("""() => [...document.querySelectorAll('.claim :is(.math, math)')].filter(box =>
      box.checkVisibility({contentVisibilityAuto: true}) && box.scrollWidth > box.clientWidth
      && ['auto', 'scroll'].includes(getComputedStyle(box).overflowX) && box.tabIndex !== 0).length""")
    assert wide == 0


def test_an_old_link_to_a_claim_goes_on_to_its_part(visit):  # noqa: F811
    page = visit().open(f"{address('book/claims')}#payments-theorem-3-3-dsic")
    page.wait_for_url("**/claims-payments.html#payments-theorem-3-3-dsic")
    assert page.locator("#payments-theorem-3-3-dsic").is_visible()


def test_the_map_shows_what_a_claim_rests_on(visit):  # noqa: F811
    page = visit().open(address("book/claim-graph"))
    dots = page.locator(".claim-map .dot")
    assert dots.count() > 300
    box = page.locator(".claim-graph").bounding_box()
    assert page.locator(".claim-map").bounding_box()["width"] <= box["width"] + 1
    carried = page.locator(".claim-map .dot:not([data-uses=''])").first
    carried.hover(force=True)
    assert page.locator(".map-arrows path.lit").count() >= 1
    assert "Rests on" in page.locator(".map-told").inner_text()
    page.locator(".claims-filter input").fill("core")
    assert 0 < page.locator(".dot.lit").count() < dots.count()


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_the_front_page_begins_with_a_picture_and_has_four_doors(visit, size):  # noqa: F811
    page = visit(size).open(address("book/index"))
    assert page.locator(".scene-stage > svg").bounding_box()["y"] < size["height"] * 0.9
    assert page.locator(".doors .sd-card a").count() == 4
    assert page.locator(".bar").count() > 12


@pytest.mark.parametrize("name", [f"notebooks/{page.name}" for page in core()])
def test_a_lecture_weighs_less_than_a_megabyte_without_its_pictures(visit, name):  # noqa: F811
    """As a server sends it, fonts, scripts and styles included."""
    look = visit(DESKTOP)
    asked = asked_for(look.page)
    look.open(address(name))
    words = [path for path in asked() if path.suffix not in {".png", ".svg"}]
    assert {path.suffix for path in words} >= {".html", ".css", ".js", ".woff2"}
    assert loaded(words)[1] < 1_000_000
