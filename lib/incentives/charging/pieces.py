"""Training in pieces that continue each other: when to stop, and what is kept until the next piece."""

from __future__ import annotations

import json
import shutil
import time
from pathlib import Path
from typing import Any

from incentives.whole_file import whole_file

_BEGUN = "begun.json"


class Unfinished(RuntimeError):
    """The time of this piece is over; the same call goes on where it stopped."""


class Piece:
    """The remains of an earlier piece of a run: the checkpoint that its file names, and no other.

    A file that was never finished, or whose checkpoint is gone, counts as none, and the run begins anew.

    Args:
        folder: of the trainer's checkpoints.
        told: everything that decides the run.

    Raises:
        ValueError: the folder holds a piece of another run.
    """

    def __init__(self, folder: Path, told: dict[str, Any]) -> None:
        self.folder, self.told = folder, json.loads(json.dumps(told))
        self.heard: dict[str, list[Any]] = {}
        self.checkpoint: str | None = None
        kept = self._kept()
        if kept is None or not (folder / kept["checkpoint"]).is_dir():
            return
        if kept["told"] != self.told:
            every = self.told.keys() | kept["told"].keys()
            other = sorted(key for key in every if kept["told"].get(key) != self.told.get(key))
            raise ValueError(
                f"folder must not hold a piece of another run; {folder} differs in {', '.join(other)}. "
                "Call with its arguments, or remove it"
            )
        self.heard, self.checkpoint = kept["heard"], str(folder / kept["checkpoint"])

    def _kept(self) -> dict[str, Any] | None:
        try:
            kept = json.loads((self.folder / _BEGUN).read_text(encoding="utf-8"))
        except (FileNotFoundError, ValueError):
            return None
        return kept if isinstance(kept, dict) and kept.keys() >= {"told", "heard", "checkpoint"} else None

    def begin(self) -> None:
        """Remove checkpoints that no file names: a killed trainer may have left half of one."""
        for place in self.folder.glob("checkpoint-*"):
            if str(place) != self.checkpoint:
                shutil.rmtree(place)

    def keep(self, heard: dict[str, list[Any]], step: int) -> None:
        """Say beside the checkpoint of a step what run it is of, and what rewards said of the run's first replies.

        Only then is the checkpoint before it removed.
        """
        told = {"told": self.told, "heard": heard, "checkpoint": f"checkpoint-{step}"}
        with whole_file(self.folder / _BEGUN) as beside:
            beside.write_text(json.dumps(told), encoding="utf-8")
        self.checkpoint = str(self.folder / told["checkpoint"])
        self.begin()

    def forget(self) -> None:
        """Remove what a finished run needs no more."""
        shutil.rmtree(self.folder, ignore_errors=True)


def stop_at(end: float) -> Any:
    """A callback of transformers that ends a run after the step in which `end` comes, by the monotonic clock, with a
    checkpoint.
    """
    import transformers

    class Stop(transformers.TrainerCallback):
        def on_step_end(self, args: Any, state: Any, control: Any, **_: Any) -> Any:
            if time.monotonic() >= end and state.global_step < state.max_steps:
                control.should_save = control.should_training_stop = True
            return control

    return Stop()
