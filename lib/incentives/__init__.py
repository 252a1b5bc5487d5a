"""Incentives in collaborative learning: who would rather do otherwise?

`claim` opens an entry of the register; the parts are subpackages named like the parts of the book.
Importing the package or any theorem part never imports PyTorch.
"""

from incentives.claims import claim

__all__ = ["claim"]
__version__ = "0.1.0"
