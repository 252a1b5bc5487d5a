"""Aequa's training: one full network, every width of which is a model that can be given away. Needs PyTorch.

`two_width_task` is Algorithm 1: each local step lowers the loss at full width plus the loss at one random width, and
the server averages as in federated averaging. `TrainingTimeRewards` is Algorithm 2: during training each client
holds only the width that its contribution so far has earned.

Reference: Tastan, Horváth and Nandakumar (2025), Algorithms 1 and 2. Their formulas are lost in the text that we
hold; what is our reading is said at the argument concerned.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal, NamedTuple

import torch
from torch import Tensor, nn

from incentives.learning.averaging import Models
from incentives.learning.bank import Layout
from incentives.learning.losses import CrossEntropy, Loss
from incentives.learning.slim_masks import buffer_masks, width_masks
from incentives.learning.slimmable import widest_alike
from incentives.learning.tasks import Moment, Task
from incentives.randomness import stream

Widths = tuple[float | Fraction, float | Fraction]
CAP = "cap"
# How many widths' masks are remembered: enough for the menus, and bounded where widths come from a continuum.
REMEMBERED = 32


def _digits(width: float) -> float:
    """A width to six decimal places, so that one on a menu survives single precision."""
    return round(width, 6)


class Capped(nn.Module):
    """A slimmable network that knows the width its client may use at most, a buffer that the server sets.

    >>> from incentives.learning.slim_networks import OneConv
    >>> capped = Capped(OneConv(side=8, channels=4, hidden=8))
    >>> _ = capped.cap.fill_(0.5)
    >>> images = torch.rand(1, 1, 8, 8, generator=torch.Generator().manual_seed(0))
    >>> bool(torch.equal(capped(images), capped.network(images, 0.5)))
    True
    """

    network: Any
    cap: Tensor

    def __init__(self, network: nn.Module) -> None:
        super().__init__()
        self.network = network
        self.register_buffer(CAP, torch.ones(()))

    def forward(self, inputs: Tensor, width: float = 1.0) -> Tensor:
        return self.network(inputs, min(width, self.largest))

    @property
    def largest(self) -> float:
        """The cap as a plain number; on a GPU this waits for the device, so it is read once in a client's round."""
        # Averaged with the other buffers over a hundred clients, ones can come out a millionth above one.
        return min(1.0, _digits(self.cap.item()))


class Plain(nn.Module):
    """A slimmable network under the names of `Capped`, without a cap: it has no buffer of its own.

    >>> from incentives.learning.slim_networks import OneConv
    >>> plain = Plain(OneConv(side=8, channels=4, hidden=8))
    >>> [name for name, _ in plain.named_parameters()][:2], list(plain.buffers())
    (['network.conv.weight', 'network.conv.bias'], [])
    """

    def __init__(self, network: nn.Module) -> None:
        super().__init__()
        self.network = network

    def forward(self, inputs: Tensor, width: float = 1.0) -> Tensor:
        return self.network(inputs, width)


@dataclass(frozen=True)
class TwoWidths:
    """The loss of one local step: at the largest width that the client holds and at one random narrower width.

    Args:
        narrowest: the smallest width, in (0, 1].
        menu: widths to draw from, for networks that keep statistics per width; `None` draws from the interval.
        combine: "sum" adds the two losses (as slimmable networks accumulate gradients), "mean" halves them, which
            halves the step at the coordinates that both share. The source's words fit both.
        seed: of the widths, which depend on (seed, client, round, step) only.
        loss: of one example.

    Raises:
        ValueError: a name or number out of range.
    """

    narrowest: float = 0.25
    menu: tuple[float, ...] | None = None
    combine: Literal["sum", "mean"] = "sum"
    seed: int = 0
    loss: Loss = field(default_factory=CrossEntropy)

    def __post_init__(self) -> None:
        if not 0 < self.narrowest <= 1:
            raise ValueError(f"narrowest must be above 0 and at most 1, got {self.narrowest!r}")
        if self.menu is not None and (not self.menu or min(self.menu) < self.narrowest or max(self.menu) > 1):
            raise ValueError(f"menu must hold widths from {self.narrowest} to 1, got {self.menu!r}")
        if self.combine not in ("sum", "mean"):
            raise ValueError(f'combine must be "sum" or "mean", got {self.combine!r}')

    def width(self, largest: float, *moment: int) -> float:
        """The narrower width of one step: uniform between the narrowest and the largest, or uniform on the menu."""
        rng = stream(self.seed, "width", *moment)
        if self.menu is None:
            return self.narrowest + (largest - self.narrowest) * rng.random()
        held = [width for width in self.menu if width <= largest + 1e-6]
        return held[rng.integers(len(held))]

    def planner(self, module: Capped) -> Callable[[Moment], Widths]:
        """The plan of each step: its two widths, each as the widest that keeps the same channels."""
        largest = module.largest

        def plan(moment: Moment) -> Widths:
            narrow = self.width(largest, moment.client, moment.round, moment.step)
            return widest_alike(module.network, largest), widest_alike(module.network, narrow)

        return plan

    def under(self, plan: Widths, module: Capped, inputs: Tensor, labels: Tensor) -> Tensor:
        """The loss at these widths, the larger one first."""
        largest, width = plan
        if largest == 1:
            whole, narrow = module.network.joint(inputs, width)
        else:
            whole, narrow = module.network(inputs, largest), module.network(inputs, width)
        both = self.loss.mean(whole, labels) + self.loss.mean(narrow, labels)
        return both / 2 if self.combine == "mean" else both

    def __call__(self, module: Capped, inputs: Tensor, labels: Tensor, moment: Moment) -> Tensor:
        return self.under(self.planner(module)(moment), module, inputs, labels)


