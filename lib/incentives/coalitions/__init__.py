"""Model-sharing games: who federates with whom, and who would rather leave?

The whole part under one name: `from incentives import coalitions as co`.
"""

import lazy_loader as _lazy

__getattr__, __dir__, __all__ = _lazy.attach_stub(__name__, __file__)
