"""Rounds of federated training: send models out, train locally, collect, aggregate.

What distinguishes methods is an `Algorithm`: which model each client receives, who takes part, and what becomes of
what they send. It is made of pure functions of a state, so a method is tested without training. `FedAvg` with one
row of weights is federated averaging; with several rows it is several federations of the same clients at once.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import torch
from torch import Tensor
from tqdm import tqdm

from incentives.floats import shown
from incentives.learning.bank import ParamBank, averaging_weights
from incentives.learning.chance import generator
from incentives.learning.checkpoints import Checkpoint, fingerprint
from incentives.learning.deviations import Strategy, misreport, misreported_data
from incentives.learning.evaluation import evaluate
from incentives.learning.federated_data import Batches, FederatedData
from incentives.learning.local_update import ENGINES, EngineName, LocalWork, local_update
from incentives.learning.losses import CrossEntropy, check_labels
from incentives.learning.sgd import Sgd
from incentives.learning.tasks import Task, seeded
from incentives.learning.tensors import as_tensor
from incentives.numbers import as_count
from incentives.reading import as_kind, as_real


class Models(NamedTuple):
    """Parameters, shape (..., parameters), and buffers, shape (..., buffers), of models along leading axes."""

    parameters: Tensor
    buffers: Tensor


class State(Protocol):
    """What an algorithm keeps between rounds."""

    models: Models  # the server's models, one leading axis


class Algorithm(Protocol):
    """One method of federated learning, as pure functions; `round` counts from 0.

    An algorithm may say `only_participants = True`. Then `aggregate` is given rows of those alone who take part in some
    run, in the order of their numbers, and nothing is kept for anybody else.
    """

    def begin(self, initial: Models, clients: int) -> Any:
        """The state before the first round, from one initial model (leading axis of length 1)."""
        ...

    def participants(self, state: Any, round: int) -> Tensor | None:
        """Who trains in which run, bool, shape (clients, runs); None for everybody in every run."""
        ...

    def download(self, state: Any, round: int) -> Models:
        """What each client receives in each run, leading axes (clients, runs)."""
        ...

    def aggregate(self, state: Any, received: Models, sent: Models, round: int) -> Any:
        """The state after the round; `sent` is what the clients report, same shapes as `received`."""
        ...


def shares_of(weights: Any) -> Tensor:
    """Rows of weights from 0 that sum to 1, one weight per client, shape (rows, clients), float64.

    Raises:
        ValueError: no client, a negative weight, or a row with another sum.

    >>> shares_of([0.25, 0.75])
    tensor([[0.2500, 0.7500]], dtype=torch.float64)
    """
    columns = as_tensor("weights", weights, finite=False).shape[-1:]
    if not columns or not columns[0]:
        raise ValueError("weights must hold at least one client")
    matrix = averaging_weights(weights, columns=columns[0])
    if matrix.min() < 0:
        raise ValueError(f"weights must be at least 0, got {matrix.min():g}")
    return matrix


class AveragingState(NamedTuple):
    """Server models, and the velocity of the server's own steps (None without momentum)."""

    models: Models
    velocity: Tensor | None


