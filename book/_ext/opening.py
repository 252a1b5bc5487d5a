"""The pieces of the opening page of a part.

`{part-map} coalitions` is the core path of a part in a line, and, folded, the map of all its pages: what needs what
beside what each is and takes. `{part-audit} coalitions` lists the pages that are no lectures. `{part-verdicts}
coalitions` is the part's bar of verdicts on the front page, and `{part-slips} coalitions` draws for each kind of
statement in print how many are right. None needs a script.
"""

from html import escape

from course import PARTS, Page, core, pages
from course_marks import MARKS, TOLD, link, needs_nodes, time_words
from docutils import nodes
from reading import fold
from sphinx import addnodes
from sphinx.util.docutils import SphinxDirective

from claimbook.register import Part, parts
from claimbook.site.claim_roles import GROUPS, numbers_html, row_files, totals

# Kinds of pages behind the door to the audit of a part, and what stands above them there.
BEHIND = {"audit": "Proofs, line by line", "practice": "Runs and algorithms", "red pen": "What is wrong in print"}
ROW, GUTTER, LANE = 10, 60, 9  # heights of a row and widths, in units of the drawing


def arcs(shown: list[Page]) -> list[tuple[int, int]]:
    """The pairs of rows (needed, needs it) among some pages, those left out that follow from two others."""
    row = {page.name: at for at, page in enumerate(shown)}
    needed = {page.name: set() for page in shown}
    for page in shown:
        waiting = list(page.needs)
        while waiting:
            waiting += pages()[name].needs if (name := waiting.pop()) not in needed[page.name] else ()
            needed[page.name].add(name)
    direct = [
        (need, page.name)
        for page in shown
        for need in page.needs
        if need in row and not any(need in needed[other] for other in page.needs if other in needed)
    ]
    return [(row[need], row[name]) for need, name in direct]


def bows(shown: list[Page]) -> str:
    """The lines of the map as SVG: from each page, bent to the left, to those that need it."""
    lines = []
    for start, end in sorted(arcs(shown), key=lambda pair: abs(pair[0] - pair[1])):
        y, to = (start + 0.5) * ROW, (end + 0.5) * ROW
        bend = GUTTER - 14 - min(GUTTER - 18, LANE * (abs(end - start) - 1) * 1.3)
        on_path = shown[start].lecture and shown[end].lecture
        path = f"M{GUTTER - 8},{y:g}C{bend:g},{y:g} {bend:g},{to:g} {GUTTER - 8},{to:g}"
        lines.append(
            f'<path class="{"on-path" if on_path else "beside"}" vector-effect="non-scaling-stroke" d="{path}"/>'
        )
    return (
        f'<svg class="map-lines" viewBox="0 0 {GUTTER} {ROW * len(shown)}" preserveAspectRatio="none" '
        'aria-hidden="true">'
        f"{''.join(lines)}</svg>"
    )


def disc(page: Page) -> str:
    """The sign of a page on the map."""
    shown = str(page.lecture) if page.lecture else {"red pen": "✎"}.get(page.kind, "")
    return f'<span class="map-sign kind-{page.kind.replace(" ", "-")}" aria-hidden="true">{shown}</span>'


def note_times(env, shown: list[Page]) -> None:
    """Notes what the page being read tells of the times of other pages."""
    env.metadata[env.docname].setdefault("times", {}).update({page.name: time_words(page) for page in shown})


def outdated(app, env, added, changed, removed):
    """Pages that tell another time now; a page's new prose seldom takes another minute."""
    known = env.found_docs - added - changed
    return [
        docname
        for docname in known
        if any(
            name not in pages() or time_words(pages()[name]) != told
            for name, told in env.metadata[docname].get("times", {}).items()
        )
    ]


def path_line(shown: list[Page]) -> nodes.Element:
    """The core lectures of a part, in their order."""
    line = nodes.paragraph(classes=["part-path"])
    line += nodes.inline("", "Core lectures", classes=["path-head"])
    for page in sorted((page for page in shown if page.lecture), key=lambda page: page.lecture):
        step = nodes.inline("", "", classes=["path-step"])
        step += [nodes.raw("", disc(page), format="html"), link(page.name)]
        line += [nodes.Text(" "), step]
    return line


