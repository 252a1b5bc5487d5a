"""Calls that gave another value than the plain ones, or took what those refuse; each says what it is given now."""

import types
from collections import UserDict

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pd = pytest.importorskip("pandas")

from incentives import (
    charging as ch,
    coalitions as co,
    consensus as cs,
    learning as ln,
    payments as pay,
    rewards as rw,
    together as tg,
)

GAME = co.Game([5, 5, 25], noise=10, spread=1)
HIDDEN = [np.ma.array([0.5, 0.9, 0.6], mask=[1, 0, 0]), np.ma.array([0.0, 1.0, 0.2])]
RULE = pay.AffineMaximizer([0.5, 0.5])
BOX = cs.Box([(0, 1), (0, 2)])
REFUSED = {
    "sizes in a mapping proxy": (lambda: co.Game(types.MappingProxyType({1: 5, 2: 5, 3: 25}), noise=10, spread=1), "sizes"),
    "levels in a UserDict": (lambda: rw.mean_collaboration_gain(UserDict({0: 0.7}), [0.5]), "levels"),
    "contributions in a UserDict": (lambda: rw.allocate_widths(UserDict({0: 0.9, 1: 0.1}), [0.25, 0.5, 1]), "contributions"),
    "members in a UserDict": (lambda: RULE([[1.0, 0], [0, 1.0]], UserDict({0: 30, 1: 20})), "sizes"),
    "weights in a UserDict": (lambda: ln.FedAvg(UserDict({0: 1.0, 1: 0.0})), "weights"),
    "bounds in a mapping proxy": (lambda: cs.HalfSpaces([[1, 0], [0, 1]], types.MappingProxyType({0: 5, 1: 6})), "bounds"),
    "reports in a UserDict": (
        lambda: tg.peer_stakes(tg.Federation.priced([5, 5, 25], noise=10, spread=1))(UserDict({0: 9, 1: 9, 2: 9})), "reports"),
    "masked rewards in a list": (lambda: pay.normalise(HIDDEN, "max"), "rewards"),
    "masked weights in a list": (
        lambda: co.fine_errors([5, 5], noise=10, spread=1, weights=[np.ma.array([0.5, 0.5], mask=[1, 0]), [0.5, 0.5]]), "weights"),
    "masked types in a list": (lambda: pay.is_cycle_monotone([HIDDEN[0], [0, 1, 0]], [[1, 0, 0], [0, 1, 0]]), "types"),
    "runs of a dict": (lambda: ch.runs({0: 3, 1: 7}), "sizes"),
    "runs of a set": (lambda: ch.runs({7, 3, 100}), "sizes"),
    "shares of NumPy's bytes": (lambda: ch.Hybrid("h", {"a": np.uint8(255), "b": np.uint8(2)}), "shares"),
    "one name twice": (lambda: ch.soups(["a", "a"], steps=2), "names"),
    "letters for names": (lambda: ch.soups("ab", steps=1), "names"),
    "a rate that is True": (lambda: ch.Training(steps=5, learning_rate=True), "learning_rate"),
    "an infinite rate": (lambda: ch.Training(steps=5, learning_rate=float("inf")), "learning_rate"),
    "a point that is a dict": (lambda: cs.Trusted([BOX])({0: 9, 1: 9}), "point"),
    "a point of a loss that is a dict": (lambda: cs.QuadraticLoss([[2, 0], [0, 2]], [1, 1]).value({0: 5, 1: 5}), "point"),
    "a complex point": (lambda: cs.Quadratic1D(1, 5).value(1j), "point"),
    "a point with too few numbers": (lambda: BOX.half_spaces().__contains__([1]), "point"),
    "a tensor as a point of a finite set": (lambda: torch.tensor(1) in cs.FiniteSet([1]), "point"),
    "names in a set": (lambda: co.analyse(GAME, names={"a", "b", "c"}), "names"),
    "two players of one name": (lambda: co.analyse(GAME, names=["a", "a", "b"]), "names"),
    "layers in a set": (lambda: ln.dense_classifier(2, {3, 17, 5}, 2), "hidden"),
    "blocks that are dicts": (lambda: co.Partition([{0: 5, 1: 5}, {2: 5}]), "coalitions"),
    "blocks that are bytes": (lambda: co.Partition([b"\0\1", b"\2"]), "coalitions"),
    "a coalition of bytes": (lambda: GAME.errors(b"\0\2"), "coalition"),
    "a coalition that is a frame": (lambda: GAME.errors(pd.DataFrame([[1, 1]], columns=[0, 2])), "coalition"),
    "a frame of one column": (lambda: co.uniform_errors(pd.DataFrame({"s": [5, 5, 25]}), noise=10, spread=1), "sizes"),
    "a sparse tensor": (lambda: pay.normalise(torch.tensor([[0.5, 1.0]]).to_sparse(), "max"), "rewards"),
    "a tensor without numbers": (lambda: ln.FedAvg(torch.empty(2, device="meta")), "weights"),
    "levels too far apart": (lambda: rw.mean_collaboration_gain([1.7e308], [-1.7e308]), "levels and contributions"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_it_is_refused_by_name(name):
    call, argument = REFUSED[name]
    with pytest.raises(ValueError, match=f"{argument}.* must"):
        call()


def test_whole_numbers_of_scoring_are_refused_where_the_network_reads_floats():
    task = ln.logistic_regression(2, 2)
    inputs, labels = torch.arange(8).reshape(4, 2), torch.tensor([0, 1, 0, 1])
    data = ln.FederatedData.of(inputs.double(), labels, [[0, 1], [2, 3]])
    bank = ln.run(task, data, ln.LocalWork(rate=0.1, epochs=1), rounds=1, seed=0).bank
    with pytest.raises(
        ValueError,
        match=r"inputs must be what the network reads, got torch\.int64; whole numbers .* must be made floats",
    ):
        ln.evaluate(task, bank, None, inputs, labels)
    assert len(ln.evaluate(task, bank, None, inputs.float(), labels).losses) == 1


def test_a_weight_that_is_computed_in_every_pass_cannot_be_cut():
    from incentives.methods import slim

    with pytest.raises(ValueError, match="module may have layers with a weight and a bias of their own only"):
        slim(torch.nn.Sequential(torch.nn.utils.spectral_norm(torch.nn.Linear(4, 8)), torch.nn.Linear(8, 3)))


def test_a_narrow_number_stands_for_the_decimal_number_that_it_prints_as():
    narrow = [np.float32(0.1), np.float16(0.1), torch.tensor([0.1], dtype=torch.bfloat16), torch.tensor([0.1])]
    assert [rw.incentivised_participation_rate([x] if np.ndim(x) == 0 else x, [0.1]) for x in narrow] == [1.0] * 4
    assert rw.incentivised_participation_rate([0.1], np.float32([0.1])) == 1.0
    assert cs.common_point([cs.FiniteSet([np.float32(0.1)]), cs.FiniteSet([0.1])]) == 0.1
    assert np.float32(0.1) in cs.FiniteSet([0.1])
    assert co.Game([5, 5], noise=np.float32(0.1), spread=1) == co.Game([5, 5], noise=0.1, spread=1)
