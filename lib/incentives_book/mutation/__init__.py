"""Breaking the checks on purpose: each wrong sign, coefficient, exponent or index must make a check fail.

`expressions` and `records` work on the formulas that the executed pages have proved, `cells` on the code of the pages.
`python -m incentives_book.mutation` runs both and prints the kill rates.
"""

from incentives_book.mutation.expressions import mutants
from incentives_book.mutation.records import Tally, mutate_record

__all__ = ["Tally", "mutants", "mutate_record"]
