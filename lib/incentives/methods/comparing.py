"""Rewards by several methods in a federation of one's own: own data, own network, one call. Needs PyTorch.

Clients train a network together by each method; the server keeps validation data, by which contributions are measured
and widths are chosen, and test data, by which rewards are scored. All methods see the same first weights and batches.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Sequence
from math import nan
from types import MappingProxyType
from typing import Any, Literal

import incentives.learning  # noqa: F401  says which extra brings PyTorch, where it is missing

# isort: split
import numpy as np
import torch
from torch import nn

from incentives.learning.federated_data import FederatedData
from incentives.learning.federation import advice_of
from incentives.learning.local_update import ENGINES, LocalWork
from incentives.learning.sgd import Rate, step_decay
from incentives.learning.tasks import seeded
from incentives.methods.chosen_rates import RATES, play_by_validation
from incentives.methods.compared_methods import (
    ALONE,
    BY_CONTRIBUTION,
    BY_WIDTH,
    LEAST,
    METHODS,
    USUAL,
    Method,
)
from incentives.methods.comparison import Comparison
from incentives.methods.convergence import Curve, Watched
from incentives.methods.own_federation import ClientData, read_sets
from incentives.methods.own_network import check_network, maker_of
from incentives.methods.shared_training import Given
from incentives.numbers import as_count, as_list, as_number, no_booleans
from incentives.rewards.costs import AnyCost, as_cost


def _schedules(rate: Any, rounds: int) -> list[Callable[[int], float]]:
    """The rate by round: one as it was given, or one for each rate that is tried."""
    no_booleans("rate", rate)
    if isinstance(rate, str) and rate != "validation":
        raise ValueError(f'rate must be a number above 0, a function of the round, or "validation"; got {rate!r}')
    if callable(rate):
        return [rate]
    firsts = RATES if isinstance(rate, str) else [as_number("rate", rate, exact=False, above=0)]
    return [step_decay(first, rounds=rounds) for first in firsts]


def compare(
    data: FederatedData | Sequence[ClientData],
    network: nn.Module | Callable[[], nn.Module],
    *,
    methods: Method | Sequence[Method] = USUAL,
    validation: ClientData | float = 0.1,
    test: ClientData | float = 0.2,
    rounds: int = 20,
    batch_size: int = 64,
    rate: Rate | Literal["validation"] = 0.05,
    momentum: float = 0.9,
    narrowest: float = 0.25,
    levels: int = 16,
    cost: AnyCost = "ratio",
    seed: int = 0,
    engine: Literal["sequential", "graph", "workers"] = "sequential",
    device: torch.device | str = "cpu",
    progress: bool = False,
) -> Comparison:
    """Train your clients by several methods, and see what each client is given.

    Where widths are rewards, the batch norms of each width are measured on the clients' data before it is scored.

    Args:
        data: one entry per client, at least two: a pair (inputs, labels) of tensors, arrays, or frames and Series,
            shapes
            (examples, ...) and (examples,), or a map-style Dataset of such pairs; or `FederatedData`. Bytes are scaled
            to [0, 1], truth values in columns of a frame are 0 and 1; labels are classes from 0, or their names, which
            are then numbered in order. At least two classes; frames have the same columns in the same order.
        network: gives scores of shape (batch, classes). A module starts from its weights; a function that makes one
            (such as a class) draws first weights from the seed. Methods that reward with widths need a network with
            `forward(inputs, width)` and `joint(inputs, width)`, or an `nn.Sequential` that `slim` accepts.
        methods: of "fedavg", "fine-tuned" (averaging and one more local epoch), "cgsv", "iafl", "aequa",
            "aequa-while-training", or, as baselines that no single client can pull anywhere, "median", "trimmed-mean"
            (without the largest and smallest value; at least three clients) and "krum" (at least four);
            "stand-alone", which the others are measured against, always comes with them.
        validation: what contributions are measured on and widths are chosen by: data like one client's, or the share
            that is set aside of every client's examples.
        test: what rewards are scored on, likewise.
        rounds: of one local epoch each.
        batch_size: examples per step.
        rate: of SGD: a number, which falls to a tenth after half of the rounds and to a hundredth after three
            quarters, or a function of the round. "validation": each method gets the rate of `chosen_rates.RATES` whose
            models have the least mean loss on validation data after the last round, of equal ones the smaller. All are
            tried with this seed, and test data have no say; the table shows the rate of each method. It takes as many
            times as long as there are rates.
        momentum: in [0, 1).
        narrowest: the smallest width on offer, in (0, 1).
        levels: how many widths are on offer, evenly spaced from the narrowest to 1, at least 2.
        cost: what the allocation of Aequa minimises, as `allocate` takes it.
        seed: of everything random.
        engine: of local training, "sequential" or, on a GPU, "graph"; "workers" in a block of
            `incentives.learning.on_workers.clients_on`, which trains many clients on a Dask cluster.
        device: where to compute.
        progress: show a bar over the rounds of each method.

    Returns:
        A `Comparison`: print it, or take `.rewards`, `.widths`, `.to_frame()`, `.picture()`. It speaks of one seed:
        `OverSeeds` takes the comparisons of several and says how sure their mean is, in a table and a picture.

    Raises:
        ValueError: an argument out of range; data, labels and network that do not fit; a layer that cannot be slimmed.

    >>> chance = torch.Generator().manual_seed(0)
    >>> clients = [(x := torch.randn(40, 2, generator=chance), (x[:, 0] > 0).long()) for _ in range(3)]
    >>> network = nn.Sequential(nn.Linear(2, 8), nn.ReLU(), nn.Linear(8, 2))
    >>> found = compare(clients, network, methods=["fedavg", "aequa"], rounds=2, levels=3)
    >>> list(found.rewards), len(found.rewards["aequa"]), len(found.rows())
    (['stand-alone', 'fedavg', 'aequa'], 3, 9)
    """
    asked = [methods] if isinstance(methods, str) else as_list("methods", methods)
    if unknown := [method for method in asked if not isinstance(method, str) or method not in METHODS]:
        raise ValueError(f"methods must be among {', '.join(METHODS)}; got {unknown[0]!r}")
    if engine not in ("sequential", "graph", "workers") or engine not in ENGINES:
        raise ValueError(
            f'engine must be "sequential" or "graph", or "workers" in a block of clients_on; got {engine!r}'
        )
    rounds, levels = as_count("rounds", rounds, least=1), as_count("levels", levels, least=2)
    seed, batch_size = as_count("seed", seed), as_count("batch_size", batch_size, least=1)
    narrowest = as_number("narrowest", narrowest, exact=False, above=0)
    if narrowest >= 1:
        raise ValueError(f"narrowest must be a width above 0 and below 1, got {narrowest!r}")
    as_cost(cost)
    most = {"rounds": rounds, "batch_size": batch_size, "levels": levels}
    if beyond := [name for name, value in most.items() if value > 10**9]:
        raise ValueError(f"{beyond[0]} must be at most 10**9, got {most[beyond[0]]}")
    momentum = as_number("momentum", momentum, exact=False)
    # One more epoch from the common model at the first, undecayed rate, as the public code of IAFL does.
    schedules = _schedules(rate, rounds)
    how: dict[str, Any] = {"momentum": momentum, "batch_size": batch_size, "epochs": 1}
    works = [(LocalWork(rate=falling, **how), LocalWork(rate=falling(0), **how)) for falling in schedules]
    widths = tuple(round(float(width), 6) for width in np.linspace(narrowest, 1, levels))
    maker_of(network, (), slimmed=False)
    sets = read_sets(data, validation, test, seed)
    if few := [method for method in asked if sets.clients.clients < LEAST.get(method, 2)]:
        raise ValueError(f"methods with {few[0]!r} need at least {LEAST[few[0]]} clients, got {sets.clients.clients}")
    check_network(network, sets, batch_size)
    example, _ = sets.clients.gather(sets.clients.index[0, :1].to(sets.clients.device))
    make = maker_of(network, widths, slimmed=any(method in BY_WIDTH for method in asked), example=example.cpu())
    with seeded(0):
        make()  # a layer that cannot be slimmed is told before anything is trained
    fixed = (seed, cost, engine, device, progress)
    tries = [Watched(sets, make, widths, rounds, work, tuning, *fixed) for work, tuning in works]
    given: dict[str, Given] = {}
    seconds: dict[str, float] = {}
    diverged: dict[str, Any] = {}
    curves: dict[str, Curve] = {}
    rates: dict[str, float] = {}
    out_of_reach: tuple[int, ...] = ()
    for method in dict.fromkeys([ALONE, *asked]):
        started = time.perf_counter()
        if method in BY_CONTRIBUTION and ALONE in diverged:
            diverged[method] = f"needs what clients reach alone, where training {diverged[ALONE]}"
        else:
            with warnings.catch_warnings():
                warnings.filterwarnings("ignore", "training diverged", RuntimeWarning)  # the table says it
                here, given[method], curves[method], lost = play_by_validation(tries, method)
            rates[method] = here.work.sgd(0).rate
            out_of_reach = here.out_of_reach if method == "aequa" else out_of_reach
            if lost is not None:
                diverged[method] = advice_of(sets.clients, lost)
        if method in diverged:
            given[method] = Given([nan] * sets.clients.clients, [nan] * sets.clients.clients)
            curves.pop(method, None)
        seconds[method] = time.perf_counter() - started
    return Comparison(
        contributions=tuple(given[ALONE].validation),
        rewards=MappingProxyType({method: tuple(one.test) for method, one in given.items()}),
        validation=MappingProxyType({method: tuple(one.validation) for method, one in given.items()}),
        widths=MappingProxyType({method: tuple(one.widths) for method, one in given.items() if one.widths is not None}),
        out_of_reach=out_of_reach,
        examples=sets.clients.sizes,
        seconds=MappingProxyType(seconds),
        classes=sets.classes,
        diverged=MappingProxyType(diverged),
        curves=MappingProxyType(curves),
        rates=MappingProxyType(rates if len(tries) > 1 else {}),
    )
