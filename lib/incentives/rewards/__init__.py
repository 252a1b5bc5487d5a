"""Model rewards: which accuracy does each contributor get, and who would rather contribute less?

The whole part under one name: `from incentives import rewards as rw`.
"""

import lazy_loader as _lazy

__getattr__, __dir__, __all__ = _lazy.attach_stub(__name__, __file__)