def two_width_task(make: Callable[[], nn.Module], loss: TwoWidths | None = None) -> Task:
    """The learning problem of Algorithm 1, for `incentives.learning.federation.run`.

    Args:
        make: gives a fresh slimmable network with `forward(inputs, width)` and `joint(inputs, width)`.
        loss: two widths with their defaults if not given. `plain_task` is the same network at full width only.
    """
    loss = TwoWidths() if loss is None else loss
    return Task(lambda: Capped(make()), loss=loss.loss, local_loss=loss)


def plain_task(make: Callable[[], nn.Module], loss: Loss | None = None) -> Task:
    """The same network trained at full width only, with the same parameters and first weights: for all baselines.

    >>> from incentives.learning.slim_networks import OneConv
    >>> plain_task(OneConv).layout.size == two_width_task(OneConv).layout.size
    True
    """
    return Task(lambda: Plain(make()), loss=CrossEntropy() if loss is None else loss)


def mask_rows(task: Task, widths: Sequence[float | Fraction], example: Tensor) -> Models:
    """Which of a model's coordinates each width holds: bool, shapes (widths, parameters) and (widths, buffers).

    The cap counts as held by every width.
    """
    module: Any = task.module().to(example.dtype if example.is_floating_point() else torch.float32)
    parameters, buffers = [], []
    for width in widths:
        masks = width_masks(module.network, width, example)
        parameters.append(task.layout.join({f"network.{name}": mask for name, mask in masks.items()}))
        masks = {f"network.{name}": mask for name, mask in buffer_masks(module.network, width).items()}
        masks[CAP] = torch.ones((), dtype=torch.bool)
        buffers.append(task.buffer_layout.join(masks))
    return Models(torch.stack(parameters), torch.stack(buffers))


def masked_average(sent: Tensor, held: Tensor, before: Tensor) -> Tensor:
    """Each coordinate averaged over those who hold it; where nobody does, it stays as it was.

    Args:
        sent: the clients' models, shape (clients, parameters).
        held: who holds what, bool, same shape.
        before: the server's model before the round, shape (parameters,).

    Reference: Tastan, Horváth and Nandakumar (2025), Algorithm 2, after FedPeWS. That the server keeps what nobody
    holds is our reading.

    >>> sent = torch.tensor([[1.0, 9.0, 9.0], [3.0, 5.0, 9.0]])
    >>> held = torch.tensor([[True, False, False], [True, True, False]])
    >>> masked_average(sent, held, torch.tensor([0.0, 0.0, 7.0]))
    tensor([2., 5., 7.])
    """
    if sent.shape != held.shape or before.shape != sent.shape[1:]:
        raise ValueError(
            f"sent, held and before must have shapes (clients, n), (clients, n), (n,); got {tuple(sent.shape)}, "
            f"{tuple(held.shape)}, {tuple(before.shape)}"
        )
    owners = held.sum(0)
    total = torch.where(held, sent, torch.zeros_like(sent)).sum(0)
    return torch.where(owners > 0, total / owners.clamp(min=1), before)


class RewardState(NamedTuple):
    """The server's model, each client's contribution so far, and the width that it holds next."""

    models: Models
    contributions: Tensor
    widths: Tensor
    history: tuple[tuple[float, ...], ...]  # widths held in the rounds so far


Assessment = Callable[[Tensor, Layout], Tensor]


