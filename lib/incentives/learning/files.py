"""Where the files of a data set lie, and whether they are whole.

The environment variable `INCENTIVES_DATA` names a folder with one folder per data set; without it, files come from the
Hugging Face hub, at a pinned revision.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from incentives.extras import needed
from incentives.learning.catalogue import PublicFile, Source


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

    In the folder of `INCENTIVES_DATA` these are, whichever is there first: `<name>/<split>.parquet`, or the files of
    the public copy, with their folders there or without: `<name>/<path>`, `<name>/<file>`.

    Raises:
        FileNotFoundError: there are none, or not all; the message says what was looked for and what to set.
    """
    folder = data_folder()
    if folder is None:
        return [download(source, file) for file in source.files[split]]
    home = folder / source.name
    public = [PurePosixPath(file.path) for file in source.files[split]]
    for files in ([home / f"{split}.parquet"], [home / path for path in public], [home / path.name for path in public]):
        if all(file.is_file() for file in files):
            return files
    looked = " or ".join([f"{split}.parquet", *map(str, public)])
    raise FileNotFoundError(f"no {split} split of {source.name} in {home} (INCENTIVES_DATA): looked for {looked}")


def download(source: Source, file: PublicFile) -> Path:
    """One file of the public copy, from the hub's own cache or from the network.

    Raises:
        FileNotFoundError: neither has it.
        ValueError: its digest is neither the one that we know nor the one that the hub names the file by.
    """
    with needed("huggingface_hub"):
        import huggingface_hub as hub
    try:
        place = hub.hf_hub_download(source.repository, file.path, repo_type="dataset", revision=source.revision)
    except Exception as error:  # of many kinds; all of them mean that there is no file
        raise FileNotFoundError(
            f"{source.name} is not here: {file.path} of {source.repository} could not be had from the "
            f"Hugging Face hub ({type(error).__name__}). Set INCENTIVES_DATA to a folder that holds "
            f"{source.name}, or go online; the embedded 'digits' needs neither"
        ) from error
    # In the hub's cache a large file has its sha256, as the pinned revision says it, for a name; links lead there.
    named = re.fullmatch("[0-9a-f]{64}", Path(place).resolve().name)
    expected, found = file.sha256 or (named[0] if named else ""), _sha256(Path(place))
    if expected and found != expected:
        raise ValueError(
            f"{place} is damaged: its sha256 is {found}, that of {file.path} in {source.repository} is "
            f"{expected}; delete it and load again"
        )
    return Path(place)


def _sha256(file: Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def checksum(files: Sequence[Path]) -> str:
    """sha256 of one file; of several, the sha256 of the lines `digest  file name` in the order given.

    Where the folder of `INCENTIVES_DATA` has a list `SHA256SUMS`, files are compared with their entries.

    Raises:
        ValueError: a file differs from its entry; the message names it.

    >>> checksum([Path(__file__)]) == hashlib.sha256(Path(__file__).read_bytes()).hexdigest()
    True
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
