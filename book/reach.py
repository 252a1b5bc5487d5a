"""The files of the repository that a piece of code can read, told from its text: imports are read, not run.

Of a package whose `__init__.pyi` lists its names, only the modules behind the names that are used count; a use that
does not tell the name (`getattr`, `*`, passing the package on) counts all of them. Of the register, the rows that are
named count: `claim("<id>")`; every other use of `claim`, or of the modules that read the register, counts all of it.
Where imports cannot be followed (a computed module name, `exec`), everything counts.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

REGISTER = ".toml"  # the rows of a part stand in files of this kind in its folder
STUDY = ("study.toml", "records.jsonl", "same-code.txt")
IMPORTERS = {"__import__", "import_module", "run_module"}
UNFOLLOWABLE = IMPORTERS | {"eval", "exec", "run_path"}
# As methods these two are something else: a network is put into evaluation mode by `network.eval()`.
BUILT_IN = {"eval", "exec"}
# The kit names its command where it tells what to run next; no page enters it.
COMMAND = "claimbook.__main__"
# Code that says one of these can see docstrings, comments or line numbers.
TEXT_READERS = {
    *("__doc__", "getdoc", "getsource", "getsourcelines", "getcomments", "help", "doctest", "pydoc", "linecache"),
    *("traceback", "f_lineno", "tb_lineno", "co_firstlineno"),
}
# A file and the part of it that counts: a name in a stub, a row of a register, the TREE of a module or all its TEXT.
Input = tuple[Path, str]
TREE, TEXT = "", "text"


@dataclass(frozen=True)
class Uses:
    """The uses that a piece of code states: dotted names that it reaches (`a.b.*` is all of `a.b`), paths, claims."""

    names: frozenset[str]
    paths: frozenset[str]
    pieces: frozenset[str]  # of its strings, between slashes
    claims: frozenset[str] | None  # None: it may read any row of the register
    texts: bool  # it reads docstrings or source


def _imported(nodes: list[ast.AST], package: str) -> tuple[set[str], dict[str, set[str]]]:
    """Dotted names that are imported, and what each name in the code may stand for; scopes are not told apart."""
    reached, bound = set(), defaultdict(set)
    for node in nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                reached.add(alias.name)
                top = alias.name.partition(".")[0]
                bound[alias.asname or top].add(alias.name if alias.asname else top)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            for alias in node.names:
                reached.add(f"{base}.{alias.name}")
                bound[alias.asname or alias.name].add(f"{base}.{alias.name}")
    return reached, bound


def _used(nodes: list[ast.AST], bound: dict[str, set[str]]) -> set[str]:
    """`a.b.c.*` for each chain of attributes `x.b.c` on a name `x` that stands for `a`."""
    inner = {id(node.value) for node in nodes if isinstance(node, ast.Attribute)}
    used = set()
    for node in nodes:
        chain = ["*"]
        if id(node) not in inner:
            while isinstance(node, ast.Attribute):
                chain.insert(0, node.attr)
                node = node.value
            if isinstance(node, ast.Name):
                used.update(".".join([target, *chain]) for target in bound.get(node.id, ()))
    return used


def _called(node: ast.AST) -> str:
    function = getattr(node, "func", None)
    return getattr(function, "attr", getattr(function, "id", ""))


def _claims(nodes: list[ast.AST], names: Iterable[str]) -> frozenset[str] | None:
    """Ids in `claim("<id>")`, or None where `claim` is used otherwise or the register is reached by another way."""
    calls = [node for node in nodes if _called(node) == "claim"]
    ids = [node.args[0].value for node in calls if node.args and isinstance(node.args[0], ast.Constant)]
    mentions = sum("claim" in (getattr(node, "id", ""), getattr(node, "attr", "")) for node in nodes)
    renamed = any(isinstance(node, ast.alias) and node.name == "claim" and node.asname for node in nodes)
    other_way = any(re.match(r"claimbook\b(?!\.(?:claim|book)\b)", name) for name in names)
    return None if renamed or other_way or not mentions == len(calls) == len(ids) else frozenset(ids)


@cache
def uses_of(code: str, package: str = "") -> Uses | None:
    """The uses that the text of `code` tells, or None. Relative imports start from `package`."""
    try:
        nodes = list(ast.walk(ast.parse(code)))
    except SyntaxError:  # a magic or a shell line
        return None
    reached, bound = _imported(nodes, package)
    strings, words = set(), set(bound)
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            strings.add(node.value)
        elif isinstance(node, (ast.Name, ast.Attribute)):
            words.add(node.id if isinstance(node, ast.Name) else node.attr)
        elif _called(node) in UNFOLLOWABLE and not (isinstance(node.func, ast.Attribute) and _called(node) in BUILT_IN):
            if _called(node) not in IMPORTERS or not node.args or not isinstance(node.args[0], ast.Constant):
                return None
            reached.add(f"{node.args[0].value}.*")
    # `python -m incentives.x` and the like name their module in a string.
    modules = {text for text in strings if re.fullmatch(r"\w+(\.\w+)*", text)}
    reached |= _used(nodes, bound)
    run = modules if any("-m" in text.split() for text in strings) else set()
    names = reached | modules | {f"{name}.__main__" for name in run}
    short = {text for text in strings if len(text) < 200 and "\n" not in text}
    paths, pieces = {text for text in short if "/" in text}, {piece for text in short for piece in text.split("/")}
    return Uses(
        frozenset(names), frozenset(paths), frozenset(pieces), _claims(nodes, reached), bool(words & TEXT_READERS)
    )


@cache
def listed(stub: str, package: str = "") -> dict[str, str]:
    """Where the names of a package come from, as its stub says: name to dotted name."""
    bound = _imported(list(ast.walk(ast.parse(stub))), package)[1]
    return {name: min(places) for name, places in bound.items()}


@cache
def text_of(path: Path) -> str:
    """The text of `path`, read once until `look_again`."""
    return path.read_text(encoding="utf-8")


@cache
def library(root: Path) -> frozenset[Path]:
    """Every file of the packages under `lib`, code or not."""
    files = (path for path in (root / "lib").rglob("*") if path.is_file())
    return frozenset(path for path in files if not re.search(r"__pycache__|\.egg-info", str(path)))


@cache
def reached_by(name: str, root: Path) -> set[Input]:
    """The inputs of a dotted name: its module, the packages above, the lines of the stubs it goes through."""
    found: set[Input] = set()
    folder, parts = root / "lib", name.split(".")
    for place, part in enumerate(parts):
        inside, stub = folder / part, folder / "__init__.pyi"
        is_package, is_module = (inside / "__init__.py").is_file(), inside.with_suffix(".py").is_file()
        if stub.is_file() and part != "__main__":
            package = ".".join(folder.relative_to(root / "lib").parts)
            sources = listed(text_of(stub), package)
            # A name that is not listed (`__all__`, `*`) may show every one.
            taken = {part} & set(sources) or (set() if is_package or is_module else set(sources))
            rest = parts[place + 1 :] if part in sources else ["*"]
            found.update((stub, each) for each in taken)
            # A name from the module of that name: the walk goes there anyway.
            others = (sources[each] for each in taken if not f"{sources[each]}.".startswith(f"{package}.{part}."))
            found.update(*(reached_by(".".join([other, *rest]), root) for other in others))
        if is_package or is_module:
            found.add((inside / "__init__.py" if is_package else inside.with_suffix(".py"), TREE))
        if not is_package:
            break
        folder = inside
    return found


def look_again() -> None:
    """Forgets what files held: they may have changed since."""
    for function in (library, reached_by, registers, text_of):
        function.cache_clear()


@cache
def registers(root: Path) -> dict[str, Path]:
    """The file in which each row of the register stands, by id; and each file of rows under its own path."""
    paths = sorted(
        path for path in library(root) if path.suffix == REGISTER and (path.parent / "claims.toml").is_file()
    )
    ids = {id: path for path in paths for id in re.findall(r'^id *= *"([^"]*)"', text_of(path), re.MULTILINE)}
    return {str(path): path for path in paths} | ids


def _rows(ids: frozenset[str] | None, root: Path) -> set[Input]:
    """The rows of the register called `ids`; whole registers for None."""
    known = registers(root)
    if ids is None:
        return {(path, TEXT) for path in known.values()}
    lost = {id: root / "lib" / "incentives_book" / id.partition("/")[0] / "claims.toml" for id in ids}
    return {(known.get(id, path), id) for id, path in lost.items()}


def _home(path: Path) -> Path:
    """Nearest package folder above a file that is no code."""
    folder = path.parent
    while not (folder / "__init__.py").is_file() and folder.parent.name != "lib":
        folder = folder.parent
    return folder


def closure(code: str, root: Path, folder: Path) -> frozenset[Input]:
    """The inputs that `code`, run in `folder`, can read of the repository."""
    packages = {path.relative_to(root / "lib").parts[0] for path in library(root)}
    found: set[Input] = set()
    rows: set[Input] = set()
    waiting, texts = [(code, "", folder)], False
    while waiting:
        code, package, folder = waiting.pop()
        uses = uses_of(code, package)
        if uses is None:
            return frozenset(found | {(path, TEXT) for path in library(root)})
        own = package.partition(".")[0] != "claimbook"
        texts |= uses.texts and own  # the kit reads the texts of pages, not those of the library
        paths = ((folder / text).resolve() for text in uses.paths)
        found |= {(path, TEXT) for path in paths if path.is_relative_to(root) and path.is_file()}
        # A path that is put together, f"{folder}/study/records.jsonl", still says the name of the study.
        files = (root / "experiments" / piece / name for piece in uses.pieces for name in STUDY)
        found |= {(path, TEXT) for path in files if path.is_file()}
        if own:  # the kit of claims hands out the rows that it is asked for
            rows |= _rows(uses.claims, root)
        names = (name for name in uses.names if name.partition(".")[0] in packages and name != COMMAND)
        for path, part in set().union(*(reached_by(name, root) for name in names)) - found:
            found.add((path, part))
            if path.suffix == ".py":
                waiting.append((text_of(path), ".".join(path.parent.relative_to(root / "lib").parts), root))
    folders = {path.parent for path, _ in found}
    kept = set(registers(root).values())
    carried = {path for path in library(root) if path.suffix not in {".py", ".pyi"} and path not in kept}
    found |= rows | {(path, TEXT) for path in carried if _home(path) in folders}
    return frozenset((path, TEXT if texts and path.suffix == ".py" else part) for path, part in found)
