"""Payments: who would rather misreport a preference?

The whole part under one name: `from incentives import payments as pay`.
"""

import lazy_loader as _lazy

__getattr__, __dir__, __all__ = _lazy.attach_stub(__name__, __file__)
