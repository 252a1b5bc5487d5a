"""The task of training: a way to make the module, the loss of a batch, and how to treat many models at once."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, Protocol, runtime_checkable

import torch
from torch import Tensor, nn

from incentives.learning.bank import Layout, ParamBank
from incentives.learning.losses import CrossEntropy, Loss


class Moment(NamedTuple):
    """Where a local step happens; what a loss needs that draws its own chance, such as a random width."""

    client: int
    run: int
    round: int
    step: int


# The module is whichever the loss is written for.
LocalLoss = Callable[[Any, Tensor, Tensor, Moment], Tensor]


@runtime_checkable
class Planned(Protocol):
    """A local loss that decides what to compute before it computes, so that an engine may repeat a computation."""

    def planner(self, module: Any) -> Callable[[Moment], Hashable]:
        """Reads what the module holds at the start of a client's round; gives each step a plan.

        Steps of equal plans, and batches of the same shape, are the same computation.
        """
        ...

    def under(self, plan: Any, module: Any, inputs: Tensor, labels: Tensor) -> Tensor:
        """The loss of a step with this plan, a scalar; it reads no number back from the device."""
        ...


class Stacked(Protocol):
    """A way to compute many models of one architecture at once.

    Parameters come by name, shapes (clients, runs, *shape), contiguous; inputs (clients, examples, *shape): the
    runs of one client share its inputs. See `networks.DenseNetwork`.
    """

    def outputs(self, parameters: dict[str, Tensor], inputs: Tensor) -> Tensor:
        """Outputs, shape (clients, runs, examples, outputs)."""
        ...

    def gradient(
        self, parameters: dict[str, Tensor], inputs: Tensor, labels: Tensor, weights: Tensor, loss: Loss
    ) -> dict[str, Tensor]:
        """Gradient of the weighted sum of losses, by name; labels and weights have shape (clients, examples)."""
        ...


@contextmanager
def seeded(seed: int, device: torch.device | str = "cpu") -> Iterator[Callable[[int], None]]:
    """Inside, code that draws from PyTorch's global generator starts from `seed`; outside it is as it was.

    Modules draw their first weights, and dropout, from the global generator and offer no other way. Yields a
    function that seeds anew.
    """
    device = torch.device(device)

    def reseed(seed: int) -> None:
        torch.default_generator.manual_seed(seed)
        if device.type == "cuda":
            with torch.cuda.device(device):
                torch.cuda.manual_seed(seed)

    with torch.random.fork_rng(devices=[device] if device.type == "cuda" else []):
        reseed(seed)
        yield reseed


@dataclass(frozen=True, eq=False)
class Task:
    """One learning problem, whoever holds the data.

    Args:
        make: gives a fresh module. Any `torch.nn.Module` whose call maps inputs to outputs; also one that does not,
            if `local_loss` is given.
        loss: of one example; its mean over a batch is what the clients minimise.
        local_loss: replaces that mean in local training, for instance to add the loss of a narrower network:
            `local_loss(module, inputs, labels, moment)` returns a scalar. Then the sequential engine trains, and
            the graph engine if the loss is `Planned`.
        stacked: the same network for many models at once; None if there is no such form.

    >>> task = Task(lambda: nn.Linear(2, 1))
    >>> task.layout.size, task.buffer_layout.size
    (3, 0)
    """

    make: Callable[[], nn.Module]
    loss: Loss = field(default_factory=CrossEntropy)
    local_loss: LocalLoss | None = None
    stacked: Stacked | None = None

    @cached_property
    def layout(self) -> Layout:
        """Columns of a row of parameters."""
        return Layout.of_parameters(self.module())

    @cached_property
    def buffer_layout(self) -> Layout:
        """Columns of a row of buffers; size 0 for networks without, for instance, batch normalization."""
        return Layout.of_buffers(self.module())

    def module(self) -> nn.Module:
        """A fresh module; its weights are to be replaced. The global generator is left as it was."""
        with seeded(0):
            return self.make()

    def initial(self, generator: torch.Generator, *, dtype: torch.dtype = torch.float32) -> tuple[ParamBank, ParamBank]:
        """One model's first parameters and buffers, drawn as the module draws them; banks of one row, on the CPU.

        Raises:
            ValueError: `generator` does not live on the CPU.
        """
        if generator.device.type != "cpu":
            raise ValueError(f"generator must live on the CPU, got {generator.device}")
        with seeded(int(torch.randint(2**62, (), generator=generator))):
            module = self.make()
        banks = []
        for layout, named in (
            (self.layout, module.named_parameters()),
            (self.buffer_layout, module.named_buffers()),
        ):
            values = torch.zeros(1, layout.size, dtype=dtype)
            views = layout.split(values[0])
            with torch.no_grad():
                for name, tensor in named:
                    views[name].copy_(tensor)
            banks.append(ParamBank(values, layout))
        return banks[0], banks[1]

    def step_loss(self, module: nn.Module) -> LocalLoss:
        """The loss that the local steps of one client's round minimise, as a function of module, inputs, labels and
        moment.

        A loss that plans reads what the module holds here, once, so that no step has to wait for a number from the
        device.
        """
        own = self.local_loss
        if own is None:
            return lambda module, inputs, labels, moment: self.loss.mean(module(inputs), labels)
        if not isinstance(own, Planned):
            return own
        plan = own.planner(module)
        return lambda module, inputs, labels, moment: own.under(plan(moment), module, inputs, labels)

    def batch_loss(self, module: nn.Module, inputs: Tensor, labels: Tensor, moment: Moment) -> Tensor:
        """The loss that one local step minimises, a scalar."""
        return self.step_loss(module)(module, inputs, labels, moment)
