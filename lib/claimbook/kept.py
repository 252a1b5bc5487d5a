"""What binding a row again does not change by itself, so that a renewed seal cannot turn a statement over.

The lock keeps, beside the seal, the verdict, the skeleton of the words (its quantifiers, numbers in words and
comparisons),
the claims it uses, how many assumptions its certificates make, what it stands on, and a digest of what it says of
print: how it is read, what is printed, right, and true instead. `--bind` notes what is new. It refuses
what would weaken the evidence or turn the words; where that is meant, somebody takes `kept` out of the line of the row.
"""

import hashlib
import re
from collections.abc import Mapping, Sequence

from claimbook.evidence import Evidence
from claimbook.register import Entry
from claimbook.standing import Standing
from claimbook.words import words

SKELETON = re.compile(
    r"\b(?:every|each|all|any|some|no|none?|nobody|nothing|never|always|not|cannot|only|if|iff|unless|exactly|at "
    r"(?:most|least)"
    r"|strictly|weakly|more|fewer|less|most|least|larger|smaller|greater|better|worse|both|either|neither|without"
    r"|one|two|three|four|five|six|seven|eight|nine|ten|there (?:is|are)|exists?)\b"
)
PRINT = ("reading", "printed", "corrected", "repair", "repaired_by", "citation")
# From the most general to what carries least.
RANK = ("kernel", "whole", "cases", "sentence", "sizes", "inspection")


def skeleton(text: str) -> str:
    """The words of a text that decide its logic, in their order.

    >>> skeleton("For every $n$ at most two clients lie if and only if none gains.")
    'every at most two if only if none'
    """
    return " ".join(SKELETON.findall(re.sub(r"\$[^$]*\$", " ", text).lower()))


def _assumptions(entry: Entry, evidence: Evidence) -> int:
    subjects = (record.subject or {} for record in evidence.visible(entry.id) if record.method == "sign")
    return sum(len(subject.get("givens", ())) + len(subject.get("stated", ())) for subject in subjects)


def kept(entry: Entry, evidence: Evidence, on: Standing) -> list[str]:
    """What the lock keeps of a row: verdict, skeleton, claims used, assumptions of certificates, standing, print."""
    told = skeleton(" ".join([entry.title, words(entry, evidence), entry.affects]))
    stands = f"{on.grade} {on.done} {len(on.missing)}"
    return [
        f"{entry.verdict} {entry.under}".strip(),
        told,
        " ".join(sorted(entry.uses)),
        str(_assumptions(entry, evidence)),
        stands,
        hashlib.sha256(repr([getattr(entry, name) for name in PRINT]).encode()).hexdigest()[:8],
    ]


def _rises(old: str, new: str) -> bool:
    """Whether a standing became better: more general, or with less left to prose."""

    def rank(text: str) -> tuple[int, int]:
        grade, _done, missing = text.split()
        return (RANK.index(grade) if grade in RANK else len(RANK), int(missing))

    return rank(new) < rank(old)


def refused(old: Sequence[str], new: Sequence[str], *, same_checks: bool) -> list[str]:
    """Why a row may not simply be bound again; empty where it may.

    >>> old = ["new", "every", "a/b", "1", "sentence 1 2", ""]
    >>> refused(old, ["new", "some", *old[2:]], same_checks=True)
    ['the words that decide its logic went from "every" to "some"']
    """
    why = []
    if old[0] != new[0]:
        why.append(f"its verdict went from {old[0]} to {new[0]}")
    if old[1] != new[1]:
        why.append(f'the words that decide its logic went from "{old[1]}" to "{new[1]}"')
    if lost := set(old[2].split()) - set(new[2].split()):
        why.append(f"it no longer uses {', '.join(sorted(lost))}")
    if int(new[3]) > int(old[3]):
        why.append(f"its certificates assume more than before ({new[3]} relations, not {old[3]})")
    if same_checks and _rises(old[4], new[4]):
        why.append(f"it stands higher than before ({new[4].split()[0]}, not {old[4].split()[0]}) on the same checks")
    if old[5] != new[5]:
        why.append(f"what it says of print changed ({', '.join(PRINT)})")
    return why


def not_kept(noted: Mapping[str, Sequence[str]], id: str, now: Sequence[str]) -> list[str]:
    """What is wrong where the lock keeps something else of a row than is there."""
    if id not in noted:
        return [f"the lock keeps nothing of it; `python -m claimbook --bind {id}` notes it"]
    return [
        f"{why}; where that is meant, take `kept` out of its line in the lock and bind it"
        for why in refused(noted[id], now, same_checks=list(noted[id]) != list(now))
    ]
