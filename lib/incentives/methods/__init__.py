"""Methods that train clients by a rule: what does each of them give to whom?

`methods.compare` trains clients of yours by several methods and says what each client is given; `methods.slim` makes a
network of ordinary layers slimmable; `methods.LeaveOneClientOut` wraps an estimator of scikit-learn and finds whose
rows harm the others. The methods themselves are modules: Aequa (`aequa`), CGSV (`cgsv`), IAFL (`iafl`), the
contributions of ShapFed (`shapfed`), partial participation (`participation`), consensus about trained models
(`consensus_by_training`, `training_losses`, `harmful_clients`), one price for lies and laziness
(`priced_federation`), and strategies for a Flower server (`flower`).

The rules are those of `incentives.rewards` and `incentives.consensus`, which know nothing of training; the training is
that of `incentives.learning`, or of an estimator. All but `earned_widths`, `harmful_clients` and `flower` need the
extra `learning`.
"""

import lazy_loader as _lazy

__getattr__, __dir__, __all__ = _lazy.attach_stub(__name__, __file__)
