"""The register: one entry per claim, read from the row files of each part.

`claims.toml` names the part; the rows of a page stand beside it in a file of the page's own name.
"""

import difflib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from types import MappingProxyType

from claimbook.book import current

KINDS = (
    "definition",
    "lemma",
    "theorem",
    "corollary",
    "table",
    "example",
    "proof-step",
    "prose",
    "figure",
    "algorithm",
    "new",
)

# What each verdict says, in the words the pages use.
VERDICTS = {
    "holds": "holds as printed",
    "holds-if": "holds under an assumption that is not printed",
    "misprint": "the printed formula fails, the corrected one is proved",
    "false": "false as printed",
    "depends": "depends on a formula that we have not seen; the row says what holds under our reading of it",
    "reproduced": "the published numbers are reproduced",
    "differs": "our numbers differ from the published ones",
    "well-posed": "a definition that says what it needs to say",
    "satisfiable": "an assumption that something satisfies",
    "implemented": "a definition that the library's code follows, on the cases compared",
    "not-testable": "not testable",
    "new": "ours, that is, not in the paper; its row says whether the literature was searched for it",
    "known": "known, and added here with its citation",
    "conjecture": "a conjecture of ours, with the range searched",
}


@dataclass(frozen=True)
class Step:
    """One step of a proof in prose, and what carries it: exactly one of a receipt, another claim, a theorem, prose."""

    receipt: str = ""  # the `step=` under which a check of the page left its record
    claim: str = ""  # id of the claim that says it
    prose: str = ""  # what the page argues in words
    theorem: str = ""  # a theorem in the kernel, as File.name
    says: str = ""  # what the step shows, where the name of its receipt does not say it
    finite: str = ""  # why a list of cases is all of this step, though the statement is general
    sizes: str = ""  # the sizes that a list of cases looked at, where the step is about all


@dataclass(frozen=True)
class Entry:
    """One claim. An empty text means that the field is absent; lists and truth values say what they are."""

    id: str = ""  # <part>/<kind>-<label>, lower case with hyphens
    kind: str = ""  # one of KINDS
    source: str = ""  # where in the paper
    begins: str = ""  # the first words of the passage there, noted in the lock when the row is first bound
    title: str = ""  # plain text, at most 70 characters
    says: str = ""  # the claim in our own words, LaTeX between dollar signs; only where no statement has them
    statement: str = ""  # label of the statement on the page of the row that is the claim
    given: tuple[str, ...] = ()  # settings of that page that the words presuppose
    states: str = ""  # false, misprint, holds-if: whether the statement gives what is `printed` or what is `right`
    phrase: str = ""  # what the closing table adds to the verdict, at most once a row
    verdict: str = ""  # one of VERDICTS
    uses: tuple[str, ...] = ()  # ids that this claim rests on
    assumption: str = ""  # holds-if: what the paper does not print
    printed: str = ""  # misprint, false: the printed statement in short
    corrected: str = ""  # misprint: what is right
    repair: str = ""  # false: what is true instead
    affects: str = ""  # misprint, false, holds-if: does what depends on it survive?
    argument: str = ""  # the step of the proof that the prose of the page carries
    steps: tuple[Step, ...] = ()  # the other steps; a text in the file is the name of a receipt
    theorem: str = ""  # the theorem in the kernel that states the whole claim, as File.name
    samples: tuple[str, ...] = ()  # receipts that illustrate and carry nothing
    repaired_by: str = ""  # false: the claim that is true instead, where it has a row of its own
    citation: str = ""  # known: the key of what it is known from
    literature: str = ""  # new: where the literature was searched for it; absent where it was not searched
    why: str = ""  # not-testable: the reason
    searched: str = ""  # conjecture: the range searched
    reading: str = ""  # where print is lost or unclear: the reading that is judged, and where it comes from
    under: str = ""  # depends: the verdict under that reading
    finite: bool = False  # finitely many cases, so that exhaustion decides it
    runs: bool = False  # of runs of ours: their list describes them, and says nothing beyond
    page: str = ""  # <part>/<page> in whose file the row stands
    unknown: tuple[str, ...] = ()  # names of fields that do not belong in an entry
    ill_typed: tuple[str, ...] = ()  # names of fields whose value has the wrong type

    @property
    def judged(self) -> str:
        """The verdict that the evidence has to support: the verdict, or the one under the reading where the print is
        lost.
        """
        return self.under if self.verdict == "depends" else self.verdict

    @property
    def told(self) -> str:
        """The verdict in a few words, as chips and badges show it."""
        told = self.verdict.replace("-", " ")
        return f"{told}: {self.under.replace('-', ' ')}, as we read it" if self.under else told

    @property
    def part(self) -> str:
        """The part of the book, the first half of the id."""
        return self.id.partition("/")[0]

    @property
    def anchor(self) -> str:
        """The id as it may stand in a link."""
        return self.id.replace("/", "-")

    @property
    def novelty(self) -> str:
        """The meaning of *new* for a claim of ours, in words: whether and where the literature was searched for it.

        >>> Entry(verdict="new").novelty
        'ours; not searched for in the literature'
        >>> Entry(verdict="new", literature="two surveys").novelty
        'ours; searched for in two surveys'
        """
        if self.verdict != "new":
            return ""
        return (
            f"ours; searched for in {self.literature}"
            if self.literature
            else "ours; not searched for in the literature"
        )


