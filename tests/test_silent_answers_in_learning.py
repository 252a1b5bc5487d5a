"""Answers of training that came silently and wrong once, each refused now by a ValueError that says what is allowed."""

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("sklearn")

from incentives import learning as ln
from incentives.learning.bank import Layout
from incentives.learning.text import Vocabulary
from incentives.methods.cgsv import Cgsv, keep_largest
from incentives.methods.participation import PartialAveraging, rising_rates
from incentives_book.study.rewards.cells import Cell
from incentives_book.study.study_file import read_study

NAN, INF = float("nan"), float("inf")
INPUTS, LAYOUT = torch.arange(16.0).reshape(8, 2) / 8, Layout.of([("w", (2,))])


def data(labels, inputs=INPUTS):
    return ln.FederatedData.of(inputs, torch.tensor(labels), [range(4), range(4, 8)])


def train(labels, classes=2, engine="sequential"):
    task = ln.logistic_regression(2, classes)
    return ln.run(task, data(labels), ln.LocalWork(rate=0.1, epochs=1), rounds=1, seed=0, engine=engine)


# By their numbers in the list of 59 groups.
CLOSED = {
    **{
        f"1 labels {pair}": (lambda pair=pair: train(list(pair) * 4), "labels of data must be 0 or 1")
        for pair in ((1, 2), (-1, 1), (0, 255))
    },
    "1 labels that are scored": (
        lambda: ln.evaluate(ln.logistic_regression(2), train([0, 1] * 4).bank, None, INPUTS, torch.tensor([1, 2] * 4)),
        "labels of the examples must be 0 or 1"),
    **{
        ("2 a label that PyTorch ignores, "
        f"{engine}"): (lambda engine=engine: train([0, -100] * 4, 3, engine), "must be classes from 0")
        for engine in ("sequential", "stacked")
    },
    "3 inputs that are no numbers": (lambda: data([0, 1] * 4, torch.full((8, 2), NAN)), "inputs must be finite"),
    "3 infinite labels": (lambda: data([INF] * 8), "labels must be finite"),
    "4 negative weights": (lambda: ln.FedAvg([2.0, -1.0]), "weights must be at least 0"),
    "4 negative weights of one's own": (lambda: ln.Personalized([[2.0, -1.0], [0.0, 1.0]]), "weights must be at least 0"),
    "4 negative sizes": (lambda: Cgsv([-1, -1], LAYOUT), "sizes must be a row of numbers above 0"),
    **{
        f"4 sizes {sizes}": (lambda sizes=sizes: PartialAveraging(sizes, [1, 1]), "sizes must be")
        for sizes in ([0, 0], [-1, 2], [NAN, 2], ["a", "b"], [True, True])
    },
    "5 a no that is true": (lambda: Cell(participation="no"), "participation must be True or False"),
    "7 one test image": (lambda: Cell(tests=True), "tests must be a whole number"),
    "7 the deviator True": (lambda: Cell(deviator=True), "deviator must be a whole number"),
    "7 half a deviator": (lambda: Cell(deviator=1.5), "deviator must be a whole number"),
    "8 labels of the last client": (lambda: data([0, 1] * 4).with_labels(-1, torch.tensor([1] * 4)), "client must be a whole number"),
    "8 examples of the last client": (lambda: data([0, 1] * 4).client(-1), "client must be a whole number"),
    "9 letters": (lambda: Vocabulary.of("abc", most=3), "sentences must be a list"),
    "10 too few values": (lambda: keep_largest(torch.tensor([1.0]), 0.5, LAYOUT), ("values must be one row of the layout's "
    ""
    ""
    ""
    ""
    ""
    "2")),
    **{f"11 the lowest {low}": (lambda low=low: rising_rates(4, lowest=low), "lowest must be") for low in (NAN, 2, -1)},
    "11 nobody": (lambda: rising_rates(0), "clients must be a whole number"),
    **{
        f"12 {lie.__name__} by {size}": (lambda lie=lie, size=size: lie(size), "must be a finite number")
        for lie in (ln.Bias, ln.Rotate, ln.Rescale)
        for size in (NAN, INF, 1j, "a", True)
    },
    **{
        f"13 no {name}": (lambda name=name: ln.OneConv(**{name: 0}), f"{name} must be a whole number")
        for name in ("inputs", "side", "channels", "hidden", "classes")
    },
    **{f"13 {name} of a deep network": (lambda name=name: ln.ResNet18(**{name: 0}), f"{name} must be") for name in ("classes", "channels")},
}  # fmt: skip


@pytest.mark.parametrize("name", CLOSED)
def test_what_was_answered_wrong_is_refused(name):
    call, words = CLOSED[name]
    with pytest.raises(ValueError, match=words):
        call()


@pytest.mark.parametrize("table", ["minst", "digit"])
def test_settings_of_a_set_that_is_not_there_are_refused(table, tmp_path):
    file = tmp_path / "study.toml"
    file.write_text(f'study = "rewards"\n[settings.{table}]\nrounds = 1\n[[run]]\nmethod = "fedavg"\ndata = "digits"\n')
    with pytest.raises(ValueError, match=f"no field .*{table}"):
        read_study(file)


def test_labels_that_fit_still_train():
    assert train([0, 1] * 4).losses.isfinite().all()
    assert train([0, 2] * 4, 3).losses.isfinite().all()
