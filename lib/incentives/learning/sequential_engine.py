"""The input of every engine, and local training of one model after the other: slow for tiny models, and the oracle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.optim.sgd import sgd as fused_sgd

from incentives.learning.federated_data import Batches, FederatedData
from incentives.learning.sgd import Sgd
from incentives.learning.tasks import Moment, Task, seeded
from incentives.randomness import seed_for


class Job(NamedTuple):
    """One round's local training; an engine changes `values` and `buffers` in place.

    Args:
        values: shape (clients, runs, parameters), contiguous.
        buffers: shape (clients, runs, buffers), contiguous.
        data, batches: on the models' device.
        task: what is trained.
        sgd: how.
        present: shape (clients, runs), on the CPU; models that are absent stay as they are.
        who: the number of each row's client among all clients of `data`; all other axes of clients are by row.
    """

    values: Tensor
    buffers: Tensor
    data: FederatedData
    batches: Batches
    task: Task
    sgd: Sgd
    present: Tensor
    who: Sequence[int]


class Pointed:
    """A fresh module of a task, in training mode, whose parameters and buffers are views of rows.

    Args:
        like: a tensor of the module's device and type of numbers.
    """

    def __init__(self, task: Task, like: Tensor) -> None:
        self.module = task.module().to(device=like.device, dtype=like.dtype).train()
        self._layouts = task.layout, task.buffer_layout
        self._parameters = dict(self.module.named_parameters())
        self._owners: dict[str, tuple[nn.Module, str]] = {}
        for name, _ in self.module.named_buffers():
            path, _, leaf = name.rpartition(".")
            self._owners[name] = (self.module.get_submodule(path), leaf)
        self.trainable = {name: p for name, p in self._parameters.items() if p.requires_grad}

    def at(self, values: Tensor, buffers: Tensor) -> None:
        """Point at a row of parameters and a row of buffers; nothing is copied."""
        layout, buffer_layout = self._layouts
        for name, view in layout.split(values).items():
            self._parameters[name].data = view
        for name, view in buffer_layout.split(buffers).items():
            owner, leaf = self._owners[name]
            # .data gives each view a version of its own. Views of a row share one, so that a layer which updates its
            # statistics would seem to overwrite what an earlier layer has saved for its backward pass.
            owner._buffers[leaf] = view.data


def gather(data: FederatedData, rows: Tensor, dtype: torch.dtype) -> tuple[Tensor, Tensor]:
    """Inputs and labels of these rows; floats in the models' type of numbers, classes and tokens as they are."""
    inputs, labels = data.gather(rows)
    inputs = inputs.to(dtype) if inputs.is_floating_point() else inputs
    return inputs, labels.to(dtype) if labels.is_floating_point() else labels


@torch.no_grad()
def _step(
    parameters: Sequence[Tensor], velocity: list[Tensor | None], gradients: Sequence[Tensor | None], sgd: Sgd
) -> None:
    """One step of PyTorch's fused SGD, called past the optimizer object, which costs twice as much for tiny models.

    As there, a parameter that the loss did not use stays, weight decay included.
    """
    used = [(i, gradient) for i, gradient in enumerate(gradients) if gradient is not None]
    fused_sgd(
        [parameters[i] for i, _ in used],
        # The fused step takes numbers as they lie, and a gradient may lie in another order than its parameter.
        [gradient.contiguous() for _, gradient in used],
        [velocity[i] for i, _ in used],
        lr=sgd.rate,
        momentum=sgd.momentum,
        weight_decay=sgd.weight_decay,
        dampening=0.0,
        nesterov=False,
        maximize=False,
        fused=True,
        has_sparse_grad=False,
    )


def train_sequentially(job: Job) -> Tensor:
    """Train every present model in place and return its loss on its first batch before the first step.

    One module serves all models: its parameters and buffers are made views of a model's row, so nothing is copied
    before or after. A module that draws chance itself (dropout) draws the same in all runs of a client.

    Memory beyond the rows: one model's gradient and velocity, 8 bytes per parameter in single precision, and the
    activations of a batch; see the networks for bytes per example.

    Returns:
        Losses, shape (clients, runs), nan where absent.
    """
    values, buffers, data, batches, task, sgd, present, who = job
    with seeded(0, values.device) as reseed:
        pointed = Pointed(task, values)
        module, trainable = pointed.module, list(pointed.trainable.values())
        losses = torch.full(values.shape[:2], torch.nan, dtype=values.dtype, device=values.device)
        counts, steps = batches.counts.T.tolist(), batches.steps
        for client, run in present.nonzero().tolist():
            pointed.at(values[client, run], buffers[client, run])
            velocity = [torch.zeros_like(p) if sgd.momentum else None for p in trainable]
            reseed(seed_for(batches.seed, "noise", who[client], batches.round))
            loss_of = task.step_loss(module)
            for step in range(steps[client]):
                if step == 0 or not batches.constant:
                    rows = batches.rows[step, client, : counts[client][step]]
                    inputs, labels = gather(data, rows, values.dtype)
                loss = loss_of(module, inputs, labels, Moment(who[client], run, batches.round, step))
                if step == 0:
                    losses[client, run] = loss.detach()
                _step(trainable, velocity, torch.autograd.grad(loss, trainable, allow_unused=True), sgd)
    return losses
