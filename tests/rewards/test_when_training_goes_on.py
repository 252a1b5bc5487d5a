"""Records by the number of rounds, made by hand."""

import matplotlib
import pytest

from incentives_book.rewards.when_training_goes_on import (
    PARTITIONS,
    ROUNDS,
    SEEDS,
    below_narrowest,
    draw_by_rounds,
    draw_nested,
    sign_rows,
    signs_by_rounds,
    spans,
    with_rounds,
)  # fmt: skip

matplotlib.use("Agg")


def record(method, rounds, partition, seed, test, **extra):
    settings = {"method": method, "data": "fashion_mnist", "partition": partition, "seed": seed, "rounds": rounds}
    return {"settings": settings, "test": test, "validation": test, "seconds": 1.0, "extra": extra}


def everything(rounds, partition, seed):
    chosen = {"widths": [0.5, 1.0], "test": [0.5, 0.6], "validation": [0.5, 0.6]}
    variants = dict.fromkeys(("ratio", "anchor", "width-reward"), chosen)
    curve = [0.5, 0.4 - seed / 1000, 0.6 + rounds / 1000]  # spans of 20 points, and a tenth for each round and seed
    return [
        record("stand-alone", rounds, partition, seed, [0.2, 0.4]),
        record("fedavg", rounds, partition, seed, [0.6, 0.6], tuned_test=[0.3, 0.2], tuned_validation=[0.3, 0.2]),
        record("cgsv", rounds, partition, seed, [0.3, 0.1]),
        record("iafl", rounds, partition, seed, [0.4, 0.4]),
        record(
            "aequa",
            rounds,
            partition,
            seed,
            [0.5, 0.6],
            widths=[0.5, 1.0],
            validation_curve=curve,
            test_curve=curve,
            **variants,
        ),
    ]


@pytest.fixture
def rows():
    found = [
        r for rounds in ROUNDS for p in PARTITIONS for seed in range(SEEDS + 1) for r in everything(rounds, p, seed)
    ]
    return with_rounds([*found, *everything(50, PARTITIONS[0], 0), *everything(8, "homogeneous", 0)])


def test_only_the_partitions_seeds_and_rounds_that_are_compared_are_kept(rows):
    assert {rounds: len(kept) for rounds, kept in rows.items()} == dict.fromkeys(ROUNDS, 2 * SEEDS * 5)


def test_the_span_is_from_the_worst_to_the_best_width_in_points(rows):
    assert spans(rows[32], PARTITIONS[0]) == pytest.approx([23.2 + seed / 10 for seed in range(SEEDS)])
    (first, *_) = (r for r in rows[32] if r["settings"]["method"] == "aequa")
    first["extra"]["test_curve"] = [0.5, 0.6]
    # Seeds in order, whichever was run first, since seeds of two numbers of rounds are compared.
    assert spans(reversed(rows[32]), PARTITIONS[0])[0] == pytest.approx(10)


def test_clients_below_the_narrowest_network_are_counted_seed_by_seed(rows):
    assert below_narrowest(rows[8], PARTITIONS[1]) == [2] * SEEDS
    for record in rows[8]:
        if record["settings"]["method"] == "aequa":
            record["extra"]["test_curve"] = [0.3, 0.6]
    assert below_narrowest(rows[8], PARTITIONS[1]) == [1] * SEEDS


def test_signs_are_counted_for_each_number_of_rounds(rows):
    signs = signs_by_rounds(rows)
    assert str(signs["highest", 2, PARTITIONS[0]]) == "10/10"
    assert str(signs["averaging", 32, PARTITIONS[1]]) == "10/10"
    assert str(signs["spread", 32, PARTITIONS[1]]) == "10/10"
    assert sign_rows(signs, ["negative"])[0] == [
        "fine-tuning's correlation is negative",
        "Dirichlet 0.5",
        "10/10",
        "10/10",
        "10/10",
    ]


def test_the_picture_has_rounds_on_both_axes(rows):
    left, right = draw_by_rounds(rows)
    for ax in (left, right):
        assert [tick.get_text() for tick in ax.get_xticklabels()] == ["2", "8", "32"]
    # Of each partition three bars, from the least to the largest of its seeds, and the line of means.
    assert len(left.lines) == 2 * 4
    for first in (0, 4):
        *bars, line = left.lines[first : first + 4]
        assert line.get_ydata() == pytest.approx([20.65, 21.25, 23.65])
        for bar, least, place in zip(bars, (20.2, 20.8, 23.2), line.get_xdata(), strict=True):
            assert list(bar.get_ydata()) == pytest.approx([least, least + 0.9])
            assert list(bar.get_xdata()) == [place] * 2


def test_nested_squares_say_the_accuracy_of_each_width_and_mark_who_is_better_alone():
    reduced = [[50 + k for k in range(16)], [52 + k for k in range(16)]]
    axes = draw_nested({"two": (reduced, [80 + k for k in range(16)], [79, 81, 80])})
    assert [[text.get_text() for text in ax.texts] for ax in axes] == [
        ["66", "61", "56", "51"],
        ["95", "90", "85", "80"],
        ["79", "80", "81"],
    ]
    sides = [[square.get_width() for square in ax.patches] for ax in axes[:2]]
    assert sides == [[1, 0.75, 0.5, 0.25]] * 2
    assert [square.get_linewidth() for square in axes[2].patches] == [1.5, 1.5, 3]  # 80 is not more than 80
    shades = [square.get_facecolor()[0] for square in axes[1].patches]
    assert shades == sorted(shades)  # the better, the darker
    assert "2 seeds" in axes[0].get_title()
