"""The page that draws which claim rests on which: one map of all parts, and the same in words."""

import re
from html import escape
from pathlib import Path
from textwrap import shorten

from claimbook.book import current
from claimbook.evidence import Evidence
from claimbook.proof_files import above
from claimbook.register import Entry, Part

LEFT = 330  # where the dots begin, in the map's own units: room for the title of a page
ACROSS = 20  # dots in a line
STEP = 20  # from one dot to the next, and from line to line
ROW = 22  # from one page to the next, at least
HEAD = 44  # from one part to its first page
WIDTH = LEFT + ACROSS * STEP

INTRO = """---
html_theme.sidebar_secondary.remove: true
---

# How the claims rest on each other

One dot for each claim, in the line of its page, in the order of the pages; its colour is its verdict. A line joins a
claim to one that uses it; what follows from two others is left out, and steps of a proof belong to the dot of their claim.
Point at a dot to see what it rests on and what it carries; it leads to its row among [all claims](claims.md). Below, the same is
said in words, without leaving anything out.
"""  # noqa: E501


def home_pages(register: tuple[Part, ...], evidence: Evidence) -> dict[str, str]:
    """The page of each claim: where it is stated, else where most of its checks are, else `on-no-page`."""
    homes = {}
    for part in register:
        for entry in part.entries:
            seen = [found.page for found in evidence.records.get(entry.id, [])]
            stated = evidence.labels.get(entry.id)
            homes[entry.id] = stated or (max(sorted(set(seen)), key=seen.count) if seen else f"{part.name}/on-no-page")
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


def reduced(rests: dict[str, set[str]]) -> dict[str, set[str]]:
    """The same relation without the arrows that follow from two others."""
    return {
        id: {u for u in used if not any(u in above(v, rests.get) for v in used - {u})} for id, used in rests.items()
    }


def lanes(register: tuple[Part, ...], homes: dict[str, str], shown: set[str]) -> dict[str, dict[str, list[str]]]:
    """For each part its pages, and for each page the claims on it, all in the order of the register."""
    found: dict[str, dict[str, list[str]]] = {}
    for part in register:
        for entry in part.entries:
            if entry.id in shown:
                found.setdefault(part.name, {}).setdefault(homes[entry.id], []).append(entry.id)
    return found


def places(found: dict[str, dict[str, list[str]]]) -> tuple[dict[str, tuple[float, float]], dict[str, float], float]:
    """Where each claim stands, where each part and each page begins, and how tall the map is."""
    centre, tops, top = {}, {}, 0.0
    for part, pages in found.items():
        tops[part] = top
        top += HEAD
        for page, claims in pages.items():
            tops[page] = top
            for number, id in enumerate(claims):
                centre[id] = (LEFT + (number % ACROSS + 0.5) * STEP, top + number // ACROSS * STEP)
            top += ROW + (len(claims) - 1) // ACROSS * STEP
    return centre, tops, top


def dot(entry: Entry, at: tuple[float, float], rests: set[str], known: dict[str, Entry], steps: list[Entry]) -> str:
    """One claim as a linked dot; the script reads from it what it rests on."""
    more = f", {len(steps)} step{'s' * (len(steps) > 1)} of its proof" if steps else ""
    title = escape(f"{entry.title} ({entry.source or 'ours'}): {entry.told}{more}")
    uses = " ".join(sorted(known[used].anchor for used in rests))
    return (
        f'<a href="claims-{entry.part}.html#{entry.anchor}" tabindex="-1" class="dot verdict-{entry.verdict}" '
        f'data-id="{entry.anchor}" data-uses="{uses}"><title>{title}</title><circle cx="{at[0]:.0f}" '
        f'cy="{at[1]:.0f}" r="5.5"/></a>'
    )


def curve(start: tuple[float, float], end: tuple[float, float]) -> str:
    """An arrow from one dot to another, bent so that it passes beside the dots between them."""
    (x, y), (to_x, to_y) = start, end
    if y == to_y:
        bend = min(16.0, 8 + abs(to_x - x) / 20)
        return f"M{x:.0f},{y:.0f}Q{(x + to_x) / 2:.0f},{y - bend:.0f} {to_x:.0f},{to_y:.0f}"
    half = (to_y - y) / 2
    return f"M{x:.0f},{y:.0f}C{x:.0f},{y + half:.0f} {to_x:.0f},{to_y - half:.0f} {to_x:.0f},{to_y:.0f}"


def drawing(
    register: tuple[Part, ...],
    homes: dict[str, str],
    rests: dict[str, set[str]],
    steps: dict[str, list[Entry]],
    root: Path,
) -> str:
    """All claims as one map in SVG: a band for each part, a line for each page, a dot for each claim."""
    known = {entry.id: entry for part in register for entry in part.entries}
    found = lanes(register, homes, set(rests))
    centre, tops, height = places(found)
    names = {part.name: part.title for part in register}
    parts = []
    for name, pages in found.items():
        parts.append(f'<text class="map-part" x="4" y="{tops[name] + 18:.0f}">{escape(names[name])}</text>')
        for page in pages:
            told = shorten(page_title(page, root), 46, placeholder=" …")
            parts.append(f'<text class="map-page" x="4" y="{tops[page] + 4:.0f}">{escape(told)}</text>')
    arrows = [
        f'<path data-from="{known[used].anchor}" data-to="{known[id].anchor}" d="{curve(centre[used], centre[id])}"/>'
        for id, us in rests.items()
        for used in sorted(us)
    ]
    dots = [dot(known[id], at, rests[id], known, steps.get(id, [])) for id, at in centre.items()]
    return (
        f'<svg class="claim-map" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} '
        f'{height:.0f}" role="group" '
        f'aria-label="Which claim rests on which; the lists below say the same in words">'
        f'{"".join(parts)}<g class="map-arrows">{"".join(arrows)}</g>{"".join(dots)}</svg>'
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
    lines = [
        INTRO,
        "```{raw} html",
        f'<div class="claim-graph" tabindex="0">{drawing(register, homes, rests, steps, root)}</div>',
        "```",
        "",
    ]
    lines += ["## The same in words", ""]
    for page in dict.fromkeys(homes.values()):
        listed = [id for id in known if homes[id] == page]
        lines += [f":::{{dropdown}} {page_title(page, root)}", *in_words(listed, known), ":::", ""]
    return "\n".join(lines)


def page_title(page: str, root: Path) -> str:
    """The first heading of a notebook's source, or its name where there is none."""
    source = root / current().pages / f"{page}.md"
    heading = re.search(r"^# (.+)$", source.read_text(encoding="utf-8"), re.MULTILINE) if source.is_file() else None
    return heading.group(1) if heading else page.partition("/")[2].replace("-", " ").capitalize()
