"""What holds for all tests and examples in docstrings."""

from pathlib import Path

from claimbook.opened import open_book

open_book(Path(__file__).parent)  # the kit of claims is told of this book