def told(page: Page) -> nodes.paragraph:
    """The kind, time and needs of a page, in small letters."""
    line = nodes.paragraph(classes=["map-told"])
    kind = f"core lecture {page.lecture}" if page.lecture else MARKS.get(page.kind, page.kind)
    line += nodes.Text(f"{kind} · {time_words(page)}")
    if page.needs:
        line += [nodes.Text(" · needs "), *needs_nodes(page)]
    return line


class PartMap(SphinxDirective):
    """The core lectures of a part, and its pages in their order with the lines of what needs what."""

    required_arguments = 1

    def run(self):
        part = self.arguments[0]
        shown = [page for page in pages().values() if page.part == part and page.kind != "opening"]
        if not shown:
            raise self.error(f"part-map must name a part with pages in book/parts.toml; got {part!r}")
        self.env.note_dependency(str(PARTS))
        note_times(self.env, shown)
        box = nodes.container(classes=["part-map"])
        box += nodes.raw("", bows(shown), format="html")
        listed = nodes.bullet_list(classes=["map-pages"])
        for page in shown:
            title = nodes.paragraph(classes=["map-title"])
            title += [nodes.raw("", disc(page), format="html"), link(page.name)]
            listed += nodes.list_item("", title, told(page))
        box += listed
        used = dict.fromkeys(page.kind for page in shown)
        text = (
            "Lines lead from a page to those that need it. " + "; ".join(f"{kind}: {TOLD[kind]}" for kind in used) + "."
        )
        key = nodes.paragraph(text, text, classes=["map-key"])
        summary = f"All {len(shown)} pages: what each is, takes and needs"
        lectures = [path_line(shown)] if any(page.lecture for page in shown) else []
        return [*lectures, fold("", box, key, summary=summary, classes=["map-fold"])]


class PartAudit(SphinxDirective):
    """The pages of a part that are no lectures, by kind: behind the door to its audit."""

    required_arguments = 1

    def run(self):
        kinds = {
            "audit": "Proofs, line by line",
            "practice": "Runs and algorithms",
            "red pen": "What is wrong in print",
        }
        shown = [page for page in pages().values() if page.part == self.arguments[0] and page.kind in kinds]
        if not shown:
            raise self.error(f"part-audit must name a part with pages in book/parts.toml; got {self.arguments[0]!r}")
        self.env.note_dependency(str(PARTS))
        note_times(self.env, shown)
        found = []
        for kind, words in BEHIND.items():
            listed = nodes.bullet_list(classes=["audit-pages"])
            for page in (page for page in shown if page.kind == kind):
                title = nodes.paragraph(classes=["map-title"])
                title += link(page.name)
                listed += nodes.list_item("", title, told(page))
            if len(listed):
                found += [nodes.rubric(words, words), listed]
        return found


class PartVerdicts(SphinxDirective):
    """The bar of the verdicts of one part, each piece a link to its rows."""

    required_arguments = 1

    def run(self):
        chosen = tuple(part for part in parts() if part.name == self.arguments[0])
        if not chosen:
            raise self.error(f"part-verdicts must name a part with a register; got {self.arguments[0]!r}")
        up = "../" * self.env.docname.count("/")
        html = numbers_html(chosen).replace('href="claims-', f'href="{up}book/claims-')
        text = totals(chosen)  # on the site the key of the bar says the same
        return [nodes.raw("", html, format="html"), addnodes.only("", nodes.paragraph(text, text), expr="not html")]


# Kinds of rows as a reader of the paper knows them, and how a printed one can come out.
PRINTED = {
    "theorems": ("theorem",),
    "lemmas, corollaries": ("lemma", "corollary", "proposition"),
    "definitions, rules": ("definition", "assumption", "algorithm"),
    "steps of proofs": ("proof-step",),
    "tables, examples": ("table", "example", "figure"),
    "sentences": ("prose",),
}
OUTCOMES = (
    "hold as printed",
    "need an assumption that is not printed",
    "are misprinted",
    "are false as printed",
    "depend on a formula that we have not seen",
)
SEEN = len(OUTCOMES) - 1  # outcomes of what can be judged as it is printed


def slips(part: Part) -> dict[str, list[int]]:
    """The number of printed statements of each kind with each of the outcomes; kinds without any are left out."""
    kinds = {
        kind: [sum(e.kind in names and e.verdict in GROUPS[words] for e in part.entries) for words in OUTCOMES]
        for kind, names in PRINTED.items()
    }
    return {kind: row for kind, row in kinds.items() if any(row)}


