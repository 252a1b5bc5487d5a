"""The still picture of the liar, drawn from the game itself: three clients, one lie, two models that both fail.

The library finds the minimal answer that fails; if there is none, the page does not build.
"""

from fractions import Fraction
from html import escape

LOW, HIGH = -3, 3  # the line that is drawn
TEXT = (
    "Three bars over a line: clients 0, 1 and 2 accept -2 to 1, -1 to 2 and -1 to 1. A band from -1 to 1 suits all. "
    "A dashed bar from -9/4 to -5/4 is what client 2 reports. Diamonds mark the models -2 and 2, outside the band."
)


def spoiled() -> list[tuple[frozenset[int], Fraction]]:
    """The two groups and models of a minimal answer that fails everywhere.

    Raises:
        ValueError: every minimal answer holds a model that suits everybody.
    """
    from incentives import consensus as cs
    from incentives.consensus import personalization

    truths, lie = worlds()
    found = personalization.fooling_output([*truths[:2], lie], cs.Trusted(truths))
    if found is None:
        raise ValueError(f"lie must spoil the one-shot mechanism; {lie} does not")
    return list(zip(found.clusters, found.models, strict=True))


def worlds():
    """The sets that the three clients accept, and the report of client 2."""
    from incentives import consensus as cs

    return [cs.Interval(-2, 1), cs.Interval(-1, 2), cs.Interval(-1, 1)], cs.Interval(Fraction(-9, 4), Fraction(-5, 4))


def across(value) -> float:
    """The place of a model in the drawing.

    >>> across(-3), across(3)
    (60.0, 660.0)
    """
    return 60 + 600 * float(value - LOW) / (HIGH - LOW)


def bar(sides, y: int, kind: str) -> str:
    """An interval as a bar."""
    left, right = across(sides.low), across(sides.high)
    return f'<rect class="{kind}" x="{left:g}" y="{y}" width="{right - left:g}" height="22" rx="5"/>'


def drawing() -> str:
    """The picture as SVG, after the library has found the two models; its colours come from the page."""
    truths, lie = worlds()
    parts = [f'<rect class="agreed" x="{across(-1):g}" y="10" width="{across(1) - across(-1):g}" height="170"/>']
    for m, sides in enumerate(truths):
        parts.append(f'<text class="words" x="20" y="{42 + 50 * m}">{m}</text>')
        parts.append(bar(sides, 25 + 50 * m, "truth" if m == 2 else "told"))
    parts.append(bar(lie, 125, "lie"))
    for group, model in spoiled():
        for m in group:
            parts.append(f'<path class="model" d="M{across(model):g},{24 + 50 * m}l12,12l-12,12l-12,-12z"/>')
    parts += [
        f'<text class="tick" x="{across(t):g}" y="200">{str(t).replace("-", "−")}</text>' for t in (-2, -1, 0, 1, 2)
    ]
    return (
        '<svg class="still-liar" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 210" role="img" '
        f'aria-label="{escape(TEXT)}">{"".join(parts)}</svg>'
    )
