"""The study behind the page "What to train when reports decide": Appendix C with copies that are trained again on every
report.

    python -m incentives_book.study experiments/retraining/study.toml

Group 1 reports the truth or one of nine other rewards; group 2 is honest. For every report the copy of group 1 is
trained
again, and so is one model for the reported total. What group 1 then keeps is exact, since all sentences are listed.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

import numpy as np
import torch

from incentives.charging.fine_tuning import fine_tune, log_partition
from incentives.charging.small_transformer import fit_corpus, initial_weights
from incentives.charging.soups import hybrid_models
from incentives.learning.chance import generator
from incentives.randomness import stream
from incentives_book.study.fine_tuning import SIZES, TRAINABLE, Setting
from incentives_book.study.kinds import Kind

TOTAL = 10  # members of both groups, the weight of every copy
MIXTURES = (0.5, 0.75, 0.9, 0.95, 1.05, 1.1)  # beta of the paper's second misreport
POWERS = (0.8, 0.9, 1.1)  # of every reward, which keeps the largest at 1 and the smallest at 0
SCHEMES = (
    "table of the truth",
    "table of the report",
    "total run, payments of the optimum",
    "total run, repaired payments",
)


def reports(own: np.ndarray, other: np.ndarray) -> dict[str, np.ndarray]:
    """The reports of group 1, the truth first.

    >>> list(reports(np.array([1.0, 0.0]), np.array([0.0, 1.0])))[:2]
    ['truth', 'beta 0.5']
    """
    mixed = {f"beta {b:g}": b * own + (1 - b) * other for b in MIXTURES}
    return {"truth": own, **mixed, **{f"power {a:g}": own**a for a in POWERS}}


def run(setting: Setting) -> dict[str, Any]:
    """Train everything, and what group 1 keeps by every report under four schemes, one dict per pair of sizes.

    `loss` is by how much the model chosen at the truth falls short of the best distribution for the reports, for the
    table of the report and for the total run.
    """
    started = time.perf_counter()
    task, shape, weight = setting.game, setting.shape, setting.penalty
    counts = torch.as_tensor(task.corpus(setting.corpus, rng=stream(setting.seed, "corpus")))
    initial, _ = fit_corpus(
        initial_weights(shape, generator=generator(setting.seed, "weights")),
        shape,
        counts,
        steps=setting.fit_steps,
        learning_rate=0.005,
    )
    own, other = task.rewards
    told = reports(own, other)
    copies = [TOTAL * other, *(TOTAL * r for r in told.values())]
    totals = [a * r + b * other for a, b in SIZES for r in told.values()]
    tuned = fine_tune(
        initial,
        shape,
        torch.as_tensor(np.array(copies + totals)),
        penalty=weight,
        steps=setting.tune_steps,
        learning_rate=0.01,
    )
    q = tuned.reference
    shares = np.linspace(0, 1, setting.shares).round(6).tolist()
    tables = {}
    for k, name in enumerate(told, 1):
        pair = {key: tensor[[k, 0]] for key, tensor in tuned.weights.items()}
        log_p = hybrid_models(initial, pair, shape, shares=shares).only(*TRAINABLE).log_policies
        tables[name] = (log_p.exp().numpy(), weight * (log_p.exp() * (log_p - q)).sum(-1).numpy())

    def from_table(name: str, table: str, sizes: tuple[int, int]) -> tuple[float, float]:
        """Utility after this report on this table, and welfare of the chosen model at the report."""
        policies, away = tables[table]
        others = policies @ (sizes[1] * other) - away
        score = others + policies @ (sizes[0] * told[name])
        best = int(score.argmax())
        return float(sizes[0] * policies[best] @ own - others.max() + others[best]), float(score[best])

    def from_total(k: int, name: str, sizes: tuple[int, int]) -> tuple[float, float, float]:
        """Utility with the payments of the optimum and with the repaired ones, and welfare at the report."""
        log_p = tuned.log_policies[1 + len(told) + k]
        p, R = log_p.exp(), torch.as_tensor(sizes[0] * told[name])
        others = float((p * (torch.as_tensor(sizes[1] * other) - weight * (log_p - q))).sum())
        naive = float((p * R).sum() + log_partition(-R, log_p, penalty=weight))
        alone = float(log_partition(torch.as_tensor(sizes[1] * other), q, penalty=weight))
        value = float(sizes[0] * p.numpy() @ own)
        return value - naive, value - (alone - others), others + float((p * R).sum())

    games = []
    for g, sizes in enumerate(SIZES):
        kept: dict[str, list[float]] = {scheme: [] for scheme in SCHEMES}
        ceiling = float(log_partition(torch.as_tensor(sizes[0] * own + sizes[1] * other), q, penalty=weight))
        loss = {}
        for k, name in enumerate(told):
            fixed, retrained = from_table(name, "truth", sizes), from_table(name, name, sizes)
            naive, repaired, reached = from_total(g * len(told) + k, name, sizes)
            for scheme, utility in zip(SCHEMES, (fixed[0], retrained[0], naive, repaired), strict=True):
                kept[scheme].append(round(utility, 6))
            if name == "truth":
                loss = {"table": round(ceiling - retrained[1], 6), "total run": round(ceiling - reached, 6)}
        games.append({"sizes": list(sizes), "kept": kept, "loss": loss})
    return {"reports": list(told), "games": games, "seconds": round(time.perf_counter() - started, 1)}


def best_lie(record: Mapping[str, Any], game: Mapping[str, Any], scheme: str) -> tuple[str, float]:
    """The lie that keeps most, and by how much it beats the truth.

    >>> game = {"kept": {"table": [1.0, 0.5, 1.25]}}
    >>> best_lie({"reports": ["truth", "beta 0.5", "power 0.8"]}, game, "table")
    ('power 0.8', 0.25)
    """
    truth, *lies = game["kept"][scheme]
    best = max(range(len(lies)), key=lies.__getitem__)
    return record["reports"][1 + best], lies[best] - truth


def line(record: Mapping[str, Any]) -> str:
    """A record in one line."""
    found = [best_lie(record, game, SCHEMES[1]) for game in record["games"]]
    gains = ", ".join(f"{name} {gain:+.4f}" for name, gain in found)
    return f"{record['settings']['task']:11} seed {record['settings']['seed']}: {gains}, {record['seconds']:.0f} s"


KIND = Kind(
    setting=Setting,
    run=run,
    line=line,
    code=lambda setting: ("incentives_book.study.retraining:run",),
    packages=("numpy", "torch"),
    precision="double",
)
