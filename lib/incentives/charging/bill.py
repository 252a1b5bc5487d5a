"""The bill of a charged model: what was chosen, what every group pays, and its files for people and programs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from incentives.charging.base_model import BaseModel, place_of
from incentives.charging.caps import Capped, capped, is_one_network
from incentives.charging.hugging_face import LanguageModel
from incentives.charging.provenance import BEFORE, OTHERS
from incentives.charging.soups import INITIAL, Hybrid
from incentives.payments.guarantees import Guarantee
from incentives.payments.sampled_mechanism import PaymentInterval

# What `mixture.json` says, which `Bill.save` writes and `served` reads.
TOLD = ("name", "shares", "how", "cap", "base", "longest", "chat", "end", "dtype", "adapters", "checkpoints")


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
        guarantees: how good the models are for everybody and without each group, in this order; none if not asked for.
        wins: what a lie of each group can win at most; None where nothing is certified.
        provenance: on what each model was trained, shape (models,).
        at_least: what one member of each group expects of the chosen model at least, all of them together at `level`;
            None where the largest reward was not declared.
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
    guarantees: tuple[Guarantee, ...] = field(default=())
    wins: tuple[float | None, ...] = field(default=())
    provenance: tuple[str, ...] = field(default=())
    at_least: tuple[float | None, ...] = field(default=())

    @property
    def utilities(self) -> tuple[float, ...]:
        """The part of its value that each group keeps by the estimates: its members' value minus its payment."""
        return tuple(w * v - p.payment for w, (v, _), p in zip(self.sizes, self.values, self.payments, strict=True))

    def __str__(self) -> str:
        """The bill as a Markdown document."""
        floors = self.at_least or (None,) * len(self.groups)
        rows = [
            f"| {name} | {size:g} | {value:.3f} ± {error:.3f} | {_number(least, 'unknown')} | {p.payment:.3f} "
            f"| {p.low:.3f} to {p.high:.3f} | {kept:.3f} |"
            for name, size, (value, error), least, p, kept in zip(
                self.groups, self.sizes, self.values, floors, self.payments, self.utilities, strict=True
            )
        ]
        origins = self.provenance or ("unknown",) * len(self.models)
        table = [
            f"| {name}{' (chosen)' if k == self.chosen else ''} | {d:.3f} | {n:.0f} | {origin} |"
            for k, (name, d, n, origin) in enumerate(
                zip(self.models, self.divergences, self.effective, origins, strict=True)
            )
        ]
        sure = f"{100 * (1 - self.level):g} %"
        return "\n".join(
            [
                f"Chosen model: **{self.models[self.chosen]}** (penalty {self.penalty:g}).",
                "",
                f"| group | members | value of one member | at least ({sure}) | pays | {sure} interval | keeps |",
                "|---|---|---|---|---|---|---|",
                *rows,
                "",
                *self._promises(sure),
                "| model | KL to the initial model | effective samples | trained on |",
                "|---|---|---|---|",
                *table,
                *([""] if self.notes else []),
                *[f"- {note}" for note in self.notes],
            ]
        )

    def _promises(self, sure: str) -> list[str]:
        """The table of guarantees, and what a lie of each group can win."""
        if not self.guarantees:
            return []
        cap = next((f", cap {g.bound.cap:g}" for g in self.guarantees if g.bound), "")
        rows = []
        for g in self.guarantees:
            about = _number(None if g.estimate is None else max(g.estimate, 0.0), "unknown")
            least = _number(g.least, "no certificate")
            most = _number(g.bound.at_most if g.bound else None, "no certificate")
            who = "everybody" if g.without is None else f"without {self.groups[g.without]}"
            rows.append(
                f"| {who} | {self.models[g.model]} | {g.value:.3f} | {g.lead:+.3f} ± {g.error:.3f} | {about} | {least} "
                f"| {most} |"
            )
        lies = [
            f"{name}: {_number(most, 'no certificate', 'at most ')}"
            for name, most in zip(self.groups, self.wins, strict=True)
        ]
        # Other rewards than those that are charged may have been reports as well, of the day before.
        others = any(OTHERS in said.split("; ") for said in self.provenance)
        if_so = f", {BEFORE}" if others and any(most is not None for most in self.wins) else ""
        return [
            f"| for | model | value | over the initial model | misses about | at least | at most ({sure}{cap}) |",
            "|---|---|---|---|---|---|---|",
            *rows,
            "",
            f"What a lie could win: {'; '.join(lies)}{if_so}.",
            "",
        ]

    def save(self, folder: str | Path, language_model: LanguageModel, models: Sequence[Hybrid]) -> None:
        """Write the chosen model (`model`), the bill for people (`bill.md`) and for programs (`bill.json`).

        Args:
            folder: made if it is missing.
            language_model: the network that was judged.
            models: the candidates, as they were given to `charge`.

        Raises:
            ValueError: the candidates are not those of the bill, or the chosen one is mixed or capped word by word, of
                models that no file or name leads to.

        A chosen model that is mixed or capped word by word is no single network: `model/mixture.json` says what is
        mixed, from which `served` reads it.
        """
        if tuple(m.name for m in models) != self.models:
            raise ValueError(f"models must be those of the bill, {self.models}; got {[m.name for m in models]}")
        folder = Path(folder)
        chosen = models[self.chosen]
        if is_one_network(chosen):
            language_model.save(chosen, folder / "model")
        else:
            check_places(language_model, [chosen])
            (folder / "model").mkdir(parents=True, exist_ok=True)
            mixture: dict[str, Any] = {"name": chosen.name, "shares": dict(chosen.shares), "how": chosen.how}
            mixture |= {"cap": chosen.cap if isinstance(chosen, Capped) else None}
            base = language_model.base
            mixture |= {"base": place_of(base.name), "longest": base.longest, "chat": base.chat, "end": base.end}
            mixture |= {"dtype": language_model.dtype}
            for parts in ("adapters", "checkpoints"):
                mixture |= {parts: {name: place_of(where) for name, where in getattr(language_model, parts).items()}}
            language_model.tokenizer.save_pretrained(folder / "model")
            (folder / "model" / "mixture.json").write_text(json.dumps(mixture, indent=1) + "\n", encoding="utf-8")
        (folder / "bill.md").write_text(f"{self}\n", encoding="utf-8")
        told = asdict(self) | {"utilities": self.utilities}
        (folder / "bill.json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


def check_places(language_model: LanguageModel, models: Sequence[Hybrid]) -> None:
    """Refuse models that are mixed or capped word by word and could not be served from a file.

    Raises:
        ValueError: a part of one was given as an object, and nothing says where it is.
    """
    for model in models:
        if not is_one_network(model) and (lost := language_model.without_place(model)):
            raise ValueError(
                f"what is mixed or capped word by word must be made of models given by path or name, so that it can be "
                f"saved and served; {model.name!r} needs {', '.join(lost)}. Save it, and give the folder"
            )


def _number(value: float | None, otherwise: str, before: str = "") -> str:
    """Three decimals, or what is said where there is no number."""
    return otherwise if value is None else f"{before}{value:.3f}"


def served(folder: str | Path, **options: Any) -> tuple[LanguageModel, Hybrid]:
    """A model that is mixed or capped word by word, as `Bill.save` wrote it: the network, and what `sample` takes.

    Args:
        folder: that holds `mixture.json`.
        options: of `BaseModel`, such as `device`. Weights have the type that was judged, if no other `dtype` is given.

    Raises:
        ValueError: there is no such file, it lacks something, as one of an older version does, or it does not say where
            an adapter or a checkpoint is.
    """
    file = Path(folder) / "mixture.json"
    if not file.is_file():
        raise ValueError(f"folder must hold a mixture.json, which only models mixed word by word have; got {folder}")
    told = json.loads(file.read_text(encoding="utf-8"))
    if lacking := [key for key in TOLD if key not in told]:
        raise ValueError(
            f"folder must hold a mixture.json that says all of {', '.join(TOLD)}; {file} lacks {', '.join(lacking)}. "
            "Save the bill again"
        )
    shares = told["shares"]
    if unknown := sorted(set(shares) - set(told["adapters"]) - set(told["checkpoints"]) - {INITIAL}):
        raise ValueError(f"folder must tell where all adapters and checkpoints are; {file} does not for {unknown}")
    asked = {name: told[name] for name in ("longest", "chat", "end", "dtype")}
    base = BaseModel(told["base"], folder, **(asked | options))
    parts = (
        {name: path for name, path in told[kind].items() if name in shares} for kind in ("adapters", "checkpoints")
    )
    adapters, checkpoints = parts
    model = Hybrid(told["name"], shares, told["how"])
    network = LanguageModel(base, adapters=adapters, checkpoints=checkpoints)
    return network, model if told["cap"] is None else capped([model], told["cap"])[0]
