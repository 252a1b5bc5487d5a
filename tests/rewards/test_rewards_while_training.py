"""Sentences about rewards during training, asked of outcomes made by hand."""

import pytest

from incentives_book.rewards.rewards_while_training import PLAYERS, SENTENCES, WHOLE, counts, place, runs
from incentives_book.study.rewards.results import REWARDS, REWARDS_DURING, Outcome

CELL = ("mnist", "homogeneous")


def outcome(name, levels, seed=0):
    alone = (0.2, 0.4)
    return Outcome(name, *CELL, seed, alone, levels, alone, levels, 1.0)


def a_seed(seed=0, **levels):
    """One seed of all methods: everybody gets 0.5 and 0.6 but where `levels` says otherwise."""
    return [outcome(name, levels.get(name, (0.5, 0.6)), seed) for name in (*REWARDS, *REWARDS_DURING)]


def a_run(**levels):
    return {o.name: o for o in a_seed(**levels)}


def test_full_models_are_compared_in_accuracy_and_rewards_in_the_rest():
    assert [place(a_run(), name, "accuracy") for name in PLAYERS] == [1] * 6
    better = a_run(**{WHOLE[3]: (0.7, 0.7), "IAFL": (0.9, 0.9)})
    assert place(better, "Aequa", "accuracy") == 2
    assert place(better, "Aequa", "gain") == 2
    assert place(better, "IAFL", "gain") == 1


def test_the_smallest_spread_is_first_and_equals_share_the_better_place():
    run = a_run(Aequa=(0.4, 0.6))  # gains 0.2 and 0.2
    assert place(run, "Aequa", "gain_spread") == 1
    assert [place(run, name, "gain_spread") for name in PLAYERS if name != "Aequa"] == [2] * 5


def test_an_undefined_correlation_follows_nothing():
    run = a_run(**{"Aequa with CGSV": (0.5, 0.5)})
    assert place(run, "Aequa with CGSV", "correlation") == 6


@pytest.mark.parametrize("name", SENTENCES)
def test_each_sentence_has_a_seed_in_which_it_is_true_and_one_in_which_it_is_not(name):
    low, high = (0.1, 0.2), (0.8, 0.9)
    worlds = [
        a_run(**{"Aequa": (0.4, 0.6), "Aequa with CGSV": (0.9, 0.8), "Aequa with ShapFed": low}),
        a_run(**{name: low for name in ("FedAvg-FT", "CGSV", "IAFL")}),
        a_run(
            **{
                "Aequa": high,
                "Aequa, full width": high,
                "Aequa with ShapFed": (0.5, 0.4),
                "Aequa with CGSV": (0.5, 0.4),
            }
        ),
        a_run(**{"Aequa": (0.5, 0.4), "Aequa, full width": low}),
        a_run(
            **{
                "FedAvg": high,
                "FedAvg-FT": high,
                "CGSV": (0.6, 0.6),
                "IAFL": (0.6, 0.6),
                "Aequa with ShapFed": (0.6, 0.6),
            }
        ),
        a_run(**{f"{name}, full width": low for name in PLAYERS[3:]}),
        a_run(**{n: (0.6, 0.5) for n in PLAYERS if n != "Aequa"} | {"Aequa with CGSV": (0.5, 0.5)}),
    ]
    assert {bool(SENTENCES[name].holds(run)) for run in worlds} == {True, False}


def test_seeds_are_counted_and_come_in_order():
    found = [o for seed in (2, 0, 1) for o in a_seed(seed, Aequa=(0.7, 0.8) if seed else (0.5, 0.6))]
    found = [o if o.name != "IAFL" else outcome("IAFL", (0.6, 0.7), o.seed) for o in found]
    assert [run["Aequa"].seed for run in runs(found, CELL)] == [0, 1, 2]
    assert str(counts(found)["first in gain"][CELL]) == "2/3"
