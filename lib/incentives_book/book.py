"""The declaration of this book for the kit of claims where its package alone is installed: its name, and where its rows
stand.

The rest, which only commands and the site need, stands in `claimbook.toml`: pages shall not depend on it.
"""

from pathlib import Path

from claimbook.book import Book, use

HERE = Path(__file__).parent
BOOK = use(Book(root=HERE.parents[1], name="incentives", rows=str(HERE)))