@dataclass(frozen=True, eq=False)
class FedAvg:
    """Every run's model is a weighted average of what the clients send in that run.

    Args:
        weights: shape (runs, clients), or (clients,) for one run; each row sums to 1. A client of weight 0 takes no
            part in that run.
        server_rate: the server moves this share of the way to the average; 1 is the average itself.
        server_momentum: in [0, 1), heavy ball on the server's moves.

    Raises:
        ValueError: rows that do not sum to 1, no client, or a number out of range.
    """

    weights: Any
    server_rate: float = 1.0
    server_momentum: float = 0.0
    matrix: Tensor = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "matrix", shares_of(self.weights))
        as_real("server_rate", self.server_rate, above=0)
        as_real("server_momentum", self.server_momentum, least=0, below=1)

    def begin(self, initial: Models, clients: int) -> AveragingState:
        if clients != self.matrix.shape[1]:
            raise ValueError(f"weights must have a column per client, {clients}, got {self.matrix.shape[1]}")
        models = Models(*(part.expand(len(self.matrix), -1).clone() for part in initial))
        return AveragingState(models, torch.zeros_like(models.parameters) if self.server_momentum else None)

    def participants(self, state: AveragingState, round: int) -> Tensor:
        return self.matrix.T != 0

    def download(self, state: AveragingState, round: int) -> Models:
        clients = self.matrix.shape[1]
        return Models(*(part.expand(clients, -1, -1) for part in state.models))

    def aggregate(self, state: AveragingState, received: Models, sent: Models, round: int) -> AveragingState:
        return self.moved(state, self.summed(sent, slice(None)))

    def summed(self, sent: Models, clients: slice) -> Models:
        """What some clients add to each run's average, leading axis (runs): the sum over all of them is the average.

        Args:
            sent: what these clients sent, leading axes (these clients, runs).
            clients: which of all they are.
        """
        weights = self.matrix[:, clients].to(sent.parameters)
        # A product per run: its row of weights times its clients' models.
        return Models(*(torch.einsum("rk,krp->rp", weights, part) for part in sent))

    def moved(self, state: AveragingState, average: Models) -> AveragingState:
        """The state after the server's step towards an average."""
        parameters, buffers = average
        velocity = state.velocity
        if self.server_rate != 1 or velocity is not None:
            move = parameters - state.models.parameters
            if velocity is not None:
                move = velocity = self.server_momentum * velocity + move
            parameters = state.models.parameters + self.server_rate * move
        return AveragingState(Models(parameters, buffers), velocity)


@dataclass(frozen=True, eq=False)
class Personalized:
    """Every client keeps a model of its own, a weighted average of what all clients send.

    Args:
        weights: shape (clients, clients); row k makes client k's next model and sums to 1. The identity is training
            alone; equal rows are federated averaging.
    """

    weights: Any
    matrix: Tensor = field(init=False, repr=False)

    def __post_init__(self) -> None:
        matrix = shares_of(self.weights)
        if matrix.shape[0] != matrix.shape[1]:
            raise ValueError(f"weights must be square, got shape {tuple(matrix.shape)}")
        object.__setattr__(self, "matrix", matrix)

    def begin(self, initial: Models, clients: int) -> AveragingState:
        if clients != len(self.matrix):
            raise ValueError(f"weights must have a row and a column per client, {clients}, got {len(self.matrix)}")
        return AveragingState(Models(*(part.expand(clients, -1).clone() for part in initial)), None)

    def participants(self, state: AveragingState, round: int) -> None:
        return None

    def download(self, state: AveragingState, round: int) -> Models:
        return Models(*(part[:, None] for part in state.models))

    def aggregate(self, state: AveragingState, received: Models, sent: Models, round: int) -> AveragingState:
        weights = self.matrix.to(sent.parameters)
        return AveragingState(Models(*(weights @ part[:, 0] for part in sent)), None)


def weights_by_size(data: FederatedData) -> Tensor:
    """One row of weights in proportion to the clients' numbers of examples, shape (clients,), float64."""
    sizes = torch.tensor(data.sizes, dtype=torch.float64)
    return sizes / sizes.sum()


def equal_weights(data: FederatedData) -> Tensor:
    """One row of equal weights, shape (clients,), float64."""
    return torch.full((data.clients,), 1 / data.clients, dtype=torch.float64)


@dataclass(frozen=True, eq=False)
class FederatedRun:
    """What a federation leaves; tensors are on the device of the run.

    Args:
        bank: the server's models after the last round.
        buffers: the same rows of buffers.
        losses: loss of each client's received model on its first batch, shape (rounds, clients, runs); nan where
            the client is not in that run.
        evaluated: after which rounds the models were scored, counted from 1.
        held_out_losses: shape (evaluations, models).
        accuracies: same shape; nan where nothing is classified.
        state: the algorithm's last state.
        diverged: the first round, counted from 1, after which a model held a number that is not finite; None if none
            did.
    """

    bank: ParamBank
    buffers: ParamBank
    losses: Tensor
    evaluated: tuple[int, ...]
    held_out_losses: Tensor
    accuracies: Tensor
    state: Any
    diverged: int | None = None


