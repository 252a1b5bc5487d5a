"""What is kept for a backward pass, against a count by hand."""

import pytest

torch = pytest.importorskip("torch")

from incentives_book.study.kept_bytes import kept_bytes


def test_what_is_kept_twice_counts_once_and_what_has_gone_does_not_count():
    x = torch.ones(10, requires_grad=True)
    with kept_bytes() as kept:
        first = (x * x).sum()  # x, twice
        assert kept.now == 40
        second = x.exp()  # the exponentials as well
        assert kept.now == 80
        del second
        assert kept.now == 40
        first.backward()
        assert (kept.now, kept.most) == (0, 80)
    assert torch.equal(x.grad, torch.full((10,), 2.0))


def test_weights_and_their_views_do_not_count_and_gradients_are_right():
    layer = torch.nn.Linear(5, 3)
    given = torch.rand(7, 5, generator=torch.Generator().manual_seed(0))
    with kept_bytes() as kept:
        layer(given).square().sum().backward()
    assert (kept.now, kept.most) == (0, 4 * (7 * 5 + 7 * 3))
    again = torch.nn.Linear(5, 3)
    again.load_state_dict(layer.state_dict())
    again(given).square().sum().backward()
    assert torch.equal(layer.weight.grad, again.weight.grad)


def test_outside_nothing_is_counted():
    with kept_bytes() as kept:
        pass
    kept_outside = torch.ones(3, requires_grad=True).exp()
    assert (kept.now, kept.most) == (0, 0)
    assert kept_outside.requires_grad
