"""Files of proofs as texts: their theorems, what they require, and what none of them may hold; Coq is not asked."""

import hashlib
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache
from pathlib import Path

NEEDS = re.compile(r"(\w+)_needs_(\d+)")  # the name of a theorem that shows what another one needs
BESIDE = "Needs"  # `FileNeeds.v` shows what the theorems of `File.v` need
THEOREM = re.compile(r"^(?:Theorem|Corollary)\s+(\w+)", re.MULTILINE)
REQUIRES = re.compile(r"^(?:From \w+ )?Require\s.*?\.(?=\s)", re.MULTILINE | re.DOTALL)
# What would let a theorem through without a proof.
LEAKS = re.compile(
    r"\b(Admitted|admit|give_up|Axioms?|Parameters?|Conjecture|Abort|bypass_check|Unset\s+\w+\s+Checking)\b"
)


def shown_by(name: str) -> tuple[str, int] | None:
    """The theorem of which a counterexample `File.NAME_needs_K` tells, and K; None for any other theorem.

    >>> shown_by("Sum.grows_needs_2"), shown_by("SumNeeds.grows_needs_2"), shown_by("Sum.grows")
    (('Sum.grows', 2), ('Sum.grows', 2), None)
    """
    stem, _, own = name.partition(".")
    told = NEEDS.fullmatch(own)
    return (f"{stem.removesuffix(BESIDE)}.{told[1]}", int(told[2])) if told else None


def without_comments(text: str) -> str:
    """A file of Coq without its comments, which may be nested; line breaks stay.

    >>> without_comments("Lemma a (* one (* two *) *) : True.")
    'Lemma a  : True.'
    """
    if "(*" not in text:
        return text
    kept, depth, place = [], 0, 0
    while place < len(text):
        two = text[place : place + 2]
        if two in ("(*", "*)") and (depth or two == "(*"):
            depth += 1 if two == "(*" else -1
            place += 2
            continue
        if not depth or text[place] == "\n":
            kept.append(text[place])
        place += 1
    return "".join(kept)


def theorem_names(text: str) -> list[str]:
    """The theorems and corollaries of a file, in order; its lemmas are steps on the way.

    >>> theorem_names("Lemma a : True.\\nTheorem b : True.\\n(* Theorem c *)")
    ['b']
    """
    return THEOREM.findall(without_comments(text))


def proof_of(text: str, name: str) -> str:
    """The proof of a theorem as it stands in its file, without the words around it; empty where it has none.

    >>> text = "Theorem a : True.\\nLemma c : True.\\nProof. by []. Qed.\\nTheorem b : 1 = 1.\\nProof.\\nby [].\\nQed."
    >>> proof_of(text, "b"), proof_of(text, "a")
    ('by [].', '')
    """
    start = re.search(rf"^(?:Theorem|Corollary)\s+{name}\b", text, re.MULTILINE)
    if start is None:
        return ""
    own = re.split(r"^(?:Theorem|Corollary|Lemma)\b", text[start.end() :], maxsplit=1, flags=re.MULTILINE)[0]
    found = re.search(r"\bProof\.\s+(.*?)\s+Qed\.", own, re.DOTALL)
    return found[1] if found else ""


def required(text: str, known: Iterable[str]) -> set[str]:
    """Those of the known files that a file requires.

    >>> sorted(required("From mathcomp Require Import ring.\\nFrom Book Require Import Coalitions Depth.", ["Depth"]))
    ['Depth']
    >>> sorted(required("From Book Require Depth.", ["Depth"]))
    ['Depth']
    """
    sentences = re.findall(r"\bRequire\s+(?:(?:Import|Export)\s+)?([\w\s.]+?)\.\s", without_comments(text) + "\n")
    return {name for sentence in sentences for name in sentence.split()} & set(known)


