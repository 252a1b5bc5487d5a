import pytest
import torch

from incentives.learning.chance import generator
from incentives.learning.losses import CrossEntropy, LogLoss, SquaredError

CASES = [
    (SquaredError(), 1, torch.tensor([0.5, -1.0, 2.0, 0.0], dtype=torch.float64)),
    (LogLoss(), 1, torch.tensor([0, 1, 1, 0])),
    (CrossEntropy(), 3, torch.tensor([0, 2, 1, 1])),
]


@pytest.mark.parametrize(("loss", "outputs", "labels"), CASES)
def test_slope_and_mean_follow_from_each(loss, outputs, labels):
    chance = generator(1, "outputs")
    values = torch.randn(2, 4, outputs, generator=chance, dtype=torch.float64).requires_grad_()
    each = loss.each(values, labels)
    assert each.shape == (2, 4)
    (expected,) = torch.autograd.grad(each.sum(), values)
    slope = loss.slope(values.detach().transpose(1, 2), labels).transpose(1, 2)
    assert torch.allclose(slope, expected, atol=1e-14)
    assert torch.allclose(torch.stack([loss.mean(v, labels) for v in values]), each.mean(dim=1))


def test_values_that_can_be_checked_by_hand():
    assert SquaredError().each(torch.tensor([[5.0]]), torch.tensor([2.0])).item() == 4.5
    odds = torch.tensor([[3.0]]).log()  # probability 3/4 for label 1
    assert torch.allclose(LogLoss().each(odds, torch.tensor([1])).exp(), torch.tensor([4 / 3]))
    assert torch.allclose(LogLoss().each(odds, torch.tensor([0])).exp(), torch.tensor([4.0]))
    shares = torch.tensor([[1.0, 2.0, 5.0]]).log()
    assert torch.allclose(CrossEntropy().each(shares, torch.tensor([1])).exp(), torch.tensor([4.0]))


def test_hits():
    assert SquaredError().hits(torch.zeros(2, 1), torch.zeros(2)) is None
    assert LogLoss().hits(torch.tensor([[1.0], [1.0], [-1.0]]), torch.tensor([1, 0, 0])).tolist() == [
        True,
        False,
        True,
    ]
    outputs = torch.tensor([[[0.0, 1.0], [1.0, 0.0]], [[1.0, 0.0], [1.0, 0.0]]])
    assert CrossEntropy().hits(outputs, torch.tensor([1, 1])).tolist() == [[True, False], [False, False]]


def test_large_odds_stay_finite():
    losses = LogLoss().each(torch.tensor([[1000.0], [-1000.0]]), torch.tensor([0, 1]))
    assert losses.tolist() == [1000.0, 1000.0]