def advice_of(data: FederatedData, round: int) -> str:
    """What to do about training that diverged in a round, in words."""
    largest = f"{float(data.inputs.abs().max()):g}"
    return f"diverged in round {round}: lower the rate or scale the inputs (largest {largest})"


def _check_fit(task: Task, data: FederatedData, dtype: torch.dtype) -> None:
    """ValueError where the network cannot read the inputs, or scores fewer classes than there are labels."""
    inputs, _ = data.gather(data.index[0, :1].to(data.device))
    inputs = inputs.to(dtype) if inputs.is_floating_point() else inputs
    module = task.module().to(device=data.device, dtype=dtype).eval()
    try:
        with seeded(0, data.device), torch.no_grad():
            outputs = module(inputs)
    except NotImplementedError:  # a module that is called in another way, by a loss of its own
        return
    except (RuntimeError, ValueError, IndexError) as error:
        hint = "" if inputs.is_floating_point() else "; whole numbers and bytes must be made floats for most networks"
        raise ValueError(
            f"data must have inputs that the network reads, got shape {tuple(inputs.shape[1:])}, {inputs.dtype}{hint}. "
            f"It says: {error}"
        ) from error
    if isinstance(task.loss, CrossEntropy) and isinstance(outputs, Tensor) and outputs.ndim == 2:
        least, most = int(data.labels.min()), int(data.labels.max())
        if most >= outputs.shape[1]:
            raise ValueError(
                f"labels of data must be classes from 0 to {outputs.shape[1] - 1}, which the network scores; "
                f"got {least} to {most}"
            )


