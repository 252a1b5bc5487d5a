"""The axioms that theorems may rest on, and what Coq says of those that they do rest on."""

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from claimbook.queries import answer, question, read_answers, requires

# Whatever else a proof rests on is an error: the three of Coq's classical reals, and the excluded middle.
ALLOWED = (
    "ClassicalDedekindReals.sig_forall_dec",
    "ClassicalDedekindReals.sig_not_dec",
    "FunctionalExtensionality.functional_extensionality_dep",
    "Classical_Prop.classic",
)


def read_axioms(printed: str) -> tuple[str, ...]:
    """The names that `Print Assumptions` gave, sorted: axioms, and what Coq was told to take on trust.

    >>> read_axioms("Axioms:\\nem : forall P, P\\n"), read_axioms("Closed under the global context")
    (('em',), ())
    >>> read_axioms("Axioms:\\nloop is assumed to be guarded.")
    ('loop',)
    """
    told = printed.removeprefix("Axioms:")
    return tuple(sorted(set(re.findall(r"^([\w.]+)(?:\s*:(?!$)|\s+(?:is assumed|relies on))", told, re.MULTILINE))))


def strange(axioms: Mapping[str, Iterable[str]]) -> list[str]:
    """One line for each theorem that rests on something else than the allowed axioms.

    >>> strange({"F.t": ["Classical_Prop.classic", "F.wish"], "F.u": []})
    ['F.t rests on F.wish, which is none of the allowed axioms (lib/claimbook/axioms.py)']
    """
    others = {name: sorted(set(on) - set(ALLOWED)) for name, on in sorted(axioms.items())}
    told = "which is none of the allowed axioms (lib/claimbook/axioms.py)"
    return [f"{name} rests on {', '.join(on)}, {told}" for name, on in others.items() if on]


def axioms_together(work: Path, name: str, groups: Sequence[Sequence[str]]) -> list[tuple[str, ...]]:
    """For each group of theorems the axioms of all of them together, in one run of Coq.

    Each group costs a walk through all that its proofs use, the libraries of Coq included, so few large groups are
    cheaper than many small ones.

    Raises:
        RuntimeError: Coq knows one of them not.
    """
    lines = [requires(work)]
    for number, group in enumerate(groups):
        held = " ".join(f"let _ := @{each} in" for each in group)
        asked = f"Definition together_{number} := {held} True. Print Assumptions together_{number}."
        lines += question("axioms", str(number), asked)
    told = read_answers(answer(work, name, lines)).get("axioms", {}) if groups else {}
    return [read_axioms(told[str(number)]) for number in range(len(groups))]
