"""Opens the book of a project for the commands and for its site, also where a package declares it."""

import sys
import tomllib
from importlib import import_module
from pathlib import Path

from claimbook import book


def open_book(start: Path | None = None) -> book.Book:
    """The book of the project that a folder, or else the working folder, belongs to.

    Raises:
        ValueError: there is no `claimbook.toml` there or above.
    """
    path = book.find((start or Path.cwd()).resolve())
    module = tomllib.loads(path.read_text(encoding="utf-8")).get("book") if path else None
    if path is None or not module:
        return book.use(book.read_book(path)) if path else book.current()
    for folder in (path.parent / "lib", path.parent):
        if str(folder) not in sys.path and folder.is_dir():
            sys.path.append(str(folder))
    declared = import_module(module).BOOK
    return book.use(book.read_book(path, declared))
