"""Leave-one-out consensus and rewards by width for servers that run Flower (the extra `flower`).

    from incentives.methods.flower import LeaveOneOut, Widths, client_app

The two strategies speak Flower's message API; `client_app` makes the app of the clients, for either, out of two
functions of your own: train a model, and test one. A model is a dictionary of arrays by name, as a `state_dict` in
NumPy.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
