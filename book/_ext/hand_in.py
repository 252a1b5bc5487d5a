"""The form under a question in which a reader hands in a counterexample."""


def line_to_call(claim: str, witness: str) -> str:
    """The line that hands in a witness, in a notebook.

    >>> line_to_call("rewards/lemma-4", "c=(1, 2), h=4, floor=0")
    'counterexample("rewards/lemma-4", \'c=(1, 2), h=4, floor=0\')'
    """
    return f'counterexample("{claim}", {witness!r})'


def hand_in(claim: str) -> list[str]:
    """The names of a counterexample to a statement, one of the form, and the line that judges it; questions.js makes a
    form of it.
    """
    from incentives_book.exercises import STATEMENTS  # the parts of the library come with it

    statement = STATEMENTS.get(claim)
    if statement is None:
        return []
    return [
        "",
        ":::{div} question-witness",
        "*A counterexample of your own* names",
        "",
        *(f"- `{name}`: {what}" for name, what in statement.names.items()),
        "",
        f"One of this form, at which the statement holds: `{statement.pattern}`. In a notebook:",
        "",
        "```python",
        "from incentives_book.exercises import counterexample",
        line_to_call(claim, statement.pattern),
        "```",
        ":::",
        "",
        f"*One that is judged to be right*: `{statement.witness}`",
    ]
