"""Methods of federated training: which model does each of them give to each client?

`methods.compare` trains your clients by several methods and says what each client is given, and `methods.OverSeeds`
how far that depends on the seed; `methods.slim` makes a network of ordinary layers slimmable;
`methods.LeaveOneClientOut` wraps an estimator of scikit-learn and finds out whose rows harm the others;
`methods.priced_federation` runs a federation with one price for lies and laziness, from arrays to bills. Each method
has its own module: Aequa (`aequa`), CGSV (`cgsv`), IAFL (`iafl`), the contributions of ShapFed (`shapfed`), partial
participation (`participation`), consensus about trained models (`consensus_by_training`, `training_losses`,
`harmful_clients`), one price (`priced_rule` and `priced_outcome`), and strategies for a Flower server (`flower`).

The rules are those of `incentives.rewards` and `incentives.consensus`, which know nothing of training; the training is
that of `incentives.learning`, or of an estimator. `client_rows`, `earned_widths` and `harmful_clients` need no extra,
`flower` needs the extra of its name, and all others need the extra `learning`.
"""

import lazy_loader as _lazy

__getattr__, __dir__, __all__ = _lazy.attach_stub(__name__, __file__)
