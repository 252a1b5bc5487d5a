"""Texts that retell what is proved elsewhere, and the facts in them as they were when somebody last read them.

    python book/retold.py            says where a fact has changed since it was noted; fails if one has
    python book/retold.py --bind     shows what changed, and notes it

The seal of a row covers its statement, its settings and its proof. Around these a page says the same once more, in
prose, a caption, a summary or the solution of an exercise; so do the glossary, the notation, the board plans, the front
page and the docstrings. No machine compares such a sentence with a proof. But a sentence that turns false changes one
of a few things: a number, a formula, or a word that decides its logic. These are its facts. `book/retold.json` holds a
digest of the facts of each section, so that none changes unnoticed, while the style of a sentence may.
"""

import argparse
import ast
import difflib
import hashlib
import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

import faces  # noqa: F401  (before the kit is imported)
from pairing import ROOT

from claimbook.formulas import plain
from claimbook.kept import SKELETON
from claimbook.renew import git
from claimbook.statements import settings, statements

NOTED = "book/retold.json"
# Where such texts stand, below the root; pages that the build writes are read where their words come from.
PLACES = (
    "README.md",
    "notebooks/*/*.md",
    "book/*.md",
    "book/explorables/*.md",
    "book/lectures/*.toml",
    "book/questions.toml",
    "book/witnesses/*.toml",
    "lib/incentives/**/*.py",
    "lib/incentives_book/exercises/**/*.py",
)
GENERATED = re.compile(r"book/(claims(-\w+)?|claim-graph|errata-\w+|questions-\w+)\.md")
TOLD = re.compile(r"^ *(?:caption|alt): *(.*)$", re.MULTILINE)  # of a picture
CELL = re.compile(r"^```\{code-cell\}.*?^```$", re.MULTILINE | re.DOTALL)
# Names and addresses are no facts: what a link is called is, and where it leads is looked at by another test.
ASIDE = re.compile(r"\]\([^)\s]*\)|\{(?:numref|ref|doc|eq|cite\S*|prf:ref|claim-count|download)\}`[^`]*`|https?://\S+")
LISTED = re.compile(r"^ *(?:[-*]|>+|:{3,}\S*|`{3,}\S*|\d+\.) ", re.MULTILINE)
FACT = re.compile(
    r"\$\$(?P<display>.+?)\$\$|\$(?P<inline>[^$]+)\$|(?P<number>(?:(?<=[\s(])[-−])?\d+(?:[.,]\d+)*)|(?P<sign>(?<=\s)[-+*/^<>=]+(?=\s))"
    rf"|(?P<word>{SKELETON.pattern}|\b(?:yes|half|third|quarter|fifth|twice|double[sd]?|higher|lower|smallest|largest|highest|lowest)\b)",
    re.DOTALL | re.IGNORECASE,
)


def facts(text: str) -> list[str]:
    """The formulas, numbers and words of logic in a text, in their order.

    >>> facts("At\\nmost half of $n$ members gain,\\nor -12 of them (see [there](page-3.md)).")
    ['at most', 'half', '$n$', '-12']
    """
    found = []
    # A line may end between two words of one.
    for fact in FACT.finditer(" ".join(LISTED.sub(" ", ASIDE.sub(" ", text)).split())):
        formula = fact["display"] or fact["inline"]
        found.append(f"${plain(formula)}$" if formula else fact[0].lower())
    return found


def _headed(text: str) -> dict[str, str]:
    """The sections of a text by their headings; what stands before the first one is called by nothing."""
    parts = re.split(r"^(#+ .*)$", text, flags=re.MULTILINE)
    found: dict[str, str] = {"": parts[0]}
    for heading, body in zip(parts[1::2], parts[2::2], strict=True):
        name = heading.lstrip("# ")
        found[name] = f"{found.get(name, '')}\n{heading}\n{body}"
    return found


def page_sections(text: str) -> dict[str, str]:
    """The sections of a page that retell, by heading: its text without code and without what the seals of rows hold.

    >>> page_sections("# A\\nTwo.\\n\\n:::{prf:lemma} B\\n:label: b\\n\\nOne.\\n:::\\nProof.\\n\\n## C\\nThree.")["A"].split()
    ['#', 'A', 'Two.', ':::{prf:lemma}', 'B', ':label:', 'b', ':::']
    """  # noqa: E501
    for statement in statements(text):
        for sealed in filter(None, (statement.words, statement.after)):
            kept = "\n".join(f"caption: {told}" for told in TOLD.findall(sealed))
            text = text.replace(sealed, kept, 1)
    for setting in settings(text).values():
        text = text.replace(setting, "", 1)
    text = CELL.sub(lambda cell: "\n".join(TOLD.findall(cell[0])), text)
    return _headed(re.sub(r"\A---\n.*?^---\n", "", text, flags=re.MULTILINE | re.DOTALL))


