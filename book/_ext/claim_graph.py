"""The page that draws which claim rests on which: one layered drawing for each page of the book, and the same in words."""

import re
from html import escape
from itertools import pairwise
from pathlib import Path
from textwrap import wrap

from incentives_book.claims.evidence import Evidence
from incentives_book.claims.register import Entry, Part

WIDTH, HEIGHT = 196, 62  # of a box
ACROSS, DOWN = 252, 78  # from box to box
THIN = 16  # room for an arrow that passes a column

INTRO = """# How the claims rest on each other

An arrow runs from a claim to one that uses it: what stands to the left carries what stands to the right. There is one drawing
for each page of the book; boxes with a dashed border belong to another page. Steps of a proof are folded into
the claim they belong to, and an arrow that follows from two others is left out. Below each drawing the same is
said in words, without leaving anything out. A box leads to its row among [all claims](claims.md).
"""


def home_pages(register: tuple[Part, ...], evidence: Evidence) -> dict[str, str]:
    """The page each claim belongs to: where it is stated, else where most of its checks are, else where a user of it is."""
    homes = {}
    for part in register:
        for entry in part.entries:
            seen = [found.page for found in evidence.records.get(entry.id, [])]
            stated = evidence.labels.get(entry.id)
            homes[entry.id] = stated or (
                max(sorted(set(seen)), key=seen.count) if seen else f"{part.name}/elsewhere"
            )
    return homes


def owner(entry: Entry, known: dict[str, Entry]) -> str:
    """The claim whose proof an entry is a step of (the longest id that its own begins with), or itself."""
    stem = entry.id
    while entry.kind == "proof-step" and "-" in stem:
        stem = stem.rpartition("-")[0]
        if stem in known and known[stem].kind != "proof-step":
            return stem
    return entry.id


def folded(known: dict[str, Entry]) -> dict[str, set[str]]:
    """For each claim that is not folded away, the claims it rests on, its steps' included."""
    owners = {id: owner(entry, known) for id, entry in known.items()}
    rests: dict[str, set[str]] = {id: set() for id in dict.fromkeys(owners.values())}
    for id, entry in known.items():
        rests[owners[id]] |= {owners[used] for used in entry.uses if used in owners} - {owners[id]}
    return rests


def reaches(rests: dict[str, set[str]], start: str) -> set[str]:
    """Everything that `start` rests on, directly or not."""
    found: set[str] = set()
    waiting = [start]
    while waiting:
        for used in rests.get(waiting.pop(), set()) - found:
            found.add(used)
            waiting.append(used)
    return found


def reduced(rests: dict[str, set[str]]) -> dict[str, set[str]]:
    """The same relation without the arrows that follow from two others."""
    return {
        id: {u for u in used if not any(u in reaches(rests, v) for v in used - {u})}
        for id, used in rests.items()
    }


def layers(rests: dict[str, set[str]]) -> list[list[str]]:
    """Columns from left to right, each claim after all it rests on; long arrows get a place in every column they cross.

    Such a place is named "from>to@column". Within a column, boxes follow the average height of what they rest on.
    """
    depth: dict[str, int] = {}

    def column(id: str, path: tuple[str, ...] = ()) -> int:
        if id not in depth:
            below = [column(used, (*path, id)) for used in sorted(rests[id]) if used not in path]
            depth[id] = 1 + max(below, default=-1)
        return depth[id]

    for id in rests:
        column(id)
    # What carries others moves right, next to the first claim that uses it.
    for id in sorted(rests, key=lambda i: -depth[i]):
        users = [depth[u] for u in rests if id in rests[u]]
        depth[id] = min(users) - 1 if users else depth[id]
    columns: list[list[str]] = [[] for _ in range(max(depth.values(), default=-1) + 1)]
    below: dict[str, list[str]] = {}
    for id in rests:
        columns[depth[id]].append(id)
        for used in sorted(rests[id]):
            chain = [used, *(f"{used}>{id}@{at}" for at in range(depth[used] + 1, depth[id])), id]
            for at, place in enumerate(chain[1:-1], depth[used] + 1):
                columns[at].append(place)
            for left, right in pairwise(chain):
                below.setdefault(right, []).append(left)
    above: dict[str, list[str]] = {}
    for right, lefts in below.items():
        for left in lefts:
            above.setdefault(left, []).append(right)
    for sweep in range(12):
        forth = sweep % 2 == 0
        for at in range(len(columns)) if forth else range(len(columns) - 1, -1, -1):
            beside = at - 1 if forth else at + 1
            if not 0 <= beside < len(columns):
                continue
            height = {id: y - len(columns[beside]) / 2 for y, id in enumerate(columns[beside])}
            own = {id: y - len(columns[at]) / 2 for y, id in enumerate(columns[at])}

            def mean(id: str, near=below if forth else above, height=height, own=own) -> float:
                known = [height[other] for other in near.get(id, []) if other in height]
                return sum(known) / len(known) if known else own[id]

            columns[at].sort(key=mean)
    return columns


def box(entry: Entry, x: float, y: float, steps: list[Entry], foreign: bool) -> str:
    """One claim as a linked box: source, title, verdict."""
    title = wrap(entry.title, 25)
    title = [*title[:1], title[1] + (" …" if len(title) > 2 else "")] if len(title) > 1 else title
    wrong = sum(step.verdict not in ("holds", "new", "reproduced") for step in steps)
    verdict = entry.verdict.replace("-", " ")
    if steps:
        verdict += f" · {len(steps)} step{'s' * (len(steps) > 1)}" + (
            f", {wrong} with errata" if wrong else ""
        )
    texts = [f'<text class="graph-source" x="8" y="14">{escape(short_source(entry))}</text>']
    texts += [f'<text x="8" y="{28 + 13 * i}">{escape(line)}</text>' for i, line in enumerate(title)]
    texts.append(f'<text class="graph-verdict" x="8" y="{HEIGHT - 7}">{escape(verdict)}</text>')
    classes = f"graph-box verdict-{entry.verdict}" + (" graph-foreign" if foreign else "")
    return (
        f'<a href="claims.html#{entry.anchor}" class="{classes}" transform="translate({x:g},{y:g})">'
        f"<title>{escape(entry.source)}: {escape(entry.title)} ({escape(verdict)})</title>"
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="5"/>{"".join(texts)}</a>'
    )


