"""Exam questions with numbers drawn from a seed, whose answers the library computes.

`draw_exam("coalitions", seed=7)` gives the questions of one part with points, answers and the way to them. The same
seed gives the same exam, another seed gives other numbers.
"""

from incentives.randomness import stream
from incentives_book.exercises.drawn import coalitions, consensus, payments, rewards, together
from incentives_book.exercises.drawn.question import Maker, Question

PARTS: dict[str, tuple[Maker, ...]] = {
    "coalitions": coalitions.MAKERS,
    "consensus": consensus.MAKERS,
    "payments": payments.MAKERS,
    "rewards": rewards.MAKERS,
    "together": together.MAKERS,
}


def draw_exam(part: str, *, seed: int) -> list[Question]:
    """All computational questions of one part, in the order of the lectures.

    Each question has a stream of its own, so that a new question leaves the numbers of the others as they are.

    Raises:
        ValueError: there are no questions of this part, or seed is negative.

    >>> [question.points for question in draw_exam("rewards", seed=1)][:3]
    [3, 4, 6]
    """
    if part not in PARTS:
        raise ValueError(f"part must be one of {', '.join(PARTS)}; got {part!r}")
    if seed < 0:
        raise ValueError(f"seed must be at least 0, got {seed!r}")
    return [make(stream(seed, f"exam {part} {make.__name__}")) for make in PARTS[part]]
