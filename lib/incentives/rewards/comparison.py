"""What methods give the clients of a federation of one's own: own data, own network, one call. Needs PyTorch.

Clients train a network together by each method; the server keeps validation data, by which contributions are measured
and widths are chosen, and test data, by which rewards are scored. All methods see the same first weights and batches.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import incentives.learning  # noqa: F401  says which extra brings PyTorch, where it is missing

# isort: split
import numpy as np
import torch
from torch import Tensor, nn

from incentives.frames import as_frame
from incentives.learning.bank import ParamBank
from incentives.learning.federated_data import FederatedData
from incentives.learning.federation import FedAvg, FederatedRun, Personalized, run, weights_by_size
from incentives.learning.local_update import LocalWork
from incentives.learning.sgd import Rate, step_decay
from incentives.learning.tasks import Task
from incentives.numbers import as_count, as_list, as_number, no_booleans
from incentives.randomness import seed_for, stream
from incentives.rewards.aequa import TrainingTimeRewards, TwoWidths, plain_task, two_width_task
from incentives.rewards.allocation import allocate
from incentives.rewards.cgsv import Cgsv, cosine_contributions
from incentives.rewards.costs import as_cost
from incentives.rewards.iafl import Iafl
from incentives.rewards.metrics import (
    balanced_accuracy,
    collaboration_gain_spread,
    incentivised_participation_rate,
    mean_collaboration_gain,
    pearson,
)
from incentives.rewards.slimming import slim
from incentives.rewards.width_rewards import increasing_menu

if TYPE_CHECKING:
    from matplotlib.axes import Axes

ALONE = "stand-alone"
CHUNK = 256  # examples that are scored at once


class Examples(NamedTuple):
    """Inputs, shape (examples, ...), and their classes, shape (examples,)."""

    inputs: Tensor
    labels: Tensor


@dataclass(frozen=True)
class Comparison:
    """What each method gives each client: balanced accuracies, one per client in the order of the data.

    Args:
        contributions: what each client reaches alone, on the validation data.
        rewards: by method, what the model that a client takes home reaches on the test data.
        validation: the same on the validation data, by which widths are chosen.
        widths: by method that rewards with widths, the width that each client gets.
        out_of_reach: clients whose contribution no width of the shared network reaches; they get the best one.
        examples: of each client, for training.
        seconds: of training, by method.
    """

    contributions: tuple[float, ...]
    rewards: Mapping[str, tuple[float, ...]]
    validation: Mapping[str, tuple[float, ...]]
    widths: Mapping[str, tuple[float, ...]]
    out_of_reach: tuple[int, ...]
    examples: tuple[int, ...]
    seconds: Mapping[str, float]

    def rows(self) -> list[dict[str, Any]]:
        """One row for each method and client: reward, gain over training alone, and the width where there is one."""
        alone = self.rewards[ALONE]
        return [
            {
                "method": method,
                "client": client,
                "examples": self.examples[client],
                "contribution": self.contributions[client],
                "alone": alone[client],
                "reward": reward,
                "gain": reward - alone[client],
                "width": self.widths[method][client] if method in self.widths else None,
            }
            for method, rewards in self.rewards.items()
            for client, reward in enumerate(rewards)
        ]

    def summary(self) -> list[dict[str, Any]]:
        """One row for each method: mean reward, mean and spread of gains, who is no worse off, correlation.

        The correlation of rewards and what is reached alone is None where either is the same for everybody.
        """
        alone = self.rewards[ALONE]
        return [
            {
                "method": method,
                "reward": float(np.mean(given)),
                "gain": mean_collaboration_gain(given, alone),
                "spread": collaboration_gain_spread(given, alone),
                "no worse off": incentivised_participation_rate(given, alone),
                "correlation": pearson(given, alone) if len(set(given)) > 1 and len(set(alone)) > 1 else None,
            }
            for method, given in self.rewards.items()
        ]

    def frame(self) -> Any:
        """`rows` as a pandas DataFrame.

        Raises:
            ModuleNotFoundError: pandas is not installed.
        """
        return as_frame(self.rows())

    def picture(self, *, ax: Axes | None = None) -> Axes:
        """Rewards over what clients reach alone; whoever lies below the line would rather stay alone."""
        import matplotlib.pyplot as plt  # heavy, and nobody else here needs it

        from incentives.colours import COLOURS, INK

        ax = plt.figure(figsize=(5.2, 3.8), layout="constrained").add_subplot() if ax is None else ax
        alone = self.rewards[ALONE]
        worse = sum(g < a for m, given in self.rewards.items() if m != ALONE for g, a in zip(given, alone, strict=True))
        every = [value for given in self.rewards.values() for value in given]
        ends = [min(every) - 0.02, max(every) + 0.02]
        ax.plot(ends, ends, color=INK, linestyle=":", linewidth=1.2, marker="", label="as good as alone")
        for place, (method, given) in enumerate((m, g) for m, g in self.rewards.items() if m != ALONE):
            ax.plot(alone, given, "os^DvP"[place % 6], color=COLOURS[place % len(COLOURS)], markersize=5, label=method)
        ax.set_xlabel("balanced accuracy alone")
        ax.set_ylabel("balanced accuracy of the reward")
        ax.set_title(f"{worse} of {(len(self.rewards) - 1) * len(alone)} rewards are worse than staying alone")
        ax.legend(frameon=False, fontsize=8)
        return ax

    def __str__(self) -> str:
        lines = [f"{'method':14s} reward    gain  spread  no worse off  correlation"]
        for row in self.summary():
            like = "           -" if row["correlation"] is None else f"{row['correlation']:12.2f}"
            lines.append(
                f"{row['method']:14s} {row['reward']:6.3f} {row['gain']:+7.3f} {row['spread']:7.3f} {row['no worse off']:12.0%} {like}"
            )
        return "\n".join(lines)


# -- reading what is given ----------------------------------------------------------------------------------


def _tensor(name: str, value: Any) -> Tensor:
    try:
        return torch.as_tensor(value).detach().cpu()
    except (TypeError, ValueError, RuntimeError) as error:
        raise ValueError(f"{name} must be a tensor or an array of numbers, got {type(value).__name__} ({error})") from error


def _examples(name: str, given: Any) -> Examples:
    """A pair (inputs, labels) or a map-style Dataset of such pairs, as tensors: floats in single precision, bytes scaled to [0, 1]."""
    if isinstance(given, (tuple, list)) and len(given) == 2:
        inputs, labels = _tensor(f"inputs of {name}", given[0]), _tensor(f"labels of {name}", given[1])
    elif hasattr(given, "__getitem__") and hasattr(given, "__len__") and not isinstance(given, (str, bytes, np.ndarray, Tensor, Mapping)):
        pairs = [given[place] for place in range(len(given))]
        if not pairs or not all(isinstance(pair, (tuple, list)) and len(pair) == 2 for pair in pairs):
            raise ValueError(f"{name} must be a pair (inputs, labels) or a Dataset of pairs, got {type(given).__name__} of {len(pairs)}")
        try:
            inputs = torch.stack([_tensor(f"inputs of {name}", one) for one, _ in pairs])
        except RuntimeError as error:
            raise ValueError(f"{name} must have inputs of one shape ({error})") from error
        labels = _tensor(f"labels of {name}", [int(label) for _, label in pairs])
    else:
        raise ValueError(f"{name} must be a pair (inputs, labels) or a Dataset of pairs, got {type(given).__name__}")
    if labels.ndim != 1 or inputs.ndim < 2 or len(inputs) != len(labels) or not len(labels):
        raise ValueError(
            f"{name} must have inputs of shape (examples, ...) and labels of shape (examples,), at least one; "
            f"got {tuple(inputs.shape)} and {tuple(labels.shape)}"
        )
    if labels.is_floating_point() or labels.is_complex() or labels.dtype == torch.bool:
        raise ValueError(f"labels of {name} must be whole class numbers, got {labels.dtype}")
    if inputs.dtype == torch.uint8:
        inputs = inputs.float() / 255
    elif inputs.is_floating_point():
        inputs = inputs.float()
        if not inputs.isfinite().all():
            raise ValueError(f"inputs of {name} must be finite numbers, got {inputs[~inputs.isfinite()][0]}")
    elif inputs.dtype == torch.bool or inputs.is_complex():
        raise ValueError(f"inputs of {name} must be floats, bytes or whole numbers, got {inputs.dtype}")
    return Examples(inputs, labels.long())


def _share(name: str, value: Any) -> float:
    share = as_number(name, value, exact=False, above=0)
    if share >= 1:
        raise ValueError(f"{name} must be data, or a share of every client's examples below 1; got {value!r}")
    return share


class _Sets(NamedTuple):
    clients: FederatedData
    validation: Examples
    test: Examples


def _sets(data: Any, validation: Any, test: Any, seed: int) -> _Sets:
    """Who trains on what; what is not given is set aside from every client's examples, at random."""
    given = {"validation": validation, "test": test}
    shares = {name: _share(name, value) for name, value in given.items() if isinstance(value, (int, float))}
    if sum(shares.values()) >= 1:
        raise ValueError(f"validation and test must leave examples to train on, got shares {shares}")
    held = {name: _examples(name, value) for name, value in given.items() if name not in shares}
    if isinstance(data, FederatedData):
        if not shares:
            return _Sets(data, held["validation"], held["test"])
        own = [_examples(f"client {k}", data.client(k)) for k in range(data.clients)]
    elif isinstance(data, Sequence) and not isinstance(data, (str, bytes)) and len(data) >= 2:
        own = [_examples(f"client {k}", one) for k, one in enumerate(data)]
    else:
        raise ValueError(
            f"data must be a list of at least two clients, each a pair (inputs, labels) or a Dataset, or FederatedData; got {type(data).__name__}"
        )
    every = {f"client {k}": one.inputs for k, one in enumerate(own)} | {name: one.inputs for name, one in held.items()}
    for name, inputs in every.items():
        if inputs.shape[1:] != own[0].inputs.shape[1:] or inputs.dtype != own[0].inputs.dtype:
            raise ValueError(
                f"inputs must be alike everywhere, {own[0].inputs.dtype} of shape {tuple(own[0].inputs.shape[1:])} as of client 0; "
                f"got {inputs.dtype} {tuple(inputs.shape[1:])} of {name}"
            )
    aside: dict[str, list[Examples]] = {name: [] for name in shares}
    for k, one in enumerate(own):
        order = torch.from_numpy(stream(seed, "set aside", k).permutation(len(one.labels)))
        for name, share in shares.items():
            count = max(1, round(share * len(one.labels)))
            aside[name].append(Examples(*(part[order[:count]] for part in one)))
            order = order[count:]
        if not len(order):
            raise ValueError(f"client {k} must keep an example to train on; got {len(one.labels)}, all of which are set aside")
        own[k] = Examples(*(part[order.sort().values] for part in one))
    held |= {name: Examples(*map(torch.cat, zip(*parts, strict=True))) for name, parts in aside.items()}
    starts = np.cumsum([0, *(len(one.labels) for one in own)])
    joined = Examples(*map(torch.cat, zip(*own, strict=True)))
    clients = FederatedData.of(*joined, [range(a, b) for a, b in pairwise(starts)])
    return _Sets(clients, held["validation"], held["test"])


