"""The paper's sentences about its experiments, counted over seeds in every cell of a study, and tables of a study."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from statistics import mean, median
from typing import TYPE_CHECKING, Any, NamedTuple

from incentives_book.study.rewards.results import Outcome, how_often, require_learning, updates_received
from incentives_book.study.rewards.signs import SignCount

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Cell = tuple[str, str]
Run = Mapping[str, Outcome]

# Partitions in words, from alike to unlike clients.
WORDS = {
    "homogeneous": "divided evenly",
    "dirichlet-5": "Dirichlet 5",
    "dirichlet-2": "Dirichlet 2",
    "dirichlet-1": "Dirichlet 1",
    "dirichlet-0.5": "Dirichlet 0.5",
    "dirichlet-0.1": "Dirichlet 0.1",
    "label-skew": "three classes each",
    "quantity-6x0.15": "six large clients",
    "quantity-2x0.4": "two large clients",
}
SETS = {"fashion_mnist": "Fashion-MNIST", "mnist": "MNIST"}
# The other kinds of network: a narrow ResNet with batch norm, and a recurrent one.
OTHER_SETS = {"cifar10": "CIFAR-10", "sst5": "SST-5"}
# Of entries that nothing decides, with white numbers: the ink of figures would turn pale on a dark page.
GREY = "#6b6b6b"
RIVALS = ("FedAvg-FT", "CGSV", "IAFL")
FULL = "Aequa, full width"


def follows(run: Run, name: str) -> float:
    """Correlation of what clients receive with what they reach alone; what is the same for all follows nothing, 0."""
    return run[name].correlation or 0.0


def place(run: Run) -> int:
    """The place of Aequa's full model in accuracy, among averaging, CGSV, IAFL and itself."""
    return 1 + sum(run[name].accuracy > run[FULL].accuracy for name in ("FedAvg", "CGSV", "IAFL"))


def highest(run: Run, name: str) -> bool:
    """True if a method's correlation is above that of fine-tuned averaging, CGSV and IAFL."""
    return all(follows(run, rival) < follows(run, name) for rival in RIVALS)


def lagging(run: Run) -> bool:
    """True if CGSV and IAFL are both less accurate than averaging and than Aequa's full model."""
    weak = max(run["CGSV"].accuracy, run["IAFL"].accuracy)
    return weak < min(run["FedAvg"].accuracy, run[FULL].accuracy)


def least_spread(run: Run) -> bool:
    """True if Aequa's spread of gains is the smallest."""
    return all(run["Aequa"].gain_spread < run[name].gain_spread for name in ("FedAvg", *RIVALS))


class Sentence(NamedTuple):
    """One sentence of the paper, as a question to one seed of one cell.

    Args:
        words: in short.
        holds: of the outcomes of one seed by method, whether it is so.
        about: beginnings of the partitions that it speaks of; empty for all.
    """

    words: str
    holds: Callable[[Run], bool]
    about: tuple[str, ...] = ()


SENTENCES = {
    "place": Sentence("full model first or second in accuracy", lambda run: place(run) <= 2),
    "lag": Sentence("CGSV and IAFL behind averaging and Aequa", lagging, ("dirichlet", "label")),
    "highest": Sentence("Aequa's correlation is the highest", lambda run: highest(run, "Aequa")),
    "typical": Sentence("Aequa's correlation is 0.98 or more", lambda run: follows(run, "Aequa") >= 0.975),
    "below": Sentence(
        "fine-tuning follows less than Aequa", lambda run: follows(run, "FedAvg-FT") < follows(run, "Aequa")
    ),
    "negative": Sentence(
        "fine-tuning's correlation is negative", lambda run: follows(run, "FedAvg-FT") < 0, ("quantity",)
    ),
    "spread": Sentence("Aequa's gains spread least", least_spread, ("homogeneous", "dirichlet", "label")),
    "iafl": Sentence(
        "IAFL's gains spread less than Aequa's",
        lambda run: run["IAFL"].gain_spread < run["Aequa"].gain_spread,
        ("quantity",),
    ),
    "tuned": Sentence("fine-tuned averaging gains", lambda run: run["FedAvg-FT"].gain > 0),
    "cgsv": Sentence("CGSV gains", lambda run: run["CGSV"].gain > 0),
    "width": Sentence("rewarded by width: the highest", lambda run: highest(run, "Aequa, by width")),
}


