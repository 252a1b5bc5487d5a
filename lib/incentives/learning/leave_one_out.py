"""The federation without each client: all runs at once.

M clients give M runs with M - 1 clients each, and the run with everybody is one column more. Chance is common to the
runs, so each client's batches are gathered once, and the first round, in which all runs start from one model, is
computed once. For linear regression on all data the engine "statistics" needs each client's data only once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor

from incentives.learning import federation
from incentives.learning.averaging import FedAvg, weights_by_size
from incentives.learning.bank import ParamBank
from incentives.learning.deviations import Strategy
from incentives.learning.federated_data import FederatedData
from incentives.learning.federation import FederatedRun
from incentives.learning.local_update import EngineName, LocalWork
from incentives.learning.tasks import Task
from incentives.learning.tensors import as_tensor


def leave_one_out_weights(weights: Any) -> Tensor:
    """Weights of every run: row m without client m, the last row with everybody; shape (M + 1, M), float64.

    Args:
        weights: what each client counts when everybody takes part, shape (M,), above 0, M at least 2; each row is
            scaled to sum to 1.

    Raises:
        ValueError: fewer than two clients, or a weight that is not above 0.

    >>> leave_one_out_weights([1, 1, 2])
    tensor([[0.0000, 0.3333, 0.6667],
            [0.3333, 0.0000, 0.6667],
            [0.5000, 0.5000, 0.0000],
            [0.2500, 0.2500, 0.5000]], dtype=torch.float64)
    """
    row = as_tensor("weights", weights, finite=False, double=True)
    if row.ndim != 1 or len(row) < 2 or not (row > 0).all() or not row.isfinite().all():
        raise ValueError(f"weights must be two or more finite numbers above 0, got {row.tolist()}")
    clients = len(row)
    matrix = row.repeat(clients + 1, 1)
    matrix[range(clients), range(clients)] = 0
    return matrix / matrix.sum(dim=1, keepdim=True)


def leave_one_out(
    task: Task,
    data: FederatedData,
    work: LocalWork,
    *,
    rounds: int,
    seed: int,
    weights: Any = None,
    engine: EngineName = "stacked",
    deviations: Mapping[int, Strategy] | None = None,
    initial: ParamBank | None = None,
    held_out: tuple[Tensor, Tensor] | None = None,
    evaluate_every: int = 1,
    device: torch.device | str = "cpu",
    progress: bool = False,
) -> FederatedRun:
    """Train the federation without each client, and with everybody, in M + 1 runs at once.

    Args:
        weights: as in `leave_one_out_weights`; by default the clients' sizes.
        engine: "stacked", "sequential", or, for linear regression on all data, "statistics".
        deviations: clients that misreport; one client's lie is the same in all runs that contain it.
        rounds, seed, initial, held_out, evaluate_every, device, progress: as in `federation.run`.

    Returns:
        A run whose `bank` has M + 1 rows: row m is the model without client m, the last that of everybody.
        `losses` has shape (rounds, M, M + 1).

    Memory: about three times M (M + 1) models, and what the engine needs.

    Raises:
        ValueError: fewer than two clients, or as `federation.run`.
    """
    matrix = leave_one_out_weights(weights_by_size(data) if weights is None else weights)
    return federation.run(
        task,
        data,
        work,
        rounds=rounds,
        seed=seed,
        algorithm=FedAvg(matrix),
        engine=engine,
        deviations=deviations,
        initial=initial,
        held_out=held_out,
        evaluate_every=evaluate_every,
        device=device,
        progress=progress,
    )
