"""The still picture of a week of news: five clinics on Monday, above the line whoever would rather leave.

The library computes what leaving brings; if it is not Dogwood and Elm who leave, as the text says, the page does not
build.
"""

from fractions import Fraction
from html import escape

NAMES, SIZES = ("Ash", "Birch", "Cedar", "Dogwood", "Elm"), (1, 3, 3, 9, 62)
LEAVE = {"Dogwood", "Elm"}
TEXT = (
    "Five discs and a line. Ash, Birch and Cedar, with 1, 3 and 3 patients, lie below it; Dogwood with 9 and Elm with "
    "62 float above it."
)


def gains() -> list[Fraction]:
    """The gain of each clinic by leaving the five and training alone.

    >>> [gain > 0 for gain in gains()]
    [False, False, False, True, True]
    """
    from incentives import coalitions as co

    game = co.Game(list(SIZES), noise=11, spread=1)
    together = game.errors(range(5))
    return [together[i] - game.errors({i})[i] for i in range(5)]


def check() -> None:
    """Those who would rather leave are those whom the text names.

    Raises:
        ValueError: they are not.
    """
    found = {name for name, gain in zip(NAMES, gains(), strict=True) if gain > 0}
    if found != LEAVE:
        raise ValueError(f"{sorted(LEAVE)} must be those who would rather leave; got {sorted(found)}")


def drawing() -> str:
    """The picture as SVG, after the library has checked it; its colours come from the page."""
    check()
    parts = ['<path class="line" d="M10,120H710"/>']
    for i, (name, size, gain) in enumerate(zip(NAMES, SIZES, gains(), strict=True)):
        y, r = 120 - (70 if gain > 0 else -70), 16 + 4 * size**0.5
        parts.append(
            f'<circle class="{"abcde"[i]}" cx="{80 + 140 * i}" cy="{y}" r="{r:.1f}"/>'
            f'<text x="{80 + 140 * i}" y="{y + 5}" class="size">{size}</text>'
            f'<text x="{80 + 140 * i}" y="248">{name}</text>'
        )
    return (
        '<svg class="still-week" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 260" role="img" '
        f'aria-label="{escape(TEXT)}">{"".join(parts)}</svg>'
    )
