"""Checks of answers to exercises: what is wrong with an answer, never what the answer is.

`check` is what a page, a student's notebook or Colab calls. An answer is judged by a property that a right one has (the
partition is stable, the lie pays, the formula agrees with the rule), so another right answer passes too.

A companion of a page that draws is imported inside the check that needs it, so that a page in the browser can judge
without loading Matplotlib.

`counterexample` takes a witness against a statement of the papers, and tells what the book's own check says of it.
"""

from collections.abc import Mapping

from claimbook.register import find_entry
from incentives_book.exercises import coalitions, consensus, payments, rewards, together
from incentives_book.exercises.exercise import Exercise
from incentives_book.exercises.refutations import STATEMENTS
from incentives_book.exercises.statement import judge_witness

EXERCISES: dict[str, Exercise] = {
    each.label: each for part in (coalitions, consensus, payments, rewards, together) for each in part.EXERCISES
}


def judge(label: str, answer: object) -> str:
    """The mistake in an answer; empty for a right one.

    Raises:
        ValueError: no exercise with a check has this label.

    >>> judge("ex-motivating-c-grows", (5, 30))
    'At 6 records of c the grand coalition is in the core too, so 5 is not the last size.'
    """
    if label not in EXERCISES:
        raise ValueError(
            f"label must be that of an exercise with a check, one of {', '.join(EXERCISES)}; got {label!r}"
        )
    exercise = EXERCISES[label]
    if answer is ...:
        return f"Not answered yet. An answer is {exercise.form}."
    try:
        return exercise.judge(answer)
    except (TypeError, ValueError, KeyError, IndexError, AttributeError, ZeroDivisionError, OverflowError) as error:
        return f"This cannot be judged ({error}). An answer is {exercise.form}."


def check(label: str, answer: object) -> None:
    """Say whether an answer is right, and if not, what is wrong with it.

    >>> check("ex-turning-point", ...)
    Not answered yet. An answer is a whole number of large players.
    """
    print(judge(label, answer) or "Right.")


def counterexample(claim: str, witness: str | Mapping[str, object]) -> None:
    """Say whether a witness refutes a statement as printed, and if not, which hypothesis it misses or that the
    statement holds.

    Args:
        claim: the row of the register, such as "coalitions/lemma-c-1".
        witness: names and exact values, as a text or as a dictionary.

    Raises:
        ValueError: the register has no such row.

    >>> counterexample("rewards/prose-rational-by-design", "c=(50, 60), menu=(60, 90)")
    Met: contributions and levels rise.
    Holds: nobody is given less than it has alone.
    No counterexample: the statement is true for this witness.
    """
    entry = find_entry(claim)
    if claim in STATEMENTS:
        print(judge_witness(STATEMENTS[claim], witness))
    else:
        print(f"No counterexample can be judged here; the verdict of {entry.id} stands on the page of its part.")
