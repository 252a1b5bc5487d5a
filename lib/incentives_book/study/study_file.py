"""The contents of a study file: one kind of study, and tables whose lists multiply into runs.

    study = "rewards"                       # a name in KINDS
    about = "Rewards on images"             # in words, for the reader

    [settings]                              # of every run, unless its table says otherwise
    clients = 10

    [[run]]                                 # one run per combination of the listed entries, the last list fastest
    method = ["fedavg", "aequa"]
    data = "mnist"
    seed = [0, 1, 2]

The names are the fields of the kind's setting.
"""

from __future__ import annotations

import shutil
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, fields, replace
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any

from incentives.extras import EXTRA_OF
from incentives_book.study.kinds import Kind
from incentives_book.study.records import key_of
from incentives_book.study.same_code import NAME as SAME_CODE

# Where each kind of study is; its module has the `Kind` under the name KIND.
KINDS = {
    "empty-core": "incentives_book.study.empty_core",
    "truthful-federation": "incentives_book.study.truthful_federation",
    "fine-tuning": "incentives_book.study.fine_tuning",
    "fine-tuning-by-sampling": "incentives_book.study.fine_tuning_by_sampling",
    "training-seeds": "incentives_book.study.training_seeds",
    "retraining": "incentives_book.study.retraining",
    "repairs": "incentives_book.study.repairs",
    "priced-federation": "incentives_book.study.priced_federation",
    "redrawn-federation": "incentives_book.study.redrawn_federation",
    "priced-adapters": "incentives_book.study.priced_adapters",
    "charged-models": "incentives_book.study.charged_models",
    "certificate-coverage": "incentives_book.study.certificate_coverage",
    "lies-to-a-language-model": "incentives_book.study.lies_to_a_language_model",
    "rewards": "incentives_book.study.rewards.study",
    "own-data": "incentives_book.study.own_data",
}
# The extra that brings a module, by the name it is imported by.
BRINGS = EXTRA_OF | {"torch": "learning", "sklearn": "learning", "PIL": "data"}
TYPES = {"str": str, "int": int, "float": (int, float), "bool": bool}


def kind_of(name: str) -> Kind:
    """The kind of study of this name.

    Raises:
        ValueError: there is none.
        ModuleNotFoundError: it needs a package that is not installed; the message names the extra that brings it.
    """
    if name not in KINDS:
        raise ValueError(f"study must be one of {', '.join(KINDS)}, got {name!r}")
    try:
        return import_module(KINDS[name]).KIND
    except ModuleNotFoundError as error:
        module = (error.name or "").partition(".")[0]
        if module not in BRINGS:
            raise
        words = f"a study of the kind {name!r} needs {module}: pip install 'incentives[{BRINGS[module]}]'"
        raise ModuleNotFoundError(words, name=error.name) from error


@dataclass(frozen=True)
class Study:
    """The runs that a study file asks for.

    Args:
        name: of its kind.
        settings: one per run, each once; first those that others are measured against.
        store: where the records go, `records.jsonl` beside the file.
    """

    name: str
    settings: tuple[Any, ...]
    store: Path

    @property
    def kind(self) -> Kind:
        """The kind of study."""
        return kind_of(self.name)


def read_study(path: str | Path, *, seeds: int | None = None, only: Mapping[str, str] | None = None) -> Study:
    """Read a study file.

    Args:
        path: a TOML file.
        seeds: how many seeds, from 0, in every table; those of the file by default.
        only: keep the runs with these values, for instance {"data": "mnist"}.

    Raises:
        ValueError: no TOML, an unknown table, kind or field, a value that the field does not allow, or nothing to run.
    """
    path, only = Path(path), dict(only or {})
    try:
        told = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{path} is not valid TOML: {error}") from error
    if unknown := sorted(told.keys() - {"study", "about", "settings", "run"}):
        raise ValueError(f"{path} may hold study, about, [settings] and [[run]]; got {', '.join(unknown)}")
    kind = kind_of(told.get("study", ""))
    known = {f.name: f for f in fields(kind.setting)}
    if unknown := sorted(only.keys() - known.keys()):
        raise ValueError(f"only may hold {', '.join(known)}; got {', '.join(unknown)}")
    if not told.get("run"):
        raise ValueError(f"{path} must hold at least one [[run]]")
    asked: list[Any] = []
    for table in told["run"]:
        entries = {**table, **{name: v for name, v in told.get("settings", {}).items() if name not in table}}
        if seeds is not None:
            entries["seed"] = list(range(seeds))
        missing = sorted(n for n, f in known.items() if f.default is MISSING and n not in entries)
        if (unknown := sorted(entries.keys() - known.keys())) or missing:
            raise ValueError(f"a [[run]] has no field {unknown} or lacks {missing}; it has {', '.join(known)}")
        lists = [value if isinstance(value, list) else [value] for value in entries.values()]
        for values in product(*lists):
            given = {n: _checked(n, known[n].type, v) for n, v in zip(entries, values, strict=True)}
            asked.append(kind.setting(**given))
    asked = [s for s in asked if all(str(getattr(s, name)) == value for name, value in only.items())]
    if not asked:
        raise ValueError(f"nothing to run: no run of {path} fits only = {only}")
    needed = [need for setting in asked if (need := kind.needs(setting)) is not None]
    first = {key_of(kind.told(setting)): setting for setting in needed}
    return Study(told["study"], _each_once(kind, [*first.values(), *asked]), path.with_name("records.jsonl"))


def elsewhere(study: Study, folder: str | Path) -> Study:
    """The study with its store in a subfolder of another folder, named like its own; what is recorded so far is copied
    there.

    Records that are there already stay: the store is copied once, and what is appended later is found by its keys.
    """
    store = Path(folder) / study.store.parent.name / study.store.name
    if store.resolve() == study.store.resolve():
        return study
    store.parent.mkdir(parents=True, exist_ok=True)
    for name in (study.store.name, SAME_CODE):
        source, target = study.store.with_name(name), store.with_name(name)
        if source.is_file() and not target.exists():
            shutil.copyfile(source, target)
    return replace(study, store=store)


def short(setting: Any) -> str:
    """The fields of a setting that are not the usual ones, and its seed."""
    told = {f.name: getattr(setting, f.name) for f in fields(setting) if f.name == "seed" or f.default is MISSING}
    told |= {f.name: getattr(setting, f.name) for f in fields(setting) if getattr(setting, f.name) != f.default}
    return ", ".join(f"{name} {value}" for name, value in told.items())


def _each_once(kind: Kind, settings: Iterable[Any]) -> tuple[Any, ...]:
    found: dict[str, Any] = {}
    for setting in settings:
        found.setdefault(key_of(kind.told(setting)), setting)
    return tuple(found.values())


def _checked(name: str, annotation: str, value: Any) -> Any:
    """A value of the annotated type: TOML's true is no number, and a whole number will do where any number does."""
    allowed = [TYPES[word] for word in annotation.split(" | ") if word in TYPES]
    if not any(isinstance(value, t) and isinstance(value, bool) <= (t is bool) for t in allowed):
        raise ValueError(f"{name} must be of type {annotation}, got {value!r}")
    return float(value) if annotation == "float" else value
