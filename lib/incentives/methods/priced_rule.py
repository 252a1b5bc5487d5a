"""The rule of one price for lies and laziness, with trained models: what is announced, reported, mixed and paid.

Each client fits linear regression to examples that it collects in private and reports the model; each uses the mixture
of reports that `incentives.together` says is best for it, with its own model at home. Fits need second moments only.
Models are compared by the mean squared difference of their predictions on public inputs, the unit of all bills.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Any

import incentives.learning  # noqa: F401  says which extra brings PyTorch, where it is missing

# isort: split
import numpy as np
import torch
from torch import Tensor

from incentives.floats import shown
from incentives.learning.federated_data import FederatedData
from incentives.learning.statistics_engine import Moments
from incentives.learning.tensors import as_tensor
from incentives.methods.linear_reports import fitted, mean_squared_errors, squared_distances
from incentives.numbers import as_count, as_index, as_list
from incentives.together import Federation, Stakes, peer_stakes
from incentives.together.federation import best_weights, least_cost_sizes

Report = Callable[[Tensor], Tensor]  # from a client's own model to what it reports, both of shape (parameters,)


def announced(
    halves: Tensor, whole: Tensor, counts: Sequence[int], *, costs: Sequence[float], metric: Tensor
) -> Federation:
    """Noise and spread from models of pilot samples, and the sizes that are efficient at them, in whole numbers.

    Noise is what two halves of a client's pilot sample differ by; spread is how much clients differ beyond it.

    Args:
        halves: models of all first halves, then of all second halves, shape (2 clients, parameters).
        whole: models of the whole pilot samples, shape (clients, parameters).
        counts: examples in each pilot sample.
        costs: what an example costs each client.
        metric: the form by which models are compared, shape (parameters, parameters).

    Raises:
        ValueError: pilot samples differ by no more than their noise; costs at which somebody would collect nothing.
    """
    first, second = halves.chunk(2)
    sizes = torch.tensor(counts)
    noise = float((squared_distances(first - second, metric) * sizes / 4).mean())
    own = noise * (1 / sizes).mean()
    apart = [squared_distances(whole[i] - whole[j], metric) / 2 for i, j in combinations(range(len(whole)), 2)]
    spread = float(torch.stack(apart).mean() - own)
    if spread <= 0:
        raise ValueError(f"pilot must show that clients differ beyond their noise, got the spread {spread:.3g}")
    wanted: Any = Federation.efficient(list(costs), noise=noise, spread=spread)
    return Federation(np.maximum(np.rint(wanted.sizes), 1), wanted.costs, noise, spread)


def _by_client(name: str, given: Any, what: str) -> Mapping[int, Any]:
    """The entries that are given for some clients, none for None."""
    if given is not None and not isinstance(given, Mapping):
        raise ValueError(f"{name} must map clients to {what}, got {shown(given)}")
    return given or {}


def _reported(lie: Any, own: Tensor, client: int) -> Tensor:
    """A client's report under a lie: a model of the same shape as its own."""
    if not callable(lie):
        raise ValueError(
            f"told must map clients to functions of their own models, got {shown(lie)} for client {client}"
        )
    said = lie(own)
    fits = isinstance(said, Tensor) and said.is_floating_point() and said.shape == own.shape
    if not fits or not said.isfinite().all():
        raise ValueError(
            f"told must give a model as finite floats in a tensor of shape {tuple(own.shape)}, got {shown(said)} "
            f"for client {client}"
        )
    return said.detach()


def check_examples(data: FederatedData, who: Sequence[int], sizes: Sequence[float]) -> None:
    """Refuses clients that have fewer examples than they should collect.

    Raises:
        ValueError: for the first such client.
    """
    for client, size in zip(who, sizes, strict=True):
        if not 1 <= size <= data.sizes[client]:
            raise ValueError(
                f"clients must hold what they collect, got {data.sizes[client]}, not {size:g}, of {client}"
            )


