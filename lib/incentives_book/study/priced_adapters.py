"""The same study with adapters of a language model: five clubs of film critics, sentences of theirs, one price.

    python -m incentives_book.study experiments/priced-adapters/study.toml

A model of two layers is trained on public sentences. Each club tunes a low-rank adapter of its last layer on sentences
that it collects in private, and reports the adapter. Of the adapter's two factors one is drawn at random and the same
for all, so that reports can be mixed. Everybody uses a mixture of adapters, and the stake is
the squared weight in this mixture. An error is the loss of the next word in nats, and two adapters differ by half the
variance of the difference of their logits under the model's own law of the next word, on average over public places;
this is their KL divergence to second order. Goals are those of the study with pictures (`priced_goals.GOALS`).
Settings were chosen on seed 100, before the runs of the study.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from incentives.learning.data import load
from incentives.learning.federated_data import FederatedData
from incentives.methods.priced_rule import PricedFederation, announced, check_examples
from incentives.numbers import as_count
from incentives.randomness import stream
from incentives_book.study.data_here import require_here
from incentives_book.study.kinds import Kind
from incentives_book.study.low_rank import (
    UNKNOWN,
    WIDTH,
    Places,
    form_of,
    initial_model,
    loss,
    tune,
    with_adapters,
)
from incentives_book.study.priced_federation import CLINICS, dealt, drawn_costs, measured
from incentives_book.study.priced_goals import line

SPLITS = ("train", "validation", "test")
LONGEST = 24  # words that are read of a sentence
TOLERANCE = 0.02  # of the search for suspects, in nats


@dataclass(frozen=True)
class Setting:
    """One federation.

    Args:
        name: of the set of texts.
        words: of the vocabulary, the most frequent ones; the others are one word.
        rank: of the adapters.
        decay: weight of the squared entries of an adapter, in sentences.
        steps: of Adam, in which the initial model is trained on public sentences.
        own: share of club k's sentences that is drawn from those with the rating k; the others are drawn from all that
            are left, of this rating too.
        pilot: sentences of each club for the estimate of noise and spread.
        pool: sentences of each club from which it collects.
        judged: further ones, on which its model is judged.
        public: sentences that everybody may see.
        cost: of a sentence, in nats, geometric mean over clubs.
        apart: clubs' costs differ by a factor of up to 10 ** apart.
        draws: collections over which everything is averaged.
        seed: who holds what, initial model, costs and collections.
    """

    name: str = "sst5"
    words: int = 100
    rank: int = 4
    decay: float = 0.5
    steps: int = 200
    own: float = 0.45
    pilot: int = 300
    pool: int = 1200
    judged: int = 400
    public: int = 2000
    cost: float = 1e-5
    apart: float = 0.5
    draws: int = 10
    seed: int = 0

    def __post_init__(self) -> None:
        if self.name != "sst5":
            raise ValueError(f"name must be sst5, the one set of texts with five ratings; got {self.name!r}")
        for name in ("words", "steps", "pilot", "pool", "judged", "public", "draws"):
            as_count(name, getattr(self, name), least=2)
        as_count("rank", self.rank, least=1)
        if not 0 <= self.own < 1 or self.cost <= 0 or self.apart < 0 or self.decay <= 0:
            raise ValueError(
                f"own must be in [0, 1), cost and decay positive and apart not negative; got {self.own}, {self.cost}, "
                f"{self.decay} and {self.apart}"
            )


@dataclass(frozen=True, eq=False)
class PricedAdapters(PricedFederation):
    """One price where clients tune adapters; a report is the adapter's second factor, shape (rank * words,).

    Args:
        places: of all sentences; the inputs of `FederatedData` are their numbers.
        decay: as in `Setting`.
    """

    places: Places = field(kw_only=True)
    decay: float = field(kw_only=True)
    _fits: dict[bytes, Tensor] = field(default_factory=dict, init=False)

    def collect(self, data: FederatedData, who: Sequence[int], sizes: Sequence[float]) -> Tensor:
        """Adapters tuned on the first sentences that each client has, shape (len(who), parameters).

        Raises:
            ValueError: a client has fewer sentences than it should collect.
        """
        check_examples(data, who, sizes)
        return torch.stack([self.tuned(data.index[i, : int(n)]) for i, n in zip(who, sizes, strict=True)])

    def tuned(self, rows: Tensor) -> Tensor:
        """The adapter with the least loss on some sentences; kept, since lies train nothing new."""
        key = rows.sort().values.numpy().tobytes()
        if key not in self._fits:
            self._fits[key] = tune(self.places.of(rows), len(rows), metric=self.metric, decay=self.decay)
        return self._fits[key]

    def errors(self, held_out: Sequence[Places], models: Tensor, who: Sequence[int] | None = None) -> Tensor:
        """Loss of the next word with one adapter for each client, all of them unless told, on its own places."""
        here = held_out if who is None else [held_out[k] for k in who]
        return torch.stack([loss(places, model) for places, model in zip(here, models, strict=True)])


@cache
def _texts(name: str) -> tuple[Tensor, np.ndarray]:
    """All sentences, rarer words included, and their ratings."""
    parts = [load(name, split=split) for split in SPLITS]
    return torch.cat([part.inputs for part in parts]), torch.cat([part.labels for part in parts]).numpy()


class World(NamedTuple):
    """Clinics before anything is tuned."""

    pilot: FederatedData
    pools: FederatedData
    held_out: Tensor
    public: Tensor
    costs: tuple[float, ...]
    places: Places
    sentences: Tensor
    model: Any
    first: Tensor


def world(setting: Setting) -> World:
    """Who holds which sentences, the initial model, and what it makes of all of them.

    Raises:
        FileNotFoundError: the sentences are not here.
        ValueError: there are too few of them.
    """
    texts, ratings = _texts(setting.name)
    rows = torch.where(texts < setting.words, texts, UNKNOWN)[:, :LONGEST]
    sentences = torch.cat([torch.full((len(rows), 1), UNKNOWN), rows], dim=1)
    order = stream(setting.seed, "rows").permutation(len(ratings))
    public, free = order[: setting.public], order[setting.public :]
    each = setting.pilot + setting.pool + setting.judged
    parts = dealt(free, ratings[free], own=setting.own, each=each, seed=setting.seed)
    shared = torch.from_numpy(public)
    model = initial_model(sentences[shared], words=setting.words, steps=setting.steps, seed=setting.seed)
    first = torch.from_numpy(stream(setting.seed, "adapters").normal(size=(setting.rank, WIDTH))).float() / WIDTH**0.5
    with torch.no_grad():
        seen = torch.cat([model.transformer(input_ids=part)[0][:, :-1] for part in sentences.split(500)])
        places = Places(seen @ first.T, model.lm_head(seen), sentences[:, 1:])
    numbers, cuts = torch.arange(len(sentences)), [0, setting.pilot, setting.pilot + setting.pool]
    early, pools = (
        FederatedData.of(numbers, torch.zeros(len(numbers)), [part[low:high] for part in parts])
        for low, high in pairwise(cuts)
    )
    held_out = torch.from_numpy(np.stack([part[-setting.judged :] for part in parts]))
    costs = drawn_costs(setting.cost, setting.apart, setting.seed)
    return World(early, pools, held_out, shared, costs, places, sentences, model, first)


def rule_of(here: World, *, decay: float) -> PricedAdapters:
    """The rule that is announced after the pilot samples.

    Raises:
        ValueError: pilot samples differ by no more than their noise, or somebody would collect nothing.
    """
    metric = form_of(here.places.of(here.public))
    halves = [row[side::2] for side in (0, 1) for row in here.pilot.index]
    halved, whole = (
        torch.stack([tune(here.places.of(row), len(row), metric=metric, decay=decay) for row in rows])
        for rows in (halves, here.pilot.index)
    )
    known = announced(halved, whole, here.pilot.sizes, costs=here.costs, metric=metric)
    return PricedAdapters(known, metric, places=here.places, decay=decay)


def run(setting: Setting) -> dict[str, Any]:
    """As with pictures, and how far mixtures as judged here are from those that the Hugging Face library serves."""
    started = time.perf_counter()
    here = world(setting)
    rule = rule_of(here, decay=setting.decay)
    best = rule.collect(here.pools, range(CLINICS), here.pools.sizes)
    judged = [here.places.of(rows) for rows in here.held_out]
    found = measured(rule, here.pools, judged, best, seed=setting.seed, draws=setting.draws, tolerance=TOLERANCE)
    before = rule.errors(judged, torch.zeros_like(best))
    return {
        **found,
        "initial_errors": [float(f"{value:.6g}") for value in before],
        "served_apart": served_apart(here, rule.federation.weights, best),
        "seconds": round(time.perf_counter() - started, 1),
    }


def served_apart(here: World, mixtures: Any, reports: Tensor) -> float:
    """The largest difference between losses of mixtures of `reports` here, and as peft mixes and serves them."""
    weights = torch.as_tensor(np.array(mixtures, dtype=float))
    losses = [loss(here.places.of(rows), model) for rows, model in zip(here.held_out, weights @ reports, strict=True)]
    served = with_adapters(here.model, here.first, reports)
    apart = 0.0
    for k, row in enumerate(weights.tolist()):
        served.add_weighted_adapter(
            [str(j) for j in range(CLINICS)], row, adapter_name=f"of {k}", combination_type="cat"
        )
        served.set_adapter(f"of {k}")
        rows = here.sentences[here.held_out[k]]
        with torch.no_grad():
            logits = served(input_ids=rows).logits[:, :-1]
        told = torch.nn.functional.cross_entropy(logits.flatten(0, 1), rows[:, 1:].flatten(), ignore_index=0)
        apart = max(apart, abs(float(told) - float(losses[k])))
    return float(f"{apart:.2g}")


@cache
def _checksum(name: str) -> str:
    for split in SPLITS:
        require_here(name, split)
    return "-".join(load(name, split=split).checksum[:16] for split in SPLITS)


KIND = Kind(
    setting=Setting,
    run=run,
    line=line,
    code=lambda setting: ("incentives_book.study.priced_adapters:run",),
    packages=("numpy", "torch", "transformers", "peft"),
    precision="single",
    data=lambda setting: _checksum(setting.name),
)
