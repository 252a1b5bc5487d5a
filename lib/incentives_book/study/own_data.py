"""The study of own data, partitions and networks: `methods.compare` over seeds and what a file lists. Needs PyTorch.

    study = "own-data"

    [[run]]
    data = "mypackage.module:load"            # or a name such as "digits"
    partition = ["homogeneous", "mypackage.module:rule"]
    network = "mypackage.module:make"         # may be left out where the data have a name
    seed = [0, 1, 2]

`load()` gives a pair (inputs, labels), of which shares are set aside for validation and tests, or a mapping with the
pairs
"train", "test" and, if wanted, "validation". `rule(labels, clients, rng=...)` gives one list of positions per client;
`make()` gives an `nn.Module`. The modules are found as Python finds them, so also in the folder where the command runs.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import torch

from incentives.learning.client_split import ClientSplit
from incentives.learning.data import load
from incentives.learning.federated_data import FederatedData
from incentives.learning.partition import PARTITIONS, divide, split_validation
from incentives.methods.compared_methods import LEAST, METHODS, USUAL
from incentives.methods.comparing import compare
from incentives.randomness import stream
from incentives_book.study.data_here import require_here
from incentives_book.study.kinds import Kind
from incentives_book.study.named import is_named, named, source_digest
from incentives_book.study.rewards.cells import NETWORKS, WRITTEN

KNOWN = tuple(name for name in NETWORKS if name not in WRITTEN)
PACKAGES = ("incentives.", "incentives_book.")
SET_ASIDE = {"test": 0.2, "validation": 0.1}


def one_rare_class(labels: Any, clients: int, *, rng: np.random.Generator) -> ClientSplit:
    """A partition as an example: class 0 belongs to client 0 alone, everything else is dealt out evenly.

    >>> one_rare_class([0, 0, 1, 1, 1, 1], 2, rng=np.random.default_rng(0))
    one rare class: 6 points, 2 clients with 2 to 4
    """
    labels = np.asarray(labels)
    rare, rest = np.flatnonzero(labels == 0), rng.permutation(np.flatnonzero(labels != 0))
    shares = np.array_split(rest, clients)
    shares[0] = np.concatenate([shares[0], rare])
    return ClientSplit("one rare class", len(labels), tuple(sorted(shares, key=lambda own: 0 not in labels[own])))


@dataclass(frozen=True)
class Setting:
    """One federation, and the methods that are compared in it.

    Args:
        data: a name in `KNOWN`, or "module:function" of one's own.
        partition: a name in `incentives.learning.partition.PARTITIONS`, or "module:function".
        network: "module:function"; "" takes the network that belongs to data of a known name.
        methods: names in `incentives.methods.compared_methods.METHODS`, with commas between them.
        clients: at least 2.
        seed, rounds, batch_size, rate, momentum, narrowest, levels: as `compare` takes them.

    Raises:
        ValueError: a name that does not exist, or code that cannot be imported.
    """

    data: str = "digits"
    partition: str = "homogeneous"
    network: str = ""
    methods: str = ", ".join(USUAL)
    clients: int = 10
    seed: int = 0
    rounds: int = 20
    batch_size: int = 64
    rate: float = 0.05
    momentum: float = 0.9
    narrowest: float = 0.25
    levels: int = 16

    def __post_init__(self) -> None:
        for what, known in (("data", KNOWN), ("partition", tuple(PARTITIONS))):
            text = getattr(self, what)
            if is_named(text):
                named(what, text)
            elif text not in known:
                raise ValueError(f"{what} must be 'mypackage.module:name' or one of {', '.join(known)}, got {text!r}")
        if self.network or is_named(self.data):
            if not is_named(self.network):
                raise ValueError(
                    f"network must be 'mypackage.module:name' where data are one's own, got {self.network!r}"
                )
            named("network", self.network)
        if unknown := [method for method in self.each if method not in METHODS]:
            raise ValueError(f"methods must be among {', '.join(METHODS)}, got {unknown[0]!r}")
        if isinstance(self.clients, bool) or not isinstance(self.clients, int) or self.clients < 2:
            raise ValueError(f"clients must be a whole number of at least 2, got {self.clients!r}")
        if few := [method for method in self.each if self.clients < LEAST.get(method, 2)]:
            raise ValueError(f"methods with {few[0]!r} need at least {LEAST[few[0]]} clients, got {self.clients}")

    @property
    def each(self) -> list[str]:
        """The methods, one by one."""
        return [method.strip() for method in self.methods.split(",")]


def _pairs(setting: Setting) -> dict[str, tuple[Any, Any]]:
    if not is_named(setting.data):
        sets = {split: load(setting.data, split=split) for split in ("train", "test")}
        return {split: (found.scaled(), found.labels) for split, found in sets.items()}
    found = named("data", setting.data)()
    if not isinstance(found, Mapping):
        found = {"train": found}
    if "train" not in found or not found.keys() <= {"train", "test", "validation"}:
        raise ValueError(
            f"data must give a pair, or a mapping with train, test and validation; {setting.data} gives {sorted(found)}"
        )
    for split, pair in found.items():
        if not isinstance(pair, (tuple, list)) or len(pair) != 2 or len(pair[0]) != len(pair[1]):
            raise ValueError(
                f"data must give pairs (inputs, labels) of one length; {setting.data} gives something else for {split}"
            )
    return {split: (torch.as_tensor(inputs), torch.as_tensor(labels)) for split, (inputs, labels) in found.items()}


def _divided(setting: Setting) -> tuple[FederatedData, dict[str, Any]]:
    """The clients, and the data of the server; what is not given is set aside before the rest is divided."""
    pairs = _pairs(setting)
    inputs, labels = pairs.pop("train")
    for split in (name for name in SET_ASIDE if name not in pairs):
        held = split_validation(labels.numpy(), share=SET_ASIDE[split], rng=stream(setting.seed, split))
        pairs[split] = (inputs[held.validation], labels[held.validation])
        inputs, labels = inputs[held.train], labels[held.train]
    rng = stream(setting.seed, "partition")
    if is_named(setting.partition):
        parts = named("partition", setting.partition)(labels.numpy(), setting.clients, rng=rng)
    else:
        parts = divide(setting.partition, labels.numpy(), setting.clients, rng=rng)
    parts = [np.asarray(part) for part in parts]
    if len(parts) != setting.clients:
        raise ValueError(f"partition must give {setting.clients} clients, {setting.partition} gives {len(parts)}")
    return FederatedData.of(inputs, labels, parts), pairs


def run(setting: Setting, *, device: str = "cpu", engine: str = "sequential") -> dict[str, Any]:
    """Train by every method, and tell what each client is given.

    >>> told = run(Setting(rounds=1, clients=2, levels=2, methods="fedavg"))
    >>> sorted(told["rewards"])
    ['fedavg', 'stand-alone']
    """
    clients, held = _divided(setting)
    widths = tuple(round(float(w), 6) for w in np.linspace(setting.narrowest, 1, setting.levels))
    found = compare(
        clients,
        named("network", setting.network) if setting.network else lambda: NETWORKS[setting.data](widths),
        methods=setting.each,
        **held,
        rounds=setting.rounds,
        batch_size=setting.batch_size,
        rate=setting.rate,
        momentum=setting.momentum,
        narrowest=setting.narrowest,
        levels=setting.levels,
        seed=setting.seed,
        device=device,
        engine=engine,
    )
    return {
        "contributions": list(found.contributions),
        "rewards": {method: list(given) for method, given in found.rewards.items()},
        "validation": {method: list(given) for method, given in found.validation.items()},
        "widths": {method: list(given) for method, given in found.widths.items()},
        "out_of_reach": list(found.out_of_reach),
        "seconds": {method: round(spent, 3) for method, spent in found.seconds.items()},
    }


def line(record: Mapping[str, Any]) -> str:
    """A record in one line."""
    asked, rewards = record["settings"], record["rewards"]
    told = ", ".join(f"{method} {sum(given) / len(given):.3f}" for method, given in rewards.items())
    return f"{asked['data']} {asked['partition']} seed {asked['seed']}: {told}"


def code(setting: Setting) -> tuple[str, ...]:
    """This module's run, and what a file names within the two packages; other code is in the checksum of the data.

    >>> code(Setting())
    ('incentives_book.study.own_data:run',)
    """
    own = (setting.data, setting.partition, setting.network)
    return (
        "incentives_book.study.own_data:run",
        *(text for text in own if is_named(text) and text.startswith(PACKAGES)),
    )


@lru_cache(maxsize=64)
def _checksum(data: str, partition: str, network: str, clients: int, seed: int) -> str:
    """Of the examples, of who holds which, and of the modules that are named."""
    setting = Setting(data=data, partition=partition, network=network, clients=clients, seed=seed)
    if not is_named(data):
        require_here(data, "train", "test")
    found, held = _divided(setting)
    digest = hashlib.sha256(source_digest(data, partition, network).encode())
    for part in (found.inputs, found.labels, found.index, *(part for name in sorted(held) for part in held[name])):
        digest.update(str(tuple(part.shape)).encode() + part.contiguous().numpy().tobytes())
    return digest.hexdigest()


KIND = Kind(
    setting=Setting,
    run=run,
    line=line,
    code=code,
    packages=("numpy", "torch"),
    precision="single",
    data=lambda setting: _checksum(setting.data, setting.partition, setting.network, setting.clients, setting.seed),
    options={"device": (), "engine": ("sequential", "graph")},
)
