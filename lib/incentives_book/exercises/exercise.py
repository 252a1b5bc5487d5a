"""The parts of an exercise with a check."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Exercise:
    """An exercise whose answers can be judged by a property.

    Args:
        label: its name on the page.
        form: what an answer is, in words, without saying which one is right.
        judge: what is wrong with an answer; empty for a right one. It may raise for answers of another form.
        begin: lines of code that a student finds above the answer.
    """

    label: str
    form: str
    judge: Callable[[Any], str]
    begin: str = ""

    @property
    def stub(self) -> str:
        """The beginning that stands in the student's notebook."""
        return "\n".join(filter(None, [self.begin, f"answer = ...  # {self.form}"]))
