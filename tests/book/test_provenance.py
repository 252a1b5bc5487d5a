"""A page that shows records of a study says what they state of their code: above all commits with changed files."""

import re

import nbformat
import pytest
from execute import executed_path
from pairing import ROOT, read, sources

from incentives_book.study.published import provenance
from incentives_book.study.records import is_dirty, read_records

DIRTY = {
    store.parent.name: provenance(store)
    for store in sorted((ROOT / "experiments").glob("*/records.jsonl"))
    if store.with_name("study.toml").exists() and any(map(is_dirty, read_records(store)))
}


def shown(notebook):
    """The studies with a dirty commit whose records a page reads: named in its code, where it calls `published`."""
    code = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "code")
    if "published(" not in code:
        return []
    return [study for study in DIRTY if re.search(rf"[\"/]{study}[\"/]", code)]


def unsaid(notebook):
    """Those of them of which no output of the page says so."""
    told = "".join(out.get("text", "") for cell in notebook.cells for out in cell.get("outputs", []))
    return [study for study in shown(notebook) if DIRTY[study] not in told]


PAGES = [path.relative_to(ROOT).as_posix() for path in sources(ROOT) if shown(read(path))]


def a_page(code, *told):
    cell = nbformat.v4.new_code_cell(code, outputs=[nbformat.v4.new_output("stream", text=text) for text in told])
    return nbformat.v4.new_notebook(cells=[cell])


def test_a_page_that_says_nothing_is_found():
    code = 'published(f"{folder}/rewards-many-writers/records.jsonl")'
    assert unsaid(a_page(code)) == ["rewards-many-writers"]
    assert unsaid(a_page(code, DIRTY["rewards-longer-steps"])) == ["rewards-many-writers"]
    assert unsaid(a_page(code, f"records: {DIRTY['rewards-many-writers']}\n")) == []
    assert unsaid(a_page('published("rewards-many-writers-2")')) == []


def test_the_pages_that_read_such_records_are_known():
    assert len(PAGES) > 5


@pytest.mark.parametrize("page", PAGES)
def test_dirty_commits_are_said(page):
    assert unsaid(nbformat.read(executed_path(ROOT / page, ROOT), as_version=4)) == []
