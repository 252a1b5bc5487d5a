"""Where a training was stopped: what its rounds so far have left, in one file. Needs PyTorch.

The file is replaced as a whole, so that a training that is killed while it writes still has the round before. It is
read by pickle: open only files that you wrote.
"""

from __future__ import annotations

import hashlib
import os
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

SECONDS = 20.0  # between two files: far more than one takes to write


def fingerprint(first: Tensor, *told: Any) -> str:
    """A digest of what a training begins with: its first model and whatever else is told.

    >>> fingerprint(torch.zeros(2), 1) == fingerprint(torch.zeros(2), 1), fingerprint(torch.zeros(2), 1) == fingerprint(torch.zeros(2), 2)
    (True, False)
    """  # noqa: E501
    return hashlib.sha256(first.detach().cpu().numpy().tobytes() + repr(told).encode()).hexdigest()[:16]


@dataclass
class Checkpoint:
    """One file that keeps the rounds of one training.

    Args:
        path: the file; None: nothing is kept.
        name: the fingerprint of the training. A file of another one is not read, and is replaced.
    """

    path: str | Path | None
    name: str
    _written: float = field(default_factory=time.monotonic, init=False, repr=False)

    def read(self, device: torch.device | str) -> tuple | None:
        """The state that was kept last, on a device; None where there is nothing of this training."""
        if self.path is None or not Path(self.path).is_file():
            return None
        name, kept = torch.load(self.path, map_location=device, weights_only=False)
        return kept if name == self.name else None

    def write(self, *kept: Any) -> None:
        """Keep this, unless something was kept a moment ago."""
        if self.path is None or time.monotonic() - self._written < SECONDS:
            return
        path = Path(self.path)
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_name(path.name + ".part")
        torch.save((self.name, kept), beside)
        os.replace(beside, path)
        self._written = time.monotonic()

    def done(self) -> None:
        """The training has ended: its file is not needed any more."""
        if self.path is not None:
            Path(self.path).unlink(missing_ok=True)
