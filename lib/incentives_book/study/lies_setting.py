"""One game of lies to a language model: what is told, which runs it needs, and which models are judged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from incentives.charging.soups import Hybrid, hybrids
from incentives_book.study import charged_models
from incentives_book.study.code_digest import code_digest
from incentives_book.study.records import key_of

CODE = ("incentives_book.study.lies_to_a_language_model:run",)
INITIAL = Hybrid("initial", {})


@dataclass(frozen=True)
class Setting(charged_models.Setting):
    """One game of two groups and one seed; the first group lies. Fields as in `charged_models`, and

    Args:
        model: a name or path, or "llama WIDTHxLAYERS" for a small one with random weights.
        save: folder for adapters and samples, where pieces continue each other; none is kept if it is empty.
        betas: shares of its own reward in the report, the other's has the rest; "; " between them.
        alphas: factors of its size.
        piece: replies of the sample that are judged at one time.
    """

    betas: str = "0; 0.5; 1; 1.5"
    alphas: str = "0.5; 1; 2"
    piece: int = 100

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.members) != 2:
            raise ValueError(f"groups must be two, of which the first lies; got {self.groups!r}")
        if self.scheme != "total" or self.lowest or self.highest or self.cap:
            raise ValueError(
                "scheme, lowest, highest and cap have no meaning here; got "
                f"{self.scheme!r}, {self.lowest!r}, {self.highest!r}, {self.cap!r}"
            )
        if self.piece < 2 or self.samples % self.piece:
            raise ValueError(f"piece must be at least 2 and divide samples, {self.samples}; got {self.piece}")
        if not np.isfinite([*self.factors, *self.shares_told]).all() or min(self.factors) <= 0:
            raise ValueError(f"betas must be numbers and alphas positive; got {self.betas!r}, {self.alphas!r}")

    @property
    def shares_told(self) -> list[float]:
        """The betas as numbers."""
        return [float(part) for part in charged_models.several(self.betas)]

    @property
    def factors(self) -> list[float]:
        """The alphas as numbers."""
        return [float(part) for part in charged_models.several(self.alphas)]

    @property
    def folder(self) -> Path:
        """Of this run below `save`; other settings, other prompts in their file and other code have another one."""
        name = "-".join(self.game.lower().replace(".", "").split())
        told, data = asdict(self) | {"save": ""}, charged_models.checksum_of(self)
        return Path(self.save) / f"{name}-{self.seed}-{key_of(told, code=code_digest(*CODE), data=data)}"


def weights_told(kind: str, told: float, sizes: Sequence[float]) -> tuple[float, float]:
    """The weights of the two true rewards in what is reported.

    >>> weights_told("beta", 0.5, [4, 6]), weights_told("alpha", 2, [4, 6])
    ((2.0, 8.0), (8, 6))
    """
    own, other = sizes
    return (told * own, other + (1 - told) * own) if kind == "beta" else (told * own, other)


def runs_of(setting: Setting) -> dict[str, tuple[float, float]]:
    """All training runs: a name, and the weights of the two true rewards."""
    own, other = map(float, setting.members)
    found = {"only-0": (own + other, 0.0), "only-1": (0.0, own + other), "without-0": (0.0, other)}
    for kind, values in (("beta", setting.shares_told), ("alpha", setting.factors)):
        for told in values:
            everybody = weights_told(kind, told, (own, other))
            found[name_of(everybody)] = everybody
            # The run without the other group knows what the liar reports.
            alone = (everybody[0], everybody[1] - other)
            found[name_of(alone)] = alone
    return found


def name_of(weights: Sequence[float]) -> str:
    """The name of the run on a report, from the weights of the two true rewards in it.

    >>> name_of((2.0, -0.5))
    'run-2-and-minus_0_5'
    """
    return "run-" + "-and-".join(f"{w:g}".replace(".", "_").replace("-", "minus_") for w in weights)


def candidates_of(setting: Setting) -> list[Hybrid]:
    """All models that are judged: the initial one, copies mixed in two ways, and every run on reports."""
    shares = [k / setting.shares for k in range(setting.shares + 1)]
    alone = [Hybrid(name, {name: 1.0}) for name in runs_of(setting) if name.startswith(("run", "without"))]
    return [*hybrids("only-0", "only-1", shares=shares), *alone]
