"""Columns of a CSV file by name: one header line, a comma between cells, `-` for the standard input."""

from __future__ import annotations

import csv
import io
import sys
from argparse import ArgumentTypeError
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple


class Table(NamedTuple):
    """A file with a header line.

    Args:
        source: what a message calls it.
        names: of the columns.
        rows: the number of each row's line, and its cells by column; rows without any entry are left out.
    """

    source: str
    names: tuple[str, ...]
    rows: tuple[tuple[int, dict[str, str]], ...]

    def column(self, name: str, read: Callable[[str], Any] = str, *, shorter: bool = False) -> list[Any]:
        """The entries of a column.

        Args:
            name: in the header line.
            read: from a cell to its value; a ValueError says what is wrong with it.
            shorter: whether blank cells may stand at its end, since another column is longer.

        Raises:
            ValueError: there is no such column, it has no entry, one is missing, or `read` refuses it.

        >>> parsed("size,name\\n5,a\\n25,b\\n", "sizes.csv").column("size", int)
        [5, 25]
        """
        if name not in self.names:
            raise ValueError(f"{self.source} must have a column {name!r}, it has {', '.join(map(repr, self.names))}")
        cells = [(line, row[name]) for line, row in self.rows]
        while shorter and cells and not cells[-1][1]:
            cells.pop()
        if not cells:
            raise ValueError(f"{self.source} must have entries in the column {name!r}, it has none")
        return [self.entry(line, name, cell, read) for line, cell in cells]

    def entry(self, line: int, name: str, cell: str, read: Callable[[str], Any]) -> Any:
        """One entry, read; ValueError names its line and column."""
        if not cell:
            raise ValueError(f"{self.source}, line {line}, column {name!r} must not be blank")
        try:
            return read(cell)
        except (ValueError, ArgumentTypeError) as error:
            raise ValueError(f"{self.source}, line {line}, column {name!r}: {error}") from error


def text_of(path: str) -> str:
    """The text of a file, or of the standard input where the path is `-`.

    Raises:
        ValueError: it is no text in UTF-8.
        OSError: it cannot be read.
    """
    data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    try:
        return data.decode("utf-8-sig")  # a spreadsheet may write a mark in front
    except UnicodeDecodeError as error:
        raise ValueError(f"{source_of(path)} must be text in UTF-8 ({error})") from error


def source_of(path: str) -> str:
    """The name of a file in a message."""
    return "the standard input" if path == "-" else path


def parsed(text: str, source: str) -> Table:
    """A table from its text.

    Raises:
        ValueError: no header line, a column without a name or with one that is taken, a row of another number of
            cells, quotes that do not end, or no row.

    >>> parsed("size\\n5\\n\\n25\\n", "sizes.csv").rows
    ((2, {'size': '5'}), (4, {'size': '25'}))
    """
    lines = csv.reader(io.StringIO(text, newline=""), strict=True)
    rows: list[tuple[int, dict[str, str]]] = []
    names: tuple[str, ...] = ()
    try:
        for cells in lines:
            told = [cell.strip() for cell in cells]
            if not any(told):
                continue
            if not names:
                if "" in told or len(set(told)) < len(told):
                    raise ValueError(f"{source} must begin with one name for each column, each once; got {told}")
                names = tuple(told)
                continue
            if len(told) != len(names):
                raise ValueError(
                    f"{source}, line {lines.line_num} must have {len(names)} cells as the header has, got {len(told)}"
                )
            rows.append((lines.line_num, dict(zip(names, told, strict=True))))
    except csv.Error as error:
        raise ValueError(f"{source}, line {lines.line_num} is not CSV: {error}") from error
    if not rows:
        raise ValueError(f"{source} must have a header line that names the columns, and rows below it")
    return Table(source, names, tuple(rows))


def read_table(path: str) -> Table:
    """A table from a file, or from the standard input where the path is `-`; errors as of `text_of` and `parsed`."""
    return parsed(text_of(path), source_of(path))
