"""The baselines' rounds in plain arithmetic, and the staircase of IAFL."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, hypot, tanh
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from incentives_book.figures import COLOURS, LINES

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from torch import Tensor

Row = Sequence[float]


class CgsvRound(NamedTuple):
    """The result of a round: by how much each client's model moves, and the clients' importance after it."""

    moves: list[list[float]]
    importance: list[float]


def cosine(first: Row, second: Row) -> float:
    """Cosine of the angle between two rows, neither of them zero.

    >>> cosine([3, 4], [5, 0])
    0.6
    """
    return sum(x * y for x, y in zip(first, second, strict=True)) / (hypot(*first) * hypot(*second))


def cgsv_round(
    updates: Sequence[Row],
    weights: Row,
    importance: Row,
    *,
    layers: Sequence[tuple[int, int]],
    length: float = 0.5,
    memory: float = 0.95,
    sharpness: float = 1.0,
) -> CgsvRound:
    """One round of CGSV by loops over numbers: no line of the library's.

    Args:
        updates: by how much each client's training moved its model, shape (clients, parameters), no zero row.
        weights: of the sum, shape (clients,): shares of the examples in the first round, then the importance.
        importance: before the round, zeros before the first, shape (clients,).
        layers: first and last column (not included) of each tensor.
        length: to which updates are scaled.
        memory: alpha. sharpness: beta.

    >>> moves, importance = cgsv_round([[3, 4], [5, 0]], [0.75, 0.25], [0, 0], layers=[(0, 2)], length=5)
    >>> moves[0], [round(16 * r, 9) for r in importance]                      # g = (3.5, 3), cosines as 9 to 7
    ([3.5, 3.0], [9.0, 7.0])
    """
    scaled = [[length * x / hypot(*row) for x in row] for row in updates]
    whole = [sum(w * row[k] for w, row in zip(weights, scaled, strict=True)) for k in range(len(scaled[0]))]
    raw = [memory * r + (1 - memory) * cosine(row, whole) for r, row in zip(importance, scaled, strict=True)]
    floored = [max(r, 1e-3) for r in raw]
    after = [r / sum(floored) for r in floored]
    top = max(tanh(sharpness * r) for r in after)
    moves = []
    for r in after:
        move = [0.0] * len(whole)
        for low, high in layers:
            order = sorted(range(low, high), key=lambda k: -abs(whole[k]))
            for k in order[: ceil(tanh(sharpness * r) / top * (high - low) - 1e-9)]:
                move[k] = whole[k]
        moves.append(move)
    return CgsvRound(moves, after)


def one_epoch(task: Any, data: Any, work: Any, start: Tensor, client: int, *, seed: int) -> Tensor:
    """A client's model after one epoch of stochastic gradient descent with momentum, by PyTorch's own optimizer.

    Args:
        task, data, work: as for `incentives.learning.federation.run`; the work has one epoch.
        start: the model before, shape (parameters,).
        client: whose examples are used.
        seed: of the batches.

    Returns:
        The model after, same shape.
    """
    import torch

    network = task.module().to(start.dtype)
    views = task.layout.split(start)
    with torch.no_grad():
        for name, parameter in network.named_parameters():
            parameter.copy_(views[name])
    optimizer = torch.optim.SGD(network.parameters(), lr=work.rate, momentum=work.momentum)
    batches = work.batches(data, seed=seed, round=0)
    for step in range(batches.steps[client]):
        inputs, labels = data.gather(batches.rows[step, client, : int(batches.counts[step, client])])
        optimizer.zero_grad()
        task.loss.mean(network(inputs), labels).backward()
        optimizer.step()
    return task.layout.join(dict(network.named_parameters())).detach()


def draw_staircase(clients: Sequence[int], *, ax: Axes | None = None) -> Axes:
    """Which share of the others' updates IAFL gives for a contribution: one staircase per number of clients.

    Args:
        clients: numbers of clients, each at least 2.
    """
    import matplotlib.pyplot as plt

    ax = plt.subplots()[1] if ax is None else ax
    shares = np.linspace(0.001, 1, 2000)
    for count, colour, line in zip(clients, COLOURS, LINES, strict=False):
        steps = np.ceil(shares * (count - 1) - 1e-9) / (count - 1)
        ax.plot(shares, steps, color=colour, linestyle=line, label=f"{count} clients")
    ax.plot([0, 1], [0, 1], color="#767676", linestyle=":", linewidth=1, label="in proportion")
    ax.set(
        xlabel="contribution, as a share of the largest",
        ylabel="share of the others' updates received",
        xlim=(0, 1),
        ylim=(0, 1.03),
    )
    ax.legend()
    return ax


def draw_one_round(updates: Sequence[Row], contributions: Row) -> Sequence[Axes]:
    """By what each client's model moves in one round of averaging, CGSV and IAFL, as arrows in two dimensions.

    Args:
        updates: of the clients, shape (clients, 2).
        contributions: shape (clients,), above 0, in rising order; IAFL's subsets hold the strongest others.
    """
    import matplotlib.pyplot as plt

    from incentives_book.study.rewards.results import updates_received

    count, rows = len(updates), np.asarray(updates, dtype=float)
    mean = rows.mean(axis=0)
    received = updates_received(contributions)
    subsets = [[i, *[j for j in reversed(range(count)) if j != i][: n - 1]] for i, n in enumerate(received)]
    moves = {
        "averaging": [mean] * count,
        "CGSV": cgsv_round(updates, [1 / count] * count, contributions, layers=[(0, 2)], length=0.5, memory=0.9).moves,
        "IAFL": [rows[subset].mean(axis=0) for subset in subsets],
    }
    _, axes = plt.subplots(1, 3, figsize=(7.3, 2.7), sharex=True, sharey=True)
    for ax, (name, found) in zip(axes, moves.items(), strict=True):
        for client, row in enumerate(rows, start=1):
            ax.annotate("", row, (0, 0), arrowprops={"arrowstyle": "-", "color": "#767676", "lw": 0.8, "ls": ":"})
            ax.text(*(row * 1.04), f"$\\Delta_{client}$", color="#767676")
        who: dict[tuple[float, ...], list[int]] = {}
        for client, move in enumerate(found, start=1):
            who.setdefault(tuple(round(float(x), 6) for x in move), []).append(client)
        for (move, clients), colour in zip(who.items(), COLOURS, strict=False):
            ax.annotate("", move, (0, 0), arrowprops={"arrowstyle": "->", "color": colour, "lw": 2})
            name_ = "all" if len(clients) == count else ", ".join(map(str, clients))
            ax.text(move[0] + 0.05, move[1] + 0.08, name_, color=colour, fontsize=10, weight="bold")
        ax.set(xlim=(0, 2.3), ylim=(0, 2.3), title=name, aspect="equal", xticks=[], yticks=[])
    return axes


def draw_step_length(
    apart: Mapping[float, float], accuracies: Mapping[float, float], rounds: int, averaging: float
) -> Sequence[Axes]:
    """CGSV by the length of its step: how far models move beside the bound, and how good they are.

    Args:
        apart: distance of the farthest model from the start, by length.
        accuracies: mean over the clients, by length.
        rounds: of training.
        averaging: accuracy of federated averaging.
    """
    import matplotlib.pyplot as plt

    from incentives_book.figures import label

    _, (left, right) = plt.subplots(1, 2, figsize=(7.3, 3.4))
    lengths = list(apart)
    left.loglog(lengths, [rounds * length for length in lengths], ":", color="#767676")
    left.text(lengths[0], 25 * rounds * lengths[0], "rounds × length", color="#767676")
    left.loglog(lengths, list(apart.values()), "o-", color=COLOURS[0])
    right.semilogx(lengths, list(accuracies.values()), "o-", color=COLOURS[0])
    right.axhline(averaging, color=COLOURS[1], linestyle="--")
    right.text(lengths[0], averaging + 0.01, "federated averaging", color=COLOURS[1])
    label(left, x="length of a step", y="distance moved", title="nobody gets further")
    label(right, x="length of a step", y="mean accuracy", title="the length decides the accuracy")
    return left, right


def by_clients(records: Sequence[Mapping[str, Any]]) -> dict[tuple[str, int, int], dict[str, Any]]:
    """Outcomes by method for each partition, number of clients and seed of Fashion-MNIST; only seeds with IAFL and
    Aequa.

    >>> by_clients([])
    {}
    """
    from incentives_book.study.rewards.results import outcomes

    groups: dict[int, list[Mapping[str, Any]]] = {}
    for record in records:
        told = record["settings"]
        if told["data"] == "fashion_mnist" and told["partition"] in ("homogeneous", "dirichlet-0.5"):
            groups.setdefault(told["clients"], []).append(record)
    found: dict[tuple[str, int, int], dict[str, Any]] = {}
    for count, rows in groups.items():
        for o in outcomes(rows):
            found.setdefault((o.partition, count, o.seed), {})[o.name] = o
    return {key: run for key, run in found.items() if {"IAFL", "Aequa", "FedAvg"} <= run.keys()}


def clients_rows(runs: Mapping[tuple[str, int, int], Mapping[str, Any]]) -> list[list[Any]]:
    """Rows (partition, clients, seeds, share of clients given everything, two correlations, seeds with Aequa's
    higher).
    """
    from incentives_book.rewards.rewards_on_real_data import WORDS
    from incentives_book.study.rewards.results import updates_received
    from incentives_book.study.rewards.signs import sign_count

    rows = []
    for partition, count in sorted({key[:2] for key in runs}, key=lambda key: (key[0] != "homogeneous", key[1])):
        mine = [run for key, run in runs.items() if key[:2] == (partition, count)]
        full = [n == count for run in mine for n in updates_received(run["IAFL"].validation_alone)]
        pairs = [(run["Aequa"].correlation or 0.0, run["IAFL"].correlation or 0.0) for run in mine]
        signs = sign_count([a - i for a, i in pairs])
        means = np.mean(pairs, axis=0)
        rows.append(
            [
                WORDS[partition],
                count,
                len(mine),
                f"{np.mean(full):.0%}",
                f"{means[1]:.2f}",
                f"{means[0]:.2f}",
                f"{signs}, {signs.decides()}",
            ]
        )
    return rows
