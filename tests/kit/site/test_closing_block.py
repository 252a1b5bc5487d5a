"""Every page with rows shows them in a generated table, and none writes verdicts by hand."""

import re
from pathlib import Path

import pytest

from claimbook import parts
from claimbook.site.closing_block import fill, page_of, shown

ROOT = Path(__file__).resolve().parents[3]
PAGES = sorted({row.page for part in parts() for row in part.entries})


@pytest.mark.parametrize("page", PAGES)
def test_a_page_with_rows_has_the_block_and_no_table_by_hand(page):
    text = (ROOT / "notebooks" / f"{page}.md").read_text(encoding="utf-8")
    closing = re.split(r"^## What we found$", text, flags=re.MULTILINE)[1].partition("\n## ")[0]
    assert closing.count("```{closing-table}\n```") == 1
    assert [line for line in closing.partition("**In five sentences")[0].splitlines() if line.startswith("|")] == []


def test_sphinx_and_the_notebook_get_the_same_table():
    page = PAGES[0]
    source = ["```{closing-table}\n```"]
    fill(None, f"notebooks/{page}", source)
    assert source[0] == shown(f"notebooks/{page}")
    pair = (ROOT / "notebooks" / f"{page}.ipynb").read_text(encoding="utf-8")
    assert all(re.sub(r'[\\\\"]', "", line) in re.sub(r'[\\\\"]', "", pair) for line in source[0].splitlines() if line)


def test_other_documents_have_no_rows():
    assert page_of("book/claims") == shown("book/claims") == ""
