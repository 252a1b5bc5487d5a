"""Together: one federation in which a member can leave, misreport, collect less, or pay.

The whole part under one name: `from incentives import together as tg`.
"""

import lazy_loader as _lazy

__getattr__, __dir__, __all__ = _lazy.attach_stub(__name__, __file__)