class FullWidth(nn.Module):
    """A network of any kind where only full width is asked for."""

    def __init__(self, network: nn.Module) -> None:
        super().__init__()
        self.network = network

    def forward(self, inputs: Tensor, width: float = 1.0) -> Tensor:
        return self.network(inputs)


def _maker(network: Any, widths: Sequence[float], slimmed: bool) -> Callable[[], nn.Module]:
    """Gives a fresh network with `forward(inputs, width)`, and with `joint` if widths are rewards."""

    def make() -> nn.Module:
        one = deepcopy(network) if isinstance(network, nn.Module) else network()
        if not isinstance(one, nn.Module):
            raise ValueError(f"network must be an nn.Module or a function that gives one, got {type(one).__name__}")
        if hasattr(one, "joint"):
            return one
        return slim(one, widths=widths) if slimmed else FullWidth(one)

    if not isinstance(network, nn.Module) and not callable(network):
        raise ValueError(f"network must be an nn.Module or a function that gives one, got {type(network).__name__}")
    return make


def _check_network(make: Callable[[], nn.Module], sets: _Sets, batch_size: int) -> None:
    """ValueError where inputs, labels or batches do not fit the network."""
    network = make().eval()
    inputs, _ = sets.clients.gather(sets.clients.index[0, :1].to(sets.clients.device))
    try:
        with torch.no_grad():
            outputs = network(inputs, 1.0)
    except (RuntimeError, ValueError, TypeError, IndexError) as error:
        raise ValueError(f"network must accept inputs of shape {tuple(inputs.shape)}, {inputs.dtype}; it says: {error}") from error
    if outputs.ndim != 2 or len(outputs) != 1:
        raise ValueError(f"network must give one row of scores per example, got shape {tuple(outputs.shape)} for one")
    for name, labels in (("data", sets.clients.labels), ("validation", sets.validation.labels), ("test", sets.test.labels)):
        low, high = int(labels.min()), int(labels.max())
        if low < 0 or high >= outputs.shape[1]:
            raise ValueError(f"labels of {name} must be classes from 0 to {outputs.shape[1] - 1}, which the network scores; got {low} to {high}")
    alone = [size for size in sets.clients.sizes if size % batch_size == 1 or batch_size == 1]
    try:
        if alone:  # a pass ends in a batch of one
            make().train()(inputs, 1.0)
    except ValueError as error:
        raise ValueError(
            f"batch_size must leave no batch of one example where the network has batch norms; got {batch_size} for a client "
            f"with {alone[0]} examples ({error})"
        ) from error


