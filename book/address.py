"""Where the book stands: the repository, the site, the wheel. One place names them, `repository.url` in _config.yml.

GITHUB_REPOSITORY (owner/name) takes its place where it is set, as on the server that publishes the book.

    python book/address.py      what a release would refuse; nothing when all is well
"""

import os
import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# The owner in a fresh copy. It belongs to nobody, so a release must not name it.
PLACEHOLDER = "incentives-book"
# Files that repeat the address because their readers know no other file.
REPEATED = ("pyproject.toml", "CITATION.cff")


def written(root: Path = ROOT) -> str:
    """The repository as _config.yml names it."""
    return re.search(r"^repository:\n\s+url: (\S+)", (root / "_config.yml").read_text(encoding="utf-8"), re.MULTILINE)[
        1
    ].rstrip("/")


def repository(root: Path = ROOT) -> str:
    """The repository that this copy is published from."""
    name = os.environ.get("GITHUB_REPOSITORY")
    return f"https://github.com/{name}" if name else written(root)


def site_of(repository: str) -> str:
    """The site of a repository, with a slash at the end.

    >>> site_of("https://github.com/Owner/book")
    'https://owner.github.io/book/'
    """
    owner, name = repository.split("/")[-2:]
    return f"https://{owner.lower()}.github.io/{name}/"


def version(root: Path = ROOT) -> str:
    """The version of the package."""
    return tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]


def wheel_name(root: Path = ROOT) -> str:
    """The file name of the wheel that is published with the site, in the folder `wheel`."""
    return f"incentives-{version(root)}-py3-none-any.whl"


def refused(root: Path = ROOT) -> list[str]:
    """Why this copy must not be released: a placeholder for its address, or two addresses."""
    here = repository(root)
    if here.split("/")[-2] == PLACEHOLDER:
        return [
            f"_config.yml names the repository {here}, whose owner is a placeholder: set repository.url, or "
            "GITHUB_REPOSITORY"
        ]
    found = []
    for name in ("_config.yml", *REPEATED):
        text = (root / name).read_text(encoding="utf-8")
        others = set(re.findall(r"https://github\.com/[\w.-]+/[\w.-]+", text)) - {here}
        found += [f"{name} names {other}; the repository is {here}" for other in sorted(others)]
        sites = {f"{site.rstrip('/')}/" for site in re.findall(r"https://[\w-]+\.github\.io/[\w.-]+", text)}
        found += [f"{name} names {site}; the site is {site_of(here)}" for site in sorted(sites - {site_of(here)})]
    return found


if __name__ == "__main__":
    told = refused()
    print("\n".join(told) or f"The book is at {site_of(repository())}")
    sys.exit(bool(told))
