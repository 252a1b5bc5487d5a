"""The cells of a page, read from its source in Markdown without any other tool.

A code cell stands between fences, ```` ```{code-cell} ````, with options as `:tags: [...]` before its code; everything
else is text.
"""

import re
from typing import Any

FRONT = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
CELL = re.compile(r"^```\{code-cell\}[^\n]*\n(?P<inside>.*?)^```[ ]*$", re.DOTALL | re.MULTILINE)
OPTIONS = re.compile(r"(?:---\n.*?\n---\n|(?::[^\n]*\n)+)?", re.DOTALL)
TAGS = re.compile(r"tags: *\[([^\]]*)\]")


def cells(text: str) -> list[dict[str, Any]]:
    """The cells of a page, as a notebook holds them; none has been run.

    >>> for cell in cells("# Two\\n\\n```{code-cell}\\n:tags: [hide-input]\\n1 + 1\\n```\\nIt is two.\\n"):
    ...     print(cell["cell_type"], repr(cell["source"]), cell["metadata"])
    markdown '# Two' {}
    code '1 + 1' {'tags': ['hide-input']}
    markdown 'It is two.' {}
    """
    found: list[dict[str, Any]] = []
    text, at = FRONT.sub("", text), 0

    def prose(piece: str) -> None:
        if piece.strip():
            found.append({"cell_type": "markdown", "metadata": {}, "source": piece.strip()})

    for cell in CELL.finditer(text):
        prose(text[at : cell.start()])
        at, head = cell.end(), OPTIONS.match(cell["inside"])[0]
        tags = [tag.strip(" '\"") for line in TAGS.findall(head) for tag in line.split(",")]
        found.append(
            {
                "cell_type": "code",
                "execution_count": None,
                "metadata": {"tags": tags} if tags else {},
                "outputs": [],
                "source": cell["inside"][len(head) :].strip("\n"),
            }
        )
    prose(text[at:])
    return found
