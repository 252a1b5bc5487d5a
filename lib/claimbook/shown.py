"""Numbers in the words of a row that none of its receipts shows: the commonest slip, and the commonest falsification.

A number of one digit stands everywhere and proves nothing, so only those with more digits, or with a decimal point, are
looked for. A number that a receipt cannot show, because it stands in the data or the companion that a check reads, is
listed with that place in the lock.
"""

import json
import re
from collections.abc import Iterable

from claimbook.evidence import Evidence
from claimbook.receipts import Record
from claimbook.register import Entry, Step
from claimbook.words import words

PLACE = (
    r"(?:Theorem|Lemma|Section|Equation|Table|Figure|Appendix|Corollary|Definition|Proposition|Assumption|Example|Condition|Property|Footnote)s?"
    r"(?: (?:and )?\(?(?:[A-Z]\.)?\d+(?:\.\d+)*\)?,?)+"
)
NO_NUMBER = rf"{PLACE}|10\^|\b(?:19|20)\d\d\b|\{{[a-z:]+\}}`[^`]*`|\]\([^)]*\)"


def numbers(text: str) -> set[str]:
    """The numbers in a text, without those of theorems, years and links.

    >>> sorted(numbers(r"By Lemma 4.2 at most $\\\\frac{12}{35}$ of 1{,}000, or 0.50"))
    ['0.5', '1000', '12', '35']
    """
    apart = re.sub(r"frac\s?(\d)\s?(\d)", r"frac{\1}{\2}", re.sub(r"\{,\}|\\,", "", text))
    plain = re.sub(NO_NUMBER, " ", apart)
    found = re.findall(r"\d+(?:\.\d+)?", plain)
    return {number.rstrip("0").rstrip(".") if "." in number else number for number in found}


def _told(record: Record) -> str:
    """All that a receipt says; of the cases that it went through, only how many they were."""
    subject = None if record.method == "every" else record.subject
    return json.dumps([record.statement, record.how, record.source, record.step, record.symbols, record.cases, subject])


def _rounds_to(exact: str, number: str) -> bool:
    """True if a number is another one as it is printed: rounded, or in percent."""
    digits = len(number.partition(".")[2])
    return any(round(float(exact) * scale, digits) == float(number) for scale in (1, 100))


def not_shown(entry: Entry, evidence: Evidence, listed: Iterable[str] = ()) -> list[str]:
    """The numbers in what a row says, corrects or repairs that no receipt of it or of a claim below it shows.

    Those that are `listed` stand elsewhere.
    """
    said = numbers(" ".join((words(entry, evidence), entry.corrected, entry.repair)))
    telling = {number for number in said if len(number) > 1} - set(listed)
    if not telling:
        return []
    carrying = {entry.id, entry.repaired_by, *entry.uses, *(step.claim for step in entry.steps)}
    shown = numbers(" ".join(_told(found.record) for id in carrying for found in evidence.records.get(id, ())))
    return sorted(number for number in telling - shown if not any(_rounds_to(exact, number) for exact in shown))


IN_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def _whole(text: str) -> set[int]:
    """The whole numbers in a text, up to ten also in words."""
    words = {IN_WORDS.index(word) for word in re.findall(r"[a-z]+", text.lower()) if word in IN_WORDS}
    return words | {int(digits) for digits in re.findall(r"\d+", text)}


def not_looked_at(step: Step, records: Iterable[Record]) -> str:
    """The sizes of a step that its receipts do not show: as a number, as the end of a range, or as a count of cases.

    >>> seven = Record("a/b", "every", "small", "s", "h", source="claim('a/b').every(range(2, 8), f)", cases=6)
    >>> [not_looked_at(Step(receipt="small", sizes=s), [seven]) for s in ("2 to 7", "2 to 9", "every size")]
    ['', '9', 'a number']
    """
    of = [record for record in records if record.step == step.receipt and record.source]
    if not step.sizes or not of:
        return ""
    told = (
        _whole(" ".join(f"{record.step} {record.source}" for record in of))
        | {r.cases for r in of}
        | {sum(r.cases or 0 for r in of)}
    )
    asked = _whole(step.sizes)
    unseen = ", ".join(str(n) for n in sorted(asked) if not {n, n + 1} & told)
    return unseen if asked else "a number"
