"""The README as package registries show it: its links, relative here, name the repository."""

import re
import tomllib
from pathlib import Path

from setuptools import setup

HERE = Path(__file__).resolve().parent
SOURCE = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]["Source"]


def absolute(text: str) -> str:
    """Markdown whose links and pictures do not need the repository around them."""
    text = re.sub(r"(!\[[^\]]*\])\((?!https?:|#)([^)]+)\)", rf"\1({SOURCE}/raw/main/\2)", text)
    return re.sub(r"(\[[^\]]*\])\((?!https?:|#)([^)]+)\)", rf"\1({SOURCE}/blob/main/\2)", text)


if __name__ == "__main__":
    readme = (HERE / "README.md").read_text(encoding="utf-8")
    setup(
        long_description=absolute(readme),
        long_description_content_type="text/markdown",
    )
