"""Checks of answers to exercises: what is wrong with an answer, never what the answer is.

`check` is what a page, a student's notebook or Colab calls. An answer is judged by a property that a right one has (the
partition is stable, the lie pays, the formula agrees with the rule), so another right answer passes too.
"""

from incentives_book.exercises import coalitions, consensus, payments, rewards
from incentives_book.exercises.exercise import Exercise

EXERCISES: dict[str, Exercise] = {
    each.label: each for part in (coalitions, consensus, payments, rewards) for each in part.EXERCISES
}


def judge(label: str, answer: object) -> str:
    """What is wrong with an answer; empty for a right one.

    Raises:
        ValueError: no exercise with a check has this label.

    >>> judge("ex-motivating-c-grows", (5, 30))
    'At 6 records of c the grand coalition is in the core too, so 5 is not the last size.'
    """
    if label not in EXERCISES:
        raise ValueError(f"label must be that of an exercise with a check, one of {', '.join(EXERCISES)}; got {label!r}")
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
