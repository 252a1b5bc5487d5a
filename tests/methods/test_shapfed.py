"""Contributions by the last layers."""

import pytest

torch = pytest.importorskip("torch")


from incentives.learning.bank import Layout
from incentives.methods.cgsv import cosine_contributions
from incentives.methods.shapfed import class_contributions, last_layer_contributions


def test_shapfed_of_equal_updates_is_one():
    layout = Layout.of([("w", (2, 2)), ("out.weight", (3, 2)), ("out.bias", (3,))])
    updates = torch.rand(1, layout.size, generator=torch.Generator().manual_seed(0)).expand(4, -1)
    assert torch.allclose(class_contributions(updates, layout, layer="out.weight"), torch.ones(4, 3))
    assert torch.allclose(last_layer_contributions(("out",))(updates, layout), torch.ones(4))
    assert torch.allclose(cosine_contributions(updates, layout), torch.ones(4))


def test_shapfed_looks_at_the_last_layers_only():
    layout = Layout.of([("w", (2,)), ("out.weight", (2, 1))])
    updates = torch.tensor([[5.0, 1.0, 1.0, 0.0], [-5.0, 1.0, 1.0, 0.0], [0.0, 0.0, -1.0, 1.0]])
    told = last_layer_contributions(("out",))(updates, layout)
    assert told[0] == told[1]
    assert told[2] < told[0]
    with pytest.raises(ValueError, match="layers must begin the name of some parameter"):
        last_layer_contributions(("head",))(updates, layout)
