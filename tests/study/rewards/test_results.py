"""Cells and outcomes of studies, on records written by hand."""

import pytest

from incentives_book.study.rewards.results import (
    REWARDS,
    REWARDS_DURING,
    SignCount,
    complete_cells,
    how_often,
    outcomes,
    sign_count,
    table,
    updates_received,
    whole_seeds,
)


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
    assert complete_cells(found, names[:2]) == [("toy", "even"), ("toy", "odd")]  # each for the seeds it has
    assert whole_seeds([o for o in found if (o.name, o.seed) != (names[2], 1)], names) == [
        o for o in found if (o.partition, o.seed) == ("even", 0)
    ]
    assert complete_cells(found) == []  # no method that gives after training has run


def test_methods_that_are_not_asked_for_do_not_disturb():
    plain = record("fedavg", test=[0.7, 0.7], validation=[0.7, 0.7])
    plain["extra"] = {"tuned_test": [0.5, 0.6], "tuned_validation": [0.5, 0.6]}
    found = outcomes([alone(), plain, during("aequa-cgsv", [1.0, 0.5], [0.8, 0.6])])
    assert complete_cells(found, ["FedAvg", "FedAvg-FT"]) == [("toy", "even")]
    assert table(found, "accuracy", ["FedAvg", "Aequa with CGSV"]) == [("toy", "even", "0.700", "0.700")]
    assert not set(REWARDS) & set(REWARDS_DURING)


def allocated(rewards, curve, own=(0.3, 0.5), **settings):
    """A stand-alone record and one of Aequa with the same rewards under every rule."""
    given = {"test": rewards[1], "validation": [0.6, 0.6], "widths": rewards[0]}
    base = alone() | {"validation": list(own)}
    run = record("aequa", test=rewards[1], validation=[0.6, 0.6])
    run["extra"] = {
        "widths": [0.25, 0.5, 1.0],
        "validation_curve": curve,
        "test_curve": [0.1, 0.2, 0.3],
        **dict.fromkeys(("ratio", "anchor", "width-reward"), given),
    }
    for r in (base, run):
        r["settings"].update(settings)
    return {o.name: o for o in outcomes([base, run])}


def test_outcomes_tell_participation_clipping_and_how_many_widths_are_given():
    found = allocated(([0.5, 0.5], [0.25, 0.35]), [0.2, 0.45, 0.4])
    aequa = found["Aequa"]
    assert aequa.participation == 0.5  # 0.25 for 0.2, but 0.35 for 0.4
    assert aequa.out_of_reach == 1  # 0.5 is above every width's 0.45
    assert (aequa.different_levels, aequa.different_widths) == (2, 1)
    assert found["Aequa, by width"].out_of_reach is None  # widths are given for widths there
    full = found["Aequa, full width"]
    assert (full.widths, full.out_of_reach, full.different_widths) == (None, None, None)
    assert (full.participation, full.different_levels) == (0.5, 1)  # 0.3 for 0.2 and for 0.4
    assert allocated(([0.5, 0.5], [0.25, 0.35]), [0.2, 0.5, 0.4])["Aequa"].out_of_reach == 0
    rates = allocated(([0.5, 1.0], [0.25, 0.35]), [0.2, 0.45, 0.4], participation=True)
    assert rates["Aequa"].out_of_reach is None


def test_the_staircase_of_iafl_is_the_size_of_its_subsets():
    pytest.importorskip("torch")
    from incentives.rewards.iafl import Iafl

    for contributions in ([0.2, 0.4, 0.8], [0.81, 0.9, 0.79, 0.9], [0.1 * k for k in range(1, 11)]):
        clients = range(len(contributions))
        sizes = [len(Iafl(contributions).subset(client, list(clients), 3)) for client in clients]
        assert updates_received(contributions) == sizes


def test_levels_of_sign_counts_are_tails_of_the_binomial():
    stats = pytest.importorskip("scipy.stats")
    for above in range(11):
        count = SignCount(above, 10 - above, 0)
        assert float(count.level) == pytest.approx(stats.binomtest(above, 10, alternative="greater").pvalue)
    assert sign_count([1.0, -2.0, 0.0]) == (1, 1, 1)
    assert str(SignCount(9, 0, 1)) == "9/10"


def test_statements_about_a_run_are_counted_over_seeds():
    records = []
    for seed, levels in enumerate(([0.6, 0.8], [0.8, 0.6], [0.7, 0.9])):
        records += [alone(seed=seed), record("iafl", test=levels, validation=levels, seed=seed)]
    counts = how_often(outcomes(records), lambda run: run["IAFL"].correlation > 0)
    assert counts == {("toy", "even"): SignCount(2, 1, 0)}
    assert SignCount(0, 5, 0).decides() == SignCount(1, 9, 0).decides() == "against"
    assert SignCount(2, 8, 0).decides() == "open"
