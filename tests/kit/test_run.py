"""A page is run without Jupyter: what its cells print, show and check is kept, and a cell that stops keeps nothing."""

import json

import pytest

from claimbook import book as module
from claimbook.book import Book, use
from claimbook.receipts import mime
from claimbook.run import executed, main, run_cell, run_page
from claimbook.seal import run_of


def test_a_cell_leaves_what_it_prints_and_its_last_value():
    space = {}
    printed, value = run_cell("x = 2\nprint('two')\nx + 1", "<cell>", space)
    assert printed == {"output_type": "stream", "name": "stdout", "text": "two\n"}
    assert value["data"] == {"text/plain": "3"}
    assert run_cell("x = 3", "<cell>", space) == []
    assert space["x"] == 3


@pytest.fixture
def book(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "_declared", list(module._declared))
    (tmp_path / "claimbook.toml").write_text("")
    (tmp_path / "pages" / "part").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    return use(Book(tmp_path))


CHECK = (
    'from claimbook import Claim, Entry\nrow = Entry(id="part/lemma-1", title="Sums", finite=True)\n'
    "def even(n):\n    return n % 2 == 0\nClaim(row).every([2, 4], even)\n"
)


def test_a_page_keeps_receipts_with_the_text_of_their_predicates(book):
    book.source("part/page").write_text(f"# Page\n\n```{{code-cell}}\n{CHECK}```\n")
    notebook = run_page(book.source("part/page"))
    (output,) = notebook["cells"][1]["outputs"]
    assert output["data"][mime()]["grade"] == "decided"
    assert "def even(n):" in output["data"][mime()]["source"]


def test_the_command_writes_a_sealed_page_and_removes_that_of_a_run_that_stops(book, capsys):
    source = book.source("part/page")
    source.write_text(f"```{{code-cell}}\n{CHECK}```\n")
    assert main(["--here", str(source)]) == 0
    assert run_of(executed(source, book))
    assert json.loads(executed(source, book).read_text())["cells"]
    source.write_text("```{code-cell}\n1 / 0\n```\n")
    assert main(["--here", str(source)]) == 1
    assert "ZeroDivisionError" in capsys.readouterr().err
    assert not executed(source, book).exists()
