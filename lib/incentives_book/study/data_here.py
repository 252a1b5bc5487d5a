"""A look for a data set on this machine: a study that only looks which of its runs are done downloads nothing."""

from __future__ import annotations

from incentives.learning.catalogue import SOURCES
from incentives.learning.files import data_folder


def require_here(name: str, *splits: str) -> None:
    """Pass if `load` would find these splits without a network: embedded, in INCENTIVES_DATA or in the hub's own cache.

    A folder that INCENTIVES_DATA names is not looked into: `load` never goes elsewhere, and says what it lacks.

    Raises:
        FileNotFoundError: a file would have to be downloaded; the message names it.
        ImportError: `huggingface_hub`, which knows its cache, is not installed.

    >>> require_here("digits", "train")
    """
    if name not in SOURCES or data_folder() is not None:
        return
    from huggingface_hub import try_to_load_from_cache

    source = SOURCES[name]
    for file in (file for split in splits for file in source.files[split]):
        place = try_to_load_from_cache(source.repository, file.path, revision=source.revision, repo_type="dataset")
        if not isinstance(place, str):
            raise FileNotFoundError(
                f"{file.path} of {name} is not on this machine, and is downloaded only when a run needs it"
            )
