"""A sample that was judged, kept in one file: other reports are charged from it without a new run."""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
from numpy.typing import ArrayLike

from incentives.payments.sampled_mechanism import SampledModels
from incentives.whole_file import whole_file

_WORDS = ("prompts", "replies", "models", "groups", "proposal")
_ARRAYS = ("log_models", "log_reference", "log_proposal", "rewards")


def place_to_keep(path: str | Path) -> Path:
    """The file that a sample is written to, whose name ends in `.npz`; its folder is made if it is missing.

    Raises:
        ValueError: no file can be written there.
    """
    path = Path(path)
    path = path if path.suffix == ".npz" else path.with_name(f"{path.name}.npz")  # `beta-0.5` keeps its number
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        tried = path.with_name(f"{path.name}.try")
        tried.touch()
        tried.unlink()
        if path.is_dir():
            raise IsADirectoryError("it is a folder")
    except OSError as error:
        raise ValueError(f"path must lead to a place where a file can be written; got {path} ({error})") from error
    return path


@dataclass(frozen=True, eq=False)
class KeptSample:
    """Prompts and replies, and what models and groups said of them.

    Args:
        prompts, replies: texts, one per reply.
        models: names of the candidates; the first one is the initial model.
        groups: names.
        proposal: numbers of the models that spoke, each equally often.
        speakers: number of the model that spoke each reply; empty where that was not kept.
        sampled: log-probabilities and rewards.

    Raises:
        ValueError: counts that do not fit.
    """

    prompts: tuple[str, ...]
    replies: tuple[str, ...]
    models: tuple[str, ...]
    groups: tuple[str, ...]
    proposal: tuple[int, ...]
    sampled: SampledModels
    speakers: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        shape = len(self.models), len(self.groups), len(self.prompts), len(self.replies)
        models, samples = self.sampled.log_models.shape
        if shape != (models, len(self.sampled.rewards), samples, samples):
            raise ValueError(
                f"models, groups, prompts and replies must be as many as in the sample, "
                f"{(models, len(self.sampled.rewards), samples, samples)}; got {shape}"
            )
        if self.speakers and len(self.speakers) != samples:
            raise ValueError(f"speakers must be one per reply, {samples}, or none; got {len(self.speakers)}")

    def save(self, path: str | Path) -> Path:
        """Write everything to one `.npz` file, without pickled objects; the folder is made if it is missing."""
        path = place_to_keep(path)
        words = {name: list(getattr(self, name)) for name in (*_WORDS, "speakers")}
        arrays = {name: getattr(self.sampled, name) for name in _ARRAYS}
        with whole_file(path) as beside, beside.open("wb") as file:
            np.savez_compressed(file, words=np.array(json.dumps(words)), **arrays)
        return path

    @classmethod
    def load(cls, path: str | Path) -> KeptSample:
        """Read what `save` wrote.

        Raises:
            ValueError: another kind of file, or half of one.
        """
        try:
            with Path(path).open("rb") as file, np.load(file, allow_pickle=False) as kept:
                words = json.loads(str(kept["words"]))
                arrays = [kept[name] for name in _ARRAYS]
            lists = {name: tuple(words[name]) for name in _WORDS}
        except (KeyError, TypeError, ValueError, EOFError, BadZipFile, zlib.error) as error:
            raise ValueError(
                f"path must lead to a whole sample that was kept by `charge`; got {path} ({error})"
            ) from error
        return cls(**lists, sampled=SampledModels(*arrays), speakers=tuple(words.get("speakers", ())))

    def reported(self, rewards: ArrayLike) -> SampledModels:
        """The same sample under other reports, such as a mixture or a multiple of rewards.

        Args:
            rewards: shape (groups, replies), in the order of the kept ones.
        """
        sample = self.sampled
        return SampledModels(sample.log_models, sample.log_reference, sample.log_proposal, np.asarray(rewards))