def run(
    task: Task,
    data: FederatedData,
    work: LocalWork,
    *,
    rounds: int,
    seed: int,
    algorithm: Algorithm | None = None,
    engine: EngineName = "sequential",
    deviations: Mapping[int, Strategy] | None = None,
    initial: ParamBank | None = None,
    held_out: tuple[Tensor, Tensor] | None = None,
    evaluate_every: int = 1,
    device: torch.device | str = "cpu",
    progress: bool = False,
    checkpoint: str | Path | None = None,
) -> FederatedRun:
    """Train a federation.

    Chance: the first model from stream (seed, "initial"), batches from (seed, client, round); nothing else.

    Args:
        rounds: at least 1.
        algorithm: federated averaging, weighted by the clients' sizes, by default.
        engine: "sequential" for any task, "stacked" for tasks with a stacked form, "graph" for tasks without a loss
            of their own on a GPU, "statistics" for linear regression on all data; what is fastest where stands in
            `local_update`.
        deviations: clients that misreport, and how.
        initial: one row, the model to start from; its type of numbers is that of the run. By default the module's
            own first weights, in the inputs' type if that is float64 and in float32 otherwise.
        held_out: inputs and labels that nobody trains on; every `evaluate_every` rounds, and after the last, the
            server's models are scored on them.
        device: where to compute.
        progress: show a bar over the rounds, with the mean accuracy (or loss) on `held_out`.
        checkpoint: a file in which the rounds so far are kept every 20 seconds. If it is there and is of the same
            training,
            that goes on where it was stopped, to the same numbers; it is gone at the end. Open only files that you
            wrote.

    Memory: the data, about three times clients * runs * parameters, and the engine's; of the clients only those who
    take part in the round, where the algorithm says so. Where clients * runs * parameters exceeds 2**27, federated
    averaging (`FedAvg`) adds up a few clients at a time, and memory no longer depends on their number; its models then
    differ in the last digits from those of one product. Rules that compare clients, such as a median, need all rows.

    Warns:
        RuntimeWarning: a model holds numbers that are not finite; which round was the first stands in `diverged`.

    Raises:
        ValueError: a number or name out of range; inputs, labels, a deviator, algorithm or initial model that do not
            fit.
    """
    as_kind("task", task, Task), as_kind("data", data, FederatedData), as_kind("work", work, LocalWork)
    as_count("rounds", rounds, least=1), as_count("evaluate_every", evaluate_every, least=1)
    if rounds > 10**9:
        raise ValueError(f"rounds must be at most 10**9, got {shown(rounds)}")
    if not isinstance(engine, str) or engine not in ENGINES:
        raise ValueError(f"engine must be one of {sorted(ENGINES)}, got {engine!r}")
    deviations = {} if deviations is None else deviations
    data = misreported_data(data.to(device), deviations)
    check_labels("data", task.loss, data.labels)
    algorithm = FedAvg(weights_by_size(data)) if algorithm is None else algorithm
    dtype = torch.float64 if data.inputs.dtype == torch.float64 else torch.float32
    drawn, buffers = task.initial(generator(seed, "initial"), dtype=dtype if initial is None else initial.values.dtype)
    first = drawn if initial is None else initial
    if first.layout != task.layout or len(first) != 1:
        raise ValueError(f"initial must hold one row of the task's {task.layout.size} parameters")
    if task.local_loss is None or isinstance(task.loss, CrossEntropy):
        _check_fit(task, data, first.values.dtype)
    state = algorithm.begin(Models(first.values.to(device), buffers.values.to(device)), data.clients)

    losses, evaluated, scores, finite = [], [], [], []
    steps = [(work.sgd(t), work.batch_size, work.epochs, work.steps, work.partial, work.method) for t in range(rounds)]
    kept = Checkpoint(checkpoint, fingerprint(first.values, seed, type(algorithm).__name__, data.sizes, steps, engine))
    if (before := kept.read(device)) is not None:
        state, losses, evaluated, scores = before
    begun = len(losses)
    with tqdm(total=rounds, initial=begun, disable=not progress, desc="rounds", unit="round") as bar:
        for t in range(begun, rounds):
            state, loss = _one_round(task, data, work, algorithm, state, t, seed, engine, deviations)
            losses.append(loss)
            # Looked at once all rounds are done, so that no round waits for the device.
            finite.append(state.models.parameters.isfinite().all() & state.models.buffers.isfinite().all())
            if held_out is not None and ((t + 1) % evaluate_every == 0 or t + 1 == rounds):
                evaluated.append(t + 1)
                scores.append(evaluate(task, *_banks(task, state.models), *held_out))
                if progress:
                    bar.set_postfix_str(str(scores[-1]))
            bar.update()
            kept.write(state, losses, evaluated, scores)
    kept.done()
    wrong = (~torch.stack(finite)).nonzero()[:, 0].tolist() if finite else []
    diverged = begun + wrong[0] + 1 if wrong else None
    if diverged is not None:
        warnings.warn(f"training {advice_of(data, diverged)}", RuntimeWarning, stacklevel=2)
    bank, buffers = _banks(task, state.models)
    empty = bank.values.new_zeros(0, len(bank))
    return FederatedRun(
        bank,
        buffers,
        torch.stack(losses),
        tuple(evaluated),
        torch.stack([s.losses for s in scores]) if scores else empty,
        torch.stack([s.accuracies for s in scores]) if scores else empty,
        state,
        diverged,
    )


def _banks(task: Task, models: Models) -> tuple[ParamBank, ParamBank]:
    return (
        ParamBank(models.parameters.contiguous(), task.layout),
        ParamBank(models.buffers.contiguous(), task.buffer_layout),
    )


# Numbers in the models that clients send in a round, all runs together. Up to the first, they are one matrix and one
# product; above, federated averaging adds up a few clients at a time, of about the second. Both change last digits.
WHOLE = 2**27
AT_A_TIME = 2**24


