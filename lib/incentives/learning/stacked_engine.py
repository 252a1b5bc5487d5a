"""Local training of all models at once, along leading axes of clients and runs.

Pays where launching an operation costs more than its arithmetic: tiny models on a CPU.
"""

from __future__ import annotations

import torch
from torch import Tensor

from incentives.learning.losses import Loss
from incentives.learning.sequential_engine import Job, gather
from incentives.learning.tasks import Stacked


def _losses(
    network: Stacked, loss: Loss, parameters: dict[str, Tensor], inputs: Tensor, labels: Tensor, weights: Tensor
) -> Tensor:
    """Each model's mean loss of its batch, shape (clients, runs)."""
    each = loss.each(network.outputs(parameters, inputs), labels[:, None])
    return (each * weights[:, None]).sum(dim=-1)


@torch.no_grad()
def train_stacked(job: Job) -> Tensor:
    """Train every present model in place and return its loss on its first batch before the first step.

    Clients are taken in the order of their number of steps, so one that has finished costs nothing more; a client
    that is in no run costs nothing at all. Within a step, clients with smaller batches are padded.

    Memory beyond the rows, for each model: its parameters, gradient (and velocity) again, and the activations of one
    step. The result is as for the sequential engine.

    Raises:
        ValueError: the task has no stacked form, a loss of its own, or buffers.
    """
    values, buffers, data, batches, task, sgd, present, _ = job
    network = task.stacked
    if network is None or task.local_loss is not None or buffers.shape[-1]:
        raise ValueError(
            "engine 'stacked' needs a task with a stacked form, without local_loss and without buffers; "
            "engine 'sequential' trains any task"
        )
    steps = torch.tensor(batches.steps)
    order = steps.argsort(descending=True, stable=True)
    order = order[present[order].any(dim=1)]
    losses = torch.full(values.shape[:2], torch.nan, dtype=values.dtype, device=values.device)
    if not len(order):
        return losses
    here = order.to(values.device)
    full = {name: view.contiguous() for name, view in task.layout.split(values[here]).items()}
    velocity = {name: torch.zeros_like(tensor) for name, tensor in full.items()} if sgd.momentum else {}
    rows, all_weights = batches.rows[:, here], batches.weights(values.dtype)[:, here]
    counts = batches.counts[:, order]
    active, widths = (counts > 0).sum(dim=1).tolist(), counts.amax(dim=1).tolist()

    taking = 0
    for step in range(int(steps[order[0]])):
        if active[step] != taking:
            taking = active[step]
            parameters = {name: tensor[:taking] for name, tensor in full.items()}
            moving = {name: tensor[:taking] for name, tensor in velocity.items()}
        if step == 0 or not batches.constant:
            inputs, labels = gather(data, rows[step, :taking, : widths[step]], values.dtype)
            weights = all_weights[step, :taking, : widths[step]]
        if step == 0:
            losses[here] = _losses(network, task.loss, parameters, inputs, labels, weights)
        gradients = network.gradient(parameters, inputs, labels, weights, task.loss)
        for name, gradient in gradients.items():
            parameter = parameters[name]
            if sgd.weight_decay:
                gradient = gradient.add(parameter, alpha=sgd.weight_decay)
            if sgd.momentum:
                gradient = moving[name].mul_(sgd.momentum).add_(gradient)
            parameter.add_(gradient, alpha=-sgd.rate)

    trained = task.layout.join(full)
    if not present[order].all():
        there = present[order].to(values.device)
        trained = torch.where(there[..., None], trained, values[here])
        losses.masked_fill_(~present.to(values.device), torch.nan)
    values[here] = trained
    return losses
