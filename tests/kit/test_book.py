"""A project says in one file where its claims stand; the kit knows nothing else of any book."""

import ast
import sys
from pathlib import Path

import pytest

from claimbook import book as module
from claimbook.book import Book, current, find, read_book, use
from claimbook.opened import open_book

LIB = Path(__file__).resolve().parents[2] / "lib"
MODULES = sorted((LIB / "claimbook").rglob("*.py"))


@pytest.fixture(autouse=True)
def _as_before(monkeypatch):
    monkeypatch.setattr(module, "_declared", list(module._declared))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(LIB).as_posix())
def test_the_kit_imports_neither_package_of_the_book(path):
    imported = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            imported |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            imported.add(node.module.partition(".")[0])
    assert not imported & {"incentives", "incentives_book"}
    assert "incentives" not in path.read_text(encoding="utf-8").lower()


def test_a_project_is_found_from_its_folders_and_read(tmp_path, monkeypatch):
    (tmp_path / "pages" / "part").mkdir(parents=True)
    (tmp_path / "claimbook.toml").write_text('rows = "words"\npackages = ["mine"]\n')
    assert find(tmp_path / "pages" / "part") == tmp_path / "claimbook.toml"
    monkeypatch.setattr(module, "_declared", [])
    monkeypatch.chdir(tmp_path / "pages" / "part")
    book = current()
    assert book == Book(tmp_path, rows="words", packages=("mine",)) == current()
    assert book.folder("rows") == tmp_path / "words"
    assert book.source("part/page") == tmp_path / "pages" / "part" / "page.md"


def test_without_a_project_or_with_an_unknown_field_it_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "_declared", [])
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match="no book of claims was found"):
        current()
    for text in ('colour = "red"', 'packages = "mine"', "rows = 3"):
        (tmp_path / "claimbook.toml").write_text(text)
        with pytest.raises(ValueError, match="may have name, rows"):
            read_book(tmp_path / "claimbook.toml")


def test_a_package_may_declare_its_book(tmp_path, monkeypatch):
    (tmp_path / "claimbook.toml").write_text('book = "declares_a_book"')
    (tmp_path / "declares_a_book.py").write_text(
        "from pathlib import Path\nfrom claimbook.book import Book, use\nBOOK = use(Book(Path('there')))\n"
    )
    with pytest.raises(ValueError, match="import declares_a_book first"):
        read_book(tmp_path / "claimbook.toml")
    monkeypatch.setattr(sys, "path", list(sys.path))
    assert open_book(tmp_path) == current() == Book(tmp_path)
    assert use(Book(tmp_path)) == current()


def test_the_studies_leave_out_what_the_seals_leave_out():
    """Two digests of code, of records and of checks: no edit changes one of them only because they read otherwise."""
    from incentives_book.study.code_digest import CODE

    assert (current().packages, current().apart) == (CODE.packages, CODE.apart)
