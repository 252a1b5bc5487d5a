"""Makes constraints-hashed.txt out of what `uv pip compile --generate-hashes` says; see `make hashes`."""

import re
import sys
from pathlib import Path

HEAD = """# The versions of constraints.txt with the digests of all their files, for an installation that is checked byte by byte:
#     python -m pip install --require-hashes --no-deps -r constraints-hashed.txt
# Written by `make hashes`. PyTorch and what it brings for CUDA are not among them: its builds for a processor come from an
# index of its own, with other digests than on PyPI. It is installed after these, by constraints.txt.
"""  # noqa: E501
APART = re.compile(r"(torch|triton|nvidia-[\w-]+|cuda-[\w-]+|setuptools|wheel)==")


def blocks_of(text: str) -> list[str]:
    """One block for each package: its version, and its digests in lines of their own."""
    return re.split(r"\n(?=[A-Za-z0-9])", text.strip())


def hashed(text: str, locked: str) -> str:
    """The file.

    Raises:
        ValueError: a version differs from the locked one, or a package has no digest.
    """
    versions = dict(line.strip().lower().replace("_", "-").split("==") for line in locked.splitlines() if "==" in line)
    kept = [block for block in blocks_of(text) if not APART.match(block)]
    for block in kept:
        name, version = re.match(r"([\w.-]+)==([^ \\]+)", block).groups()
        wanted = versions.get(name.lower().replace("_", "-"), version)
        if wanted != version:
            raise ValueError(f"{name} must be {wanted} as in constraints.txt, got {version}")
        if "--hash=sha256:" not in block:
            raise ValueError(f"{name} must have a digest")
    return HEAD + "\n".join(kept) + "\n"


if __name__ == "__main__":
    print(hashed(*(Path(name).read_text(encoding="utf-8") for name in sys.argv[1:3])), end="")
