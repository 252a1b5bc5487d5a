"""The register of claims, the checks that decide them, and the records those checks leave.

`claim("coalitions/lemma-c-1")` opens one entry; its methods are the checks. `python -m claimbook` prints
the register with the evidence found in the executed notebooks, and fails where a verdict lacks the evidence it needs.
"""

from claimbook.checks import Claim, ClaimFails, claim
from claimbook.receipts import recording
from claimbook.register import Entry, Part, entries, parts

__all__ = ["Claim", "ClaimFails", "Entry", "Part", "claim", "entries", "parts", "recording"]
