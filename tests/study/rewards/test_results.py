"""Cells and outcomes of studies, on records written by hand."""

from pathlib import Path

import pytest

from incentives_book.rewards.rewards_on_real_data import coarseness, measures, places, tally
from incentives_book.study.records import newest, read_records
from incentives_book.study.rewards.results import (
    REWARDS,
    REWARDS_DURING,
    complete_cells,
    how_often,
    outcomes,
    require_learning,
    table,
    updates_received,
    whole_seeds,
)
from incentives_book.study.rewards.signs import SignCount


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


def test_a_run_is_measured_against_training_alone_with_the_same_seed():
    bases = [alone(seed=seed) | {"test": [0.1 * seed, 0.2], "validation": [0.5, 0.1 * seed]} for seed in (1, 2, 3)]
    runs = [record("cgsv", seed=seed, test=[0.5, 0.5], validation=[0.5, 0.5]) for seed in (3, 1, 2)]
    found = outcomes([*bases, *runs])
    assert {o.seed: (o.alone, o.validation_alone) for o in found} == {
        seed: ((0.1 * seed, 0.2), (0.5, 0.1 * seed)) for seed in (1, 2, 3)
    }
    assert outcomes([bases[0], runs[0]]) == []  # another seed's is no measure


def test_the_full_model_is_the_one_at_full_width_and_not_the_best():
    full = allocated(([0.5, 0.5], [0.25, 0.35]), [0.2, 0.45, 0.4])["Aequa, full width"]
    assert full.validation == (0.4, 0.4)
    falling = record("aequa", test=[0.3, 0.3], validation=[0.3, 0.3])
    given = {"test": [0.3, 0.3], "validation": [0.3, 0.3], "widths": [0.5, 0.5]}
    falling["extra"] = {"widths": [0.5, 1.0], "validation_curve": [0.3, 0.9], "test_curve": [0.8, 0.3]}
    falling["extra"] |= dict.fromkeys(("ratio", "anchor", "width-reward"), given)
    full = {o.name: o for o in outcomes([alone(), falling])}["Aequa, full width"]
    assert (full.levels, full.validation) == ((0.3, 0.3), (0.9, 0.9))


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
    from incentives.methods.iafl import Iafl

    for contributions in ([0.2, 0.4, 0.8], [0.81, 0.9, 0.79, 0.9], [0.1 * k for k in range(1, 11)]):
        clients = range(len(contributions))
        sizes = [len(Iafl(contributions).subset(client, list(clients), 3)) for client in clients]
        assert updates_received(contributions) == sizes


@pytest.mark.parametrize(("data", "guess"), [("sst5", 0.2), ("mnist", 0.1), ("cifar100", 0.01)])
def test_where_averaging_learned_nothing_there_is_no_comparison(data, guess):
    def found(level):
        run = record("fedavg", test=[level] * 2, validation=[0.3] * 2)
        run["extra"] = {"tuned_test": [0.9] * 2, "tuned_validation": [0.9] * 2}
        both = [alone(), run]
        for each in both:
            each["settings"]["data"] = data
        return outcomes(both)

    assert require_learning(found(guess + 0.021)) == found(guess + 0.021)
    with pytest.raises(ValueError, match=f"two points above guessing, .* on {data}, even"):
        require_learning(found(guess + 0.019))


def test_the_study_of_sentences_is_not_published_as_a_comparison():
    folder = Path(__file__).parents[3] / "experiments"
    sentences = outcomes(newest(read_records(folder / "rewards-on-sentences" / "records.jsonl")))
    for publish in (places, tally, lambda found: measures(found, ["FedAvg"]), coarseness):
        with pytest.raises(ValueError, match=r"got 0\.2\d\d on sst5"):
            publish(sentences)
    pictures = outcomes(newest(read_records(folder / "rewards-on-small-pictures" / "records.jsonl")))
    assert len(places(pictures)) == 2


def test_statements_about_a_run_are_counted_over_seeds():
    records = []
    for seed, levels in enumerate(([0.6, 0.8], [0.8, 0.6], [0.7, 0.9])):
        records += [alone(seed=seed), record("iafl", test=levels, validation=levels, seed=seed)]
    counts = how_often(outcomes(records), lambda run: run["IAFL"].correlation > 0)
    assert counts == {("toy", "even"): SignCount(2, 1, 0)}
    assert SignCount(0, 5, 0).decides() == SignCount(1, 9, 0).decides() == "against"
    assert SignCount(2, 8, 0).decides() == "open"