def counts(found: Iterable[Outcome], sentence: Sentence) -> dict[Cell, SignCount]:
    """In how many seeds of each cell a sentence is true, for the cells that it speaks of.

    >>> counts([], SENTENCES["place"])
    {}
    """
    seen = how_often(found, sentence.holds)
    return {cell: n for cell, n in seen.items() if not sentence.about or cell[1].startswith(sentence.about)}


def verdict(row: Mapping[Cell, SignCount], *, least: int = 5) -> str:
    """The joint verdict of the cells with at least so many seeds: reproduced if all decide for, differs if one against.

    >>> cell = ("mnist", "homogeneous")
    >>> verdict({cell: SignCount(9, 1, 0)}), verdict({cell: SignCount(8, 2, 0)}), verdict({cell: SignCount(1, 9, 0)})
    ('reproduced', 'open', 'differs')
    >>> verdict({cell: SignCount(3, 0, 0)})
    'open'
    """
    decided = [n.decides() for n in row.values() if sum(n) >= least]
    if not decided or ("open" in decided and "against" not in decided):
        return "open"
    return "differs" if "against" in decided else "reproduced"


def survives(row: Mapping[Cell, SignCount]) -> tuple[int, int]:
    """In how many cells a sentence is decided for, and against, when its cells share one level of one in twenty
    (Bonferroni).

    Of eighteen cells ten seeds of ten survive (1/1024 is at most 1/360), and nine of ten do not (11/1024).

    >>> cells = [("mnist", partition) for partition in WORDS]
    >>> survives(dict.fromkeys(cells, SignCount(10, 0, 0))), survives(dict.fromkeys(cells, SignCount(9, 1, 0)))
    ((9, 0), (0, 0))
    """
    each = Fraction(1, 20) / max(1, len(row))
    decided = [n.decides(each) for n in row.values()]
    return decided.count("for"), decided.count("against")


def draw_counts(rows: Mapping[str, Mapping[Cell, SignCount]], data: str, *, ax: Axes | None = None) -> Axes:
    """Sentences by partitions of one data set: in how many seeds each is true, coloured by what that decides.

    Args:
        rows: by sentence, from `counts`.
        data: a data set in the cells of the rows.
    """
    import matplotlib.pyplot as plt

    from incentives_book.figures import COLOURS

    ax = plt.subplots(figsize=(6.4, 4.6))[1] if ax is None else ax
    partitions = [p for p in WORDS if any((data, p) in row for row in rows.values())]
    looks = {"for": (COLOURS[0], "white"), "against": (COLOURS[1], "white"), "open": (GREY, "white")}
    for y, (_, row) in enumerate(rows.items()):
        for x, partition in enumerate(partitions):
            if (data, partition) in row:
                n = row[data, partition]
                fill, ink = looks[n.decides()]
                ax.add_patch(plt.Rectangle((x - 0.48, y - 0.45), 0.96, 0.9, color=fill))
                ax.text(x, y, f"{n.above}", ha="center", va="center", color=ink, fontsize=9)
    ax.set(xlim=(-0.5, len(partitions) - 0.5), ylim=(len(rows) - 0.5, -0.5))
    ax.set_xticks(range(len(partitions)), [WORDS[p] for p in partitions], rotation=40, ha="right")
    ax.set_yticks(range(len(rows)), list(rows))
    ax.grid(False)
    for side in ("top", "right", "left", "bottom"):
        ax.spines[side].set_visible(False)
    ax.tick_params(length=0)
    return ax


def of(found: Iterable[Outcome], cell: Cell, name: str) -> list[Outcome]:
    """The outcomes of one method in one cell, one per seed."""
    return [o for o in found if (o.data, o.partition, o.name) == (*cell, name)]


def centre(values: Iterable[float | None], digits: int) -> str:
    """Mean over seeds; a dash where most are undefined.

    >>> centre([0.5, 0.7], 2), centre([None, None, 0.5], 2), centre([None, 0.5, 0.7], 2)
    ('0.60', '–', '0.60')
    """
    row = list(values)
    told = [v for v in row if v is not None]
    return f"{mean(told):.{digits}f}" if 2 * len(told) > len(row) else "–"


def _named(data: str) -> str:
    return {**SETS, **OTHER_SETS}[data]


