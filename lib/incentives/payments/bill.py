"""The bill of a charged model: what was chosen, what every group pays, and its files for people and programs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from incentives.payments.hugging_face import LanguageModel
from incentives.payments.sampled_mechanism import PaymentInterval
from incentives.payments.soups import Hybrid


@dataclass(frozen=True)
class Bill:
    """The chosen model and what every group pays for it.

    Args:
        groups: their names.
        sizes: their members.
        models: names of the candidates; the first one is the initial model.
        chosen: number of the chosen model.
        payments: one interval per group, at `level`.
        values: what one member of each group expects of the chosen model, shape (groups,), and the standard errors.
        divergences: KL of each model to the initial one, shape (models,).
        effective: effective samples behind each model, shape (models,).
        penalty: the weight of KL.
        level: probability with which some interval may miss.
        lowest: the least reward that each group declared.
        notes: what a reader of the bill should know.
    """

    groups: tuple[str, ...]
    sizes: tuple[float, ...]
    models: tuple[str, ...]
    chosen: int
    payments: tuple[PaymentInterval, ...]
    values: tuple[tuple[float, float], ...]
    divergences: tuple[float, ...]
    effective: tuple[float, ...]
    penalty: float
    level: float
    lowest: tuple[float, ...]
    notes: tuple[str, ...] = field(default=())

    @property
    def utilities(self) -> tuple[float, ...]:
        """What each group keeps by the estimates: its members' value minus its payment."""
        return tuple(
            w * v - p.payment for w, (v, _), p in zip(self.sizes, self.values, self.payments, strict=True)
        )

    def __str__(self) -> str:
        """The bill as a Markdown document."""
        rows = [
            f"| {name} | {size:g} | {value:.3f} ± {error:.3f} | {p.payment:.3f} | {p.low:.3f} to {p.high:.3f} | {kept:.3f} |"
            for name, size, (value, error), p, kept in zip(
                self.groups, self.sizes, self.values, self.payments, self.utilities, strict=True
            )
        ]
        table = [
            f"| {name}{' (chosen)' if k == self.chosen else ''} | {d:.3f} | {n:.0f} |"
            for k, (name, d, n) in enumerate(zip(self.models, self.divergences, self.effective, strict=True))
        ]
        sure = f"{100 * (1 - self.level):g} %"
        return "\n".join(
            [
                f"Chosen model: **{self.models[self.chosen]}** (penalty {self.penalty:g}).",
                "",
                f"| group | members | value of one member | pays | {sure} interval | keeps |",
                "|---|---|---|---|---|---|",
                *rows,
                "",
                "| model | KL to the initial model | effective samples |",
                "|---|---|---|",
                *table,
                *([""] if self.notes else []),
                *[f"- {note}" for note in self.notes],
            ]
        )

    def save(self, folder: str | Path, language_model: LanguageModel, models: Sequence[Hybrid]) -> None:
        """Write the chosen model (`model`), the bill for people (`bill.md`) and for programs (`bill.json`).

        Args:
            folder: made if it is missing.
            language_model: the network that was judged.
            models: the candidates, as they were given to `charge`.

        Raises:
            ValueError: the candidates are not those of the bill, or the chosen one is mixed word by word.
        """
        if tuple(m.name for m in models) != self.models:
            raise ValueError(
                f"models must be those of the bill, {self.models}; got {[m.name for m in models]}"
            )
        folder = Path(folder)
        language_model.save(models[self.chosen], folder / "model")
        (folder / "bill.md").write_text(f"{self}\n", encoding="utf-8")
        told = asdict(self) | {"utilities": self.utilities}
        (folder / "bill.json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
