"""The book's own code: figures, studies, a companion for each page that needs one, and the rows of its claims.

`claim` opens a row; `claimbook` is the kit that checks it.
"""

import incentives_book.book  # noqa: F401  (declares the book to the kit)
from claimbook import claim

__all__ = ["claim"]
__version__ = "0.1.0"
