"""Consensus: who would rather misreport an oracle?

The whole part under one name: `from incentives import consensus as cs`.
"""

import lazy_loader as _lazy

__getattr__, __dir__, __all__ = _lazy.attach_stub(__name__, __file__)
