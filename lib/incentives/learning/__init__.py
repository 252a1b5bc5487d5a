"""Training, with PyTorch: clients as rows of one bank, chance drawn on the CPU, engines that agree.

Needs the extra `learning`. Nothing outside this folder imports PyTorch at import time. What most people need is here
under one name; the rest is imported from the modules:

- `chance`: PyTorch generators for named streams of chance, always on the CPU.
- `data`, `partition`: labelled sets, and ways to split them among clients.
- `bank`: models as the rows of one matrix; averages and geometry are matrix products.
- `federated_data`: the examples of all clients, resident; batches common to all methods and runs.
- `losses`, `sgd`, `tasks`: what is minimised, by which steps, and what is trained (any module; optionally many at
  once).
- `networks`: linear regression, logistic regression, small dense networks, with gradients for many models at once.
- `local_update`: a round's local training; the engines `sequential` (the oracle), `stacked`, `graph` (one launch per
  step on a GPU) and `statistics`, in modules of their own, agree to rounding.
- `averaging`: algorithms as pure functions of a state; federated averaging with any weights.
- `federation`: rounds of local SGD or mini-batch SGD under any algorithm; metrics come back as tensors.
- `evaluation`: scores of many models on the same examples.
- `leave_one_out`: the federation without each client, all runs at once.
- `deviations`: clients that misreport what they learned, or their labels.

    from incentives.learning import federation
    from incentives.learning.federated_data import FederatedData
    from incentives.learning.local_update import LocalWork
    from incentives.learning.networks import logistic_regression

    data = FederatedData.of(inputs, labels, parts)            # parts: one array of row numbers per client
    work = LocalWork(rate=0.1, batch_size=32, epochs=1)
    done = federation.run(logistic_regression(64, 10), data, work, rounds=20, seed=7, engine="stacked")
    done.bank.values, done.losses                             # (1, parameters), (rounds, clients, 1)
"""

from importlib.util import find_spec as _find_spec

import lazy_loader as _lazy

try:
    _found = _find_spec("torch") is not None
except ValueError:  # somebody has put None in its place
    _found = False
if not _found:
    raise ModuleNotFoundError(
        'incentives.learning trains with PyTorch, which is not installed: pip install "incentives[learning]"',
        name="torch",
    )

__getattr__, __dir__, __all__ = _lazy.attach_stub(__name__, __file__)