# -- the methods --------------------------------------------------------------------------------------------


class Given(NamedTuple):
    """Balanced accuracies on validation and test data of what every client takes home, and its widths."""

    validation: list[float]
    test: list[float]
    widths: list[float] | None = None


@dataclass(eq=False)
class _Federation:
    """One federation, and how it trains; what several methods need is trained once."""

    sets: _Sets
    make: Callable[[], nn.Module]
    widths: tuple[float, ...]
    rounds: int
    work: LocalWork
    tuning: LocalWork
    seed: int
    cost: str
    engine: str
    device: torch.device | str
    progress: bool
    out_of_reach: tuple[int, ...] = field(default=(), init=False)

    @property
    def clients(self) -> int:
        return self.sets.clients.clients

    @cached_property
    def plain(self) -> Task:
        return plain_task(self.make)

    @cached_property
    def menu(self) -> tuple[float, ...] | None:
        """Where batch norms keep numbers for each width, only those of the menu can be trained."""
        norms = any("Switchable" in type(module).__name__ for module in self.make().modules())
        return self.widths if norms else None

    @cached_property
    def two_widths(self) -> Task:
        return two_width_task(self.make, TwoWidths(narrowest=self.widths[0], menu=self.menu, seed=self.seed))

    def train(self, task: Task, algorithm: Any) -> FederatedRun:
        return run(
            task,
            self.sets.clients,
            self.work,
            rounds=self.rounds,
            algorithm=algorithm,
            seed=self.seed,
            engine=self.engine,
            device=self.device,
            progress=self.progress,
        )

    @torch.no_grad()
    def scores(self, task: Task, models: Tensor, buffers: Tensor, widths: Sequence[float]) -> tuple[list[float], list[float]]:
        """Balanced accuracies on validation and test data, model k at width k."""
        found: tuple[list[float], list[float]] = ([], [])
        for model, own, width in zip(models, buffers, widths, strict=True):
            module: Any = task.module().to(device=model.device, dtype=model.dtype).eval()
            ParamBank(model[None].contiguous(), task.layout).load(0, module)
            for name, view in task.buffer_layout.split(own).items():
                module.get_buffer(name).copy_(view)
            for kept, (inputs, labels) in zip(found, (self.sets.validation, self.sets.test), strict=True):
                parts = [module(part.to(model.device), width).argmax(1) for part in inputs.split(CHUNK)]
                kept.append(balanced_accuracy(labels.numpy(), torch.cat(parts).cpu().numpy()))
        return found

    def own_models(self, task: Task, done: FederatedRun) -> Given:
        return Given(*self.scores(task, done.bank.values, done.buffers.values, [1.0] * len(done.bank)))

    @cached_property
    def alone(self) -> Given:
        return self.own_models(self.plain, self.train(self.plain, Personalized(torch.eye(self.clients))))

    @cached_property
    def averaged(self) -> FederatedRun:
        return self.train(self.plain, FedAvg(weights_by_size(self.sets.clients)))


