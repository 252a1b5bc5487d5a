"""The register of claims, the checks that decide them, and the records those checks leave.

`claim("coalitions/lemma-c-1")` opens one entry; its methods are the checks. `python -m incentives_book.claims` prints the
register with the evidence found in the executed notebooks, and fails where a verdict lacks the evidence it needs.
"""

from incentives_book.claims.checks import Claim, ClaimFails, claim
from incentives_book.claims.receipts import recording
from incentives_book.claims.register import Entry, Part, entries, parts

__all__ = ["Claim", "ClaimFails", "Entry", "Part", "claim", "entries", "parts", "recording"]
