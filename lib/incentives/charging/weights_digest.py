"""A digest of a saved adapter, by which its run knows it again."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

_CONFIG = "adapter_config.json"


def weights_digest(folder: str | Path) -> str:
    """A short digest of the weights of an adapter, and of how they are added to those of its base.

    The place of the base is left out, so that a base may be moved; which base it is, a run says by itself.

    Args:
        folder: that `save_pretrained` wrote.

    >>> len(weights_digest("."))
    16
    """
    folder, told = Path(folder), hashlib.sha256()
    for file in sorted([*folder.glob("*.safetensors"), *folder.glob("*.bin")]):
        told.update(f"{file.name}\n".encode())
        with file.open("rb") as weights:
            while piece := weights.read(1 << 20):
                told.update(piece)
    if (folder / _CONFIG).is_file():
        config = json.loads((folder / _CONFIG).read_text(encoding="utf-8"))
        config.pop("base_model_name_or_path", None)
        told.update(json.dumps(config, sort_keys=True).encode())
    return told.hexdigest()[:16]