@dataclass(frozen=True, eq=False)
class FromHere(Personalized):
    """Training alone that starts from given buffers, such as running statistics, and not from fresh ones."""

    buffers: Tensor = field(default_factory=lambda: torch.zeros(1, 0))

    def begin(self, initial: Any, clients: int) -> Any:
        return super().begin(initial._replace(buffers=self.buffers), clients)


def _fedavg(here: _Federation) -> Given:
    """Federated averaging: one model for everybody."""
    (validation,), (test,) = here.own_models(here.plain, here.averaged)[:2]
    return Given([validation] * here.clients, [test] * here.clients)


def _fine_tuned(here: _Federation) -> Given:
    """The averaged model, trained by every client for one more epoch on its own data."""
    done = run(
        here.plain,
        here.sets.clients,
        here.tuning,
        rounds=1,
        seed=seed_for(here.seed, "fine-tuning"),
        algorithm=FromHere(torch.eye(here.clients), here.averaged.buffers.values),
        initial=here.averaged.bank,
        engine=here.engine,
        device=here.device,
    )
    return here.own_models(here.plain, done)


def _cgsv(here: _Federation) -> Given:
    return here.own_models(here.plain, here.train(here.plain, Cgsv(here.sets.clients.sizes, here.plain.layout)))


def _iafl(here: _Federation) -> Given:
    return here.own_models(here.plain, here.train(here.plain, Iafl(here.alone.validation, seed=here.seed)))


