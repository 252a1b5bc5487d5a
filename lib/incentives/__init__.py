"""Incentives in collaborative learning: who would rather do otherwise?

The parts are subpackages named like the parts of the book: `coalitions`, `consensus`, `payments`, `rewards`, and
`learning`, which trains. Each is imported when it is first used; only `learning` needs PyTorch.
"""

import lazy_loader as _lazy

__version__ = "0.1.0"
__getattr__, __dir__, __all__ = _lazy.attach_stub(__name__, __file__)