@dataclass(frozen=True)
class Part:
    """One part of the book: name, citation key of its paper (empty where none), title, entries in page order."""

    name: str
    paper: str
    title: str
    entries: tuple[Entry, ...] = field(repr=False)


TEXTS = tuple(f.name for f in fields(Entry) if f.type is str and f.name != "page")
LISTS = ("uses", "samples", "given")
FLAGS = ("finite", "runs")
STEP = {f.name for f in fields(Step)}
CARRIERS = {"receipt", "claim", "theorem", "prose"}


def read_step(row: object) -> Step | None:
    """One item of `steps`, or None where it is not one."""
    row = {"receipt": row} if isinstance(row, str) else row
    if not isinstance(row, dict) or not set(row) <= STEP or not all(isinstance(v, str) and v for v in row.values()):
        return None
    return Step(**row) if len(set(row) & CARRIERS) == 1 else None


def read_entry(row: Mapping[str, object], page: str = "") -> Entry:
    """The entry in one table of a row file; what does not fit is named in it rather than lost."""
    values: dict[str, object] = {}
    ill_typed = []
    for name, value in row.items():
        if name in TEXTS and isinstance(value, str):
            values[name] = value.strip()
        elif name in FLAGS and isinstance(value, bool):
            values[name] = value
        elif name in LISTS and isinstance(value, list) and all(isinstance(item, str) for item in value):
            values[name] = tuple(value)
        elif name == "steps" and isinstance(value, list) and all(map(read_step, value)):
            values[name] = tuple(map(read_step, value))
        elif name in (*TEXTS, *LISTS, *FLAGS, "steps"):
            ill_typed.append(name)
    unknown = tuple(name for name in row if name not in (*TEXTS, *LISTS, *FLAGS, "steps"))
    return Entry(**values, page=page, unknown=unknown, ill_typed=tuple(ill_typed))


def read_rows(text: str, page: str = "") -> list[Entry]:
    """The rows in the text of a row file; none where it is empty or not TOML."""
    try:
        return [read_entry(row, page) for row in tomllib.loads(text).get("claim", [])]
    except tomllib.TOMLDecodeError:
        return []


def _tables(where: str, text: str) -> dict:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{where} is not valid TOML: {error}") from error


def read_part(folder: str, text: str, pages: Mapping[str, str] = MappingProxyType({})) -> Part:
    """The part whose `claims.toml` reads `text`, with the rows of its pages.

    Args:
        folder: name of the part.
        text: the table `[part]`, whose `pages` say in which order their rows come; perhaps rows of no page.
        pages: from the name of a page to the text of its row file.

    Raises:
        ValueError: a text is not TOML, or the `[part]` table is not the one of `folder`.

    >>> read_part("coalitions", '[part]\\nname = "coalitions"\\npaper = "key"\\ntitle = "T"\\n').name
    'coalitions'
    """
    content = _tables(f"{folder}/claims.toml", text)
    head = content.get("part", {})
    if set(head) - {"pages", "paper"} != {"name", "title"} or head["name"] != folder or not head.get("paper", "key"):
        raise ValueError(
            f"{folder}/claims.toml needs a [part] with name = {folder!r}, title and perhaps a paper; got {head!r}"
        )
    found = [read_entry(row) for row in content.get("claim", [])]
    for page in dict.fromkeys([*head.get("pages", []), *sorted(pages)]):
        rows = _tables(f"{folder}/{page}.toml", pages[page]).get("claim", []) if page in pages else []
        found += [read_entry(row, f"{folder}/{page}") for row in rows]
    return Part(head["name"], head.get("paper", ""), head["title"], tuple(found))


@cache
def parts() -> tuple[Part, ...]:
    """Every part that has a register, in the order of their names."""
    found = []
    for folder in sorted(f for f in current().folder("rows").iterdir() if f.is_dir()):
        texts = {path.stem: path.read_text(encoding="utf-8") for path in folder.glob("*.toml")}
        if head := texts.pop("claims", ""):
            found.append(read_part(folder.name, head, texts))
    return tuple(found)


@cache
def entries() -> dict[str, Entry]:
    """Every entry of every part by its id, in register order."""
    return {entry.id: entry for part in parts() for entry in part.entries}


def find_entry(id: str) -> Entry:
    """The entry called `id`.

    Raises:
        ValueError: no entry is called that.
    """
    known = entries()
    if id not in known:
        close = difflib.get_close_matches(id, known, n=3) if isinstance(id, str) else []
        hint = f"close ids are {', '.join(close)}" if close else "ids read <part>/<kind>-<label>"
        raise ValueError(f"id must be in the register of claims; {hint}; got {id!r}")
    return known[id]
