"""A round's local training of all clients, behind one interface for all engines.

`sequential` trains one model after the other and accepts any module; it is the oracle. `stacked` trains all
models at once and needs the task's stacked form. `graph` trains one after the other too and, on a GPU, launches each
step at once. `statistics` is for linear regression on all data. A new engine is a function with the same arguments,
added to `ENGINES`; the contract test then holds it to the oracle's results.

Which one is fastest was measured: time of a step of one model over one of bare PyTorch, on one thread of a CPU, with 10
clients for dense networks and 5 for convolutions.

| network | sequential | stacked | graph |
|---|---|---|---|
| logistic regression 20-10 | 0.72 | 0.10 | 0.77 |
| dense 20-32-2 | 0.79 | 0.12 | 0.87 |
| dense 784-128-10 | 0.78 | 0.58 | 0.88 |
| `OneConv`, MNIST | 1.05 | 1.65 | 1.05 |
| `TwoConv`, SVHN | 1.00 | 1.42 | 1.07 |
| `ResNet18`, CIFAR-10 | 1.10 | none | 1.10 |
| `TextLSTM`, SST | 1.03 | none | 1.26 |
| `OneConv`, MNIST, two widths | 1.00 | none | 1.01 |
| `OneConv`, MNIST, bfloat16 | 1.00 | 1.60 | 1.02 |
| `TwoConv`, SVHN, bfloat16 | 0.36 | 1.56 | 0.36 |
| `ResNet18`, CIFAR-10, bfloat16 | 0.71 | none | 0.77 |

So on a CPU: stacked for small dense networks, sequential for all others, and graph, which there has nothing to capture,
for none. A stacked form of convolutions (`torch.func.vmap`) lost twice, with six to eight times the memory, and has
been taken
out; its ratios stay in the table. For linear regression on all data statistics is two to six times as fast as stacked
(`benchmarks/leave_one_out.py`). In bfloat16 (`incentives.learning.half_precision`) two convolutions and more are faster
than the bare loop in
single precision, on a processor that has units for it as this one has. On a GPU `benchmarks/engines.py --device cuda`
measures the same; no such run is stored yet. The store is `experiments/engines/records.jsonl`, with the memory of each
network and engine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import torch
from torch import Tensor

from incentives.learning.bank import Layout, ParamBank
from incentives.learning.federated_data import Batches, FederatedData
from incentives.learning.graph_engine import train_by_graph
from incentives.learning.sequential_engine import Job, train_sequentially
from incentives.learning.sgd import Rate, Sgd
from incentives.learning.stacked_engine import train_stacked
from incentives.learning.statistics_engine import train_by_statistics
from incentives.learning.tasks import Task
from incentives.numbers import as_count
from incentives.reading import as_flag, as_real

Engine = Callable[[Job], Tensor]
# "workers" is there in a block of `incentives.learning.on_workers`.
EngineName = Literal["sequential", "stacked", "statistics", "graph", "workers"]
Method = Literal["local", "mini-batch"]
ENGINES: dict[str, Engine] = {
    "sequential": train_sequentially,
    "stacked": train_stacked,
    "statistics": train_by_statistics,
    "graph": train_by_graph,
}
METHODS = ("local", "mini-batch")


@dataclass(frozen=True)
class LocalWork:
    """The work of every client in a round.

    Args:
        rate: step size, or a function of the round (from 0) that gives it.
        batch_size: examples per step; None: all of a client's.
        epochs: passes over the client's own data. Exactly one of `epochs` and `steps`.
        steps: the same number of steps for every client.
        momentum: of the local steps; the velocity starts at zero in every round.
        weight_decay: as in `Sgd`.
        partial: whether a pass may end in a smaller batch.
        method: "local": a client steps from batch to batch (local SGD, federated averaging). "mini-batch": it takes
            one step along the mean gradient, at the model that it received, of all examples that local SGD would
            have used (mini-batch or federated SGD).

    Raises:
        ValueError: a number out of range, both or neither of `epochs` and `steps`, or an unknown method.
    """

    rate: Rate
    batch_size: int | None = None
    epochs: int | None = None
    steps: int | None = None
    momentum: float = 0.0
    weight_decay: float = 0.0
    partial: bool = True
    method: Method = "local"

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise ValueError(f"method must be one of {METHODS}, got {self.method!r}")
        if (self.epochs is None) == (self.steps is None):
            raise ValueError(
                f"give exactly one of epochs and steps, got epochs={self.epochs!r} and steps={self.steps!r}"
            )
        for name in ("batch_size", "epochs", "steps"):
            if getattr(self, name) is not None:
                as_count(name, getattr(self, name), least=1)
        as_flag("partial", self.partial)
        self.sgd(0)

    def sgd(self, round: int) -> Sgd:
        """The optimizer of one round."""
        rate = self.rate(round) if callable(self.rate) else self.rate
        return Sgd(as_real("rate", rate), self.momentum, self.weight_decay)

    def batches(self, data: FederatedData, *, seed: int, round: int) -> Batches:
        """All clients' batches of one round; depends on (seed, client, round) and on nothing else that is random."""
        return data.batches(
            seed=seed,
            round=round,
            batch_size=self.batch_size,
            epochs=self.epochs,
            steps=self.steps,
            partial=self.partial,
            merged=self.method == "mini-batch",
        )


