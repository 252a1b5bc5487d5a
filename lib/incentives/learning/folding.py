"""Federated averaging of any number of clients in the memory of a few: what they send is added up as it comes.

`federation.run` holds a row for each client and run, which is what methods need that look at all of them. An average
does not: a few clients train, their weighted models are added to a sum in double precision, and their rows serve the
next ones. Chance is that of `run`, so both end at the same model up to rounding.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping

import torch
from torch import Tensor
from tqdm import tqdm

from incentives.learning.bank import ParamBank
from incentives.learning.chance import generator
from incentives.learning.deviations import Strategy, misreport, misreported_data
from incentives.learning.evaluation import evaluate
from incentives.learning.federated_data import Batches, FederatedData
from incentives.learning.federation import FedAvg, FederatedRun, Models, _check_fit, advice_of, weights_by_size
from incentives.learning.local_update import LocalWork, local_update
from incentives.learning.losses import CrossEntropy, check_labels
from incentives.learning.tasks import Task
from incentives.numbers import as_count
from incentives.reading import as_kind


def _one_round(
    task: Task,
    data: FederatedData,
    work: LocalWork,
    model: Models,
    weights: Tensor,
    batches: Batches,
    *,
    engine: str,
    deviations: Mapping[int, Strategy],
    at_once: int,
) -> tuple[Models, Tensor]:
    """The weighted mean of what clients send, leading axis 1, and the losses of their first batches, shape (clients,).

    Args:
        model: what everybody receives, leading axis 1.
        weights: shape (clients,), float64; whoever has weight 0 takes no part.
    """
    sums = [torch.zeros_like(part, dtype=torch.float64) for part in model]
    losses = model.parameters.new_full((data.clients,), torch.nan)
    for who in weights.nonzero()[:, 0].split(at_once):
        here = who.tolist()
        rows = Models(*(part.expand(len(here), -1).contiguous() for part in model))
        update = local_update(
            ParamBank(rows.parameters, task.layout),
            data,
            batches,
            task,
            work.sgd(batches.round),
            engine=engine,
            buffers=ParamBank(rows.buffers, task.buffer_layout),
            who=here,
        )
        lies = {here.index(client): lie for client, lie in deviations.items() if client in here}
        sent = misreport(rows.parameters[:, None], update.bank.values[:, None], lies)[:, 0]
        share = weights[who].to(model.parameters.device)
        for total, part in zip(sums, (sent, update.buffers.values), strict=True):
            for weight, row in zip(share, part, strict=True):
                total[0] += weight * row
        losses[who] = update.losses[:, 0]
    return Models(*(total.to(part) for total, part in zip(sums, model, strict=True))), losses


def run_folded(
    task: Task,
    data: FederatedData,
    work: LocalWork,
    *,
    rounds: int,
    seed: int,
    algorithm: FedAvg | None = None,
    engine: str = "sequential",
    deviations: Mapping[int, Strategy] | None = None,
    initial: ParamBank | None = None,
    held_out: tuple[Tensor, Tensor] | None = None,
    evaluate_every: int = 1,
    device: torch.device | str = "cpu",
    progress: bool = False,
    at_once: int = 16,
) -> FederatedRun:
    """Train a federation by averaging, a few clients at a time.

    Args:
        rounds, seed, engine, deviations, initial, held_out, evaluate_every, device, progress: as `federation.run` takes
            them.
        algorithm: federated averaging with one row of weights, by the clients' sizes if None.
        at_once: how many clients' models are held at a time, at least 1.

    Returns:
        What `run` returns: the same model up to rounding, since sums are in double precision here.

    Memory: the data, the engine's, two rows for each of `at_once` clients, and two of the sum; nothing grows with the
    number of clients but the loss of each and the numbers of its batches' rows.

    Warns:
        RuntimeWarning: a model holds numbers that are not finite; which round was the first stands in `diverged`.

    Raises:
        ValueError: as `run`, or an algorithm that is no federated averaging of one run.

    >>> from incentives.learning import dense_classifier
    >>> chance = torch.Generator().manual_seed(0)
    >>> inputs = torch.randn(60, 2, generator=chance)
    >>> data = FederatedData.of(inputs, (inputs[:, 0] > 0).long(), [range(3 * k, 3 * k + 3) for k in range(20)])
    >>> work = LocalWork(rate=0.5, batch_size=3, epochs=1)
    >>> done = run_folded(dense_classifier(2, [4], 2), data, work, rounds=2, seed=0, at_once=4)
    >>> done.losses.shape, bool(done.losses[1].mean() < done.losses[0].mean())
    (torch.Size([2, 20, 1]), True)
    """
    as_kind("task", task, Task), as_kind("data", data, FederatedData), as_kind("work", work, LocalWork)
    as_count("rounds", rounds, least=1, most=10**9), as_count("evaluate_every", evaluate_every, least=1)
    at_once = as_count("at_once", at_once, least=1)
    deviations = {} if deviations is None else deviations
    data = misreported_data(data.to(device), deviations)
    check_labels("data", task.loss, data.labels)
    algorithm = FedAvg(weights_by_size(data)) if algorithm is None else algorithm
    if type(algorithm) is not FedAvg or algorithm.matrix.shape != (1, data.clients):
        raise ValueError(
            f"algorithm must be FedAvg with one row of {data.clients} weights, which a sum is enough for; "
            f"got {type(algorithm).__name__}"
        )
    # What the server does with an average, it does with the one thing that a single client sends.
    server = FedAvg([1.0], server_rate=algorithm.server_rate, server_momentum=algorithm.server_momentum)
    dtype = torch.float64 if data.inputs.dtype == torch.float64 else torch.float32
    drawn, buffers = task.initial(generator(seed, "initial"), dtype=dtype if initial is None else initial.values.dtype)
    first = drawn if initial is None else initial
    if first.layout != task.layout or len(first) != 1:
        raise ValueError(f"initial must hold one row of the task's {task.layout.size} parameters")
    if task.local_loss is None or isinstance(task.loss, CrossEntropy):
        _check_fit(task, data, first.values.dtype)
    state = server.begin(Models(first.values.to(device), buffers.values.to(device)), 1)

    losses, evaluated, scores, diverged = [], [], [], None
    for t in tqdm(range(rounds), disable=not progress, desc="rounds", unit="round"):
        batches = work.batches(data, seed=seed, round=t)
        mean, loss = _one_round(
            task,
            data,
            work,
            state.models,
            algorithm.matrix[0],
            batches,
            engine=engine,
            deviations=deviations,
            at_once=at_once,
        )
        state = server.aggregate(state, state.models, Models(*(part[:, None] for part in mean)), t)
        losses.append(loss[:, None])
        if diverged is None and not all(bool(part.isfinite().all()) for part in state.models):
            diverged = t + 1
        bank, buffers = (
            ParamBank(state.models.parameters, task.layout),
            ParamBank(state.models.buffers, task.buffer_layout),
        )
        if held_out is not None and ((t + 1) % evaluate_every == 0 or t + 1 == rounds):
            evaluated.append(t + 1)
            scores.append(evaluate(task, bank, buffers, *held_out))
    if diverged is not None:
        warnings.warn(f"training {advice_of(data, diverged)}", RuntimeWarning, stacklevel=2)
    empty = bank.values.new_zeros(0, 1)
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