def places(found: Iterable[Outcome]) -> list[Cell]:
    """The cells that occur, sets and partitions in the order of our tables: what every comparison begins with.

    Raises:
        ValueError: in a cell averaging has learned nothing, so that there is nothing to compare.

    >>> places([])
    []
    """
    found = require_learning(found)
    cells = {(o.data, o.partition) for o in found}
    return [(d, p) for d in (*SETS, *OTHER_SETS) for p in WORDS if (d, p) in cells]


def grid(
    found: Sequence[Outcome], quantity: str, names: Sequence[str], *, digits: int, scale: float = 1
) -> list[list[str]]:
    """Rows (data, partition, one entry per method): means over seeds."""
    rows = []
    for data, partition in places(found):
        row = [_named(data), WORDS[partition]]
        for name in names:
            values = [getattr(o, quantity) for o in of(found, (data, partition), name)]
            row.append(centre([None if v is None else scale * v for v in values], digits))
        rows.append(row)
    return rows


def middle(values: Iterable[float]) -> str:
    """Least and largest of some counts, and the middle one.

    >>> middle([3, 5, 4]), middle([2, 2])
    ('4 (3 to 5)', '2')
    """
    row = sorted(values)
    return f"{row[0]}" if row[0] == row[-1] else f"{median(row):g} ({row[0]} to {row[-1]})"


def given(widths: Iterable[float]) -> str:
    """The number of clients that are given each width.

    >>> given([1.0, 0.25, 1.0])
    '1 x 0.25, 2 x 1'
    """
    row = list(widths)
    return ", ".join(f"{row.count(width)} x {width:g}" for width in sorted(set(row)))


def coarseness(found: Sequence[Outcome]) -> list[list[Any]]:
    """Rows (data, partition, clients out of reach, widths given, updates received under IAFL, seeds of equal
    averaging).
    """
    rows = []
    for cell in places(found):
        aequa, iafl = of(found, cell, "Aequa"), of(found, cell, "IAFL")
        received = [updates_received(o.validation_alone) for o in iafl]
        rows.append([
            _named(cell[0]), WORDS[cell[1]], (f"{sum(o.out_of_reach or 0 for o in aequa)} of "
            f"{sum(len(o.alone) for o in aequa)}"),
            middle(o.different_widths or 0 for o in aequa), middle(n for row in received for n in row),
            f"{sum(min(row) == len(row) for row in received)} of {len(iafl)}",
        ])  # fmt: skip
    return rows


def ceilings(found: Iterable[Outcome]) -> dict[Cell, float]:
    """Per cell the mean correlation of what clients reach alone on validation data with the same on test data."""
    from incentives.rewards.metrics import pearson

    seen = defaultdict(list)
    for o in found:
        if o.name == "FedAvg":
            seen[o.data, o.partition].append(float(pearson(list(o.validation_alone), list(o.alone))))
    return {cell: mean(row) for cell, row in seen.items()}


def measures(found: Sequence[Outcome], names: Sequence[str]) -> list[list[str]]:
    """Rows (measure, data, partition, alone, one entry per method): five measures of every cell, means over seeds.

    What clients reach alone stands beside the accuracies only.
    """
    told = {
        "accuracy": ("accuracy, points", 1, 100),
        "correlation": ("correlation", 2, 1),
        "gain": ("mean gain, points", 1, 1),
        "gain_spread": ("spread, points", 1, 1),
        "participation": ("participation rate", 2, 1),
    }
    rows = []
    for quantity, (words, digits, scale) in told.items():
        table = grid(found, quantity, names, digits=digits, scale=scale)
        for cell, (data, partition, *entries) in zip(places(found), table, strict=True):
            alone = f"{100 * mean(mean(o.alone) for o in of(found, cell, names[0])):.1f}"
            rows.append([words, data, partition, alone if quantity == "accuracy" else "", *entries])
    return rows


def tally(found: Sequence[Outcome]) -> list[list[str]]:
    """Rows (sentence, one entry per cell): in how many seeds it is true; empty where it does not speak of the cell."""
    cells = places(found)
    rows = []
    for sentence in SENTENCES.values():
        row = counts(found, sentence)
        rows.append([sentence.words, *(str(row[cell]) if cell in row else "" for cell in cells)])
    return rows