def short_source(entry: Entry) -> str:
    """Where the claim stands, short enough for a box."""
    source = entry.source.split(",")[0] if entry.source else entry.id.partition("/")[2]
    return source if len(source) <= 27 else source[:26] + "…"


def drawing(
    rests: dict[str, set[str]],
    home: set[str],
    known: dict[str, Entry],
    steps: dict[str, list[Entry]],
    name: str,
) -> str:
    """The claims of one page and those they touch, as SVG; claims without arrows stand in rows below."""
    used = {u for us in rests.values() for u in us}
    linked = {id: us for id, us in rests.items() if us or id in used}
    columns = layers(linked)
    room = [[DOWN if id in known else THIN for id in column] for column in columns]
    tallest = max(map(sum, room), default=0)
    centre = {}
    for at, column in enumerate(columns):
        y = 12 + (tallest - sum(room[at])) / 2
        for id, height in zip(column, room[at], strict=True):
            centre[id] = (12 + at * ACROSS, y + min(height, HEIGHT) / 2)
            y += height
    arrows = []
    for id, us in linked.items():
        for u in sorted(us):
            places = [
                u,
                *sorted((p for p in centre if p.startswith(f"{u}>{id}@")), key=lambda p: centre[p][0]),
                id,
            ]
            x, y = centre[u][0] + WIDTH, centre[u][1]
            path = f"M{x:g},{y:g}"
            for place in places[1:]:
                to_x, to_y = centre[place]
                bend = (to_x - x) / 2
                path += f"C{x + bend:g},{y:g} {to_x - bend:g},{to_y:g} {to_x:g},{to_y:g}"
                if place != id:
                    path += f"H{to_x + WIDTH:g}"
                x, y = to_x + WIDTH, to_y
            arrows.append(f'<path d="{path}" marker-end="url(#arrow-{name})"/>')
    alone = [id for id in rests if id not in linked]
    wide = max(len(columns), 3 if alone else 1)
    top = 12 + tallest
    for i, id in enumerate(alone):
        centre[id] = (12 + i % wide * ACROSS, top + i // wide * DOWN + HEIGHT / 2)
    height = top + -(-len(alone) // wide) * DOWN
    width = 12 + wide * ACROSS - (ACROSS - WIDTH) + 12
    boxes = [
        box(known[id], x, y - HEIGHT / 2, steps.get(id, []), id not in home)
        for id, (x, y) in sorted(centre.items(), key=lambda item: item[1])
        if id in known
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}" '
        f'role="group" aria-label="Which claim rests on which; the list below says the same in words">'
        f'<defs><marker id="arrow-{name}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        f'<path class="graph-tip" d="M0,0L8,4L0,8z"/></marker></defs><g class="graph-arrows">{"".join(arrows)}</g>{"".join(boxes)}</svg>'
    )


def in_words(ids: list[str], known: dict[str, Entry]) -> list[str]:
    """The list that says what a drawing shows, steps of proofs included."""

    def link(id: str) -> str:
        return f"[{known[id].source.split(',')[0] or id}](#{known[id].anchor})"

    users: dict[str, list[str]] = {}
    for id, entry in known.items():
        for used in entry.uses:
            users.setdefault(used, []).append(id)
    lines = []
    for id in ids:
        entry = known[id]
        rests = ", ".join(link(used) for used in entry.uses if used in known) or "nothing else here"
        carries = ", ".join(link(user) for user in users.get(id, []))
        lines.append(
            f"- **{entry.title}** ({link(id)}), {{verdict}}`{entry.verdict}`: rests on {rests}"
            + (f"; carries {carries}." if carries else ".")
        )
    return lines


def graph_page(register: tuple[Part, ...], evidence: Evidence, root: Path) -> str:
    """The whole page as MyST."""
    known = {entry.id: entry for part in register for entry in part.entries}
    homes = home_pages(register, evidence)
    rests = reduced(folded(known))
    steps: dict[str, list[Entry]] = {}
    for id, entry in known.items():
        if owner(entry, known) != id:
            steps.setdefault(owner(entry, known), []).append(entry)
    lines = [INTRO]
    for page in dict.fromkeys(homes.values()):
        own = [id for id in rests if homes[id] == page]
        listed = [id for id in known if homes[id] == page]
        here = {id: set(rests[id]) for id in own}
        for outside in sorted({used for us in here.values() for used in us} - set(own)):
            here[outside] = set()
        source = root / "notebooks" / f"{page}.md"
        heading = (
            f"[{_title(source)}](../notebooks/{page}.md)" if source.is_file() else "Claims without a page"
        )
        lines += [f"## {heading}", "", "```{raw} html"]
        name = page.replace("/", "-")
        if own:
            lines.append(
                f'<div class="claim-graph" tabindex="0">{drawing(here, set(own), known, steps, name)}</div>'
            )
        lines += ["```", "", ":::{dropdown} The same in words", *in_words(listed, known), ":::", ""]
    return "\n".join(lines)


def _title(source: Path) -> str:
    heading = re.search(r"^# (.+)$", source.read_text(encoding="utf-8"), re.MULTILINE)
    return heading.group(1) if heading else source.stem.replace("-", " ")
