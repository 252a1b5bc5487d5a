"""The cells of a page as the kit reads them are those that Jupytext reads."""

from pathlib import Path

import jupytext
import pytest

from claimbook.cells import cells

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted((ROOT / "notebooks").glob("*/*.md"))[::7] + sorted((ROOT / "examples").glob("*/pages/*/*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_code_and_tags_are_those_of_jupytext(page):
    own = [cell for cell in cells(page.read_text(encoding="utf-8")) if cell["cell_type"] == "code"]
    theirs = [cell for cell in jupytext.read(page, fmt="md:myst").cells if cell.cell_type == "code"]
    assert [cell["source"] for cell in own] == [cell.source for cell in theirs]
    assert [cell["metadata"].get("tags", []) for cell in own] == [cell.metadata.get("tags", []) for cell in theirs]
