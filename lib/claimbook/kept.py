"""The facts that binding a row again does not change by itself, so that a renewed seal cannot turn a statement over.

The lock keeps some facts of each row beside its seal. `--bind` notes what is new, and refuses what would weaken the
evidence or turn the words; where that is meant, somebody takes `kept` out of the line of the row. A fact that a lock
does not hold yet is noted when its row is bound.
"""

import ast
import hashlib
import json
import re
from collections.abc import Callable, Mapping, Sequence

from claimbook.bindings import kernel_text
from claimbook.closures import text_size
from claimbook.evidence import Evidence
from claimbook.formulas import plain
from claimbook.receipts import grade
from claimbook.register import Entry
from claimbook.shown import numbers
from claimbook.standing import Standing
from claimbook.statements import quoted
from claimbook.words import words

SKELETON = re.compile(
    r"\b(?:every|each|all|any|some|no|none?|nobody|nothing|never|always|not|cannot|only|if|iff|unless|exactly|at "
    r"(?:most|least)"
    r"|strictly|weakly|more|fewer|less|most|least|larger|smaller|greater|better|worse|both|either|neither|without"
    r"|one|two|three|four|five|six|seven|eight|nine|ten|there (?:is|are)|exists?)\b"
)
# Words with an opposite, words that set a condition, and numbers in words that the skeleton lacks.
TURNS = re.compile(
    r"\b(?:increas\w+|decreas\w+|ris(?:es?|ing)|f(?:all|ell)\w*|grow\w*|shrink\w*|gain\w*|los(?:es?|ing|s|ses)|large\w*"
    r"|small\w*|high\w*|low\w*|long\w*|short\w*|many|few|much|little|upper|above|below|over|under|before|after|first|last"
    r"|(?:non)?(?:posi|nega)tive|odd|even|(?:in)?finite\w*|(?:un)?bounded|(?:un)?stable|convex|concave|unique\w*|same"
    r"|differ\w*|(?:un)?equal\w*|true|false|truth\w*|lies?|lying|liars?|honest\w*|joins?|lea(?:ve|ves|ving)|stays?"
    r"|together|alone|apart|surviv\w+|holds?|fails?|needs?|needed|suffic\w+|(?:un)?necessary|(?:im)?possible|can|may|must"
    r"|pure|mixed|(?:un)?known|(?:in)?dependent\w*|constant|real|whole|integers?|rational|let|suppos\w+|assum\w+"
    r"|provided|given|when\w*|where|while|until|or|with|best|worst|maxim\w+|minim\w+|half|twice|double|third|quarter"
    r"|pairs?|once|eleven|twelve|hundred|thousand|million)\b"
)
PROOF = re.compile(r"\{prf:proof\}(.*?)^:{3,}$", re.MULTILINE | re.DOTALL)
PRINT = ("reading", "printed", "corrected", "repair", "repaired_by", "citation")
DONE = ("literature", "searched", "assumption")
# From the most general to what carries least.
RANK = ("kernel", "whole", "cases", "sentence", "sizes", "inspection")


def skeleton(text: str, of: re.Pattern[str] = SKELETON) -> str:
    """The words of a text that decide its logic, in their order.

    >>> skeleton("For every $n$ at most two clients lie if and only if none gains.")
    'every at most two if only if none'
    """
    return " ".join(of.findall(re.sub(r"\$[^$]*\$", " ", text).lower()))


def _short(value: object) -> str:
    return hashlib.sha256(repr(value).encode()).hexdigest()[:8]


def _formulas(text: str) -> str:
    """A digest of the formulas and numbers of a text, however they are laid out and in whatever order."""
    return _short([sorted(plain(f).rstrip(".,;") for f in re.findall(r"\$([^$]+)\$", text)), sorted(numbers(text))])


def _argued(entry: Entry, evidence: Evidence) -> str:
    """The prose arguments of a row and of the proof on its page, and a statement of the page that the row words
    otherwise.
    """
    statement = evidence.statements.get(entry.id)
    after, other = (statement.after, statement.words * (not entry.statement)) if statement else ("", "")
    proofs = PROOF.findall(after)
    return " ".join([entry.affects, entry.argument, *(step.prose for step in entry.steps), *proofs, quoted(other)])


def _declared(entry: Entry, evidence: Evidence) -> list[str]:
    """The declarations of symbols, and which ones stand in what was proved."""
    records = evidence.visible(entry.id)
    declared = {symbol for record in records for symbol in record.symbols}
    return sorted(declared | {name for r in records for name in re.findall(r"Symbol\('([^']+)'", str(r.subject))})


def _assumptions(entry: Entry, evidence: Evidence) -> int:
    subjects = (record.subject or {} for record in evidence.visible(entry.id) if record.method == "sign")
    return sum(len(subject.get("givens", ())) + len(subject.get("stated", ())) for subject in subjects)


def _looked_at(entry: Entry, evidence: Evidence) -> dict[str, list]:
    """By method and step, how many cases were looked at, and a digest of those of a list, where that is exact."""
    found: dict[str, list] = {}
    for record in evidence.visible(entry.id):
        listed = record.method == "every" and record.exact and grade(entry, record) != "description"
        seen = found.setdefault(f"{record.method} {record.step}", [0, []])
        seen[0] += record.cases or 0
        seen[1] += [(record.subject or {}).get("cases", "")] * listed
    return {name: [cases, _short(sorted(seen)) if seen else ""] for name, (cases, seen) in sorted(found.items())}


