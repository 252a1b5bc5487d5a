"""What pyproject.toml cannot say of an index's package: which modules it holds, and its README without a repository.

Links of the README, relative here, name the repository.
"""

import re
import tomllib
from fnmatch import fnmatch
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

HERE = Path(__file__).resolve().parent
PROJECT = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))
SOURCE = PROJECT["project"]["urls"]["Source"]
BESIDE = PROJECT["tool"]["incentives"]["package"]["beside"]


class WithoutPages(build_py):
    """Takes all of the library, and of the two packages beside it the modules that pyproject.toml names."""

    def find_package_modules(self, package: str, package_dir: str) -> list[tuple[str, str, str]]:
        """Triples of package, module and file."""
        return [
            (name, module, file)
            for name, module, file in super().find_package_modules(package, package_dir)
            if package.split(".")[0] == "incentives"
            or any(fnmatch(f"{name.replace('.', '/')}/{module}.py", pattern) for pattern in BESIDE)
        ]


def absolute(text: str) -> str:
    """Markdown whose links and pictures do not need the repository around them."""
    text = re.sub(r"(!\[[^\]]*\])\((?!https?:|#)([^)]+)\)", rf"\1({SOURCE}/raw/main/\2)", text)
    return re.sub(r"(\[[^\]]*\])\((?!https?:|#)([^)]+)\)", rf"\1({SOURCE}/blob/main/\2)", text)


if __name__ == "__main__":
    readme = (HERE / "README.md").read_text(encoding="utf-8")
    setup(
        cmdclass={"build_py": WithoutPages},
        long_description=absolute(readme),
        long_description_content_type="text/markdown",
    )
