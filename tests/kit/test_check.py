"""One command looks at one claim or page."""

import pytest

from claimbook import check as module, entries
from claimbook.book import Book, current
from claimbook.check import chosen, main, named
from claimbook.evidence import Evidence, Found

from .rows import PROOF

ID = "coalitions/lemma-c-1"


def test_a_page_stands_for_its_rows_and_those_that_it_checks():
    evidence = Evidence(records={ID: [Found("payments/why-payments", PROOF)]})
    rows = {id for id, entry in entries().items() if entry.page == "payments/why-payments"}
    assert rows
    assert set(chosen(named("notebooks/payments/why-payments.md", current()), evidence)) == rows | {ID}


def test_an_id_stands_for_itself_and_a_wrong_one_for_nothing():
    assert chosen(ID) == [ID]
    with pytest.raises(ValueError, match="close ids are"):
        chosen("coalitions/lemma-c-11")


def test_it_stops_where_the_page_fails_and_says_so_where_nothing_is_known(tmp_path, monkeypatch, capsys):
    book = Book(tmp_path, pages="notebooks")
    assert main(["coalitions/no-such-page"], book) == 2
    assert "executed must be a folder" in capsys.readouterr().err
    (tmp_path / "notebooks" / "coalitions").mkdir(parents=True)
    (tmp_path / "notebooks" / "coalitions" / "page.md").write_text("# Page")
    asked = []
    monkeypatch.setattr(module, "run", lambda pages, book: asked.append(pages))
    assert main(["coalitions/page"], book) == 1
    assert asked == [["coalitions/page"]]
