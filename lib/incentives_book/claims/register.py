"""The register: one entry per claim, read from the `claims.toml` of each part."""

import difflib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

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
    "reproduced": "the published numbers are reproduced",
    "differs": "our numbers differ from the published ones",
    "well-posed": "a definition that says what it needs to say",
    "satisfiable": "an assumption that something satisfies",
    "implemented": "a definition that the library's code follows, on the cases compared",
    "not-testable": "not testable",
    "new": "ours",
    "known": "known, and added here with its citation",
    "conjecture": "a conjecture of ours, with the range searched",
}


@dataclass(frozen=True)
class Step:
    """One step of a proof in prose, and what carries it: exactly one of a receipt, another claim, prose."""

    receipt: str = ""  # the `step=` under which a check of the page left its record
    claim: str = ""  # id of the claim that says it
    prose: str = ""  # what the page argues in words
    says: str = ""  # what the step shows, where the name of its receipt does not say it


@dataclass(frozen=True)
class Entry:
    """One claim. An empty text means that the field is absent; lists and truth values say what they are."""

    id: str = ""  # <part>/<kind>-<label>, lower case with hyphens
    kind: str = ""  # one of KINDS
    source: str = ""  # where in the paper
    title: str = ""  # plain text, at most 70 characters
    says: str = ""  # the claim in our own words, LaTeX between dollar signs
    verdict: str = ""  # one of VERDICTS
    uses: tuple[str, ...] = ()  # ids that this claim rests on
    assumption: str = ""  # holds-if: what the paper does not print
    printed: str = ""  # misprint, false: the printed statement in short
    corrected: str = ""  # misprint: what is right
    repair: str = ""  # false: what is true instead
    affects: str = ""  # misprint, false, holds-if: does what depends on it survive?
    argument: str = ""  # the step of the proof that the prose of the page carries
    steps: tuple[Step, ...] = ()  # the other steps; a text in the file is the name of a receipt
    samples: tuple[str, ...] = ()  # receipts that illustrate and carry nothing
    repaired_by: str = ""  # false: the claim that is true instead, where it has a row of its own
    citation: str = ""  # known: the key of what it is known from
    why: str = ""  # not-testable: the reason
    searched: str = ""  # conjecture: the range searched
    reading: str = ""  # where print is lost or unclear: the reading that is judged, and where it comes from
    finite: bool = False  # finitely many cases, so that exhaustion decides it
    runs: bool = False  # of runs of ours: their list describes them, and says nothing beyond
    unknown: tuple[str, ...] = ()  # names of fields that do not belong in an entry
    ill_typed: tuple[str, ...] = ()  # names of fields whose value has the wrong type

    @property
    def part(self) -> str:
        """The part of the book, the first half of the id."""
        return self.id.partition("/")[0]

    @property
    def anchor(self) -> str:
        """The id as it may stand in a link."""
        return self.id.replace("/", "-")


@dataclass(frozen=True)
class Part:
    """One part of the book: its name, the paper's citation key and title, and its entries in page order."""

    name: str
    paper: str
    title: str
    entries: tuple[Entry, ...] = field(repr=False)


TEXTS = tuple(f.name for f in fields(Entry) if f.type is str)
LISTS = ("uses", "samples")
FLAGS = ("finite", "runs")
STEP = {f.name for f in fields(Step)}


def read_step(row: object) -> Step | None:
    """One item of `steps`, or None where it is not one."""
    row = {"receipt": row} if isinstance(row, str) else row
    if (
        not isinstance(row, dict)
        or not set(row) <= STEP
        or not all(isinstance(v, str) and v for v in row.values())
    ):
        return None
    return Step(**row) if len(set(row) - {"says"}) == 1 else None


def read_entry(row: Mapping[str, object]) -> Entry:
    """The entry in one table of a `claims.toml`; what does not fit is named in it rather than lost."""
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
    return Entry(**values, unknown=unknown, ill_typed=tuple(ill_typed))


def read_part(folder: str, text: str) -> Part:
    """The part whose `claims.toml` reads `text`.

    Raises:
        ValueError: the text is not TOML, or its `[part]` table is not the one of `folder`.

    >>> read_part("coalitions", '[part]\\nname = "coalitions"\\npaper = "key"\\ntitle = "T"\\n').name
    'coalitions'
    """
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{folder}/claims.toml is not valid TOML: {error}") from error
    head = content.get("part", {})
    if set(head) != {"name", "paper", "title"} or head["name"] != folder:
        raise ValueError(
            f"{folder}/claims.toml needs a [part] with name = {folder!r}, paper and title; got {head!r}"
        )
    return Part(head["name"], head["paper"], head["title"], tuple(map(read_entry, content.get("claim", []))))


@cache
def parts() -> tuple[Part, ...]:
    """Every part that has a register, in the order of their names."""
    found: list[tuple[str, Traversable]] = [
        (folder.name, folder / "claims.toml") for folder in files("incentives_book").iterdir() if folder.is_dir()
    ]
    return tuple(
        read_part(name, toml.read_text(encoding="utf-8"))
        for name, toml in sorted(found, key=lambda f: f[0])
        if toml.is_file()
    )


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
