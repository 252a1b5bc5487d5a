"""`make book`: the pairs, the executed notebooks, the site; nothing at all where nothing has changed since.

With RELEASE=1 it first refuses an address that is a placeholder, or that is not the same everywhere.

The mark of the last good book is a hash over every file that it was made from, and over what was made. It is taken
before anything else is imported.
"""

import gc
import hashlib
import os
import re
import subprocess
import sys
from pathlib import Path

from file_hash import hash_of

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "_build"
SOURCES = ("book", "lib", "notebooks", "proofs", "tests", "experiments", ".gitignore")
GENERATED = re.compile(r"notebooks/.*\.ipynb|book/(claims|claim-graph|claims-[^/]*|errata-[^/]*|questions-[^/]*)\.md")
PASSED_OVER = re.compile(r"__pycache__|\.ipynb_checkpoints|\.egg-info")


def marks() -> list[str]:
    """The marks of the book's sources, and of what was made of them."""
    below = [path for name in SOURCES for path in (ROOT / name).rglob("*") if not PASSED_OVER.search(str(path))]
    files = {path for path in [*below, *ROOT.iterdir()] if path.is_file()}
    made = {path for path in files if GENERATED.fullmatch(path.relative_to(ROOT).as_posix())}
    executed = {path for path in [*(BUILD / "executed").rglob("*"), BUILD / "kernel.json"] if path.is_file()}
    # Each page names the commit that last touched it.
    git = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False).stdout
    frame = f"{git} {sys.version} {os.environ.get('GITHUB_REPOSITORY')} {os.environ.get('PYTHONPATH')}"
    site = sorted((str(path), path.stat().st_size, path.stat().st_mtime_ns) for path in (BUILD / "html").rglob("*"))
    return [hash_of(files - made) + frame, hash_of(made | executed), hashlib.sha256(repr(site).encode()).hexdigest()]


def main() -> int:
    if os.environ.get("RELEASE"):
        import address

        if told := address.refused():
            print("\n".join([*told, "The book was not built: a release needs one address, that of its repository."]))
            return 1
    mark, before = BUILD / "mark", marks()
    if mark.is_file() and mark.read_text(encoding="utf-8") == repr(before):
        print("Nothing has changed since the last book: _build/html/index.html")
        return 0
    gc.set_threshold(200_000)  # trees of pages hold no garbage worth looking for every 700 nodes; a tenth of the time
    import build
    import execute
    import pairing

    status = pairing.main([]) or execute.main([]) or build.main([])
    after = marks()
    # An edit while it was made: the next call makes the book of it.
    if status == 0 and after[0] == before[0]:
        mark.write_text(repr(after), encoding="utf-8")
    return status


if __name__ == "__main__":
    sys.exit(main())
