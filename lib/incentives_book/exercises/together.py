"""Exercises on one federation with all four temptations."""

from math import sqrt
from typing import Any

from incentives_book.exercises.exercise import Exercise


def private_share(answer: Any) -> str:
    for members in (2, 4, 9, 100):
        if abs(float(answer(members)) * sqrt(members) - 1) > 1e-6:
            return f"With {members} members it is not {float(answer(members)):.4f} of the efficient size."
    return ""


def majority(answer: Any) -> str:
    part = float(answer)
    if not 0 < part < 1:
        return "A share of the members lies between 0 and 1."

    def gain(p: float) -> float:
        return p * (1 - p) * (2 * p - 1)

    better = next((p for p in (part - 2e-3, part + 2e-3) if gain(p) > gain(part)), None)
    return "A somewhat other share gains more." if better else ""


EXERCISES = (
    Exercise(
        "ex-one-price-planner",
        "a function from the number of members to the private size over the efficient one, such as lambda M: 1",
        private_share,
    ),
    Exercise("ex-half-majority", "the share of the members, such as 0.6", majority),
)
