"""Incentives in collaborative learning: who would rather do otherwise?

`coalitions`, `consensus`, `payments`, `rewards` and `together`, named like the parts of the book, are the small
library: with what they share, about 15,000 lines that compute exactly and never import PyTorch. What trains stands
above and uses them:

       methods                    charging           clients trained by a rule; a bill on a language model
       |    +------> learning <------+    |          rounds of training, networks
       v                                  v
     rewards  consensus  coalitions  payments  together   the small library
       numbers, deviations, randomness, widths       shared by all

Each is imported when it is first used.
"""

import lazy_loader as _lazy

__version__ = "0.1.0"
__getattr__, __dir__, __all__ = _lazy.attach_stub(__name__, __file__)
