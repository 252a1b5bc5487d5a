"""Cells and outcomes of studies, on records written by hand."""

import pytest

from incentives_book.study.rewards.results import REWARDS, REWARDS_DURING, complete_cells, outcomes, table


def record(method, seed=0, partition="even", **fields):
    settings = {"method": method, "data": "toy", "partition": partition, "seed": seed, "rate": 0.1}
    return {"settings": settings, "seconds": 1.0, "extra": {}, **fields}


def alone(**where):
    return record("stand-alone", test=[0.2, 0.4], validation=[0.3, 0.5], **where)


def during(method, widths, test, validation=(0.6, 0.7), **where):
    return record(method, test=test, validation=list(validation), **where) | {"extra": {"widths": widths}}


def test_rewards_during_training_are_what_each_client_holds_and_the_widest_is_the_full_model():
    found = {o.name: o for o in outcomes([alone(), during("aequa-cgsv", [1.0, 0.5], [0.8, 0.6])])}
    assert set(found) == {"Aequa with CGSV", "Aequa with CGSV, full width"}
    assert found["Aequa with CGSV"].levels == (0.8, 0.6)
    assert found["Aequa with CGSV, full width"].levels == (0.8, 0.8)
    assert found["Aequa with CGSV, full width"].validation == (0.6, 0.6)
    assert found["Aequa with CGSV"].gain == pytest.approx(40)
    second = outcomes([alone(), during("aequa-shapfed", [0.5, 1.0], [0.8, 0.6])])
    assert {o.name: o.levels for o in second}["Aequa with ShapFed, full width"] == (0.6, 0.6)


def test_a_cell_is_complete_for_the_methods_that_are_asked_for():
    names = list(REWARDS_DURING)
    both = [
        during(method, [1.0, 0.5], [0.8, 0.6], seed=seed)
        for method in ("aequa-cgsv", "aequa-shapfed")
        for seed in (0, 1)
    ]
    records = [alone(seed=0), alone(seed=1), *both]
    records += [alone(partition="odd"), during("aequa-cgsv", [1.0, 0.5], [0.8, 0.6], partition="odd")]
    found = outcomes(records)
    assert complete_cells(found, names) == [("toy", "even")]
    assert complete_cells(found, names[:2]) == [("toy", "even")]  # the other has one seed of two
    assert complete_cells(found) == []  # no method that gives after training has run


def test_methods_that_are_not_asked_for_do_not_disturb():
    plain = record("fedavg", test=[0.7, 0.7], validation=[0.7, 0.7])
    plain["extra"] = {"tuned_test": [0.5, 0.6], "tuned_validation": [0.5, 0.6]}
    found = outcomes([alone(), plain, during("aequa-cgsv", [1.0, 0.5], [0.8, 0.6])])
    assert complete_cells(found, ["FedAvg", "FedAvg-FT"]) == [("toy", "even")]
    assert table(found, "accuracy", ["FedAvg", "Aequa with CGSV"]) == [("toy", "even", "0.700", "0.700")]
    assert not set(REWARDS) & set(REWARDS_DURING)