@dataclass(frozen=True, eq=False)
class Settlement:
    """The errors and bills of everybody after one collection.

    Args:
        reports: one model for each client, shape (clients, parameters).
        models: the mixture that each client uses, same shape.
        errors: error of each client's model on its held-out examples, in the unit of `PricedFederation.errors`, shape
            (clients,).
        collecting: what its examples cost each client, shape (clients,).
        lump_sums: what each pays for the others' examples less what it is paid for its own; they sum to zero.
        payments: what each pays by the stakes; they sum to zero.
    """

    reports: Tensor
    models: Tensor
    errors: np.ndarray
    collecting: np.ndarray
    lump_sums: np.ndarray
    payments: np.ndarray

    @property
    def bills(self) -> np.ndarray:
        """Error, collecting, lump sum and stakes of each client."""
        return self.errors + self.collecting + self.lump_sums + self.payments


@dataclass(frozen=True, eq=False)
class PricedFederation:
    """Announced sizes, weights and stakes, for clients who train linear models.

    Args:
        federation: sizes (whole numbers), costs of an example, noise and spread.
        metric: second moment of public inputs with intercept, shape (parameters, parameters).
        ridge: as in `linear_reports.fitted`.
    """

    federation: Federation
    metric: Tensor
    ridge: float = 1.0

    @classmethod
    def estimated(
        cls, pilot: FederatedData, public: Any, *, costs: Sequence[float], ridge: float = 1.0
    ) -> PricedFederation:
        """Noise and spread from a pilot sample, and the sizes that are efficient at them.

        Raises:
            ValueError: fewer than three clients, one with fewer than two pilot examples, inputs that do not fit, or
                pilot samples that differ by no more than their noise; costs at which somebody would collect nothing.
        """
        shared = as_tensor("public", public, double=True)
        if pilot.clients < 3:
            raise ValueError(f"clients must be at least three, since stakes stay among them; got {pilot.clients}")
        if shared.ndim != 2 or not len(shared) or shared.shape[1:] != pilot.inputs.shape[1:]:
            raise ValueError(f"public must be inputs of shape (examples, features), got {tuple(shared.shape)}")
        costs = as_list("costs", costs)
        if len(costs) != pilot.clients:
            raise ValueError(f"costs must be one for each of {pilot.clients} clients, got {shown(costs)}")
        if min(pilot.sizes) < 2:
            raise ValueError(f"pilot must be at least two examples for each client, got {min(pilot.sizes)}")
        ones = torch.cat([shared, shared.new_ones(len(shared), 1)], dim=1)
        metric = ones.T @ ones / len(ones)
        halves = [pilot.index[k, side:size:2] for side in (0, 1) for k, size in enumerate(pilot.sizes)]
        split = FederatedData.of(pilot.inputs, pilot.labels, halves)
        halved, whole = (fitted(part, prior=metric, ridge=ridge) for part in (split, pilot))
        return cls(announced(halved, whole, pilot.sizes, costs=costs, metric=metric), metric, ridge)

    @cached_property
    def stakes(self) -> Stakes:
        """Each client stakes on its report, towards each other, the square of that client's weight on it."""
        return peer_stakes(self.federation)

    @cached_property
    def plans(self) -> dict[frozenset[int], np.ndarray]:
        """The sizes that each coalition would choose by itself, members in increasing order, whole numbers."""
        known, found = self.federation, {}
        for count in range(1, len(known.sizes) + 1):
            for who in combinations(range(len(known.sizes)), count):
                costs = [float(known.costs[i]) for i in who]
                chosen = least_cost_sizes(costs, noise=known.noise, spread=known.spread)
                found[frozenset(who)] = np.where(chosen > 0, np.maximum(np.rint(chosen), 1), 0)
        found[frozenset(range(len(known.sizes)))] = np.asarray(known.sizes)
        return found

    def collect(self, data: FederatedData, who: Sequence[int], sizes: Sequence[float]) -> Tensor:
        """Models of clients from the first examples that each of them has, shape (len(who), parameters).

        Raises:
            ValueError: a client has fewer examples than it should collect.
        """
        check_examples(data, who, sizes)
        counts = tuple(int(size) for size in sizes)
        first = replace(data, index=data.index[list(who), : max(counts)], sizes=counts)
        return fitted(first, prior=self.metric, ridge=self.ridge)

    def errors(self, held_out: Moments, models: Tensor, who: Sequence[int] | None = None) -> Tensor:
        """Mean squared error of a model for each client, all of them unless told, on its held-out examples."""
        here = held_out if who is None else Moments(*(part[list(who)] for part in held_out))
        return mean_squared_errors(here, models)

    def settle(
        self,
        data: FederatedData,
        held_out: Moments,
        *,
        collected: Mapping[int, int] | None = None,
        told: Mapping[int, Report] | None = None,
    ) -> Settlement:
        """Collect, train, report, mix, and pay.

        Args:
            data: examples in the order in which clients collect them.
            held_out: moments of the examples on which each client's model is judged.
            collected: for clients who collect another number than announced, how many.
            told: for clients who report another model than their own, the lie. Everybody uses its own model at home.

        Raises:
            ValueError: a stranger is named, a client has fewer examples than it should collect, or a lie gives no model
                of shape (parameters,) in finite floats.
        """
        sizes = np.array(self.federation.sizes, dtype=float)
        for client, size in _by_client("collected", collected, "numbers of examples").items():
            sizes[as_index("collected", client, len(sizes))] = as_count("collected", size, least=1)
        own = self.collect(data, range(len(sizes)), sizes.tolist())
        reports = own.clone()
        for client, lie in _by_client("told", told, "functions of their own models").items():
            i = as_index("told", client, len(sizes))
            reports[i] = _reported(lie, own[i].clone(), i)
        weights = torch.as_tensor(np.array(self.federation.weights, dtype=float))
        models = weights @ reports + weights.diagonal()[:, None] * (own - reports)
        errors = self.errors(held_out, models).numpy()
        seen = reports @ torch.linalg.cholesky(self.metric)
        collecting = np.array(self.federation.costs, dtype=float) * sizes
        return Settlement(
            reports,
            models,
            errors,
            collecting,
            np.array(self.federation.lump_sums),
            np.array(self.stakes(seen.numpy())),
        )

    def retrained(self, data: FederatedData, held_out: Moments) -> dict[frozenset[int], np.ndarray]:
        """Error and cost of collecting of each member of every coalition that collects and trains by itself."""
        found, known = {}, self.federation
        pairs = sorted(
            {(i, n) for who, sizes in self.plans.items() for i, n in zip(sorted(who), sizes, strict=True) if n}
        )
        trained = dict(zip(pairs, self.collect(data, *zip(*pairs, strict=True)), strict=True))
        for who, sizes in self.plans.items():
            members, nothing = sorted(who), self.metric.new_zeros(len(self.metric))
            own = torch.stack([trained.get(pair, nothing) for pair in zip(members, sizes, strict=True)])
            models = torch.as_tensor(best_weights(sizes, known.noise, known.spread)) @ own
            errors = self.errors(held_out, models, members).numpy()
            found[who] = errors + np.array([known.costs[i] for i in members]) * sizes
        return found

    def suspects(self, reports: Tensor, held_out: Moments, *, tolerance: float) -> frozenset[int]:
        """Those without whom the common model serves everybody; nobody if it does with all of them.

        A client refuses a model whose held-out error is over `tolerance` above its least with a model without somebody.
        """
        sizes = torch.as_tensor(np.array(self.federation.sizes, dtype=float))
        kept = 1 - torch.eye(len(sizes), dtype=sizes.dtype)
        rows = torch.cat([kept, torch.ones(1, len(sizes), dtype=sizes.dtype)]) * sizes
        common = rows / rows.sum(1, keepdim=True) @ reports
        losses = torch.stack([self.errors(held_out, model.expand(len(sizes), -1)) for model in common])
        passes = (losses <= losses[:-1].min(dim=0).values + tolerance).all(dim=1)
        return frozenset() if passes[-1] else frozenset(torch.nonzero(passes[:-1])[:, 0].tolist())
