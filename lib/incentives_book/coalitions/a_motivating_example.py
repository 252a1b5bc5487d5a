"""The paper's five opening examples as tables of costs, for the pages a-motivating-example and red-pen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product

from IPython.display import Markdown
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from incentives.coalitions.errors import expected_errors
from incentives.coalitions.set_partitions import Partition
from incentives.deviations import Deviation
from incentives_book.figures import COLOURS, INK, MARKERS

# cost[i, C] is what player i pays in coalition C, for every coalition and each of its members.
Costs = Mapping[tuple[int, frozenset[int]], Fraction | int]

ALONE: frozenset[int] = frozenset()  # to move to the empty coalition is to be alone


def cost_table(sizes: Sequence[int], federation: str) -> dict[tuple[int, frozenset[int]], Fraction]:
    """The cost of every player in every coalition, exact, with the paper's noise 10 and spread 1.

    >>> cost_table([5, 5, 25], "uniform")[2, frozenset({1, 2})]
    Fraction(7, 18)
    """
    cost = {}
    for count in range(1, len(sizes) + 1):
        for members in combinations(range(len(sizes)), count):
            errors = expected_errors([sizes[i] for i in members], noise=10, spread=1, federation=federation)
            cost.update({(i, frozenset(members)): error for i, error in zip(members, errors, strict=True)})
    return cost


def coalitions_of(cost: Costs) -> set[frozenset[int]]:
    """Every coalition of a game."""
    return {coalition for _, coalition in cost}


def now(cost: Costs, partition: Partition) -> dict[int, Fraction | int]:
    """The cost of each player in a partition.

    >>> now(cost_table([5, 5, 25], "uniform"), Partition.parse("0,1 | 2"))
    {0: Fraction(3, 2), 1: Fraction(3, 2), 2: Fraction(2, 5)}
    """
    return {i: cost[i, block] for block in partition.coalitions for i in block}


def moves(
    cost: Costs, partition: Partition, destinations: Iterable[frozenset[int]]
) -> list[tuple[int, frozenset[int]]]:
    """Every (player, destination) at which the player would pay less than now."""
    pays = now(cost, partition)
    return [(i, C) for C in destinations for i in pays if i not in C and cost[i, C | {i}] < pays[i]]


def favourites(cost: Costs, player: int) -> set[frozenset[int]]:
    """The coalitions in which a player pays least."""
    own = {C: error for (i, C), error in cost.items() if i == player}
    return {C for C, error in own.items() if error == min(own.values())}


def as_printed(exact: Fraction, text: str) -> bool:
    """True if an exact value, rounded once to the printed number of decimals, is the printed number.

    >>> as_printed(Fraction(13, 399), "0.0326"), as_printed(Fraction(13, 399), "0.0325")
    (True, False)
    """
    decimals = len(text.partition(".")[2])
    return round(exact, decimals) == Fraction(text)


def entries(cost: Costs, printed: Mapping[str, str], players: Sequence[int]) -> Iterator[tuple[Fraction | int, str]]:
    """Each exact number of a table beside the printed one; `printed` holds a row of numbers for each partition."""
    for partition, numbers in printed.items():
        errors = now(cost, Partition.parse(partition))
        yield from zip((errors[i] for i in players), numbers.split(), strict=True)


def circle_of_wishes() -> dict[tuple[int, frozenset[int]], int]:
    """Three players in a circle: best with the next one, then with the one before, then alone, worst all together."""
    cost = {}
    for i in range(3):
        after, before = (i + 1) % 3, (i + 2) % 3
        for place, company in enumerate([{i, after}, {i, before}, {i}, {0, 1, 2}]):
            cost[i, frozenset(company)] = place
    return cost


def all_games(levels: int) -> Iterator[Costs]:
    """Every game of three players with costs 0..levels-1, as tables of costs."""
    places = [(i, frozenset(C)) for i in range(3) for C in ({i}, {i, (i + 1) % 3}, {i, (i + 2) % 3}, {0, 1, 2})]
    return (dict(zip(places, values, strict=True)) for values in product(range(levels), repeat=12))


def named(partition: Partition, names: Sequence[str] = "abcd") -> str:
    """A partition with letters for players.

    >>> named(Partition.parse("0,1 | 2"))
    '{a, b}, {c}'
    """
    return ", ".join("{" + ", ".join(names[i] for i in sorted(block)) + "}" for block in partition.coalitions)


def told(move: Deviation | None, names: Sequence[str] = "abcd") -> str:
    """Who leaves, and what each of them saves, with letters for players.

    >>> from incentives import coalitions as co
    >>> told(co.blocking_coalition(co.Game([5, 5, 25], noise=10, spread=1), Partition.parse("0 | 1,2")))
    'a and b leave; a saves 1/2, b saves 2/9'
    """
    if move is None:
        return "nobody leaves"
    who = sorted(move.who)
    saved = ", ".join(f"{names[i]} saves {move.gains[i]}" for i in who)
    return f"{' and '.join(names[i] for i in who)} leave{'s' if len(who) == 1 else ''}; {saved}"


def in_decimals(pays: Mapping[int, Fraction | int], digits: int = 2) -> str:
    """The players' costs, in their order, for a cell of a table.

    >>> in_decimals({0: Fraction(3, 2), 1: Fraction(3, 2), 2: Fraction(2, 5)})
    '1.50, 1.50, 0.40'
    """
    return ", ".join(f"{float(pays[i]):.{digits}f}" for i in sorted(pays))


def table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> Markdown:
    """A table for the notebook; a bar inside a cell does not end it."""
    lines = [header, ["---"] * len(header), *rows]
    return Markdown(
        "\n".join("| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |" for line in lines)
    )


FINDINGS = (
    "a small hospital welcomes the large\none only with fine weights",
    "the large hospital welcomes\ncompany of either kind",
)


def draw_four_arrangements(axes: Sequence[Axes], rows: Sequence[tuple[str, Costs, Partition]]) -> Figure:
    """The errors of a small hospital (left, player 0) and of the large one (right, player 3) in some arrangements.

    Args:
        axes: two of them, side by side.
        rows: name, costs and partition of each arrangement, from bottom to top.
    """
    for ax, player, title in zip(axes, (0, 3), FINDINGS, strict=True):
        errors = [float(now(cost, partition)[player]) for _, cost, partition in rows]
        for y, error in enumerate(errors):
            best = error == min(errors)
            ax.plot(error, y, MARKERS[0], color=COLOURS[1] if best else COLOURS[0], markersize=8)
            ax.annotate(f"{error:.4f}", (error, y), xytext=(0, 8), textcoords="offset points", ha="center", color=INK)
        ax.set_yticks(range(len(rows)), [name for name, _, _ in rows] if player == 0 else [""] * len(rows))
        ax.set_title(title)
        ax.set_xlabel("expected error")
        ax.locator_params(axis="x", nbins=4)
        ax.margins(x=0.22, y=0.22)
    return axes[0].figure
