"""A small book of its own, made with the project's own tools, on which a test may break things."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

PAGE = """---
jupytext:
  text_representation:
    extension: .md
    format_name: myst
kernelspec:
  display_name: Python 3
  language: python
  name: python3
---

# {title}

Prose of {title}.

```{{code-cell}} ipython3
:tags: [parameters]

players = 5
```

```{{code-cell}} ipython3
from incentives import {module}
print("the number is", {module}.number * players)
```
"""

CONTENTS = """format: jb-book
root: book/index
chapters:
  - file: notebooks/games/one
  - file: notebooks/games/two
"""


class SmallBook:
    """Two pages, `one` and `two`, over the library modules `alpha` and `beta`."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.site = root / "_build" / "html"
        for name in (
            "make.py",
            "file_hash.py",
            "execute.py",
            "forking.py",
            "nursery.py",
            "fingerprints.py",
            "reach.py",
            "pairing.py",
            "build.py",
            "links.py",
            "faces.py",
            "address.py",
            "first_cell.py",
            "wheel.py",
            "_ext",
            "_static",
        ):
            source, target = ROOT / "book" / name, root / "book" / name
            target.parent.mkdir(parents=True, exist_ok=True)
            (shutil.copytree if source.is_dir() else shutil.copy)(source, target)
        for name in ("_config.yml", "Makefile", "pyproject.toml", "LICENSE"):
            shutil.copy(ROOT / name, root / name)
        self.write("book/assets/favicon.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>")
        for name in ("katex", "temml"):
            shutil.copytree(ROOT / "book" / "assets" / name, root / "book" / "assets" / name)
        # There is no part in the register here.
        told = {"name": "incentives", "rows": "rows", "pages": "notebooks", "locks": "book/register", "site": "book"}
        self.write("claimbook.toml", "".join(f'{key} = "{value}"\n' for key, value in told.items()))
        (root / "rows").mkdir()
        for name in ("references.bib", "moved.toml"):
            self.write(f"book/{name}", "")
        self.write("book/index.md", "# A small book\n\nSee {doc}`/notebooks/games/one`.\n")
        self.write("_toc.yml", CONTENTS)
        self.write("constraints.txt", "")
        self.write("lib/incentives/__init__.py", "")
        for name, module in (("one", "alpha"), ("two", "beta")):
            self.write(f"notebooks/games/{name}.md", PAGE.format(title=f"Page {name}", module=module))
            self.write(f"lib/incentives/{module}.py", "number = 1\n")

    def write(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def edit(self, name: str, old: str, new: str) -> None:
        text = (self.root / name).read_text(encoding="utf-8")
        assert old in text
        self.write(name, text.replace(old, new))

    def make(self, target: str) -> tuple[int, str]:
        """Runs a target of the project's Makefile in this book, with the environment of the tests."""
        command = ["make", target, "READY=", f"BIN={Path(sys.executable).parent}"]
        environment = {key: value for key, value in os.environ.items() if not key.startswith(("MAKE", "MFLAGS"))}
        done = subprocess.run(command, cwd=self.root, env=environment, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr

    def command(self, name: str, *options: str) -> list[str]:
        return [sys.executable, str(self.root / "book" / name), *options]

    def run(self, name: str, *options: str) -> tuple[int, str]:
        """Runs a script of `book/` in this book."""
        done = subprocess.run(self.command(name, *options), cwd=self.root, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr

    def page(self, name: str) -> str:
        return (self.site / "notebooks" / "games" / f"{name}.html").read_text(encoding="utf-8")


@pytest.fixture
def small_book(tmp_path):
    return SmallBook(tmp_path)
