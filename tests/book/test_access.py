"""What readers meet who cannot see, point or hold a large screen: axe-core on every page, figures in the dark,
paper.
"""

import re
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from pairing import ROOT
from test_site import NOTEBOOKS, PAGES, SITE, address, browser, visit  # noqa: F401

sys.path.append(str(ROOT / "book" / "_ext"))
from course import core

pytestmark = pytest.mark.browser

AXE = find_spec("axe_playwright_python")  # comes with the extra `dev`; without it the tests of it fail
RUN = """async () => {
  const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'];
  const found = await axe.run(document, {resultTypes: ['violations'], runOnly: rules});
  return found.violations.map(({id, impact, nodes}) => ({id, impact, where: nodes.map(node => node.html.slice(0, 120))}));
}"""  # noqa: E501


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing_serious_and_headings_in_order(visit, name, scheme):  # noqa: F811
    page = visit(scheme=scheme).page
    page.goto(address(name))
    page.wait_for_load_state("load")
    page.evaluate(Path(AXE.origin).with_name("axe.min.js").read_text(encoding="utf-8"))
    found = page.evaluate(RUN)
    assert [each for each in found if each["impact"] in ("serious", "critical") or each["id"] == "heading-order"] == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_figures_are_told_where_they_stand(visit, scheme):  # noqa: F811
    name = next(
        name
        for name in NOTEBOOKS
        if re.search(r'_images/[^"]*\.svg', (SITE / f"{name}.html").read_text(encoding="utf-8"))
    )
    path = re.search(r'_images/([^"]*\.svg)', (SITE / f"{name}.html").read_text(encoding="utf-8"))[1]
    picture = (SITE / "_images" / path).read_text(encoding="utf-8")
    assert "prefers-color-scheme" in picture
    assert not re.search(r"(fill|stroke): #767676", picture)
    page = visit(scheme=scheme).page
    page.goto(address(name))
    told = page.eval_on_selector_all(
        ".bd-article img[src$='.svg']", "all => all.map(img => getComputedStyle(img).colorScheme)"
    )
    assert set(told) == {scheme}


@pytest.mark.parametrize("name", [f"notebooks/{page.name}" for page in core()])
def test_a_lecture_takes_at_most_eight_sheets_of_paper(visit, name):  # noqa: F811
    page = visit().open(address(name))
    page.wait_for_timeout(200)
    sheets = re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True))
    assert len(sheets) <= 8
