"""Where the files of a data set lie, what their digests are, and arrays that were decoded before.

Two environment variables decide. `INCENTIVES_DATA` names a folder with one folder per data set; without it,
files come from the Hugging Face hub, at a pinned revision. `INCENTIVES_CACHE` names the folder for decoded
arrays (otherwise the user's cache directory): decoding 60,000 small PNG files takes 2 to 3 seconds, reading
the array 0.1. That folder may be deleted at any time.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

import numpy as np

from incentives.learning.catalogue import PublicFile, Source

# Part of the name of a kept array: a change of what is stored must change it.
_LAYOUT = 1


@contextmanager
def needed(package: str) -> Iterator[None]:
    """Around the import of a package of the extra `data`: where it is missing, say how to install it."""
    try:
        yield
    except ImportError as error:
        raise ImportError(
            f"this data set needs the package {package}: pip install 'incentives[data]' "
            "(the embedded 'digits' needs only scikit-learn)"
        ) from error


# -- finding ------------------------------------------------------------------------------------------------


def data_folder() -> Path | None:
    """The folder that `INCENTIVES_DATA` names, or None if it is not set.

    Raises:
        FileNotFoundError: it names no folder.
    """
    name = os.environ.get("INCENTIVES_DATA", "")
    if not name:
        return None
    folder = Path(name).expanduser()
    if not folder.is_dir():
        raise FileNotFoundError(f"INCENTIVES_DATA must name a folder, got {name!r}")
    return folder


def find(source: Source, split: str) -> list[Path]:
    """The files of one split, in order.

    In the folder of `INCENTIVES_DATA` these are, whichever is there first:

    - `<name>/<split>.parquet`;
    - the files of the public copy, with their folders there or without: `<name>/<path>`, `<name>/<file>`;
    - for FEMNIST, LEAF's JSON files in `femnist/<split>/` or `femnist/data/<split>/` (the split `all` lies in
      the folder that LEAF calls `all_data`).

    Raises:
        FileNotFoundError: there are none, or not all; the message says what was looked for and what to set.
    """
    folder = data_folder()
    if folder is None:
        return [download(source, file) for file in _public(source, split)]
    home = folder / source.name
    public = [PurePosixPath(file.path) for file in source.files[split]]
    choices = [[home / f"{split}.parquet"], [home / p for p in public], [home / p.name for p in public]]
    for files in choices:
        if files and all(file.is_file() for file in files):
            return files
    if source.owner:
        part = "all_data" if split == "all" else split
        for place in (home / part, home / "data" / part):
            if files := sorted(place.glob("*.json")):
                return files
    looked = [f"{split}.parquet", *map(str, public)]
    if source.owner:
        looked.append(f"{part}/*.json")
    raise FileNotFoundError(
        f"no {split} split of {source.name} in {home} (INCENTIVES_DATA): looked for {' or '.join(looked)}"
    )


def _public(source: Source, split: str) -> tuple[PublicFile, ...]:
    if not source.files[split]:
        there = " or ".join(repr(name) for name, files in source.files.items() if files)
        raise FileNotFoundError(
            f"the public copy of {source.name} has the split {there} only; for {split!r} make the files with "
            f"LEAF's preprocessing and set INCENTIVES_DATA to the folder with {source.name}/{split}/*.json"
        )
    return source.files[split]


def download(source: Source, file: PublicFile) -> Path:
    """One file of the public copy, from the hub's own cache or from the network.

    Raises:
        FileNotFoundError: neither has it.
        ValueError: its digest is not the one that we know.
    """
    with needed("huggingface_hub"):
        import huggingface_hub as hub
    try:
        place = hub.hf_hub_download(
            source.repository, file.path, repo_type="dataset", revision=source.revision
        )
    except Exception as error:  # of many kinds; all of them mean that there is no file
        raise FileNotFoundError(
            f"{source.name} is not here: {file.path} of {source.repository} could not be had from the "
            f"Hugging Face hub ({type(error).__name__}). Set INCENTIVES_DATA to a folder that holds "
            f"{source.name}, or go online; the embedded 'digits' needs neither"
        ) from error
    found = _sha256(Path(place))
    if file.sha256 and found != file.sha256:
        raise ValueError(
            f"{place} is damaged: its sha256 is {found}, that of {file.path} in {source.repository} is "
            f"{file.sha256}; delete it and load again"
        )
    return Path(place)


# -- digests ------------------------------------------------------------------------------------------------


def _sha256(file: Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def checksum(files: Sequence[Path]) -> str:
    """sha256 of one file; of several, the sha256 of the lines `digest  file name` in the order given.

    Where the folder of `INCENTIVES_DATA` has a list `SHA256SUMS`, files are compared with their entries.

    Raises:
        ValueError: a file differs from its entry; the message names it.

    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = Path(folder, "a").write_bytes(b"abc")
    ...     print(checksum([Path(folder, "a")])[:16])
    ba7816bf8f01cfea
    """
    expected, single = _listed(), [_sha256(file) for file in files]
    for file, found in zip(files, single, strict=True):
        if expected.get(file, found) != found:
            raise ValueError(f"{file} is damaged or was changed: its sha256 is not the one in SHA256SUMS")
    if len(single) == 1:
        return single[0]
    lines = [f"{found}  {file.name}\n" for found, file in zip(single, files, strict=True)]
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def _listed() -> dict[Path, str]:
    folder = data_folder()
    if folder is None or not (listing := folder / "SHA256SUMS").is_file():
        return {}
    pairs = (line.strip().partition(" ") for line in listing.read_text(encoding="utf-8").splitlines())
    return {folder / PurePosixPath(name.strip().removeprefix("*")): value.lower() for value, _, name in pairs}


# -- decoded arrays -----------------------------------------------------------------------------------------


def cache_folder() -> Path:
    """Where decoded arrays are kept: `INCENTIVES_CACHE`, or `incentives` in the user's cache directory."""
    if name := os.environ.get("INCENTIVES_CACHE", ""):
        return Path(name).expanduser()
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "incentives"
    variable = "LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME"
    base = os.environ.get(variable, "")
    return (Path(base) if base else Path.home() / ".cache") / "incentives"


def kept(key: str, make: Callable[[], dict[str, np.ndarray]]) -> dict[str, np.ndarray]:
    """The arrays kept under this key, or else those that `make` returns, which are then kept.

    What is kept carries a checksum of its own: a file that was cut or changed is made anew. Where the folder
    cannot be written, nothing is kept.
    """
    file = cache_folder() / f"{key}-{_LAYOUT}.npz"
    if file.is_file():
        try:
            with file.open("rb") as stream, np.load(stream, allow_pickle=False) as store:
                return {name: store[name] for name in store.files}
        except (OSError, ValueError, EOFError, KeyError, zipfile.BadZipFile):
            pass
    arrays = make()
    unfinished = None
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=file.parent, suffix=".part", delete=False) as stream:
            unfinished = Path(stream.name)
            np.savez(stream, **arrays)
        unfinished.replace(file)
    except OSError:
        if unfinished is not None:
            unfinished.unlink(missing_ok=True)
    return arrays
