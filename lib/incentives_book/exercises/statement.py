"""A statement of the papers against which a reader may hand in a counterexample, and how one is judged.

The judge is `Claim.counterexample`, the check that the pages call: the hypotheses must hold for the witness and the
conclusion must be False there. What it found on the way is told in words.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from claimbook import Claim, ClaimFails
from claimbook.register import find_entry
from incentives_book.exercises.witness import read_witness

Check = Callable[..., Any]


@dataclass(frozen=True)
class Statement:
    """A statement as printed, for every witness of one form.

    Args:
        claim: the row of the register.
        names: what a witness names, and what each name stands for.
        pattern: a witness of that form, as a reader types it, at which the statement holds.
        given: each hypothesis in words, and whether it holds for a witness.
        conclusion: what the statement says then, in words.
        printed: whether that is so for a witness.
        witness: a witness that refutes the statement, as a reader types it.
    """

    claim: str
    names: dict[str, str]
    pattern: str
    given: dict[str, Check]
    conclusion: str
    printed: Check
    witness: str

    @property
    def form(self) -> str:
        """The names of a witness, in words."""
        return "; ".join(f"{name}: {what}" for name, what in self.names.items())

    @property
    def refutation(self) -> dict[str, Any]:
        """The arguments of `Claim.counterexample` on the page of the claim: the checks that judge a reader's witness,
        and the witness of the book.
        """
        return {"printed": self.printed, "witness": read_witness(self.witness), "given": list(self.given.values())}


class _Quiet(Claim):
    """A claim whose check tells only its caller what came out: a reader's witness is no evidence of the book."""

    def _leave(self, *_: object, **__: object) -> None: ...

    def _fail(self, step: str, reason: str) -> ClaimFails:
        return ClaimFails(reason)


@dataclass(frozen=True)
class Judgement:
    """The judgement of a witness: whether it is a counterexample, and why, one sentence a line."""

    right: bool
    lines: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join(self.lines)


def judge_witness(statement: Statement, witness: str | Mapping[str, Any]) -> Judgement:
    """Judge a witness: each hypothesis, and then whether the statement fails there.

    Args:
        statement: what is to be refuted.
        witness: names and values, as a text or as a dictionary; exact numbers only.
    """
    asked = f"A witness names {statement.form}. One of this form: {statement.pattern}"
    if witness is ... or not witness:
        return Judgement(False, (f"Nothing is handed in yet. {asked}",))
    try:
        values = read_witness(witness) if isinstance(witness, str) else dict(witness)
    except (TypeError, ValueError, RecursionError) as error:
        return Judgement(False, (f"This cannot be read: {error}.", asked))
    missing, strange = [n for n in statement.names if n not in values], [n for n in values if n not in statement.names]
    if missing or strange:
        told = [
            f"it does not name {', '.join(missing)}" if missing else "",
            f"it names {', '.join(map(str, strange))}, which nothing is called" if strange else "",
        ]
        return Judgement(False, (f"This cannot be judged: {' and '.join(filter(None, told))}.", asked))
    seen: list[tuple[str, bool]] = []

    def noted(words: str, check: Check) -> Check:
        def ask(**named: Any) -> Any:
            answer = check(**named)
            seen.append((words, bool(answer)))
            return answer

        return ask

    given = [noted(words, check) for words, check in statement.given.items()]
    try:
        _Quiet(find_entry(statement.claim)).counterexample(
            noted(statement.conclusion, statement.printed), values, given=given
        )
    except ClaimFails:
        right = False
    except ValueError as error:
        return Judgement(False, (f"This cannot be judged: {str(error).rstrip('.')}.", asked))
    except (TypeError, KeyError, IndexError, AttributeError, ArithmeticError, RecursionError):
        return Judgement(False, ("This cannot be judged: a value has another form than its name asks for.", asked))
    else:
        right = True
    lines = [f"{'Met' if answer else 'Missed'}: {words}." for words, answer in seen[: len(given)]]
    if len(seen) <= len(given):
        return Judgement(False, (*lines, "No counterexample: the statement says nothing where a hypothesis is missed."))
    if not right:
        return Judgement(
            False,
            (*lines, f"Holds: {statement.conclusion}.", "No counterexample: the statement is true for this witness."),
        )
    return Judgement(True, (*lines, f"Fails: {statement.conclusion}.", "A counterexample."))
