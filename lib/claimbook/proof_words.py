"""The words that a statement in Coq is made of, told from the files of proofs: Coq prints names, not what they mean.

Somebody who weakens a definition leaves every statement that uses it as it was printed. So whoever compares a statement
with a claim has to see the definitions below it, too, and the seal holds them. They are followed by their names, within
the files of the book. A name that several files define counts in the file where it is met, else in each that this
file requires.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from claimbook.proof_files import above, required, without_comments

DEFINES = re.compile(
    r"(?:Local |Global |Polymorphic )?(?:Definition|Fixpoint|CoFixpoint|Function|Inductive|CoInductive|Variant|Record"
    r"|Structure|Class|Let|Notation)\s+(?P<name>[A-Za-z_][\w']*)"
)
# How a file reads signs and names: that has no name, and counts with whatever the file defines.
READS = re.compile(r'(?:Local |Global )?(?:Notation\s+"|Infix|Open Scope|Close Scope|Coercion|Canonical|Instance)')
PARTS = re.compile(r"(?:\||:=|\bwith)\s*([A-Za-z_][\w']*)|[{;]\s*([A-Za-z_][\w']*)\s*:")  # constructors and fields
NAME = re.compile(r"(?:\b(?P<file>[A-Z]\w*)\.)?(?P<name>\b[A-Za-z_][\w']*)")
BUILT = ("Inductive", "CoInductive", "Variant", "Record", "Structure", "Class")


@dataclass(frozen=True)
class Words:
    """The definitions of one file: sentences by name, those on how signs are read, and the files that it requires."""

    sentences: Mapping[str, tuple[str, ...]]
    signs: tuple[str, ...]
    requires: frozenset[str]


def words_of(text: str, known: Iterable[str] = ()) -> Words:
    """The definitions in the text of a file; a constructor and a field stand for the whole sentence.

    >>> found = words_of("Variant kind := Good | Bad. Definition good k := k = Good. Open Scope nat_scope.")
    >>> found.sentences["Bad"], found.sentences["good"], found.signs
    (('Variant kind := Good | Bad',), ('Definition good k := k = Good',), ('Open Scope nat_scope',))
    """
    sentences: dict[str, tuple[str, ...]] = {}
    signs = []
    for part in re.split(r"\.(?=\s|\Z)", without_comments(text)):
        sentence = " ".join(part.split())
        if READS.match(sentence):
            signs.append(sentence)
        elif found := DEFINES.match(sentence):
            built = re.match(r"(?:\w+ )??(?:" + "|".join(BUILT) + r")\b", sentence)
            inner = [a or b for a, b in PARTS.findall(sentence)] if built else []
            for name in dict.fromkeys([found["name"], *inner]):
                sentences[name] = (*sentences.get(name, ()), sentence)
    return Words(sentences, tuple(signs), frozenset(required(text, known)))


@lru_cache(maxsize=2)
def _read(files: tuple[tuple[Path, int, int], ...]) -> dict[str, Words]:
    paths = [path for path, _written, _size in files]
    known = {path.stem for path in paths}
    return {path.stem: words_of(path.read_text(encoding="utf-8"), known) for path in paths}


def words_of_files(proofs: Path) -> dict[str, Words]:
    """The definitions of each file of proofs, by its name without suffix."""
    states = ((path, path.stat()) for path in sorted(proofs.glob("*/*.v")))
    return _read(tuple((path, state.st_mtime_ns, state.st_size) for path, state in states))


def _where(name: str, file: str, named: str | None, files: Mapping[str, Words]) -> list[str]:
    """The files whose definition a name may stand for."""
    if named in files:
        return [named] if name in files[named].sentences else []
    if name in files[file].sentences:
        return [file]
    return sorted(each for each in above(file, lambda one: files[one].requires) if name in files[each].sentences)


def meanings(proofs: Path, file: str, statement: str, files: Mapping[str, Words] | None = None) -> list[str]:
    """The definitions that a statement of a file rests on, one text each, sorted; `files` are read where not given."""
    files = words_of_files(proofs) if files is None else files
    if file not in files:
        return []
    found: set[str] = set()
    waiting, seen, used = [(file, statement)], set(), {file}
    while waiting:
        at, text = waiting.pop()
        for match in NAME.finditer(text):
            for place in _where(match["name"], at, match["file"], files):
                if (place, match["name"]) not in seen:
                    seen.add((place, match["name"]))
                    used.add(place)
                    sentences = files[place].sentences[match["name"]]
                    found |= {f"{place}: {sentence}" for sentence in sentences}
                    waiting += [(place, sentence) for sentence in sentences]
    return sorted(found | {f"{place}: {sign}" for place in used for sign in files[place].signs})
