"""The book's own code: the register and its checks, figures, studies, and a companion for each page that needs one.

`claim` opens an entry of the register.
"""

from incentives_book.claims import claim

__all__ = ["claim"]
__version__ = "0.1.0"
