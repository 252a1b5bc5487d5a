"""Binding again shows what changed since the seal, and refuses what turns a row over."""

import subprocess
from dataclasses import replace

import pytest

from claimbook import renew as module
from claimbook.bindings import binding
from claimbook.book import Book
from claimbook.evidence import Evidence, Found
from claimbook.lock import read_lists
from claimbook.renew import changes, renew
from claimbook.statements import Statement

from .rows import EVERY, GOOD

ROW = replace(GOOD, says="Every client gains.", page="coalitions/page")
RECORDS = {GOOD.id: [Found("coalitions/page", EVERY)]}


@pytest.fixture
def book(tmp_path, monkeypatch):
    """A repository in which one row was bound and committed; returns the book."""
    book = Book(tmp_path)
    folder, lists = book.folder("rows") / "coalitions", book.folder("locks")
    for each in (folder, lists, book.folder("pages") / "coalitions"):
        each.mkdir(parents=True)
    fields = {
        "id": ROW.id,
        "kind": "lemma",
        "source": "Lemma 1",
        "title": "A title",
        "says": ROW.says,
        "verdict": "holds",
    }
    (folder / "page.toml").write_text("[[claim]]\n" + "".join(f'{k} = "{v}"\n' for k, v in fields.items()))
    monkeypatch.setattr(module, "entries", lambda: {ROW.id: ROW})
    assert renew([ROW.id], Evidence(records=RECORDS), book) == []
    for command in (
        ["init", "-q"],
        ["add", "."],
        ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "sealed"],
    ):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)
    return book


def test_a_row_is_bound_under_its_four_digests(book):
    assert read_lists(book.folder("locks"), "seal") == {ROW.id: binding(ROW, Evidence(records=RECORDS))}
    assert read_lists(book.folder("locks"), "kept")[ROW.id][:2] == ["holds", "every"]


def test_what_changed_since_the_commit_of_the_seal_is_shown(book, tmp_path):
    other = replace(ROW, says="Every client loses.")
    told = changes(other, Evidence(records=RECORDS), book)
    assert "    - Every client gains." in told
    assert "    + Every client loses." in told
    assert not [line for line in told if line.strip() in ("title", "verdict")]
    stated = Evidence(records=RECORDS, statements={ROW.id: Statement("lemma-1", "lemma", "", "New words.", "")})
    assert any("+New words." in line for line in changes(ROW, stated, book))


def test_another_quantifier_is_not_bound_and_another_noun_is(book, tmp_path, monkeypatch):
    for says, bound in (("Every player gains.", True), ("Some client gains.", False)):
        other = replace(ROW, says=says)
        monkeypatch.setattr(module, "entries", lambda other=other: {ROW.id: other})
        refused = renew([ROW.id], Evidence(records=RECORDS), book)
        assert bool(refused) != bound
        assert (read_lists(book.folder("locks"), "seal")[ROW.id] == binding(other, Evidence(records=RECORDS))) == bound
    assert 'from "every" to "some"' in refused[0]


def test_an_id_that_no_row_has_is_refused(book, tmp_path):
    with pytest.raises(ValueError, match="must be in the register"):
        renew(["coalitions/lemma-99"], Evidence(), book)
