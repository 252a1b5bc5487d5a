"""The edges between rows that the kernel has checked: what one of them uses is what its proof in Coq rests on.

What a row's derivation on the page takes from another one, Coq does not see: the row says it in a step, `claim = ID`.
"""

from collections.abc import Iterable, Mapping

from claimbook.checked import Theorem
from claimbook.proof_files import reached
from claimbook.register import Entry
from claimbook.schema import rests_on


def standing_on(rows: Iterable[Entry]) -> dict[str, list[str]]:
    """For each theorem that states a whole claim, the ids of the rows that stand on it."""
    found: dict[str, list[str]] = {}
    for row in rows:
        if row.theorem:
            found.setdefault(row.theorem, []).append(row.id)
    return found


def reported(rows: Iterable[Entry], known: Mapping[str, Theorem]) -> dict[str, set[str]]:
    """For each theorem of a row, those of other rows that its proof rests on: directly, or through theorems and lemmas
    on which no row stands.

    >>> rests = {"F.a": ("F.b",), "F.b": ("F.c",), "F.c": ()}
    >>> known = {name: Theorem(name, "", "", "", premises=on) for name, on in rests.items()}
    >>> reported([Entry(id="p/a", theorem="F.a"), Entry(id="p/c", theorem="F.c")], known)
    {'F.a': {'F.c'}, 'F.c': set()}
    """
    stops = standing_on(rows)
    leads = {name: theorem.premises for name, theorem in known.items()}
    return {theorem: reached(theorem, leads, stops) for theorem in stops}


def edge_problems(rows: Mapping[str, Entry], known: Mapping[str, Theorem]) -> list[str]:
    """The edges that Coq reports and a row leaves out, and those that a row has and nothing needs, one line each.

    A row that uses another one of the same theorem has the edges of that one. Where several rows stand on a theorem,
    one of them is enough. A definition is no premise: a row uses it by speaking of it.

    >>> known = {"F.a": Theorem("F.a", "", "", "", premises=("F.b",)), "F.b": Theorem("F.b", "", "", "")}
    >>> rows = {"p/a": Entry(id="p/a", theorem="F.a"), "p/b": Entry(id="p/b", theorem="F.b")}
    >>> edge_problems(rows, known)
    ['p/a: its proof in Coq, F.a, rests on F.b; add p/b to its uses [edges]']
    """
    stand, found, wrong = standing_on(rows.values()), reported(rows.values(), known), []
    for row in rows.values():
        if row.theorem not in known:  # that it was checked, `problems` asks
            continue
        used = {id: rows[id].theorem for id in row.uses if id in rows and rows[id].theorem}
        told = f"its proof in Coq, {row.theorem},"
        wrong += [
            f"{row.id}: {told} rests on {name}, which was not checked as it is now; `make kernel` checks [edges]"
            for name in sorted(found[row.theorem] | set(known[row.theorem].premises))
            if name not in known
        ]
        wrong += [
            f"{row.id}: {told} rests on {name}; add {' or '.join(stand[name])} to its uses [edges]"
            for name in sorted(found[row.theorem] - set(used.values()))
            if row.theorem not in used.values()
        ]
        carried = {step.claim for step in row.steps}
        wrong += [
            f"{row.id}: uses {id}, and {told} does not rest on {name}; drop it, or name it in a step `claim` if the "
            "page derives this row from it [edges]"
            for id, name in used.items()
            if name not in found[row.theorem] | {row.theorem} and id not in carried and rows[id].kind != "definition"
        ]
    return wrong


def edge_count(rows: Mapping[str, Entry], known: Mapping[str, Theorem]) -> tuple[int, int]:
    """The number of edges between rows of theorems that Coq reports, and of those that only a step on a page has."""
    found = reported(rows.values(), known)
    pairs = [
        (rows[id].theorem, found[row.theorem] | {row.theorem})
        for row in rows.values()
        for id in rests_on(row)
        if row.theorem and id in rows and rows[id].theorem and rows[id].kind != "definition"
    ]
    seen = sum(name in needed for name, needed in pairs)
    return seen, len(pairs) - seen
