"""The checks of a release, before anything is published.

python book/release.py dist/*.whl       its size, and by package what it is made of; an error above the limit
python book/release.py --tag v0.1.0     an error if the tag is not the version of the package
"""

import sys
import zipfile
from collections import Counter
from pathlib import Path

from address import version

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


def main(arguments: list[str]) -> str | None:
    """Says what is in a wheel; returns what is wrong, or None."""
    if arguments[:1] == ["--tag"]:
        wanted = f"v{version()}"
        return None if arguments[1:] == [wanted] else f"the tag must be {wanted}, got {' '.join(arguments[1:])}"
    (wheel,) = map(Path, arguments)
    size = wheel.stat().st_size
    print(f"{wheel.name}: {size:,} bytes")
    for name, part in parts_of(wheel).items():
        print(f"{part:>10,}  {name}")
    return None if size <= MOST else f"{wheel.name} must have at most {MOST:,} bytes, got {size:,}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