@dataclass(frozen=True, eq=False)
class TrainingTimeRewards:
    """Algorithm 2: clients hold the width that their contribution has earned, and train no more than that.

    Args:
        task: from `two_width_task`.
        narrowest: the width that everybody holds.
        example: inputs that the network accepts, any values; tells which coordinates a width uses.
        assess: contributions from the clients' updates on the common narrowest subnetwork, shape (clients,
            parameters) with zeros elsewhere, and the layout; see `cgsv.cosine_contributions` and
            `shapfed.last_layer_contributions`.
        memory: momentum of the contributions, in [0, 1): new = memory * old + (1 - memory) * assessed.
        menu: widths are rounded up to one of these; `None` keeps them as they are.

    A client's width is its contribution over the largest one, at least `narrowest`: our reading of Eq. (5); a
    contribution that is not positive earns the narrowest width. Buffers, such as the running statistics of a batch
    norm, are sent and averaged under the same masks as parameters: a statistic that somebody does not hold is not
    moved by what that client sends.

    Raises:
        ValueError: a number out of range.
    """

    task: Task
    narrowest: float
    example: Tensor
    assess: Assessment
    memory: float = 0.5
    menu: tuple[float, ...] | None = None
    _masks: dict[float | Fraction, Models] = field(default_factory=dict, init=False, repr=False)
    _module: Any = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if not 0 < self.narrowest <= 1:
            raise ValueError(f"narrowest must be above 0 and at most 1, got {self.narrowest!r}")
        if not 0 <= self.memory < 1:
            raise ValueError(f"memory must be in [0, 1), got {self.memory!r}")
        if self.menu is not None and (max(self.menu) != 1 or min(self.menu) < self.narrowest):
            raise ValueError(f"menu must reach from {self.narrowest} to 1, got {self.menu!r}")
        object.__setattr__(self, "_module", self.task.module())

    def held(self, widths: Tensor) -> Models:
        """Who holds which coordinate, bool, shapes (clients, parameters) and (clients, buffers).

        Widths that keep the same channels share a mask.
        """
        alike = [widest_alike(self._module.network, width) for width in map(_digits, widths.tolist())]
        rows = []
        for width in alike:
            if width not in self._masks:
                found = mask_rows(self.task, [width], self.example)
                self._masks[width] = Models(*(part[0] for part in found))
            rows.append(self._masks[width])
        for width in list(self._masks)[: max(0, len(self._masks) - REMEMBERED)]:
            del self._masks[width]
        return Models(*map(torch.stack, zip(*rows, strict=True)))

    def earned(self, contributions: Tensor) -> Tensor:
        """Widths for contributions, shape (clients,)."""
        share = contributions / contributions.max() if contributions.max() > 0 else torch.ones_like(contributions)
        widths = share.clamp(min=self.narrowest, max=1.0)
        if self.menu is None:
            return widths
        menu = torch.tensor(sorted(self.menu), dtype=widths.dtype)
        return menu[torch.searchsorted(menu, widths - 1e-9).clamp(max=len(menu) - 1)]

    def begin(self, initial: Models, clients: int) -> RewardState:
        equal = torch.full((clients,), 1 / clients, dtype=torch.float64)
        return RewardState(initial, equal, torch.ones(clients, dtype=torch.float64), ())

    def participants(self, state: RewardState, round: int) -> None:
        return None

    def download(self, state: RewardState, round: int) -> Models:
        held = Models(*(part.to(state.models.parameters.device) for part in self.held(state.widths)))
        # Where, because what a client does not hold is nothing to it, even if it is infinite.
        parameters, buffers = (
            torch.where(own, part, torch.zeros_like(part)) for own, part in zip(held, state.models, strict=True)
        )
        buffers[:, self.task.buffer_layout[CAP].columns] = state.widths.to(buffers)[:, None]
        return Models(parameters[:, None], buffers[:, None])

    def aggregate(self, state: RewardState, received: Models, sent: Models, round: int) -> RewardState:
        held = Models(*(part.to(sent.parameters.device) for part in self.held(state.widths)))
        after = Models(
            *(
                masked_average(new[:, 0], own, old[0])[None]
                for new, own, old in zip(sent, held, state.models, strict=True)
            )
        )
        after.buffers[:, self.task.buffer_layout[CAP].columns] = 1.0
        common = self.held(torch.tensor([self.narrowest], dtype=torch.float64)).parameters.to(sent.parameters.device)
        updates = (sent.parameters - received.parameters)[:, 0] * common
        assessed = self.assess(updates, self.task.layout).cpu().double()
        contributions = self.memory * state.contributions + (1 - self.memory) * assessed
        held_now = tuple(map(_digits, state.widths.tolist()))
        return RewardState(after, contributions, self.earned(contributions), (*state.history, held_now))
