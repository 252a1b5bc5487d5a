"""From a page as Sphinx has resolved it to plain Markdown, which every viewer shows: no directive, no role, no empty
link.

`pieces` walks the page once and yields, in the reader's order, text, code cells and exercises. Citations and
cross-references are links by then; those to the book become links to the published site.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from urllib.parse import urljoin

from docutils import nodes

SKIPPED = {
    "index",
    "meta",
    "target",
    "comment",
    "raw",
    "toctree",
    "substitution_definition",
    "colspec",
    "system_message",
    "transition",
}


@dataclass(frozen=True)
class Text:
    """A block of Markdown; `solves` is the exercise whose solution it belongs to, empty elsewhere."""

    markdown: str
    solves: str = ""


@dataclass(frozen=True)
class Code:
    """A code cell: what it says, and the caption and the words of its figure."""

    source: str
    solves: str = ""


@dataclass(frozen=True)
class Exercise:
    """The end of an exercise's text."""

    label: str


@dataclass(frozen=True)
class Solution:
    """The place of an exercise's solution."""

    label: str


Piece = Text | Code | Exercise | Solution


def escaped(text: str) -> str:
    """Text in which nothing is taken for Markdown.

    >>> escaped("2 * 3 and a_b < c")
    '2 \\\\* 3 and a\\\\_b &lt; c'
    """
    text = re.sub(r"([\\`*_$\[\]])", r"\\\1", text.replace("\n", " "))
    return text.replace("<", "&lt;")


def in_table(text: str) -> str:
    """One cell of a table: without the signs that end it.

    >>> in_table("$|x|$ or $\\\\|x\\\\|$")
    '$\\\\vert x\\\\vert $ or $\\\\Vert x\\\\Vert $'
    """
    formulas = re.split(r"(?<!\\)(\$[^$]*\$)", text.replace("\n", " "))
    for at, part in enumerate(formulas):
        formulas[at] = part.replace(r"\|", r"\Vert ").replace("|", r"\vert ") if at % 2 else part.replace("|", r"\|")
    return "".join(formulas)


