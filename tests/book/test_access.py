"""What readers meet in the dark and on paper. What axe-core finds is asked in `test_site.py`, at one look."""

import re
import sys

import pytest
from measures import needs_fonts
from pairing import ROOT
from test_site import NOTEBOOKS, PAGES, SITE, address, browser, visit  # noqa: F401

sys.path.append(str(ROOT / "book" / "_ext"))
from course import core

pytestmark = pytest.mark.browser


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


@needs_fonts
@pytest.mark.parametrize("name", [f"notebooks/{page.name}" for page in core()])
def test_a_lecture_takes_at_most_eight_sheets_of_paper(visit, name):  # noqa: F811
    page = visit().open(address(name))
    page.wait_for_timeout(200)
    sheets = re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True))
    assert len(sheets) <= 8