@dataclass(frozen=True, eq=False)
class LocalUpdate:
    """Models after local training.

    Args:
        bank: row client * runs + run is that client's model in that run.
        buffers: the same rows of buffers.
        losses: each model's loss on its first batch before the first step, shape (clients, runs); nan if absent.
    """

    bank: ParamBank
    buffers: ParamBank
    losses: Tensor


def local_update(
    start: ParamBank,
    data: FederatedData,
    batches: Batches,
    task: Task,
    sgd: Sgd,
    *,
    engine: EngineName = "sequential",
    buffers: ParamBank | None = None,
    present: Tensor | None = None,
    who: Sequence[int] | None = None,
) -> LocalUpdate:
    """Train every client's models on its batches; `start` stays as it is.

    Args:
        start: row client * runs + run is the model that the client starts from in that run; the number of runs is
            the number of rows over the number of clients. All runs of a client see the same batches.
        engine: a name in `ENGINES`; on a CPU "stacked" is the fastest for small dense networks and "sequential" for
            all others, by the table at the head of this module.
        data, batches: on the bank's device.
        buffers: rows like `start`'s; needed if the task has buffers.
        present: which client is in which run, shape (clients, runs), bool; all by default. Absent rows stay.
        who: the clients that have rows, if not all have; then `start`, `buffers` and `present` are of these, in this
            order.

    Memory: a copy of `start`, and what the engine needs.

    Raises:
        ValueError: an unknown engine, rows that do not fit the clients or the task, or data on another device.
    """
    if engine not in ENGINES:
        raise ValueError(f"engine must be one of {sorted(ENGINES)}, got {engine!r}")
    if start.layout != task.layout:
        raise ValueError("start must have the task's layout")
    count = data.clients if who is None else len(who)
    if len(start) == 0 or len(start) % count:
        raise ValueError(f"start must hold a row per client and run, a multiple of {count}, got {len(start)}")
    if start.values.device != data.device:
        raise ValueError(f"start and data must share a device, got {start.values.device} and {data.device}")
    shape = (count, len(start) // count)
    if buffers is None:
        buffers = ParamBank(start.values.new_zeros(len(start), 0), Layout(()))
    if buffers.layout != task.buffer_layout or len(buffers) != len(start):
        raise ValueError(f"buffers must have {len(start)} rows of the task's {task.buffer_layout.size} buffer columns")
    present = torch.ones(shape, dtype=torch.bool) if present is None else present.cpu()
    if present.shape != shape or present.dtype != torch.bool:
        raise ValueError(f"present must be bool of shape {shape}, got {present.dtype} {tuple(present.shape)}")
    after, after_buffers = start.copy(), buffers.copy()
    values, values_of_buffers = (bank.values.unflatten(0, shape) for bank in (after, after_buffers))
    here = range(data.clients) if who is None else who
    batches = batches if who is None else batches.of(who)
    losses = ENGINES[engine](Job(values, values_of_buffers, data, batches, task, sgd, present, here))
    return LocalUpdate(after, after_buffers, losses)
