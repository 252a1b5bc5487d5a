"""Whether Coq is here, and small folders of proofs, for the tests that ask it."""

import shutil
from pathlib import Path

import pytest

COQC = shutil.which("coqc")
needs_coq = pytest.mark.skipif(COQC is None, reason="Coq is not installed (Debian: apt-get install coq)")


def proofs(folder: Path, **files: str) -> Path:
    """A folder of proofs with some files in one part."""
    (folder / "part").mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / "part" / f"{name}.v").write_text(text, encoding="utf-8")
    return folder