class Writer:
    """Writes one page.

    Args:
        address: of the page on the published site, to which its links are relative.
        number_of: from a statement to its number, empty for one that is not counted.
    """

    def __init__(self, address: str, number_of: Callable[[nodes.Element], str]) -> None:
        self.address, self.number_of = address, number_of

    # Inline

    def inline(self, node: nodes.Node) -> str:
        """The text of a node within a line."""
        if isinstance(node, nodes.Text):
            return escaped(node.astext())
        name = type(node).__name__
        if name in SKIPPED:
            return ""
        inner = "".join(map(self.inline, node.children))
        if name == "math":
            return f"${' '.join(node.astext().split())}$"
        if name == "literal":
            return f"`{node.astext()}`"
        if name in ("emphasis", "strong"):
            sign = "*" if name == "emphasis" else "**"
            return f"{sign}{inner.strip()}{sign}" if inner.strip() else ""
        if name in ("reference", "number_reference"):
            return self.link(node, inner)
        if name == "footnote_reference":
            return f"[^{node.astext()}]"
        if name == "image":
            return escaped(node.get("alt", ""))
        if name in (
            "inline",
            "paragraph",
            "title",
            "caption",
            "term",
            "abbreviation",
            "problematic",
            "title_reference",
        ):
            return inner
        raise ValueError(f"plain Markdown has no words for {name}: {node.astext()[:80]!r}")

    def link(self, node: nodes.Element, inner: str) -> str:
        """A link that leads to the published site, or away from the book."""
        target = node.get("refuri") or (f"#{node['refid']}" if node.get("refid") else "")
        text = inner.strip() or escaped(target)
        return f"[{text}]({urljoin(self.address, target).replace(' ', '%20')})" if target else text

    # Blocks

    def text(self, node: nodes.Node) -> str:
        """A block without code cells, as Markdown."""
        parts = []
        for piece in self.pieces(node):
            if not isinstance(piece, Text):
                raise ValueError(f"a code cell or an exercise must not stand inside a list or a quotation: {piece}")
            parts.append(piece.markdown)
        return "\n\n".join(parts)

    def pieces(self, node: nodes.Node, depth: int = 1) -> Iterator[Piece]:
        """The contents of `node`, in the reader's order."""
        name = type(node).__name__
        if name in SKIPPED:
            return
        write = getattr(self, f"write_{name}", None)
        if write is not None:
            markdown = write(node)
            if markdown.strip():
                yield Text(markdown)
        elif name == "section":
            for child in node.children:
                if isinstance(child, nodes.title):
                    yield Text(f"{'#' * depth} {self.inline(child)}")
                else:
                    yield from self.pieces(child, depth + 1)
        elif node.get("nb_element") == "cell_code":
            yield from self.cell(node)
        elif name == "exercise_enumerable_node" or name == "exercise_node":
            yield from self.exercise(node)
        elif name == "solution_node":
            yield from self.solution(node)
        elif name in ("document", "container", "compound", "HideCodeCellNode", "compact_paragraph"):
            for child in node.children:
                yield from self.pieces(child, depth)
        elif name.endswith("_node") and "proof" in node.get("classes", []):
            yield Text(self.statement(node))
        else:
            raise ValueError(f"plain Markdown has no words for {name}: {node.astext()[:80]!r}")

    def cell(self, node: nodes.Element) -> Iterator[Piece]:
        """A code cell, and under it what its figure says."""
        shown = next(iter(node.findall(nodes.literal_block)), None)
        if shown is None:
            return
        yield Code(shown.astext())
        for figure in node.findall(nodes.figure):
            image, caption = figure.next_node(nodes.image), figure.next_node(nodes.caption)
            told = f"*Figure.* {self.inline(caption)}" if caption is not None else "*Figure.*"
            if image is not None and image.get("alt"):
                told += f" *In words:* {escaped(image['alt'])}"
            yield Text(told)

    def titled(self, node: nodes.Element) -> str:
        """The title of a statement or an exercise, without the brackets around it."""
        title = next((child for child in node.children if isinstance(child, nodes.title)), None)
        text = self.inline(title).strip() if title is not None else ""
        return text[1:-1].strip() if text.startswith("(") and text.endswith(")") else text

    def contents(self, node: nodes.Element) -> list[nodes.Node]:
        """The contents under a title."""
        found = []
        for child in node.children:
            if not isinstance(child, nodes.title):
                found += child.children if isinstance(child, nodes.section) else [child]
        return found

    def statement(self, node: nodes.Element) -> str:
        kind, number, title = node.get("realtype", "statement").capitalize(), self.number_of(node), self.titled(node)
        head = f"**{kind}{' ' + number if number else ''}{' (' + title + ')' if title else ''}.**"
        body = "\n\n".join(filter(None, (self.text(child) for child in self.contents(node))))
        return quoted(f"{head}\n\n{body}")

    def exercise(self, node: nodes.Element) -> Iterator[Piece]:
        number = self.number_of(node)
        yield Text(f"### Exercise{' ' + number if number else ''}: {self.titled(node)}")
        for child in self.contents(node):
            yield from self.pieces(child)
        yield Exercise(node["label"])

    def solution(self, node: nodes.Element) -> Iterator[Piece]:
        label = node["target_label"]
        yield Solution(label)
        for child in self.contents(node):
            for piece in self.pieces(child):
                if isinstance(piece, Code):
                    yield Code(piece.source, label)
                elif isinstance(piece, Text):
                    yield Text(piece.markdown, label)

    def write_paragraph(self, node: nodes.Element) -> str:
        text = "".join(map(self.inline, node.children)).strip()
        # A number and a dot, or a plus, a minus or a hash, would begin a list or a title.
        text = re.sub(r"\A(\d+)([.)]) ", r"\1\\\2 ", text)
        text = re.sub(r"\A([-+#>]) ", r"\\\1 ", text)
        return f"*{text}*" if "page-kind" in node.get("classes", []) and "*" not in text else text

    def write_title(self, node: nodes.Element) -> str:
        return f"**{self.inline(node).strip()}**"

    def write_rubric(self, node: nodes.Element) -> str:
        return f"**{self.inline(node.children[0])}**" if node.children else ""

    def write_literal_block(self, node: nodes.Element) -> str:
        language = node.get("language", "")
        return f"```{language if language in ('python', 'bash', 'toml', 'json') else ''}\n{node.astext().rstrip()}\n```"

    def write_math_block(self, node: nodes.Element) -> str:
        formula = node.astext().strip()
        if re.match(r"\\begin\{(align|gather|equation|multline)", formula):
            return formula
        number = f"\\tag{{{node['number']}}}" if node.get("number") else ""
        return f"$$\n{formula}{number}\n$$"

    def write_bullet_list(self, node: nodes.Element) -> str:
        return self.items(node, lambda at: "- ")

    def write_enumerated_list(self, node: nodes.Element) -> str:
        first = node.get("start", 1)
        return self.items(node, lambda at: f"{first + at}. ")

    def items(self, node: nodes.Element, mark: Callable[[int], str]) -> str:
        lines = []
        for at, item in enumerate(node.children):
            sign = mark(at)
            body = "\n\n".join(filter(None, map(self.text, item.children)))
            lines.append(sign + body.replace("\n", "\n" + " " * len(sign)))
        loose = any(len(item.children) > 1 for item in node.children)
        return re.sub(r"(?m)^ +$", "", ("\n\n" if loose else "\n").join(lines))

    def write_definition_list(self, node: nodes.Element) -> str:
        lines = []
        for item in node.children:
            term, *rest = item.children
            told = " ".join(self.text(part) for each in rest for part in each.children)
            lines.append(f"- **{self.inline(term)}**: {told}")
        return "\n".join(lines)

    def write_table(self, node: nodes.Element) -> str:
        rows = [
            [in_table(" ".join(self.text(part) for part in entry.children)) for entry in row.children]
            for row in node.findall(nodes.row)
        ]
        if not rows:
            return ""
        head, *rest = rows
        return "\n".join(f"| {' | '.join(row)} |" for row in [head, ["---"] * len(head), *rest])

    def write_block_quote(self, node: nodes.Element) -> str:
        return quoted("\n\n".join(filter(None, map(self.text, node.children))))

    def write_proof_node(self, node: nodes.Element) -> str:
        return quoted(
            "\n\n".join(filter(None, (self.text(part) for child in node.children for part in self.contents(child))))
            + " $\\square$"
        )

    def write_footnote(self, node: nodes.Element) -> str:
        label, *words = node.children
        return f"[^{label.astext()}]: {' '.join(map(self.text, words))}"

    def write_admonition(self, node: nodes.Element) -> str:
        return quoted("\n\n".join(filter(None, map(self.text, node.children))))

    def write_figure(self, node: nodes.Element) -> str:
        caption = node.next_node(nodes.caption)
        return f"*Figure.* {self.inline(caption)}" if caption is not None else ""

    def write_interactive(self, node: nodes.Element) -> str:
        told = " ".join(filter(None, map(self.text, node.children)))
        return f"*On [the page]({self.address}) this is a figure that answers:* {told}"

    write_explorable = write_interactive

    def write_fold(self, node: nodes.Element) -> str:
        return "\n\n".join(filter(None, map(self.text, node.children)))


def quoted(text: str) -> str:
    """Markdown set off as a quotation.

    >>> quoted("a\\n\\nb")
    '> a\\n>\\n> b'
    """
    return "\n".join(f"> {line}" if line else ">" for line in text.splitlines())
