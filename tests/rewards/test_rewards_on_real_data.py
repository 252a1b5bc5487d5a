"""Counting sentences over seeds, on outcomes made by hand."""

from dataclasses import replace

import matplotlib
import pytest

from incentives_book.rewards.rewards_on_real_data import (
    SENTENCES,
    WORDS,
    coarseness,
    counts,
    draw_counts,
    grid,
    measures,
    place,
    places,
    tally,
    verdict,
)  # fmt: skip
from incentives_book.study.rewards.results import REWARDS, Outcome
from incentives_book.study.rewards.signs import SignCount

matplotlib.use("Agg")
CELL = ("mnist", "homogeneous")


def outcome(name, levels, seed=0, partition="homogeneous"):
    alone = (0.2, 0.4)
    aequa = {"widths": levels, "out_of_reach": 1} if name == "Aequa" else {}
    return Outcome(name, "mnist", partition, seed, alone, levels, alone, levels, 1.0, **aequa)


def a_seed(seed=0, **levels):
    """One seed of all methods: everybody gets 0.5 and 0.6 but where `levels` says otherwise."""
    return [outcome(name, levels.get(name, (0.5, 0.6)), seed) for name in REWARDS]


def run(**levels):
    return {o.name: o for o in a_seed(**levels)}


def test_a_sentence_is_asked_of_one_seed():
    assert place(run()) == 1
    assert place(run(IAFL=(0.9, 0.9), CGSV=(0.8, 0.8))) == 3
    assert not SENTENCES["place"].holds(run(IAFL=(0.9, 0.9), CGSV=(0.8, 0.8)))
    assert SENTENCES["lag"].holds(run(IAFL=(0.1, 0.1), CGSV=(0.2, 0.2)))
    assert not SENTENCES["lag"].holds(run(IAFL=(0.1, 0.1)))
    same = {"FedAvg-FT": (0.5, 0.5), "CGSV": (0.6, 0.5), "IAFL": (0.5, 0.5)}
    assert SENTENCES["highest"].holds(run(**same))
    assert SENTENCES["negative"].holds(run(**{"FedAvg-FT": (0.6, 0.5)}))
    assert not SENTENCES["negative"].holds(run(**{"FedAvg-FT": (0.5, 0.5)}))
    assert not SENTENCES["tuned"].holds(run(**{"FedAvg-FT": (0.2, 0.4)}))
    assert SENTENCES["spread"].holds(run(Aequa=(0.5, 0.7)))


def test_seeds_are_counted_in_the_cells_that_a_sentence_speaks_of():
    found = [o for seed in range(10) for o in a_seed(seed, CGSV=(0.1, 0.1) if seed else (0.5, 0.6))]
    assert counts(found, SENTENCES["cgsv"]) == {CELL: SignCount(1, 9, 0)}
    assert counts(found, SENTENCES["negative"]) == {}
    assert verdict(counts(found, SENTENCES["cgsv"])) == "differs"


def test_tables_have_a_row_for_each_cell_in_the_order_of_unlikeness():
    found = [*a_seed(0, Aequa=(0.5, 0.7)), *a_seed(1), outcome("IAFL", (0.5, 0.6), partition="dirichlet-5")]
    assert grid(found, "accuracy", ["Aequa", "IAFL"], digits=1, scale=100)[0] == [
        "MNIST",
        "divided evenly",
        "57.5",
        "55.0",
    ]
    told = coarseness([o for o in found if o.partition == "homogeneous"])
    assert told == [["MNIST", "divided evenly", "2 of 4", "2", "2", "2 of 2"]]


def test_the_picture_says_each_count_and_colours_what_it_decides():
    rows = {
        "one": {CELL: SignCount(10, 0, 0)},
        "two": {CELL: SignCount(5, 5, 0), ("mnist", "label-skew"): SignCount(0, 10, 0)},
    }
    ax = draw_counts(rows, "mnist")
    assert [text.get_text() for text in ax.texts] == ["10", "5", "0"]
    assert len({patch.get_facecolor() for patch in ax.patches}) == 3
    assert [tick.get_text() for tick in ax.get_xticklabels()] == [WORDS["homogeneous"], WORDS["label-skew"]]


@pytest.mark.parametrize("name", SENTENCES)
def test_every_sentence_can_be_asked_of_a_whole_seed(name):
    assert SENTENCES[name].holds(run()) in (True, False)


def test_five_measures_have_a_row_for_each_cell_with_what_clients_reach_alone():
    rows = measures([*a_seed(0, FedAvg=(0.5, 0.7)), *a_seed(1)], ["FedAvg", "IAFL"])
    assert rows == [
        ["accuracy, points", "MNIST", "divided evenly", "30.0", "57.5", "55.0"],
        ["correlation", "MNIST", "divided evenly", "", "1.00", "1.00"],
        ["mean gain, points", "MNIST", "divided evenly", "", "27.5", "25.0"],
        ["spread, points", "MNIST", "divided evenly", "", "2.5", "5.0"],
        ["participation rate", "MNIST", "divided evenly", "", "1.00", "1.00"],
    ]


def test_other_data_come_after_the_studied_sets():
    found = [replace(o, data="cifar10", levels=(0.1, 0.6)) for o in a_seed()] + a_seed()
    assert places(found) == [CELL, ("cifar10", "homogeneous")]
    rows = measures(found, ["IAFL"])
    assert rows[1] == ["accuracy, points", "CIFAR-10", "divided evenly", "30.0", "35.0"]
    assert [row[-1] for row in rows[-2:]] == ["1.00", "0.50"]


def test_the_tally_asks_every_sentence_of_every_cell():
    found = [o for seed in range(3) for o in a_seed(seed, CGSV=(0.1, 0.1) if seed else (0.5, 0.6))]
    told = {words: entries for words, *entries in tally(found)}
    assert len(told) == len(SENTENCES)
    assert told[SENTENCES["cgsv"].words] == ["1/3"]
    assert told[SENTENCES["negative"].words] == [""]
