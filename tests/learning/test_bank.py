import pytest
import torch
from torch import nn

from incentives.learning.bank import Layout, ParamBank, averaging_weights
from incentives.learning.chance import generator


def modules(count, dtype=torch.float64):
    chance = generator(1, "modules")
    made = [nn.Sequential(nn.Conv2d(1, 3, 2), nn.Flatten(), nn.Linear(3, 2)).to(dtype) for _ in range(count)]
    for module in made:
        for parameter in module.parameters():
            parameter.data = torch.randn(parameter.shape, generator=chance, dtype=dtype)
    return made


def test_rows_hold_the_modules_and_load_back():
    made = modules(3)
    bank = ParamBank.of_modules(made)
    assert bank.values.shape == (3, 3 * 4 + 3 + 3 * 2 + 2)
    for k, module in enumerate(made):
        for name, parameter in module.named_parameters():
            assert torch.equal(bank.views()[name][k], parameter)
            assert torch.equal(bank.row(k)[name], parameter)
    copy = bank.load(2, modules(1)[0])
    assert all(torch.equal(p, q) for p, q in zip(copy.parameters(), made[2].parameters(), strict=True))


def test_views_write_into_the_bank_and_a_copy_does_not():
    bank = ParamBank.of_modules(modules(2))
    copy = bank.copy()
    bank.views()["2.bias"][1, 0] = 7.0
    assert bank.values[1, bank.layout["2.bias"].offset] == 7.0
    assert copy.values[1, bank.layout["2.bias"].offset] != 7.0


def test_join_undoes_split_also_with_scalars():
    layout = Layout.of([("a", (2, 3)), ("count", ()), ("b", (4,))])
    values = torch.arange(22.0).view(2, 11)
    parts = layout.split(values)
    assert parts["count"].tolist() == [6.0, 17.0]
    assert torch.equal(layout.join(parts), values)
    with pytest.raises(ValueError, match=r"b must end in shape \(4,\)"):
        layout.join({**parts, "b": torch.zeros(2, 3)})


def test_aggregation_is_the_loop_over_state_dicts():
    made = modules(4)
    weights = torch.tensor([[0.1, 0.2, 0.3, 0.4], [0.0, 0.5, 0.5, 0.0]], dtype=torch.float64)
    new = ParamBank.of_modules(made).aggregate(weights)
    for g, row in enumerate(weights):
        for name in made[0].state_dict():
            loop = sum(w * module.state_dict()[name] for w, module in zip(row, made, strict=True))
            assert torch.allclose(new.views()[name][g], loop, rtol=0, atol=1e-15)


def test_geometry_of_rows():
    bank = ParamBank.of_modules(modules(3))
    other = ParamBank.of_modules(modules(5)[3:])
    for names in (None, ["2.weight", "2.bias"]):
        cut = slice(None) if names is None else slice(15, None)
        left, right = bank.values[:, cut], other.values[:, cut]
        assert torch.allclose(bank.gram(other, names=names), left @ right.T)
        expected = nn.functional.cosine_similarity(left[:, None], right[None], dim=2)
        assert torch.allclose(bank.cosines(other, names=iter(names) if names else None), expected)
    assert torch.allclose(bank.cosines().diagonal(), torch.ones(3, dtype=torch.float64))
    assert bank.to(torch.float32).values.dtype == torch.float32


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([0.5, 0.5], r"weights must have shape \(rows, 3\), got \(1, 2\)"),
        ([[0.5, 0.5, 0.1]], "each row of weights must sum to 1"),
        ([[1.0, 0.0, 0.0], [0.2, 0.2, 0.2]], "each row of weights must sum to 1"),
        ([[float("nan"), 0.5, 0.5]], "weights must be finite"),
        (torch.zeros(0, 3), r"weights must have shape \(rows, 3\)"),
    ],
)
def test_wrong_weights_are_refused(weights, message):
    with pytest.raises(ValueError, match=message):
        ParamBank.of_modules(modules(3)).aggregate(weights)


def test_sums_of_updates_need_not_sum_to_one():
    bank = ParamBank.of_modules(modules(2))
    assert torch.equal(bank.aggregate([1, 1], sum_to_one=False).values[0], bank.values.sum(dim=0))
    assert averaging_weights([2, 0], columns=2, sum_to_one=False).dtype == torch.float64


def test_wrong_banks_are_refused():
    bank = ParamBank.of_modules(modules(2))
    with pytest.raises(ValueError, match="values must have shape"):
        ParamBank(bank.values[:, 1:], bank.layout)
    with pytest.raises(ValueError, match="values must be contiguous"):
        ParamBank(bank.values.T.contiguous().T, bank.layout)
    with pytest.raises(ValueError, match="at least one module"):
        ParamBank.of_modules([])
    with pytest.raises(ValueError, match="same parameters"):
        ParamBank.of_modules([nn.Linear(2, 1), nn.Linear(3, 1)])
    with pytest.raises(ValueError, match="name each tensor once"):
        Layout.of([("a", (1,)), ("a", (2,))])
    with pytest.raises(ValueError, match="name must be one of"):
        bank.layout["nothing"]
    with pytest.raises(ValueError, match="must have 23 columns"):
        bank.layout.split(torch.zeros(2, 4))
    with pytest.raises(ValueError, match="same layout"):
        bank.gram(ParamBank(torch.zeros(1, 1), Layout.of([("a", (1,))])))
    with pytest.raises(ValueError, match="at least one tensor"):
        bank.gram(names=[])
