"""Entries, records and one right check of every kind, for the tests of this folder."""

from dataclasses import replace

import sympy as sp

from claimbook import Claim, Entry, Part
from claimbook.receipts import Record
from claimbook.schema import DEFINITIONS, NEEDED, OURS

ENTRY = Entry(id="coalitions/lemma-9-9", title="A lemma <of ours>", verdict="holds")


CHECK = Claim(ENTRY)


X, Y, W, N, M, MU = sp.symbols("x y w n m mu", positive=True)


# One check of every kind and its wrong versions: a sign, a coefficient, an exponent, a swapped index, a number.
RIGHT = {
    "identity": lambda: CHECK.identity((X - Y) * (X + Y), X**2 - Y**2),
    "sign": lambda: CHECK.sign(MU * M - N**2, ">0", given=[N < M, M <= MU]),
    "every": lambda: CHECK.every(range(1, 6), lambda k: sum(range(k + 1)) == k * (k + 1) // 2),
    "counterexample": lambda: CHECK.counterexample(sp.Lt(X**2, Y), {X: 3, Y: 5}),
    "agrees": lambda: CHECK.agrees([1.02, 1.98], [1, 2], [0.01, 0.01], seed=5),
    "experiment": lambda: CHECK.experiment([True] * 8 + [False], level=0.05),
}


GRADE = {
    "identity": "proof",
    "sign": "proof",
    "every": "sample",
    "counterexample": "refutation",
    "agrees": "statistical",
    "experiment": "experiment",
}


GOOD = Entry(
    id="coalitions/lemma-1",
    kind="lemma",
    source="Lemma 1",
    title="A title",
    says="It is so.",
    verdict="holds",
)


def judged(verdict: str, **more: object) -> Entry:
    """`GOOD` with another verdict, and what that verdict has to say."""
    kind = "new" if verdict in OURS else "definition" if verdict in DEFINITIONS else "lemma"
    says = dict.fromkeys(NEEDED.get(verdict, ()), "w")
    if verdict == "depends":
        says = {"under": "holds", "reading": "The formula is lost."}
    return replace(GOOD, **{"verdict": verdict, "kind": kind} | says | more)


def record(method: str, step: str = "", **more: object) -> Record:
    """A record about `GOOD`."""
    return Record(GOOD.id, method, step, "statement", "how", **more)


def part(*rows: Entry) -> Part:
    return Part("coalitions", "key", "Title", rows)


PROOF, STEP = (record("identity", step, symbols=("x real",)) for step in ("", "step"))


EVERY, PARTIAL = record("every", cases=3), record("every", "step", cases=3)
