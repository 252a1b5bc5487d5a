"""The opening picture, from records made by hand."""

import matplotlib.pyplot as plt

from incentives_book.rewards import overview


def records():
    settings = {"data": "fashion_mnist", "partition": "dirichlet-0.5", "seed": 0}
    given = {"test": [0.7, 0.6]}
    extra = {"widths": [0.25, 1.0], "test_curve": [0.6, 0.7], "anchor": given}
    return [
        {"settings": {**settings, "method": "stand-alone"}, "test": [0.5, 0.3]},
        {"settings": {**settings, "method": "aequa"}, "test": [0.7, 0.6], "extra": extra},
        {"settings": {**settings, "method": "aequa", "seed": 1}, "test": [0.0, 0.0], "extra": extra},
    ]


def test_one_run_is_one_seed_of_one_cell():
    run = overview.one_run(records())
    assert sorted(run) == ["aequa", "stand-alone"]
    assert run["aequa"]["test"] == [0.7, 0.6]


def test_the_strongest_client_gets_the_best_model_down_to_the_second_best_contribution():
    told = list(range(55, 75))
    for contribution, level in zip(told, overview.level_by_contribution(told), strict=True):
        # Equal gains: the best model less the distance from the largest contribution.
        assert abs(level - (86 - (max(69, contribution) - contribution))) < 1e-9


def test_three_panels_are_drawn_with_and_without_records():
    for found in (records(), []):
        _, axes = plt.subplots(1, 3)
        overview.draw_three_steps(overview.one_run(found), axes)
        assert [ax.get_title() for ax in axes] == [
            "train once,\ncut anywhere", "give more to\nwho brings more", "who is strongest\nmay hold back"
        ]  # fmt: skip
        assert len(axes[1].patches) == (2 if found else 0)
        plt.close("all")
