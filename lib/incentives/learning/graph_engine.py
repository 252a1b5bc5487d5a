"""Local training of one model after the other, each step on a GPU one launch: a CUDA graph, captured and replayed.

Pays where a step is many small kernels whose launches take longer than they do. A graph repeats its kernels on the
addresses that it was captured with. So one set of parameters, buffers, velocities, inputs and labels stays where it
is, and every model is copied in and out. On a CPU there is nothing to capture and the same step is called as it is.

No GPU was at hand when this was written: captures follow the documentation and are tested with a stand-in, and
`pytest -m gpu tests/learning` is what tests them where there is one.

Reference: CUDA graphs in PyTorch's notes on CUDA semantics.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

import torch
from torch import Tensor

from incentives.learning.sequential_engine import Job, Pointed, gather
from incentives.learning.sgd import Sgd
from incentives.learning.tasks import Moment, Planned, Task, seeded
from incentives.randomness import seed_for

# How many steps of one computation run before one is captured. They let libraries set themselves up, which they may not
# do in a capture; and a capture costs several steps, too much for a batch size that hardly ever comes.
BEFORE_CAPTURE = 5

Call = Callable[[], None]


class CudaCapture:
    """Runs and captures steps on a stream of its own, as a capture asks for; all graphs share their memory.

    Sharing is safe because graphs run one at a time and leave nothing behind that another one reads: every result
    is copied to a tensor that was made outside of any capture.
    """

    def __init__(self, device: torch.device) -> None:
        self.stream = torch.cuda.Stream(device)
        self.pool = torch.cuda.graph_pool_handle()

    def warm_up(self, call: Call) -> None:
        """Run a step without capturing it."""
        here = torch.cuda.current_stream(self.stream.device)
        self.stream.wait_stream(here)
        with torch.cuda.stream(self.stream):
            call()
        here.wait_stream(self.stream)

    def record(self, call: Call) -> Call:
        """Record a step, which is not run, and return its replay."""
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph, pool=self.pool, stream=self.stream):
            call()
        return graph.replay


@dataclass(eq=False)
class Captured:
    """A computation: how often it ran before the capture, and the captured step."""

    met: int = 0
    replay: Call | None = None


@dataclass(eq=False)
class Batch:
    """Where the batches of one shape lie, and what is computed from them, by plan."""

    inputs: Tensor
    labels: Tensor
    steps: dict[Hashable, Captured] = field(default_factory=dict)


class StaticStep:
    """One local step of one model at fixed addresses: loss, gradient, SGD.

    Args:
        like: a tensor of the device and the type of numbers.
        momentum, weight_decay: as in `Sgd`; the rate is a tensor, so that it may change without a new capture.
        capture: what captures steps; None runs them as they are.
    """

    def __init__(
        self, task: Task, like: Tensor, momentum: float, weight_decay: float, capture: CudaCapture | None
    ) -> None:
        self.loss = task.loss
        self.local_loss: Any = task.local_loss  # None, or one that plans
        self.momentum, self.weight_decay, self.capture = momentum, weight_decay, capture
        self.values, self.buffers = (like.new_empty(part.size) for part in (task.layout, task.buffer_layout))
        self.velocity = torch.zeros_like(self.values) if momentum else None
        self.rate, self.value = like.new_zeros(()), like.new_zeros(())
        pointed = Pointed(task, like)
        pointed.at(self.values, self.buffers)
        self.module, self._trainable = pointed.module, list(pointed.trainable.values())
        moving = {} if self.velocity is None else task.layout.split(self.velocity)
        self._moving = [moving[name] for name in pointed.trainable] if moving else []
        self._batches: dict[tuple, Batch] = {}

    def start(self, values: Tensor, buffers: Tensor) -> None:
        """Take in one model; its velocity is zero."""
        self.values.copy_(values)
        self.buffers.copy_(buffers)
        if self.velocity is not None:
            self.velocity.zero_()

    def see(self, inputs: Tensor, labels: Tensor) -> Batch:
        """Take in a batch, where batches of its shape belong."""
        kind = (inputs.shape, inputs.dtype, labels.dtype)
        if kind not in self._batches:
            self._batches[kind] = Batch(torch.empty_like(inputs), torch.empty_like(labels))
        batch = self._batches[kind]
        batch.inputs.copy_(inputs)
        batch.labels.copy_(labels)
        return batch

    def planner(self) -> Callable[[Moment], Hashable]:
        """The plan of what the steps of the model that was taken in will compute; None where it is always the same."""
        return (lambda moment: None) if self.local_loss is None else self.local_loss.planner(self.module)

    def run(self, batch: Batch, plan: Hashable = None) -> None:
        """One step on this batch; the loss before it is then in `value`."""
        if self.capture is None:
            self._compute(batch, plan)
            return
        step = batch.steps.setdefault(plan, Captured())
        if step.replay is not None:
            step.replay()
        elif step.met < BEFORE_CAPTURE:
            step.met += 1
            self.capture.warm_up(lambda: self._compute(batch, plan))
        else:
            step.replay = self.capture.record(lambda: self._compute(batch, plan))
            step.replay()

    def _loss(self, batch: Batch, plan: Hashable) -> Tensor:
        if self.local_loss is None:
            return self.loss.mean(self.module(batch.inputs), batch.labels)
        return self.local_loss.under(plan, self.module, batch.inputs, batch.labels)

    def _compute(self, batch: Batch, plan: Hashable) -> None:
        with torch.enable_grad():
            loss = self._loss(batch, plan)
            found = torch.autograd.grad(loss, self._trainable, allow_unused=True)
        with torch.no_grad():
            self.value.copy_(loss)
            # As in the sequential engine, a parameter that the loss did not use stays, weight decay included.
            used = [i for i, gradient in enumerate(found) if gradient is not None]
            parameters: list[Tensor] = [self._trainable[i] for i in used]
            step: Any = [found[i] for i in used]
            # Written out: on a GPU PyTorch's fused SGD reads a rate that is a tensor in single precision.
            if self.weight_decay:
                step = torch._foreach_add(step, parameters, alpha=self.weight_decay)
            if self._moving:
                moving = [self._moving[i] for i in used]
                torch._foreach_mul_(moving, self.momentum)
                torch._foreach_add_(moving, step)
                step = moving
            torch._foreach_sub_(parameters, torch._foreach_mul(step, self.rate))


# Entries go with their task; a federation that runs for many rounds captures each step once.
_known: WeakKeyDictionary[Task, dict[tuple, StaticStep]] = WeakKeyDictionary()


def _static_step(task: Task, like: Tensor, sgd: Sgd) -> StaticStep:
    """The task's step, made where it is not known for this device, type of numbers, momentum and weight decay."""
    steps = _known.setdefault(task, {})
    kind = (like.device, like.dtype, sgd.momentum, sgd.weight_decay)
    if kind not in steps:
        capture = CudaCapture(like.device) if like.device.type == "cuda" else None
        steps[kind] = StaticStep(task, like, sgd.momentum, sgd.weight_decay, capture)
    steps[kind].rate.fill_(sgd.rate)
    return steps[kind]


