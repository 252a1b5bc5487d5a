"""The statements of each part against which a reader may hand in a counterexample."""

from incentives_book.exercises.refutations import coalitions, consensus, payments, rewards
from incentives_book.exercises.statement import Statement

STATEMENTS: dict[str, Statement] = {
    each.claim: each for part in (coalitions, consensus, payments, rewards) for each in part.STATEMENTS
}

__all__ = ["STATEMENTS"]