def code_sections(text: str, *, strings: bool) -> dict[str, str]:
    """The retelling sections of a module: their docstrings without examples, or all their strings."""
    found = {}
    tree = ast.parse(text)
    for node in [tree, *tree.body]:
        name = "" if node is tree else getattr(node, "name", None) or ast.unparse(node)[:40].partition("(")[0]
        inner = [node] if node is tree else list(ast.walk(node))
        if strings and node is not tree:
            told = [n.value for n in inner if isinstance(n, ast.Constant) and isinstance(n.value, str)]
        else:
            documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
            told = [ast.get_docstring(n) or "" for n in inner if isinstance(n, documented)]
        plainly = re.sub(r"^>>> .*?(?=^\s*$|\Z)", "", "\n\n".join(told), flags=re.MULTILINE | re.DOTALL)
        found[name] = f"{found.get(name, '')}\n{plainly}"
    return found


def sections(path: str, text: str) -> dict[str, list[str]]:
    """The facts of a text by its sections, those without any left out."""
    if path.endswith(".py"):
        found = code_sections(text, strings="/exercises/" in path)
    elif path.startswith("notebooks/"):
        found = page_sections(text)
    else:
        found = _headed(text) if path.endswith(".md") else {"": text}
    return {name: told for name, body in found.items() if (told := facts(body))}


def texts(root: Path) -> Iterator[str]:
    """The paths of all such texts, below the root."""
    for place in PLACES:
        for path in sorted(root.glob(place)):
            name = path.relative_to(root).as_posix()
            if not GENERATED.fullmatch(name):
                yield name


def _digest(told: Sequence[str]) -> str:
    return hashlib.sha256("\n".join(told).encode()).hexdigest()[:8]


def noted(root: Path) -> dict[str, dict[str, str]]:
    """The digests that were noted, by text and section."""
    path = root / NOTED
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def digests(root: Path) -> dict[str, dict[str, str]]:
    """The digests of the texts as they are."""
    read = ((name, sections(name, (root / name).read_text(encoding="utf-8"))) for name in texts(root))
    return {name: {section: _digest(told) for section, told in found.items()} for name, found in read if found}


def changed(old: Mapping[str, Mapping[str, str]], new: Mapping[str, Mapping[str, str]]) -> list[tuple[str, str]]:
    """The texts and sections whose facts differ from what was noted."""
    return [
        (name, section)
        for name in sorted({*old, *new})
        for section in dict.fromkeys([*old.get(name, {}), *new.get(name, {})])
        if old.get(name, {}).get(section) != new.get(name, {}).get(section)
    ]


@cache
def _when_noted(root: Path, name: str) -> dict[str, list[str]]:
    """The facts of a text in the commit that last noted any; none where it was not there."""
    commit = git(root, "log", "-1", "--format=%H", "--", NOTED).strip() or "HEAD"
    return sections(name, git(root, "show", f"{commit}:{name}"))


def difference(root: Path, name: str, section: str) -> list[str]:
    """The changes in the facts of a section since they were noted, as lines."""
    path = root / name
    old = _when_noted(root, name).get(section, [])
    new = sections(name, path.read_text(encoding="utf-8")).get(section, []) if path.is_file() else []
    return [line for line in difflib.unified_diff(old, new, lineterm="", n=2) if not line.startswith(("---", "+++"))]


def main(arguments: Sequence[str] = ()) -> int:
    parser = argparse.ArgumentParser(prog="python book/retold.py", description=__doc__.splitlines()[0])
    parser.add_argument("--bind", action="store_true", help="note the facts as they are, having read what changed")
    bind = parser.parse_args(arguments).bind
    now = digests(ROOT)
    found = changed(noted(ROOT), now)
    for name, section in found:
        print(f"{name}: the facts under {section or 'the beginning'!r} changed since somebody last read them")
        print(*(f"    {line}" for line in difference(ROOT, name, section)), sep="\n")
    if bind:
        text = json.dumps(now, indent=1, ensure_ascii=False, sort_keys=True)
        (ROOT / NOTED).write_text(text + "\n", encoding="utf-8")
        print(f"{len(found)} sections noted")
        return 0
    if found:
        print(f"\n{len(found)} sections: read them, and note them with `python book/retold.py --bind`")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
