"""The paper's sentences about rewards during training, as questions to one seed of one cell, and how often each is
true.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from incentives_book.rewards.rewards_on_real_data import Cell, Run, Sentence
from incentives_book.study.rewards.results import Outcome, how_often
from incentives_book.study.rewards.signs import SignCount

# Who is compared in what a client takes home, and the one full model that each of them trains.
PLAYERS = ("FedAvg-FT", "CGSV", "IAFL", "Aequa", "Aequa with CGSV", "Aequa with ShapFed")
WHOLE = ("FedAvg", "CGSV", "IAFL", *(f"{name}, full width" for name in PLAYERS[3:]))
VARIANTS = PLAYERS[4:]
MEASURES = {
    "accuracy": "accuracy of the full model",
    "correlation": "correlation",
    "gain": "mean gain",
    "gain_spread": "spread of gains",
}


def place(run: Run, name: str, measure: str) -> int:
    """The place of one of `PLAYERS` among them, 1 for the best; of equals all have the better place.

    Args:
        run: outcomes of one seed by name.
        measure: a key of `MEASURES`; of accuracy the full models are compared, of spread the smallest is best.
    """
    names = WHOLE if measure == "accuracy" else PLAYERS
    sign = -1 if measure == "gain_spread" else 1
    value = {n: sign * (getattr(run[n], measure) or 0.0) for n in names}
    own = value[names[PLAYERS.index(name)]]
    return 1 + sum(other > own for other in value.values())


def _closer(run: Run) -> bool:
    one, other, after = (run[name].correlation or 0.0 for name in (*VARIANTS, "Aequa"))
    return abs(one - other) < after - max(one, other)


SENTENCES: Mapping[str, Sentence] = {
    **{
        f"first in {measure}": Sentence(
            f"Aequa first in {words}", lambda run, measure=measure: place(run, "Aequa", measure) == 1
        )
        for measure, words in MEASURES.items()
    },
    "second": Sentence(
        "Aequa with CGSV second in correlation", lambda run: place(run, "Aequa with CGSV", "correlation") == 2
    ),
    "near": Sentence(
        "the two variants within three points",
        lambda run: abs(run[VARIANTS[0]].accuracy - run[VARIANTS[1]].accuracy) < 0.03,
    ),
    "closer": Sentence("their correlations closer to each other than to Aequa's", _closer),
    **{
        f"{name} below {rival}": Sentence(
            f"full model of {name} below {words}",
            lambda run, name=name, rival=rival: run[f"{name}, full width"].accuracy < run[rival].accuracy,
        )
        for name in VARIANTS
        for rival, words in (("Aequa, full width", "Aequa's"), ("FedAvg", "averaging"))
    },
}


def runs(found: Iterable[Outcome], cell: Cell) -> list[dict[str, Outcome]]:
    """The outcomes by name of each seed of a cell, seeds in order.

    >>> runs([], ("mnist", "homogeneous"))
    []
    """
    seen: dict[int, dict[str, Outcome]] = {}
    for o in found:
        if (o.data, o.partition) == cell:
            seen.setdefault(o.seed, {})[o.name] = o
    return [seen[seed] for seed in sorted(seen)]


def counts(found: Iterable[Outcome]) -> dict[str, dict[Cell, SignCount]]:
    """In how many seeds of each cell each sentence is true.

    Args:
        found: from `whole_seeds`, with the methods of both tables.

    >>> counts([])["second"]
    {}
    """
    found = list(found)
    return {key: how_often(found, sentence.holds) for key, sentence in SENTENCES.items()}
