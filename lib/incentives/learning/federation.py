"""Rounds of federated training: send models out, train locally, collect, aggregate.

Which model each client receives and what becomes of what it sends, an algorithm decides (averaging.py).
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor
from tqdm import tqdm

from incentives.floats import shown
from incentives.learning.averaging import Algorithm, FedAvg, Models, weights_by_size
from incentives.learning.bank import ParamBank
from incentives.learning.chance import generator
from incentives.learning.checkpoints import Checkpoint, fingerprint
from incentives.learning.deviations import Strategy, misreport, misreported_data
from incentives.learning.evaluation import evaluate
from incentives.learning.federated_data import Batches, FederatedData
from incentives.learning.local_update import ENGINES, EngineName, LocalWork, local_update
from incentives.learning.losses import CrossEntropy, check_labels
from incentives.learning.sgd import Sgd
from incentives.learning.tasks import Task, seeded
from incentives.numbers import as_count
from incentives.reading import as_kind


@dataclass(frozen=True, eq=False)
class FederatedRun:
    """The results of a federation; tensors are on the device of the run.

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
    """Advice about training that diverged in a round, in words."""
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
    """The models that clients send after local training, and the losses of their first batches, shape (clients, runs).

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
