"""The still picture of the auction, drawn from the game itself: three rounds, the report that keeps most in each.

The library computes what every report keeps; if the best ones are not those that the text names, the page does not
build.
"""

from fractions import Fraction
from html import escape

WISH, RIVAL = [Fraction(4, 20), Fraction(6, 20), Fraction(10, 20)], [Fraction(0), Fraction(4, 20), Fraction(16, 20)]
FAVOURITE = [Fraction(0), Fraction(0), Fraction(1)]
ROUNDS = {"free": FAVOURITE, "with a bill": WISH, "trained on reports": RIVAL}  # the best report of each
CORNERS = ((20, 190), (220, 190), (120, 17))
TEXT = (
    "Three triangles of models over reference, steps and joke. The wish lies in the middle right of each. Free, the "
    "best report is joke alone; with a bill it is the wish; trained on reports it is what the rival reports."
)


def kept(name: str, told: list[Fraction]) -> float:
    """The part of the wish that is kept after a report in the round of this name."""
    from incentives import payments as pay
    from incentives_book.payments.who_chooses_the_models.copies import Copies, rounded

    if name == "trained on reports":
        game = Copies([Fraction(1, 3)] * 3, (1, 1), steps=10, penalty=Fraction(1, 2))
        return rounded(game.utility([WISH, RIVAL], told), 12)
    outcome = pay.AffineMaximizer([1 / 3] * 3, penalty=0.5)([told, RIVAL])
    value = sum(float(w) * p for w, p in zip(WISH, outcome.policy, strict=True))
    return float(value - (outcome.payments[0] if name == "with a bill" else 0))


def check() -> None:
    """The named report keeps more than the other two.

    Raises:
        ValueError: it does not.
    """
    for name, best in ROUNDS.items():
        rest = [told for told in (WISH, RIVAL, FAVOURITE) if told != best]
        if not all(kept(name, best) > kept(name, told) for told in rest):
            raise ValueError(f"{best} must keep most in the round {name!r}")


def across(report: list[Fraction]) -> tuple[float, float]:
    """The place of a report or a model in a triangle.

    >>> across([Fraction(1), Fraction(0), Fraction(0)])
    (20.0, 190.0)
    """
    return tuple(sum(float(v) * corner[axis] for v, corner in zip(report, CORNERS, strict=True)) for axis in (0, 1))


def drawing() -> str:
    """The picture as SVG, after the library has checked it; its colours come from the page."""
    check()
    parts, outline = [], "L".join(f"{a},{b}" for a, b in CORNERS)
    for k, (name, best) in enumerate(ROUNDS.items()):
        (x, y), (u, v) = across(WISH), across(best)
        parts.append(
            f'<g transform="translate({240 * k},0)"><path class="floor" d="M{outline}Z"/>'
            f'<circle class="wish" cx="{x:g}" cy="{y:g}" r="8"/><circle class="lie" cx="{u:g}" cy="{v:g}" r="13"/>'
            f'<text x="120" y="215">{name}</text></g>'
        )
    return (
        '<svg class="still-auction" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 225" role="img" '
        f'aria-label="{escape(TEXT)}">{"".join(parts)}</svg>'
    )