def _one_round(
    task: Task,
    data: FederatedData,
    work: LocalWork,
    algorithm: Algorithm,
    state: Any,
    t: int,
    seed: int,
    engine: EngineName,
    deviations: Mapping[int, Strategy],
) -> tuple[Any, Tensor]:
    """The state after round t, and the losses of its first batches, shape (clients, runs)."""
    received = algorithm.download(state, t)
    present = algorithm.participants(state, t)
    batches = work.batches(data, seed=seed, round=t)

    def sent_by(who: Sequence[int] | None, received: Models, present: Tensor | None) -> tuple[Models, Tensor]:
        lies = deviations if who is None else {row: deviations[k] for row, k in enumerate(who) if k in deviations}
        return _sent(task, data, batches, work.sgd(t), received, present, who, t == 0, engine, lies)

    clients, runs, size = received.parameters.shape
    # A rule that looks at all rows, or another class's own average, cannot be added up.
    if type(algorithm) is FedAvg and clients * runs * size > WHOLE:
        total, losses = Models(*map(torch.zeros_like, state.models)), []
        step = max(1, AT_A_TIME // (runs * size))
        for begin in range(0, clients, step):
            some = slice(begin, min(begin + step, clients))
            here = None if present is None else present[some]
            sent, loss = sent_by(range(clients)[some], Models(*(part[some] for part in received)), here)
            total = Models(*(a + b for a, b in zip(total, algorithm.summed(sent, some), strict=True)))
            losses.append(loss)
        return algorithm.moved(state, total), torch.cat(losses)

    who: list[int] | None = None
    if getattr(algorithm, "only_participants", False) and present is not None:
        # What is sent out is one model seen many times; rows are made of it for those alone who train.
        who = present.any(dim=1).nonzero()[:, 0].tolist()
        received, present = Models(*(part[who] for part in received)), present[who]
    sent, loss = sent_by(who, received, present)
    if who is not None:
        everybody = loss.new_full((data.clients, runs), torch.nan)
        everybody[who] = loss
        loss = everybody
    return algorithm.aggregate(state, received, sent, t), loss


def _sent(
    task: Task,
    data: FederatedData,
    batches: Batches,
    sgd: Sgd,
    received: Models,
    present: Tensor | None,
    who: Sequence[int] | None,
    first: bool,
    engine: EngineName,
    deviations: Mapping[int, Strategy],
) -> tuple[Models, Tensor]:
    """What clients send after local training, and the losses of their first batches, shape (clients, runs).

    Args:
        received, present: rows of these clients.
        who: their numbers; None for all.
        first: whether this is the first round.
        deviations: by row.
    """
    clients, runs = received.parameters.shape[:2]
    train, there = received, present
    shared = first and runs > 1 and all(bool((part == part[:, :1]).all()) for part in received)
    if shared:
        # Every run starts from one model, so a client's first round is the same in all of them.
        train = Models(*(part[:, :1] for part in received))
        there = None if present is None else present.any(dim=1, keepdim=True)
    start, buffers = _banks(task, Models(*(part.flatten(0, 1) for part in train)))
    update = local_update(start, data, batches, task, sgd, engine=engine, buffers=buffers, present=there, who=who)
    trained = [bank.values.unflatten(0, (clients, -1)) for bank in (update.bank, update.buffers)]
    sent = Models(misreport(train.parameters, trained[0], deviations), trained[1])
    loss = update.losses
    if shared:
        sent, loss = Models(*(part.expand(-1, runs, -1) for part in sent)), loss.expand(-1, runs)
    if present is not None and (shared or deviations):
        # What a client would have sent where it takes no part, perhaps infinite, must not meet a weight of 0.
        here = present.to(loss.device)
        sent = Models(*(torch.where(here[..., None], new, old) for new, old in zip(sent, received, strict=True)))
        loss = loss.masked_fill(~here, torch.nan)
    return sent, loss
