"""The README as package registries show it: its links, relative here, name the repository. The records, as package data."""

import re
import shutil
import tomllib
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

HERE = Path(__file__).resolve().parent
SOURCE = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]["Source"]


def absolute(text: str) -> str:
    """Markdown whose links and pictures do not need the repository around them."""
    text = re.sub(r"(!\[[^\]]*\])\((?!https?:|#)([^)]+)\)", rf"\1({SOURCE}/raw/main/\2)", text)
    return re.sub(r"(\[[^\]]*\])\((?!https?:|#)([^)]+)\)", rf"\1({SOURCE}/blob/main/\2)", text)


class WithRecords(build_py):
    """The code, and what the studies found, so that no page fails for want of it where there is no repository."""

    def run(self):
        super().run()
        for name in () if self.editable_mode else ("records.jsonl", "study.toml"):
            for path in (HERE / "experiments").glob(f"*/{name}"):
                target = Path(self.build_lib, "incentives_book", "records", path.parent.name, name)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, target)


if __name__ == "__main__":
    readme = (HERE / "README.md").read_text(encoding="utf-8")
    setup(long_description=absolute(readme), long_description_content_type="text/markdown", cmdclass={"build_py": WithRecords})