def train_by_graph(job: Job) -> Tensor:
    """Train every present model in place and return its loss on its first batch before the first step.

    On a CUDA device each batch size has a graph of its own, and with a loss that plans each plan: a network with a
    menu of widths has as many as the menu, another one as many as its widths differ in what they keep. Graphs and their
    memory are kept from round to round, as
    long as the task lives; one task must not be trained by two threads at once. What a network computes must not
    depend on values that the host would have to read; PyTorch refuses to capture that.

    Memory beyond the rows, kept: one model's parameters and velocity, a batch of each size, and on a GPU the graphs'
    pool, which is the gradient, one more row and the activations of the largest batch: 16 bytes per parameter in
    single precision, 4 more with weight decay, and the activations of a batch as in the sequential engine. The result
    is as there.

    Raises:
        ValueError: the task has a loss of its own that does not say beforehand what it computes.
    """
    values, buffers, data, batches, task, sgd, present, who = job
    if task.local_loss is not None and not isinstance(task.local_loss, Planned):
        raise ValueError(
            "engine 'graph' needs a task without local_loss, or one that plans its steps, since a graph repeats one "
            f"computation; got {task.local_loss!r}; engine 'sequential' trains any task"
        )
    losses = torch.full(values.shape[:2], torch.nan, dtype=values.dtype, device=values.device)
    counts, steps = batches.counts.T.tolist(), batches.steps
    one = _static_step(task, values, sgd)
    with seeded(0, values.device) as reseed:
        for client, run in present.nonzero().tolist():
            one.start(values[client, run], buffers[client, run])
            plan = one.planner()
            reseed(seed_for(batches.seed, "noise", who[client], batches.round))
            for step in range(steps[client]):
                if step == 0 or not batches.constant:
                    rows = batches.rows[step, client, : counts[client][step]]
                    batch = one.see(*gather(data, rows, values.dtype))
                one.run(batch, plan(Moment(who[client], run, batches.round, step)))
                if step == 0:
                    losses[client, run] = one.value
            values[client, run], buffers[client, run] = one.values, one.buffers
    return losses
