"""The book that claims belong to: where its rows, pages and locks stand, and which code its checks are about.

A project says so in `claimbook.toml` in its folder, whose fields are those of `Book`; every command and page below that
folder finds it. A book that comes as a package declares itself by `use` when it is imported, and its `claimbook.toml`
names the module that does, `book = "..."`, beside what the commands need to know.
"""

import tomllib
from dataclasses import dataclass, fields, replace
from pathlib import Path

FILE = "claimbook.toml"


@dataclass(frozen=True)
class Book:
    """One book of claims. Folders are those below `root`."""

    root: Path  # the folder of the project
    name: str = "claimbook"  # under which executed pages keep receipts and what is said of their run
    rows: str = "rows"  # a folder for each part: claims.toml and a file of rows for each page
    pages: str = "pages"  # the same folders, with the pages
    executed: str = "_build/executed"  # the pages with what their cells left
    locks: str = "locks"  # one generated file a part
    tests: str = "tests"
    proofs: str = "proofs"  # whole theorems in Coq
    site: str = "site"  # where pages are written that are made from the rows
    packages: tuple[str, ...] = ()  # whose definitions are followed below a check
    apart: tuple[str, ...] = ()  # modules and definitions of them that no result depends on
    unjudged: tuple[str, ...] = ()  # modules of them that errors are not planted in
    logic: str = "Book"  # under which name Coq knows the proofs
    execute: tuple[str, ...] = ()  # what brings pages up to date, their sources after it; none: the kit runs them
    version: str = ""  # of what the claims are about
    of: str = "the text"  # what the claims are from, in words
    kernel_page: str = ""  # the page that tells of the second kernel, beside the claims
    link: str = "../../book/claims.html"  # from a page to the table of claims

    def folder(self, name: str) -> Path:
        """One of the folders, by the name of its field."""
        return self.root / getattr(self, name)

    def source(self, page: str) -> Path:
        """The source of a page, named as <part>/<page>."""
        return self.folder("pages") / f"{page}.md"


_declared: list[Book] = []


def use(book: Book) -> Book:
    """Make this the book that claims belong to, and return it."""
    _declared[:] = [book]
    return book


def find(start: Path) -> Path | None:
    """The `claimbook.toml` of the project that a folder belongs to."""
    return next((folder / FILE for folder in (start, *start.parents) if (folder / FILE).is_file()), None)


def read_book(path: Path, declared: Book | None = None) -> Book:
    """The book that a `claimbook.toml` describes, with what its package declared.

    Raises:
        ValueError: a field is unknown or has the wrong type, or a package declares the book and was not imported.
    """
    told = tomllib.loads(path.read_text(encoding="utf-8"))
    module = told.pop("book", "")
    if module and not declared:
        raise ValueError(f"import {module} first, which declares the book of claims in {path.parent}")
    lists = {field.name: isinstance(field.default, tuple) for field in fields(Book) if field.name != "root"}
    for name, value in told.items():
        if name not in lists or not isinstance(value, list if lists[name] else str):
            raise ValueError(f"{path.name} may have {', '.join(lists)}; got {name} = {value!r}")
    fitted = {name: tuple(value) if isinstance(value, list) else value for name, value in told.items()}
    return replace(declared or Book(path.parent), root=path.parent, **fitted)


def current() -> Book:
    """The book that was declared, else that of the project around the working folder.

    Raises:
        ValueError: there is none.
    """
    if not _declared:
        path = find(Path.cwd())
        if path is None:
            raise ValueError(f"no book of claims was found: there is no {FILE} in {Path.cwd()} or above it")
        use(read_book(path))
    return _declared[0]