def _aequa(here: _Federation) -> Given:
    """Algorithm 1, then the fairest allocation of widths on validation accuracies, none of them worse than alone.

    Widths that are no better than a narrower one are not offered; a client whose contribution no width reaches counts
    as contributing what the best one reaches.
    """
    task, widths = here.two_widths, list(here.widths)
    done = here.train(task, FedAvg(weights_by_size(here.sets.clients)))
    count = len(widths)
    validation, test = here.scores(task, done.bank.values.expand(count, -1), done.buffers.values.expand(count, -1), widths)
    menu = increasing_menu(widths, validation)
    levels = [accuracy for _, accuracy in menu]
    contributed = here.alone.validation
    here.out_of_reach = tuple(k for k, own in enumerate(contributed) if own > levels[-1])
    found = allocate(np.minimum(contributed, levels[-1]), levels, cost=here.cost).levels
    of_level = {accuracy: widths.index(width) for width, accuracy in menu}
    chosen = [of_level[float(level)] for level in found]
    return Given([validation[k] for k in chosen], [test[k] for k in chosen], [widths[k] for k in chosen])


def _while_training(here: _Federation) -> Given:
    """Algorithm 2: clients hold the width that their contribution has earned so far, and train no more than that."""
    inputs, _ = here.sets.clients.gather(here.sets.clients.index[0, :1].to(here.sets.clients.device))
    algorithm = TrainingTimeRewards(here.two_widths, here.widths[0], inputs.cpu(), cosine_contributions, menu=here.menu)
    done = here.train(here.two_widths, algorithm)
    widths = [float(width) for width in done.state.widths]
    models, buffers = (part.expand(here.clients, -1) for part in (done.bank.values, done.buffers.values))
    return Given(*here.scores(here.two_widths, models, buffers, widths), widths)


METHODS: Mapping[str, Callable[[_Federation], Given]] = MappingProxyType(
    {
        ALONE: lambda here: here.alone,
        "fedavg": _fedavg,
        "fine-tuned": _fine_tuned,
        "cgsv": _cgsv,
        "iafl": _iafl,
        "aequa": _aequa,
        "aequa-while-training": _while_training,
    }
)
BY_WIDTH = ("aequa", "aequa-while-training")
USUAL = ("fedavg", "cgsv", "iafl", "aequa")


