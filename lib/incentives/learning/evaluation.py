"""Scores of many models on the same examples."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor

from incentives.learning.bank import ParamBank
from incentives.learning.losses import check_labels
from incentives.learning.tasks import Task
from incentives.learning.tensors import as_tensor
from incentives.numbers import as_count
from incentives.reading import as_kind


class Scores(NamedTuple):
    """Mean loss and share of hits of every model, shape (models,); accuracies are nan where nothing is classified."""

    losses: Tensor
    accuracies: Tensor

    def __str__(self) -> str:
        loss, accuracy = float(self.losses.mean()), float(self.accuracies.mean())
        return f"loss {loss:.4g}" if accuracy != accuracy else f"accuracy {accuracy:.1%}"


@torch.no_grad()
def predict(task: Task, bank: ParamBank, buffers: ParamBank | None, inputs: Tensor) -> Tensor:
    """Outputs of all models on the same inputs, shape (models, examples, outputs), in evaluation mode.

    All at once where the task has a stacked form, otherwise one model after the other.
    """
    inputs = inputs.to(bank.values.device)
    inputs = inputs.to(bank.values.dtype) if inputs.is_floating_point() else inputs
    if task.stacked is not None and not task.buffer_layout.size:
        parameters = {name: view[None].contiguous() for name, view in bank.views().items()}
        return task.stacked.outputs(parameters, inputs[None])[0]
    module = task.module().to(device=bank.values.device, dtype=bank.values.dtype).eval()
    outputs = []
    for model in range(len(bank)):
        bank.load(model, module)
        if buffers is not None:
            for name, view in buffers.row(model).items():
                module.get_buffer(name).copy_(view)
        outputs.append(module(inputs))
    return torch.stack(outputs)


def _check_whole(task: Task, bank: ParamBank, buffers: ParamBank | None, inputs: Tensor) -> None:
    """ValueError where the network does not read whole numbers, tried with the first of them."""
    try:
        predict(task, bank, buffers, inputs[:1])
    except (RuntimeError, TypeError) as problem:
        raise ValueError(
            f"inputs must be what the network reads, got {inputs.dtype}; whole numbers and bytes must be made floats "
            f"for most networks. It says: {problem}"
        ) from problem


@torch.no_grad()
def evaluate(
    task: Task,
    bank: ParamBank,
    buffers: ParamBank | None,
    inputs: Tensor,
    labels: Tensor,
    *,
    chunk: int = 2048,
) -> Scores:
    """Mean loss and accuracy of every model on the same examples.

    Memory: outputs and activations of all models on `chunk` examples.

    Raises:
        ValueError: no examples, or another number of labels than inputs.
    """
    as_kind("task", task, Task), as_kind("bank", bank, ParamBank), as_count("chunk", chunk, least=1)
    if buffers is not None:
        as_kind("buffers", buffers, ParamBank)
    inputs, labels = as_tensor("inputs", inputs), as_tensor("labels", labels)
    if inputs.ndim == 0 or labels.ndim != 1:
        raise ValueError(
            f"labels must be one row and inputs have an entry for each, got {tuple(labels.shape)} and "
            f"{tuple(inputs.shape)}"
        )
    if len(inputs) == 0 or len(inputs) != len(labels):
        raise ValueError(f"inputs and labels must be equally many, at least 1; got {len(inputs)} and {len(labels)}")
    check_labels("the examples", task.loss, labels)
    device, dtype = bank.values.device, bank.values.dtype
    total = torch.zeros(len(bank), dtype=dtype, device=device)
    right = torch.zeros(len(bank), dtype=torch.long, device=device)
    classified = True
    for low in range(0, len(inputs), chunk):
        part = labels[low : low + chunk].to(device)
        part = part.to(dtype) if part.is_floating_point() else part
        try:
            outputs = predict(task, bank, buffers, inputs[low : low + chunk])
        except (RuntimeError, TypeError):
            if not inputs.is_floating_point():
                _check_whole(task, bank, buffers, inputs)
            raise
        total += task.loss.each(outputs, part).sum(dim=1)
        hits = task.loss.hits(outputs, part)
        if hits is None:
            classified = False
        else:
            right += hits.sum(dim=1)
    accuracies = right.to(dtype) / len(inputs) if classified else torch.full_like(total, torch.nan)
    return Scores(total / len(inputs), accuracies)
