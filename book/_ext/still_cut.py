"""The still picture of the cut network: how many digits two networks read at every width, from the recorded training.

If the counts are not what the text says, the page does not build.
"""

import json
import re
from html import escape
from pathlib import Path

DATA = Path(__file__).resolve().parents[1] / "_static" / "explorables" / "cut-data.js"
TEXT = (
    "Right answers against the number of hidden units that are kept, from 1 to 40. Both curves end at 96 of a hundred. "
    "The slimmable one is above 90 from 11 units on; the ordinary one is at about half at 20 units."
)


def recorded() -> dict:
    """The records of the training: networks, right answers of ten thousand by units kept, and the clients alone.

    >>> sorted(recorded())[:3]
    ['alone', 'digits', 'images']
    """
    return json.loads(re.search(r"cutData = (.*);", DATA.read_text(encoding="utf-8"))[1])


def check(told: dict) -> None:
    """The counts are those that the text and the piece's words name.

    Raises:
        ValueError: they are not.
    """
    ordinary, slimmable = told["ordinary"]["hits"], told["slimmable"]["hits"]
    half = told["units"] // 2 - 1
    named = tuple(round(hits / 100) for hits in (ordinary[-1], slimmable[-1], ordinary[half], slimmable[half]))
    if named != (96, 96, 53, 95) or slimmable[10] < 9000 or slimmable[9] >= 9000:
        raise ValueError(f"the record must hold what the words say; got {named} and {slimmable[9:11]}")


def drawing() -> str:
    """The picture as SVG, after the record has been checked; its colours come from the page."""
    told = recorded()
    check(told)
    parts = []
    for name in ("ordinary", "slimmable"):
        points = "L".join(f"{40 + 16.5 * k:g},{210 - hits * 0.02:.1f}" for k, hits in enumerate(told[name]["hits"], 1))
        parts.append(f'<path class="{name}" d="M{points}"/>')
    parts.append('<path class="knife" d="M370,5V210"/><path class="floor" d="M40,210H700"/>')
    parts += [f'<text x="{40 + 16.5 * k:g}" y="228">{k}</text>' for k in (1, 10, 20, 30, 40)]
    parts.append('<text x="150" y="70">slimmable</text><text x="300" y="160">ordinary</text>')
    return (
        '<svg class="still-cut" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 235" role="img" '
        f'aria-label="{escape(TEXT)}">{"".join(parts)}</svg>'
    )