def compare(
    data: Sequence[Any] | FederatedData,
    network: nn.Module | Callable[[], nn.Module],
    *,
    methods: Sequence[str] = USUAL,
    validation: Any = 0.1,
    test: Any = 0.2,
    rounds: int = 20,
    batch_size: int = 64,
    rate: Rate = 0.05,
    momentum: float = 0.9,
    narrowest: float = 0.25,
    levels: int = 16,
    cost: str = "ratio",
    seed: int = 0,
    engine: str = "sequential",
    device: torch.device | str = "cpu",
    progress: bool = False,
) -> Comparison:
    """Train your clients by several methods, and see what each client is given.

    Args:
        data: one entry per client, at least two: a pair (inputs, labels) of tensors or arrays, shapes (examples, ...)
            and (examples,), or a map-style Dataset of such pairs; or `FederatedData`. Bytes are scaled to [0, 1];
            labels are classes from 0.
        network: gives scores of shape (batch, classes). A module starts from its weights; a function that makes one
            (such as a class) draws first weights from the seed. Methods that reward with widths need a network with
            `forward(inputs, width)` and `joint(inputs, width)`, or an `nn.Sequential` that `slim` accepts.
        methods: of "fedavg", "fine-tuned" (averaging and one more local epoch), "cgsv", "iafl", "aequa",
            "aequa-while-training"; "stand-alone", which the others are measured against, always comes with them.
        validation: what contributions are measured on and widths are chosen by: data like one client's, or the share
            that is set aside of every client's examples.
        test: what rewards are scored on, likewise.
        rounds: of one local epoch each.
        batch_size: examples per step.
        rate: of SGD: a number, which falls to a tenth after half of the rounds and to a hundredth after three
            quarters, or a function of the round.
        momentum: in [0, 1).
        narrowest: the smallest width on offer, in (0, 1).
        levels: how many widths are on offer, evenly spaced from the narrowest to 1, at least 2.
        cost: what the allocation of Aequa minimises, as `allocate` takes it.
        seed: of everything random.
        engine: of local training, "sequential" or, on a GPU, "graph".
        device: where to compute.
        progress: show a bar over the rounds of each method.

    Returns:
        A `Comparison`: print it, or take `.rewards`, `.widths`, `.frame()`, `.picture()`.

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
    if engine not in ("sequential", "graph"):
        raise ValueError(f'engine must be "sequential" or "graph", got {engine!r}')
    rounds, levels = as_count("rounds", rounds, least=1), as_count("levels", levels, least=2)
    seed, batch_size = as_count("seed", seed), as_count("batch_size", batch_size, least=1)
    narrowest = as_number("narrowest", narrowest, exact=False, above=0)
    if narrowest >= 1:
        raise ValueError(f"narrowest must be a width above 0 and below 1, got {narrowest!r}")
    as_cost(cost)
    most = {"rounds": rounds, "batch_size": batch_size, "levels": levels}
    if beyond := [name for name, value in most.items() if value > 10**9]:
        raise ValueError(f"{beyond[0]} must be at most 10**9, got {most[beyond[0]]}")
    no_booleans("rate", rate)
    momentum = as_number("momentum", momentum, exact=False)
    first = rate if callable(rate) else as_number("rate", rate, exact=False, above=0)
    falling = first if callable(first) else step_decay(first, rounds=rounds)
    work = LocalWork(rate=falling, momentum=momentum, batch_size=batch_size, epochs=1)
    # One more epoch from the common model at the first, undecayed rate, as the public code of IAFL does.
    tuning = LocalWork(rate=falling(0), momentum=momentum, batch_size=batch_size, epochs=1)
    widths = tuple(round(float(width), 6) for width in np.linspace(narrowest, 1, levels))
    make = _maker(network, widths, slimmed=any(method in BY_WIDTH for method in asked))
    sets = _sets(data, validation, test, seed)
    _check_network(make, sets, batch_size)
    here = _Federation(sets, make, widths, rounds, work, tuning, seed, cost, engine, device, progress)
    given: dict[str, Given] = {}
    seconds = {}
    for method in dict.fromkeys([ALONE, *asked]):
        started = time.perf_counter()
        given[method] = METHODS[method](here)
        seconds[method] = time.perf_counter() - started
    return Comparison(
        contributions=tuple(given[ALONE].validation),
        rewards=MappingProxyType({method: tuple(one.test) for method, one in given.items()}),
        validation=MappingProxyType({method: tuple(one.validation) for method, one in given.items()}),
        widths=MappingProxyType({method: tuple(one.widths) for method, one in given.items() if one.widths is not None}),
        out_of_reach=here.out_of_reach,
        examples=sets.clients.sizes,
        seconds=MappingProxyType(seconds),
    )
