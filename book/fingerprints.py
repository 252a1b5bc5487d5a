"""What a notebook's results depend on, as one hash: the key under which its execution is kept.

A result is kept only while nothing that it can depend on has changed: the code cells, the library files that they
reach through imports, whatever those packages carry beside their code (`claims.toml`, data manifests), files of the
repository that are named in the code, the lock file and the Python version. Imports are read, not run. Where they
cannot be followed (a computed module name, `exec`), the whole library counts.
"""

import ast
import hashlib
import json
import platform
from collections.abc import Iterable
from functools import cache
from pathlib import Path

PACKAGES = ("incentives", "incentives_book")
UNFOLLOWABLE = {"__import__", "eval", "exec", "import_module", "run_module", "run_path"}
# As methods these two are something else: a network is put into evaluation mode by `network.eval()`.
BUILT_IN = {"eval", "exec"}


def digest(files: Iterable[Path], root: Path) -> str:
    """Hash of the names and contents of `files`; a missing file counts as missing."""
    total = hashlib.sha256()
    for path in sorted(set(files)):
        content = path.read_bytes() if path.is_file() else b"missing"
        total.update(f"{path.relative_to(root).as_posix()}:{hashlib.sha256(content).hexdigest()}\n".encode())
    return total.hexdigest()


def library(root: Path) -> frozenset[Path]:
    """Every file of the two packages, code or not."""
    return frozenset(
        path
        for package in PACKAGES
        for path in (root / "lib" / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    )


def _module_files(name: str, root: Path) -> set[Path]:
    """Files run by `import name`, the parent packages included; what is no module (an attribute) is cut off."""
    files = set()
    folder = root / "lib"
    for part in name.split("."):
        folder = folder / part
        if (folder / "__init__.py").is_file():
            files.add(folder / "__init__.py")
            # What a part offers lazily is named in the stub beside it; the packages' own only name the parts.
            if folder.parent != root / "lib" and (folder / "__init__.pyi").is_file():
                files.add(folder / "__init__.pyi")
        elif folder.with_suffix(".py").is_file():
            files.add(folder.with_suffix(".py"))
            break
        else:
            break
    return files


@cache
def _imports(code: str, package: str) -> set[str] | None:
    """Modules of the package that `code` names, or None where that cannot be told from the text.

    `package` is the package that relative imports start from.
    """
    try:
        tree = ast.parse(code)
    except SyntaxError:  # a magic or a shell line
        return None
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*above, base] if base else above)
            names.update([base, *(f"{base}.{alias.name}" for alias in node.names)])
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            names.add(node.value)  # `python -m incentives.x` and the like name their module in a string
        elif isinstance(node, ast.Call):
            method = isinstance(node.func, ast.Attribute)
            called = node.func.attr if method else getattr(node.func, "id", "")
            literal = bool(node.args) and isinstance(node.args[0], ast.Constant)
            if method and called in BUILT_IN:
                continue
            if called in UNFOLLOWABLE and not (literal and called in {"__import__", "import_module", "run_module"}):
                return None
    return {name for name in names if name.split(".")[0] in PACKAGES}


@cache
def _paths(code: str) -> frozenset[str]:
    """Strings of `code` that could be the path of a file."""
    try:
        strings = {node.value for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Constant)}
    except SyntaxError:
        return frozenset()
    return frozenset(
        text for text in strings if isinstance(text, str) and "/" in text and len(text) < 200 and "\n" not in text
    )


def _named_files(code: str, root: Path, folder: Path) -> set[Path]:
    """Files of the repository that `code` names by their path from `folder` (records, tables)."""
    paths = ((folder / text).resolve() for text in _paths(code))
    return {path for path in paths if path.is_relative_to(root) and path.is_file()}


def closure(codes: Iterable[str], root: Path) -> frozenset[Path]:
    """Files of the repository that running `codes` can reach."""
    found: set[Path] = set()
    waiting = [(code, "") for code in codes]
    while waiting:
        code, package = waiting.pop()
        names = _imports(code, package)
        if names is None:
            return library(root) | found
        found |= _named_files(code, root, root)
        for path in set().union(*(_module_files(name, root) for name in names)) - found:
            found.add(path)
            waiting.append((path.read_text(encoding="utf-8"), ".".join(path.parent.relative_to(root / "lib").parts)))
    folders = {path.parent for path in found if path.is_relative_to(root / "lib")}
    carried = {
        path
        for path in library(root)
        if path.suffix != ".py" and any(path.is_relative_to(f) for f in folders) and _home(path) in folders
    }
    return frozenset(found | carried)


def _home(path: Path) -> Path:
    """Nearest package folder above a file that is no code."""
    folder = path.parent
    while not (folder / "__init__.py").is_file() and folder.name not in PACKAGES:
        folder = folder.parent
    return folder


def inputs_of(notebook, source: Path, root: Path) -> frozenset[Path]:
    """Files that the results of `notebook` (read from `source`) depend on, its own text apart."""
    codes = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    # A notebook's claims live in the register of the part that its folder is named for.
    register = root / "lib" / "incentives_book" / source.parent.name / "claims.toml"
    # A cell runs in the notebook's folder, and names its records from there.
    records = {path for code in codes for path in _named_files(code, root, source.parent)}
    always = {root / "constraints.txt", *([register] if register.is_file() else [])}
    return closure(codes, root) | records | always


def key_of(notebook, source: Path, root: Path) -> str:
    """The key of a notebook's results: equal keys, equal results."""
    cells = [[cell.source, cell.metadata] for cell in notebook.cells if cell.cell_type == "code"]
    text = json.dumps([cells, notebook.metadata.get("kernelspec", {})], sort_keys=True)
    parts = [text, digest(inputs_of(notebook, source, root), root), platform.python_version()]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()
