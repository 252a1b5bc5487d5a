"""Statistics of batch norms, measured before a width is scored. Needs PyTorch.

A width of the menu is drawn in a fraction of the steps, and the running statistics of its batch norms move by a tenth
each time. After a short training they are still in part the 0 and 1 that they began with, and the width answers with
one class although its weights have learned. So whoever gives widths away measures every width's statistics first, on
training data. Reference: Yu and Huang (2019), Universally slimmable networks, who do so after training.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import incentives.learning  # noqa: F401  says which extra brings PyTorch, where it is missing

# isort: split
import torch
from torch import Tensor

from incentives.learning.bank import ParamBank
from incentives.learning.federated_data import FederatedData
from incentives.learning.slimmable import SwitchableBatchNorm2d, calibrate
from incentives.learning.tasks import Task
from incentives.randomness import stream

SIZE, MOST = 64, 16  # examples of a batch, and batches: enough for averages, and as cheap as one pass over few data


def training_batches(data: FederatedData, clients: Sequence[int], *, seed: int) -> list[Tensor]:
    """Inputs of these clients' examples in an order of chance: at most 16 batches of 64, or one batch of fewer.

    >>> data = FederatedData.of(torch.zeros(200, 3), torch.zeros(200, dtype=torch.long), [range(150), range(150, 200)])
    >>> [len(batch) for batch in training_batches(data, [0], seed=0)], len(training_batches(data, [1], seed=0)[0])
    ([64, 64], 50)
    """
    rows = torch.cat([data.index[client, : data.sizes[client]] for client in clients])
    rows = rows[torch.from_numpy(stream(seed, "recalibration").permutation(len(rows)))]
    kept = rows[: min(len(rows) // SIZE, MOST) * SIZE] if len(rows) >= SIZE else rows
    return [data.gather(part.to(data.device))[0] for part in kept.split(SIZE)]


def recalibrated(
    task: Task,
    model: Tensor,
    buffers: Tensor,
    data: FederatedData,
    widths: Sequence[float],
    *,
    seed: int,
    held: Sequence[float] | None = None,
) -> Tensor:
    """A model's buffers with the statistics of its switchable batch norms measured at each width, shape (buffers,).

    Buffers of a network without such norms come back as they are.

    Args:
        task: from `two_width_task`.
        model: its parameters, shape (parameters,).
        buffers: as training left them, shape (buffers,).
        data: of the clients, on any device.
        widths: to measure, from the menu of the norms.
        seed: of the order of the examples.
        held: the width that each client holds. A width is measured by the clients who hold it; by all if not given.
    """
    module: Any = task.module().to(device=model.device, dtype=model.dtype).eval()
    if not any(isinstance(part, SwitchableBatchNorm2d) for part in module.modules()):
        return buffers
    ParamBank(model[None].contiguous(), task.layout).load(0, module)
    for name, view in task.buffer_layout.split(buffers).items():
        module.get_buffer(name).copy_(view)
    for width in sorted(set(widths)):
        holders = [client for client in range(data.clients) if held is None or held[client] >= width]
        batches = [batch.to(model.device) for batch in training_batches(data, holders, seed=seed)]
        calibrate(module, [b.to(model.dtype) if b.is_floating_point() else b for b in batches], [width])
    return task.buffer_layout.join({name: part.to(buffers) for name, part in module.named_buffers()})
