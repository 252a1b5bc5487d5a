"""Writes the wheel of the three packages, with the register and the records of the studies: the same bytes each time.

    python book/wheel.py [folder]     default: _build/wheel

The site publishes it, so that a notebook opened elsewhere, and a page that runs in the browser, get the package of this
very book, without git and without an index of packages. `pip wheel .` makes a smaller one of the same name and version,
for whoever uses the library alone: without the records, and without the code and the rows that only pages of the book
read. Writing this one takes half a second and needs neither pip nor a network.
"""

import base64
import hashlib
import sys
import tomllib
import zipfile
from fnmatch import fnmatch
from pathlib import Path

from address import ROOT, wheel_name

PACKAGES = ("claimbook", "incentives", "incentives_book")
# What a study is, what it found, and which codes gave the same numbers; its logs and models stay in the repository.
RECORDS = ("records.jsonl", "study.toml", "same-code.txt")
# What is no module, beside what pyproject.toml calls package data, by package.
DATA = {"claimbook": ["prelude.v"], "incentives_book": ["*/*.toml", "**/four_players.json", "**/five_players.json"]}
EPOCH = (1980, 1, 1, 0, 0, 0)  # the first moment that a zip file can name


def records(root: Path) -> dict[str, Path]:
    """The records of the studies, by their names in the package."""
    found = (path for name in RECORDS for path in sorted((root / "experiments").glob(f"*/{name}")))
    return {f"incentives_book/records/{path.parent.name}/{path.name}": path for path in found}


def packaged(root: Path) -> dict[str, Path]:
    """The files of the wheel by their names in it: the code, rows and tables of pages, the records."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    data = project["tool"]["setuptools"]["package-data"] | DATA
    found = {}
    for package in PACKAGES:
        folder = root / "lib" / package
        for path in sorted(folder.rglob("*")):
            inside = path.relative_to(folder).as_posix()
            # A pattern with ** also means the folder itself.
            wanted = any(
                fnmatch(inside, pattern) or fnmatch(inside, pattern.replace("**/", ""))
                for pattern in data.get(package, [])
            )
            if path.is_file() and "__pycache__" not in path.parts and (path.suffix == ".py" or wanted):
                found[f"{package}/{inside}"] = path
    return found | records(root)


def metadata(project: dict) -> str:
    """The METADATA of the wheel.

    >>> print(metadata({"name": "a", "version": "1", "requires-python": ">=3", "description": "A.", "dependencies": ["b"]}))
    Metadata-Version: 2.4
    Name: a
    Version: 1
    Summary: A.
    Requires-Python: >=3
    Requires-Dist: b
    <BLANKLINE>
    """  # noqa: E501
    lines = [
        "Metadata-Version: 2.4",
        f"Name: {project['name']}",
        f"Version: {project['version']}",
        f"Summary: {project['description']}",
    ]
    lines += [f"Project-URL: {name}, {url}" for name, url in project.get("urls", {}).items()]
    lines += [f"License-Expression: {project['license']}"] if "license" in project else []
    lines += [f"Requires-Python: {project['requires-python']}"]
    lines += [f"Requires-Dist: {needed}" for needed in project["dependencies"]]
    for extra, wanted in project.get("optional-dependencies", {}).items():
        lines += [f"Provides-Extra: {extra}", *(f'Requires-Dist: {needed}; extra == "{extra}"' for needed in wanted)]
    return "\n".join([*lines, ""])


def contents(root: Path) -> dict[str, bytes]:
    """The contents of the wheel by name, its own list apart."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    info = f"{project['name']}-{project['version']}.dist-info"
    found = {name: path.read_bytes() for name, path in packaged(root).items()}
    scripts = "".join(f"{name} = {target}\n" for name, target in project.get("scripts", {}).items())
    found[f"{info}/METADATA"] = metadata(project).encode()
    found[f"{info}/WHEEL"] = b"Wheel-Version: 1.0\nGenerator: book/wheel.py\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    found[f"{info}/entry_points.txt"] = f"[console_scripts]\n{scripts}".encode()
    found[f"{info}/top_level.txt"] = "".join(f"{name}\n" for name in PACKAGES).encode()
    found[f"{info}/licenses/LICENSE"] = (root / "LICENSE").read_bytes()
    return found


def write_wheel(folder: Path, root: Path = ROOT) -> Path:
    """Writes the wheel into `folder`; returns its path."""
    held = contents(root)
    info = next(name.partition("/")[0] for name in held if name.endswith("/METADATA"))
    rows = []
    for name, content in held.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        rows.append(f"{name},sha256={digest},{len(content)}\n")
    held[f"{info}/RECORD"] = "".join([*rows, f"{info}/RECORD,,\n"]).encode()
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / wheel_name(root)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, content in held.items():
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.external_attr, entry.compress_type = 0o644 << 16, zipfile.ZIP_DEFLATED
            wheel.writestr(entry, content)
    return target


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent))
    path = write_wheel(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "_build" / "wheel")
    print(f"{path}: {path.stat().st_size / 1e6:.1f} MB")
