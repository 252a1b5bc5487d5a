"""The checks of a release, before anything is published.

python book/release.py dist/*.whl       its size, and by package what it is made of; an error above the limit
python book/release.py --tag v0.1.0     an error if the tag is not the version of the package
python book/release.py --records dist   the archive of records that `incentives records` fetches; an error if a wheel in
                                        the folder names other digests
"""

import sys
import zipfile
from collections import Counter
from pathlib import Path

from address import ROOT, version
from wheel import EPOCH, records

# Bytes. The wheel grew by records of studies once, from 0.6 to 1.7 MB, and by pages once more, to 1.4; nobody saw it.
MOST = 700_000


def parts_of(wheel: Path) -> dict[str, int]:
    """Compressed bytes of each package in a wheel, and of each kind of file of the book's own code, the largest first.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "a.whl"
    >>> with zipfile.ZipFile(path, "w") as made:
    ...     made.writestr("incentives/a.py", "12")
    ...     made.writestr("incentives_book/a.toml", "1234")
    >>> parts_of(path)
    {'incentives_book, .toml': 4, 'incentives': 2}
    """
    found: Counter[str] = Counter()
    with zipfile.ZipFile(wheel) as opened:
        for entry in opened.infolist():
            package, _, inside = entry.filename.partition("/")
            name = f"{package}, {Path(inside).suffix}" if package == "incentives_book" else package
            found[name] += entry.compress_size
    return dict(found.most_common())


def write_records(folder: Path, root: Path = ROOT) -> Path:
    """Writes the archive of all records into a folder; returns its path."""
    from incentives_book.study.fetched import archive_name

    target = folder / archive_name(version(root))
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as made:
        for name, path in records(root).items():
            entry = zipfile.ZipInfo(name.removeprefix("incentives_book/records/"), EPOCH)
            entry.external_attr, entry.compress_type = 0o644 << 16, zipfile.ZIP_DEFLATED
            made.writestr(entry, path.read_bytes())
    return target


def other_digests(wheel: Path, archive: Path) -> list[str]:
    """The lines that a wheel says of its records and an archive does not hold, and the other way round."""
    from incentives_book.study.fetched import LIST, line_of

    with zipfile.ZipFile(wheel) as opened:
        name = f"incentives_book/{LIST}"
        told = opened.read(name).decode().splitlines() if name in opened.namelist() else []
    with zipfile.ZipFile(archive) as opened:
        held = [line_of(name, opened.read(name)) for name in opened.namelist()]
    return sorted({*told} ^ {*held})


def main(arguments: list[str]) -> str | None:
    """Says what is in a wheel; returns what is wrong, or None."""
    if arguments[:1] == ["--tag"]:
        wanted = f"v{version()}"
        return None if arguments[1:] == [wanted] else f"the tag must be {wanted}, got {' '.join(arguments[1:])}"
    if arguments[:1] == ["--records"]:
        folder = Path(*arguments[1:])
        archive = write_records(folder)
        print(f"{archive.name}: {archive.stat().st_size:,} bytes")
        for wheel in sorted(folder.glob("*.whl")):
            if other := other_digests(wheel, archive):
                return f"{wheel.name} and the archive must hold the same records, got {other[0]} in one alone"
        return None
    (wheel,) = map(Path, arguments)
    size = wheel.stat().st_size
    print(f"{wheel.name}: {size:,} bytes")
    for name, part in parts_of(wheel).items():
        print(f"{part:>10,}  {name}")
    return None if size <= MOST else f"{wheel.name} must have at most {MOST:,} bytes, got {size:,}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