def _functions(entry: Entry, evidence: Evidence) -> dict[str, int]:
    """The lengths of the functions of companions and library that the calls of the checks name."""
    found: dict[str, int] = {}
    for each in evidence.records.get(entry.id, ()):
        named = {getattr(node, "id", getattr(node, "attr", "")) for node in ast.walk(ast.parse(each.record.source))}
        for module, _, name in (definition.rpartition(":") for definition in each.code):
            if name and name in named and module != "page":
                found[name] = text_size(module, name)
    return dict(sorted(found.items()))


def kept(entry: Entry, evidence: Evidence, on: Standing) -> list[str]:
    """The facts that the lock keeps of a row, in the order of `RULES`."""
    said, stated = f"{entry.title} {words(entry, evidence)}", evidence.statements.get(entry.id)
    carriers = {entry.theorem, *(text for step in entry.steps for text in (step.claim, step.theorem))} - {""}
    return [
        f"{entry.verdict} {entry.under}".strip(),
        skeleton(f"{said} {entry.affects}"),
        " ".join(sorted(entry.uses)),
        str(_assumptions(entry, evidence)),
        f"{on.grade} {on.done} {len(on.missing)}",
        _short([getattr(entry, name) for name in PRINT]),
        _formulas(f"{said} {quoted(stated.words) if stated else ''}"),
        skeleton(said, TURNS),
        _short([skeleton(_argued(entry, evidence), of) for of in (SKELETON, TURNS)]),
        " ".join(sorted(carriers)),
        _short([*(getattr(entry, name) for name in DONE), *(step.sizes for step in entry.steps), *kernel_text(entry)]),
        "; ".join(_declared(entry, evidence)),
        json.dumps(_looked_at(entry, evidence)),
        json.dumps(_functions(entry, evidence)),
    ]


def _changed(what: str) -> Callable[[str, str, bool], str]:
    return lambda old, new, _same: f'{what} went from "{old}" to "{new}"' if old != new else ""


def _other(what: str) -> Callable[[str, str, bool], str]:
    return lambda old, new, _same: f"{what} changed" if old != new else ""


def _lost(what: str) -> Callable[[str, str, bool], str]:
    def why(old: str, new: str, _same: bool) -> str:
        lost = set(old.split()) - set(new.split())
        return f"{what} {', '.join(sorted(lost))}" if lost else ""

    return why


def _assume(old: str, new: str, _same: bool) -> str:
    more = int(new) > int(old)
    return f"its certificates assume more than before ({new} relations, not {old})" if more else ""


def _rises(old: str, new: str, same_checks: bool) -> str:
    """A standing that became better on the same checks: more general, or with less left to prose."""

    def rank(text: str) -> tuple[int, int]:
        grade, _done, missing = text.split()
        return (RANK.index(grade) if grade in RANK else len(RANK), int(missing))

    rises = same_checks and rank(new) < rank(old)
    return f"it stands higher than before ({new.split()[0]}, not {old.split()[0]}) on the same checks" if rises else ""


def _symbols(old: str, new: str, _same: bool) -> str:
    gone = set(filter(None, old.split("; "))) - set(new.split("; "))
    return f"its proofs no longer speak of {', '.join(sorted(gone))}" if gone else ""


def _fewer(old: str, new: str, _same: bool) -> str:
    """Fewer cases than before, or as many that are others."""
    before, now = json.loads(old), json.loads(new)
    for name, (cases, seen) in before.items():
        found, others = now.get(name, [0, ""])
        if found < cases:
            return f"its check {name!r} looked at {cases} cases, and now at {found}"
        if found == cases and seen and others and seen != others:
            return f"the {cases} cases of its check {name!r} are others than before"
    return ""


def _emptied(old: str, new: str, _same: bool) -> str:
    before, now = json.loads(old), json.loads(new)
    short = [name for name, size in now.items() if 2 * size < before.get(name, 0)]
    return f"{', '.join(short)} is less than half of what it was" if short else ""


LOGIC = "the words that decide its logic"
# Why a row may not simply be bound again: one rule for each thing kept, from old and new.
RULES = (
    lambda old, new, _same: f"its verdict went from {old} to {new}" if old != new else "",
    _changed(LOGIC),
    _lost("it no longer uses"),
    _assume,
    _rises,
    _other("what it says of print"),
    _other("a formula or number in its words"),
    _changed("the words in it that have an opposite or set a condition"),
    _other("the logic of what its argument, its proof or `affects` says"),
    _lost("its proof no longer rests on"),
    _other(f"what it says was done ({', '.join(DONE)}, sizes), or what its theorem states in Coq,"),
    _symbols,
    _fewer,
    _emptied,
)


def refused(old: Sequence[str], new: Sequence[str], *, same_checks: bool) -> list[str]:
    """Why a row may not simply be bound again; empty where it may.

    >>> old = ["new", "every", "a/b", "1", "sentence 1 2", ""]
    >>> refused(old, ["new", "some", *old[2:]], same_checks=True)
    ['the words that decide its logic went from "every" to "some"']
    """
    told = (why(*pair, same_checks) for why, *pair in zip(RULES, old, new, strict=False))
    return [reason for reason in told if reason]


def not_kept(noted: Mapping[str, Sequence[str]], id: str, now: Sequence[str]) -> list[str]:
    """The problems where the lock keeps something else of a row than is there."""
    if id not in noted:
        return [f"the lock keeps nothing of it; `python -m claimbook --bind {id}` notes it"]
    old = noted[id]
    return [
        f"{why}; where that is meant, take `kept` out of its line in the lock and bind it"
        for why in refused(old, now, same_checks=list(old) != list(now)[: len(old)])
    ]
