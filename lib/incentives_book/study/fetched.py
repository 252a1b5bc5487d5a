"""Records of the book's studies for whoever has the package from an index: fetched, and checked by their digests.

The package from an index holds no records, but a list of their digests (`records.sha256`), written when it was built.
So an archive from anywhere gives what the book's release was made with, or an error.
"""

from __future__ import annotations

import hashlib
import io
import urllib.request
import zipfile
from collections.abc import Sequence
from importlib.metadata import metadata, version
from importlib.resources import files
from pathlib import Path

from incentives.whole_file import whole_file

LIST = "records.sha256"
# An archive of a few megabytes; what is a hundred times as large is something else.
MOST = 500_000_000


def archive_name(release: str) -> str:
    """The file that holds the records of a release.

    >>> archive_name("1.2.0")
    'incentives-1.2.0-records.zip'
    """
    return f"incentives-{release}-records.zip"


def archive_address() -> str:
    """Where the archive of the installed version is published: among the files of its release."""
    links = dict(link.split(", ", 1) for link in metadata("incentives").get_all("Project-URL") or [])
    release = version("incentives")
    return f"{links['Source']}/releases/download/v{release}/{archive_name(release)}"


def line_of(name: str, content: bytes) -> str:
    """A line of the list of digests: the digest, the number of bytes and the name of a file.

    >>> line_of("a/study.toml", b"")
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 0 a/study.toml'
    """
    return f"{hashlib.sha256(content).hexdigest()} {len(content)} {name}"


def known_records() -> dict[str, str]:
    """The lines of the list that came with the package, by names such as "empty-core/records.jsonl".

    Raises:
        ValueError: the package has no such list.
    """
    place = files("incentives_book") / LIST
    if not place.is_file():
        raise ValueError(
            "the package has no list of digests of records: a copy of the repository holds the records in "
            "experiments/, and the wheel from the book's site in incentives_book/records/"
        )
    return {line.split(" ", 2)[2]: line for line in place.read_text(encoding="utf-8").splitlines()}


def studies() -> list[str]:
    """The studies whose records can be fetched.

    Raises:
        ValueError: the package has no list of them.
    """
    return sorted({name.partition("/")[0] for name in known_records()})


def _archive(source: str) -> bytes:
    """The bytes of an archive in a file or at an address."""
    try:
        if "://" not in source:
            return Path(source).expanduser().read_bytes()
        with urllib.request.urlopen(source, timeout=60) as reply:
            return reply.read(MOST)
    except (OSError, ValueError) as error:
        raise OSError(
            f"no archive of records could be read from {source} ({error}); a file or address of "
            f"{archive_name(version('incentives'))} can be named instead, --from in the command"
        ) from error


def fetch(
    wanted: str | Sequence[str] = (), *, into: str | Path = "experiments", source: str | Path | None = None
) -> list[Path]:
    """The records of studies of the book and the files that set them up, written into a folder of yours.

    What is there already and has the right digest is left alone; the network is asked for what is missing only.

    Args:
        wanted: names of studies such as "empty-core"; none means all of them.
        into: a folder, which gets one folder for each study.
        source: a file or an address of the archive; by default where the release is published.

    Returns:
        The files, of each study in the order of the list.

    Raises:
        ValueError: an unknown study, a file there that is another one, or an archive that holds other bytes.
        OSError: nothing could be read, or written.
    """
    known, every = known_records(), studies()
    wanted = [wanted] if isinstance(wanted, str) else list(wanted)
    if unknown := [name for name in wanted if name not in every]:
        raise ValueError(f"wanted must name studies among {', '.join(every)}; got {unknown[0]!r}")
    lines = {name: line for name, line in known.items() if not wanted or name.partition("/")[0] in wanted}
    places = {name: Path(into) / name for name in lines}
    missing = {name: place for name, place in places.items() if not place.exists()}
    for name, place in places.items():
        if name not in missing and line_of(name, place.read_bytes()) != lines[name]:
            raise ValueError(
                f"into must be a folder whose records may be kept, but {place} holds others; nothing was written"
            )
    if missing:
        told = archive_address() if source is None else str(source)
        found = _checked(_archive(told), {name: lines[name] for name in missing}, told)
        for name, place in missing.items():
            place.parent.mkdir(parents=True, exist_ok=True)
            with whole_file(place) as beside:
                beside.write_bytes(found[name])
    return list(places.values())


def _checked(archive: bytes, lines: dict[str, str], source: str) -> dict[str, bytes]:
    """The named files of an archive, each of which has the digest that its line says."""
    found = {}
    try:
        with zipfile.ZipFile(io.BytesIO(archive)) as opened:
            for name, line in lines.items():
                size = int(line.split(" ", 2)[1])
                with opened.open(name) as entry:
                    found[name] = entry.read(size + 1)
    except (zipfile.BadZipFile, KeyError, NotImplementedError, RuntimeError) as error:
        raise ValueError(f"source must be an archive of this version's records, got {source} ({error})") from error
    if other := [name for name, content in found.items() if line_of(name, content) != lines[name]]:
        raise ValueError(
            f"source must hold the records that incentives {version('incentives')} was released with, but {other[0]} "
            f"in {source} has another digest; nothing was written"
        )
    return found