def slips_svg(part: Part) -> str:
    """The rows of `slips` as bars of equal scale, the numbers on them."""
    found = slips(part)
    scale, tall = 470 / max(map(sum, found.values())), 26
    drawn, told = [], []
    for at, (kind, row) in enumerate(found.items()):
        x, y = 158.0, at * tall
        drawn.append(f'<text class="slip-kind" x="150" y="{y + 16}" text-anchor="end">{kind}</text>')
        for number, words in zip(row, OUTCOMES, strict=True):
            if number:
                wide = number * scale
                drawn.append(
                    f'<rect class="slip verdict-{GROUPS[words][0]}" x="{x:.1f}" y="{y + 3}" '
                    f'width="{max(wide - 2, 2):.1f}" height="19"/>'
                )
                if wide > 14:
                    drawn.append(
                        f'<text class="slip-number" x="{x + wide / 2 - 1:.1f}" y="{y + 17}" '
                        f'text-anchor="middle">{number}</text>'
                    )
                x += wide
        told.append(
            f"{kind}: " + ", ".join(f"{number} {words}" for number, words in zip(row, OUTCOMES, strict=True) if number)
        )
    low = len(found) * tall + 16
    for place, words in enumerate(OUTCOMES):
        x, y = 158 + 240 * (place % 2), low + 20 * (place // 2)
        drawn.append(f'<rect class="slip verdict-{GROUPS[words][0]}" x="{x}" y="{y - 10}" width="12" height="12"/>')
        drawn.append(f'<text class="slip-kind" x="{x + 18}" y="{y}">{words.replace(" that is not printed", "")}</text>')
    label = escape("How statements in print come out. " + "; ".join(told) + ".")
    return f'<svg class="slips" viewBox="0 0 640 {y + 8}" role="img" aria-label="{label}">{"".join(drawn)}</svg>'


def slips_words(rows: dict[str, list[int]]) -> str:
    """The first sentence about the rows of `slips`: how much is right, where most is wrong, and what nobody can judge
    yet.
    """
    seen = {kind: row[:SEEN] for kind, row in rows.items()}
    printed, right = sum(map(sum, seen.values())), sum(row[0] for row in seen.values())
    worst = max(seen, key=lambda kind: sum(seen[kind][2:]))
    unseen = sum(row[SEEN] for row in rows.values())
    text = (
        f"Of {printed} printed statements that can be judged as they stand {right} are right. Most of what is "
        "misprinted or "
        f"false stands in {worst}: {sum(seen[worst][2:])} of {sum(seen[worst])}."
    )
    return text + (f" Another {unseen} depend on a formula that we have not seen." if unseen else "")


class PartSlips(SphinxDirective):
    """The picture of `slips`, with what it says first."""

    required_arguments = 1

    def run(self):
        chosen = [part for part in parts() if part.name == self.arguments[0]]
        if not chosen:
            raise self.error(f"part-slips must name a part with a register; got {self.arguments[0]!r}")
        rows = slips(chosen[0])
        for path in row_files(chosen[0].name):
            self.env.note_dependency(path)
        caption = f"<figcaption><p>{escape(slips_words(rows))}</p></figcaption>"
        return [nodes.raw("", f"<figure>{slips_svg(chosen[0])}{caption}</figure>", format="html")]


class CorePath(SphinxDirective):
    """Directive `{core-path}`: the lectures with what they take, in their order, and the sum."""

    def run(self):
        self.env.note_dependency(str(PARTS))
        note_times(self.env, core())
        listed = nodes.enumerated_list(enumtype="arabic", prefix="", suffix=".", classes=["core-path"])
        for page in core():
            line = nodes.paragraph()
            line += [link(page.name), nodes.inline("", f" {page.part}, {time_words(page)}", classes=["map-told"])]
            listed += nodes.list_item("", line)
        return [listed]


def setup(app):
    app.connect("env-get-outdated", outdated)
    app.add_directive("part-map", PartMap)
    app.add_directive("part-audit", PartAudit)
    app.add_directive("part-verdicts", PartVerdicts)
    app.add_directive("part-slips", PartSlips)
    app.add_directive("core-path", CorePath)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
