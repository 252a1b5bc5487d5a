"""What pyproject.toml cannot say of an index's package: its modules, digests of records, a README without a repository.

Links of the README, relative here, name the repository.
"""

import hashlib
import re
import tomllib
from fnmatch import fnmatch
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

HERE = Path(__file__).resolve().parent
PROJECT = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))
SOURCE = PROJECT["project"]["urls"]["Source"]
BESIDE = PROJECT["tool"]["incentives"]["package"]["beside"]


def digests() -> str:
    """A line for each file of records (`incentives_book.study.fetched`): its digest, its size and its name.

    A source distribution holds no records, but the list as it was.
    """
    experiments, listed = HERE / "experiments", HERE / "lib" / "incentives_book" / "records.sha256"
    if not experiments.is_dir():
        return listed.read_text(encoding="utf-8") if listed.is_file() else ""
    names = ("records.jsonl", "study.toml", "same-code.txt")
    found = sorted(path for name in names for path in experiments.glob(f"*/{name}"))
    lines = []
    for path in found:
        content = path.read_bytes()
        name = path.relative_to(experiments).as_posix()
        lines.append(f"{hashlib.sha256(content).hexdigest()} {len(content)} {name}\n")
    return "".join(lines)


def write_digests(folder: Path) -> None:
    """Writes the list into a folder that holds the package `incentives_book`."""
    if lines := digests():
        (folder / "incentives_book" / "records.sha256").write_text(lines, encoding="utf-8", newline="\n")


class WithDigests(sdist):
    """Adds the list to the copy that is packed."""

    def make_release_tree(self, base_dir: str, files: list[str]) -> None:
        super().make_release_tree(base_dir, files)
        write_digests(Path(base_dir) / "lib")


class WithoutPages(build_py):
    """Takes all of the library, of the two packages beside it the modules that pyproject.toml names, and the list."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            write_digests(Path(self.build_lib))

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
        cmdclass={"build_py": WithoutPages, "sdist": WithDigests},
        long_description=absolute(readme),
        long_description_content_type="text/markdown",
    )
