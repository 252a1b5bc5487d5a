"""The still picture of the waltz, drawn from the game itself.

Five clinics, four ways to split them, and from each a group that would rather leave. The library computes every gain;
if one of them is not there, the page does not build.
"""

from fractions import Fraction
from html import escape

SIZES, NOISE = (1, 3, 3, 3, 62), 11
NAMES = "abcde"
ROUND = ("abcd e", "ae bcd", "abce d", "abc de")  # clockwise from the top left
LEAVING = ("ae", "abce", "de", "abcd")  # who forms a group of its own next
CORNERS = ((0, 0), (400, 0), (400, 220), (0, 220))
# From each split to the next: the path of the arrow, where its words stand, and how they are aligned.
ARROWS = (
    ("M312,45H388", 350, 28, "middle"),
    ("M550,100V208", 560, 158, "start"),
    ("M388,265H312", 350, 296, "middle"),
    ("M150,208V100", 160, 158, "start"),
)
TEXT = (
    "Four ways to split five clinics with 1, 3, 3, 3 and 62 records, joined in a circle by arrows. "
    "From abcd and e, the pair ae leaves; then abce; then de; then abcd, and all are where they began."
)


def members(names: str) -> frozenset[int]:
    """The players that `names` stands for."""
    return frozenset(NAMES.index(name) for name in names)


def least_gains() -> list[Fraction]:
    """For each arrow the least that a member of the leaving group gains.

    Raises:
        ValueError: somebody in a leaving group gains nothing.
    """
    from incentives import coalitions as co

    game = co.Game(SIZES, noise=NOISE, spread=1)
    gains = []
    for text, group in zip(ROUND, LEAVING, strict=True):
        before = {i: error for block in text.split() for i, error in game.errors(members(block)).items()}
        after = game.errors(members(group))
        gains.append(min(before[i] - after[i] for i in after))
        if gains[-1] <= 0:
            raise ValueError(f"leaving must hold groups that gain by leaving {text}; {group} gains {gains[-1]}")
    return gains


def block(names: str, x: float) -> tuple[str, float]:
    """One coalition as SVG from `x` on, and its width."""
    discs, at = [], x + 8
    for name in names:
        size = SIZES[NAMES.index(name)]
        radius = 13 + (size > 9) * 9
        at += radius
        discs.append(
            f'<circle class="clinic" cx="{at}" cy="38" r="{radius}"/><text class="records" x="{at}" '
            f'y="42">{size}</text>'
            f'<text class="name" x="{at}" y="76">{name}</text>'
        )
        at += radius + 8
    return f'<rect class="coalition" x="{x}" y="6" width="{at - x}" height="78" rx="9"/>{"".join(discs)}', at - x


def drawing() -> str:
    """The circle as SVG, after its gains have been checked; its colours come from the page."""
    least_gains()
    parts = []
    for text, (x, y) in zip(ROUND, CORNERS, strict=True):
        blocks, at = [], 0.0
        for names in text.split():
            shown, wide = block(names, at)
            blocks.append(shown)
            at += wide + 14
        parts.append(f'<g transform="translate({x + (300 - at + 14) / 2:g},{y})">{"".join(blocks)}</g>')
    for group, (path, x, y, anchor) in zip(LEAVING, ARROWS, strict=True):
        parts.append(f'<path class="leave" d="{path}" marker-end="url(#leave)"/>')
        parts.append(f'<text class="words" x="{x}" y="{y}" text-anchor="{anchor}">{group} leave</text>')
    tip = (
        '<marker id="leave" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="5" markerHeight="5" '
        'orient="auto"><path class="tip" d="M0,0L8,4L0,8z"/></marker>'
    )
    return (
        '<svg class="merry-go-round" xmlns="http://www.w3.org/2000/svg" viewBox="-4 0 708 310" role="img" '
        f'aria-label="{escape(TEXT)}">'
        f"<defs>{tip}</defs>{''.join(parts)}</svg>"
    )
