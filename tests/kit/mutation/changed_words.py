"""Changed words of theorems: is every number and relation of a statement held by the seal of a row?

Coq is not asked. A file of proofs that changes is checked again, and what Coq then prints is compared with the seals of
the rows: they hold the closed statements of the theorems that a row or a step names, with the hypotheses of their
sections, and the definitions below these.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from claimbook.bindings import kernel_text
from claimbook.checked import Theorem
from claimbook.mutation.theorems import mutants
from claimbook.proof_words import meanings, words_of, words_of_files
from claimbook.register import Entry


def in_statements(rows: Iterable[Entry], known: Mapping[str, Theorem]) -> tuple[int, list[str]]:
    """Each number and relation in the closed statement of a theorem that a row or its step names, changed: how many,
    and those that leave the text in the seal of the row as it is. Of several rows the first one is looked at.
    """
    first: dict[str, Entry] = {}
    for row in rows:
        for name in {row.theorem, *(step.theorem for step in row.steps)} & known.keys():
            first.setdefault(name, row)
    seen, lost = 0, []
    for name, row in first.items():
        before = kernel_text(row, known)
        for change, other in mutants(known[name].statement):
            seen += 1
            if kernel_text(row, {**known, name: replace(known[name], statement=other)}) == before:
                lost.append(f"{row.id}, {name}: {change}")
    return seen, lost


def in_definitions(proofs: Path, named: Iterable[Theorem]) -> tuple[int, list[str], list[str]]:
    """The same for the definitions below the statements of the named theorems, and the definitions that none has below
    it: only proofs and counterexamples speak of these.
    """
    files, lost, seen = words_of_files(proofs), [], 0
    above: dict[str, Theorem] = {}  # for each definition a theorem that has it below
    for theorem in named:
        for text in meanings(proofs, theorem.name.partition(".")[0], theorem.statement, files):
            above.setdefault(text, theorem)
    everything = {
        f"{file}: {each}" for file, words in files.items() for told in words.sentences.values() for each in told
    }
    for text, theorem in above.items():
        file, _, sentence = text.partition(": ")
        stem, words = theorem.name.partition(".")[0], files[file]
        before = meanings(proofs, stem, theorem.statement, files)
        for change, other in mutants(sentence):
            seen += 1
            changed = words_of(f"{other}.")
            sentences = {
                name: tuple(other if each == sentence else each for each in told) if name in changed.sentences else told
                for name, told in words.sentences.items()
            }
            signs = tuple(other if each == sentence else each for each in words.signs)
            now = {**files, file: replace(words, sentences=sentences, signs=signs)}
            if meanings(proofs, stem, theorem.statement, now) == before:
                lost.append(f"{text[:60]}: {change}")
    return seen, lost, sorted(everything - above.keys())