def joined(texts: Mapping[Path, str]) -> dict[Path, str]:
    """The files that Coq builds: each as it is, but files of counterexamples in one folder that start with the same
    libraries become modules of one file, since loading the libraries takes most of their time.

    >>> found = joined({Path(f"{x}Needs.v"): f"Require Import Lia.\\nTheorem {x.lower()} : True." for x in "AB"})
    >>> print(*found.values())
    Require Import Lia.
    Module ANeeds.
    Theorem a : True.
    End ANeeds.
    Module BNeeds.
    Theorem b : True.
    End BNeeds.
    """
    stems = {path.stem for path in texts}
    used = {name for text in texts.values() for name in required(text, stems)}
    built: dict[Path, str] = {}
    for path, text in texts.items():
        if path.stem in used or not path.stem.endswith(BESIDE):
            built[path] = text
            continue
        own = without_comments(text)
        heads = [each for each in REQUIRES.findall(own) if not required(each + "\n", stems)]
        for head in heads:
            own = own.replace(head, "", 1)
        start = " ".join(heads)
        mark = hashlib.sha256(f"{path.parent.name} {start}".encode()).hexdigest()[:8]
        place = path.with_name(f"{BESIDE}_{mark}.v")
        built[place] = f"{built.get(place, start)}\nModule {path.stem}.\n{own.strip()}\nEnd {path.stem}."
    return built


def above(start: str, requires: Callable[[str], Iterable[str]]) -> set[str]:
    """Everything that something requires, by itself or through others.

    >>> sorted(above("a", {"a": ["b"], "b": ["c"], "c": []}.get))
    ['b', 'c']
    """
    found, waiting = set(), [start]
    while waiting:
        new = set(requires(waiting.pop())) - found
        found |= new
        waiting += new
    return found


def reached(start: str, leads: Mapping[str, Iterable[str]], stops: Collection[str]) -> set[str]:
    """Those of some stops at which one arrives from something, not looking beyond a stop.

    >>> sorted(reached("a", {"a": ["b", "c"], "b": ["d"], "c": ["e"]}, {"a", "c", "d", "e"}))
    ['c', 'd']
    """

    def beyond(name: str) -> Iterable[str]:
        return () if name in stops and name != start else leads.get(name, ())

    return (above(start, beyond) & set(stops)) - {start}


def digests_of(texts: Mapping[str, str]) -> dict[str, str]:
    """For each file, given as its text by its name without suffix, a digest of it and of all that it requires."""
    requires = {name: required(text, texts) for name, text in texts.items()}

    def one(name: str) -> str:
        told = [f"{each} {texts[each]}" for each in sorted({name} | above(name, requires.get))]
        return hashlib.sha256("\n".join(told).encode()).hexdigest()[:16]

    return {name: one(name) for name in texts}


@cache
def _digests(texts: tuple[tuple[str, str], ...]) -> dict[str, str]:
    return digests_of(dict(texts))


def digests(proofs: Path) -> dict[str, str]:
    """For each file, by its name without suffix, a digest of it and of all that it requires."""
    paths = sorted(proofs.glob("*/*.v"))
    return _digests(tuple((path.stem, path.read_text(encoding="utf-8")) for path in paths))


def source_problems(proofs: Path) -> list[str]:
    """The problems of a file of proofs: a way around a proof, a name of another file, a name of a theorem twice."""
    found, paths = [], sorted(proofs.glob("*/*.v"))
    for path in paths:
        text = without_comments(path.read_text(encoding="utf-8"))
        where = path.relative_to(proofs).as_posix()
        found += [f"{where} holds {leak!r}: a theorem is proved or it is not there" for leak in LEAKS.findall(text)]
        names = theorem_names(text)
        found += [f"{where} has two theorems called {name!r}" for name in set(names) if names.count(name) > 1]
    stems = [path.stem for path in paths]
    lonely = [stem for stem in stems if stem.endswith(BESIDE) and stem.removesuffix(BESIDE) not in stems]
    found += [f"{stem}.v shows what no file needs: {stem.removesuffix(BESIDE)}.v is not there" for stem in lonely]
    for path in paths:
        on = [] if path.stem.endswith(BESIDE) else required(path.read_text(encoding="utf-8"), stems)
        wrong = [stem for stem in sorted(on) if stem.endswith(BESIDE)]
        found += [f"{path.stem}.v requires {stem}.v: no theorem may use a counterexample" for stem in wrong]
    return found + [f"two files are called {stem}.v" for stem in set(stems) if stems.count(stem) > 1]
