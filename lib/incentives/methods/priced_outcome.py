"""One price for lies and laziness, with trained models: from clients' arrays to models, coalitions, suspects and bills.

What is announced, reported and paid is the rule of `priced_rule`; here it is estimated and run once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import incentives.learning  # noqa: F401  says which extra brings PyTorch, where it is missing

# isort: split
import numpy as np
from numpy.typing import ArrayLike
from torch import Tensor

from incentives.coalitions import HedonicGame, Partition, stable_partitions
from incentives.learning.federated_data import FederatedData
from incentives.learning.statistics_engine import moments
from incentives.methods.linear_reports import Pair, as_clients
from incentives.methods.priced_rule import PricedFederation, Report, Settlement
from incentives.numbers import as_count, as_number
from incentives.reading import as_real


@dataclass(frozen=True, eq=False)
class PricedOutcome:
    """The results of a run.

    Args:
        rule: what was announced.
        settlement: models and bills.
        coalitions: error and cost of collecting of the members of every coalition, retrained at its own sizes.
        partitions: the core-stable partitions of these costs, without money.
        suspects: clients without whom the common model would serve everybody.
    """

    rule: PricedFederation
    settlement: Settlement
    coalitions: Mapping[frozenset[int], np.ndarray]
    partitions: tuple[Partition, ...]
    suspects: frozenset[int]


def priced_federation(
    clients: FederatedData | Sequence[Pair],
    held_out: FederatedData | Sequence[Pair],
    public: ArrayLike | Tensor,
    *,
    costs: Sequence[float],
    pilot: int,
    tolerance: float,
    ridge: float = 1.0,
    told: Mapping[int, Report] | None = None,
) -> PricedOutcome:
    """One run of a federation with one price for lies and laziness.

    It trains models, and so it stands in `incentives.methods`: `incentives.together` needs no PyTorch.

    Args:
        clients: for each client inputs, shape (examples, features), and targets, shape (examples,), in the order in
            which it collects them; at least three clients.
        held_out: the same, for judging.
        public: inputs without targets on which models are compared, shape (examples, features).
        costs: what an example costs each client, in squared units of the target, greater than 0.
        pilot: how many first examples of each client go into the estimate of noise and spread, and nowhere else.
        tolerance: of the search for suspects, in squared units of the target, at least 0.
        ridge: as in `linear_reports.fitted`, greater than 0.
        told: lies, as in `PricedFederation.settle`.

    Raises:
        ValueError: arrays that do not fit, fewer than three clients, a client with too few examples, costs at which
            somebody would collect nothing, or a lie that gives no model.

    >>> rng = np.random.default_rng(0)
    >>> def clinic(own, count):
    ...     X = rng.normal(size=(count, 1))
    ...     return X, own * X[:, 0] + rng.normal(size=count)
    >>> slopes = [1.0, 1.2, 1.5]
    >>> found = priced_federation([clinic(b, 900) for b in slopes], [clinic(b, 500) for b in slopes],
    ...     rng.normal(size=(200, 1)), costs=[1e-4, 2e-4, 2e-4], pilot=200, tolerance=0.5)
    >>> len(found.coalitions), bool(abs(found.settlement.payments.sum()) < 1e-12), found.suspects
    (7, True, frozenset())
    """
    data, judged = as_clients("clients", clients), as_clients("held_out", held_out)
    if judged.clients != data.clients or judged.inputs.shape[1:] != data.inputs.shape[1:]:
        found = f"{judged.clients} with {tuple(judged.inputs.shape[1:])}"
        raise ValueError(f"held_out must have the {data.clients} clients and the features of clients, got {found}")
    first, allowed = as_count("pilot", pilot, least=2), as_real("tolerance", tolerance, least=0)
    ridge = as_number("ridge", ridge, exact=False, above=0)
    if first >= min(data.sizes):
        raise ValueError(f"pilot must leave every client examples, got {pilot} of {min(data.sizes)}")
    early = replace(data, index=data.index[:, :first], sizes=(first,) * data.clients)
    late = replace(data, index=data.index[:, first:], sizes=tuple(size - first for size in data.sizes))
    rule = PricedFederation.estimated(early, public, costs=costs, ridge=ridge)
    known = moments(judged, bias=True)
    settlement = rule.settle(late, known, told=told)
    coalitions = rule.retrained(late, known)
    table = {tuple(sorted(who)): values.tolist() for who, values in coalitions.items()}
    stable = stable_partitions(HedonicGame.from_table(table, decimal=True))
    suspects = rule.suspects(settlement.reports, known, tolerance=allowed)
    return PricedOutcome(rule, settlement, coalitions, tuple(stable), suspects)
