"""What a link shows before it is followed: which statements have a preview, and how the pointer and the keyboard meet
it.
"""

import re
import sys

import pytest
from measures import AXE, findings
from pairing import ROOT
from test_site import PHONE, SITE, address, browser, visit  # noqa: F401

sys.path.append(str(ROOT / "book" / "_ext"))
from previews import previews

PAGE = "notebooks/coalitions/do-groups-leave"
EQUATION = ".bd-article a.reference.internal[href='#equation-eq-no-guests-1']"


def test_statements_equations_and_rows_of_claims_have_previews_without_links_and_ids():
    body = (
        '<div class="proof lemma admonition" id="a"><p><a class="verdict" '
        'href="x.html#a">new</a></p><div><p>All is one.</p></div>\n</div>after'
        '<div class="math notranslate nohighlight" id="equation-b"><span class="eqno">(1)<a class="headerlink" '
        'href="#b">#</a></span>\\[x\\]</div>'
        '<div class="claim claim-new docutils">\n<p id="part-c"><span class="verdict verdict-new">new</span> '
        "<strong>C</strong></p>\n"
        '<p>It says.</p>\n<p><em>Steps</em>: many</p>\n<div class="claim-evidence docutils">proof</div></div>'
        '<div class="exercise admonition" id="d">none</div>'
    )
    found = previews(body)
    assert set(found) == {"a", "equation-b", "part-c"}
    assert (
        found["a"] == '<div class="proof lemma admonition"><p><span class="verdict">new</span></p><div><p>All is '
        "one.</p></div>\n</div>"
    )
    assert found["equation-b"].endswith("(1)</span>\\[x\\]</div>")
    assert "It says." in found["part-c"]
    assert not re.search("proof|many", found["part-c"])


@pytest.fixture
def opened(visit):  # noqa: F811
    page = visit().open(address(PAGE))
    page.preview = page.locator(".link-preview")
    page.evaluate("document.querySelectorAll('.toggle-hidden .toggle-button').forEach(button => button.click())")
    return page


@pytest.mark.browser
def test_pointing_shows_it_it_can_be_pointed_at_and_escape_closes_it(opened):
    opened.locator(EQUATION).first.hover()
    opened.preview.wait_for()
    opened.preview.locator("math").first.wait_for()
    assert not opened.preview.locator("a, [id]:not(svg [id])").count()
    opened.preview.hover()
    opened.wait_for_timeout(600)
    assert opened.preview.is_visible()
    opened.keyboard.press("Escape")
    assert opened.preview.count() == 0
    opened.locator(EQUATION).first.hover()
    opened.preview.wait_for()
    opened.mouse.move(2, 2)
    opened.preview.wait_for(state="detached")


@pytest.mark.browser
@pytest.mark.skipif(AXE is None, reason="axe-playwright-python is not installed")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_tab_key_shows_it_and_axe_has_nothing_to_say(visit, scheme):  # noqa: F811
    seen = visit(scheme=scheme)
    page = seen.open(address(PAGE))
    link = page.locator(".bd-article a.verdict[href*='claims-coalitions.html#']").first
    link.evaluate("link => link.focus({focusVisible: true})")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    preview = page.locator(".link-preview")
    preview.wait_for()
    assert link.get_attribute("aria-describedby") == preview.get_attribute("id")
    assert preview.get_attribute("role") == "tooltip"
    assert len(preview.inner_text()) > 80
    assert (seen.complaints, seen.outside) == ([], [])
    found = findings(page)
    assert [each for each in found if each["impact"] in ("serious", "critical")] == []
    page.keyboard.press("Escape")
    assert preview.count() == 0
    assert link.evaluate("link => link === document.activeElement && !link.hasAttribute('aria-describedby')")


@pytest.mark.browser
def test_it_stays_in_the_window_follows_no_finger_and_leaves_paper_alone(browser, visit):  # noqa: F811
    page = visit(size=PHONE).open(address(PAGE))
    link = page.locator(".bd-article a.verdict[href*='claims-coalitions.html#']").first
    link.scroll_into_view_if_needed()
    link.hover()
    page.locator(".link-preview").wait_for()
    box = page.locator(".link-preview").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE["width"]
    page.emulate_media(media="print")
    assert not page.locator(".link-preview").is_visible()
    context = browser.new_context(viewport=PHONE, has_touch=True)
    page = context.new_page()
    page.goto(address(PAGE))
    link = page.locator(".bd-article a.verdict[href*='claims-coalitions.html#']").first
    link.evaluate("link => link.addEventListener('click', event => event.preventDefault())")
    link.tap()
    page.wait_for_timeout(600)
    assert page.locator(".link-preview").count() == 0
    context.close()


@pytest.mark.browser
def test_formulas_are_set_where_the_page_has_none(visit):  # noqa: F811
    page = visit().open(address("book/api-coalitions"))
    assert page.locator(".bd-article :is(.katex, math)").count() == 0
    page.evaluate("""() => {
      const link = Object.assign(document.createElement("a"), {href: "claims-coalitions.html#coalitions-theorem-5-4", textContent: "there"});
      document.querySelector(".bd-article p").prepend(link);
    }""")  # noqa: E501
    page.locator(".bd-article p a").first.hover()
    page.locator(".link-preview math").first.wait_for()


@pytest.mark.browser
def test_every_link_to_a_claim_or_statement_has_a_preview():
    """By the written site: what a link names is in the script of its page."""
    folder = SITE / "_static" / "previews"
    known = {
        path.relative_to(folder).with_suffix("").as_posix(): path.read_text(encoding="utf-8")
        for path in folder.rglob("*.js")
    }
    seen = 0
    for path in sorted((SITE / "notebooks").rglob("*.html")):
        for page, id in re.findall(r'href="[./]*(book/claims-\w+)\.html#([\w-]+)"', path.read_text(encoding="utf-8")):
            seen += 1
            assert f'"{id}": ' in known[page], (path.name, page, id)
    assert seen > 1000
