"""The NumPy layers and both ways of slimming against PyTorch's own modules, where PyTorch is installed."""

import numpy as np
import pytest

from incentives.widths import kept_channels
from incentives_book.rewards.what_a_narrow_network_keeps import layers as layers_module, slicing

torch = pytest.importorskip("torch")


def numbers(tensor):
    return tensor.detach().numpy().copy()


def zero_outside(module, masks):
    """Writes zeros into the dropped coordinates of a module, in place."""
    with torch.no_grad():
        for name, mask in masks.items():
            getattr(module, {"gain": "weight", "shift": "bias"}.get(name, name)).mul_(
                torch.from_numpy(mask.astype(float))
            )


@pytest.fixture
def double():
    before = torch.get_default_dtype()
    torch.set_default_dtype(torch.float64)
    yield torch.Generator().manual_seed(3)
    torch.set_default_dtype(before)


def image_modules(generator, norm):
    modules = torch.nn.Sequential(
        torch.nn.Conv2d(2, 8, 3, padding=1), norm(), torch.nn.ReLU(), torch.nn.Conv2d(8, 6, 3), torch.nn.ReLU(),
        torch.nn.Flatten(), torch.nn.Linear(6 * 9, 10), torch.nn.ReLU(), torch.nn.Linear(10, 4),
    )  # fmt: skip
    with torch.no_grad():
        for parameter in modules.parameters():
            parameter.copy_(torch.randn(parameter.shape, generator=generator))
    return modules


def as_layers(modules):
    first, norm, _, second, _, _, hidden, _, last = modules
    if isinstance(norm, torch.nn.BatchNorm2d):
        frozen = (numbers(norm.running_mean), np.sqrt(numbers(norm.running_var) + norm.eps))
        middle = layers_module.BatchNorm(numbers(norm.weight), numbers(norm.bias), *(() if norm.training else frozen))
    else:
        middle = layers_module.GroupNorm(numbers(norm.weight), numbers(norm.bias), norm.num_groups)
    weights = [(numbers(m.weight), numbers(m.bias)) for m in (first, second, hidden, last)]
    return [
        layers_module.Conv(*weights[0], padding=1), middle, layers_module.Pointwise(), layers_module.Conv(*weights[1]), layers_module.Pointwise(), layers_module.Flatten(9),  # noqa: E501
        layers_module.Dense(*weights[2]), layers_module.Pointwise(), layers_module.Dense(*weights[3], fixed=True),
    ]  # fmt: skip


@pytest.mark.backs("rewards/prose-slimming-is-straightforward", "rewards/prose-lemmas-cover-the-slimmed-models")
@pytest.mark.parametrize("training", [False, True])
@pytest.mark.parametrize("width", [0.2, 0.5, 0.75, 1])
def test_slice_equals_zeroed_modules(double, width, training):
    modules = image_modules(double, lambda: torch.nn.BatchNorm2d(8)).train(training)
    if not training:
        modules[1].running_mean.copy_(torch.randn(8, generator=double))
        modules[1].running_var.copy_(torch.rand(8, generator=double) + 0.5)
    x = torch.randn((5, 2, 5, 5), generator=double)
    layers = as_layers(modules)
    np.testing.assert_allclose(slicing.run_network(layers, x.numpy()), numbers(modules(x)), rtol=1e-9, atol=1e-9)
    small = slicing.run_network(slicing.slice_network(layers, width, inputs=2), x.numpy())
    for module, masks in zip(modules, slicing.network_masks(layers, width, inputs=2), strict=True):
        zero_outside(module, masks)
    np.testing.assert_allclose(small, numbers(modules(x)), rtol=1e-9, atol=1e-9)


@pytest.mark.backs("rewards/new-layer-norm-no-restriction")
@pytest.mark.parametrize("width", [0.25, 0.5])
def test_group_norm_with_one_group_differs(double, width):
    modules = image_modules(double, lambda: torch.nn.GroupNorm(1, 8))
    x = torch.randn((5, 2, 5, 5), generator=double)
    layers = as_layers(modules)
    np.testing.assert_allclose(slicing.run_network(layers, x.numpy()), numbers(modules(x)), rtol=1e-9, atol=1e-9)
    small = slicing.run_network(slicing.slice_network(layers, width, inputs=2), x.numpy())
    for module, masks in zip(modules, slicing.network_masks(layers, width, inputs=2), strict=True):
        zero_outside(module, masks)
    assert np.abs(small - numbers(modules(x))).max() > 0.1


@pytest.mark.backs("rewards/prose-slimming-is-straightforward")
@pytest.mark.parametrize("width", [0.3, 0.5, 1])
def test_recurrent_slice_goes_gate_by_gate(double, width):
    module = torch.nn.LSTM(3, 6, batch_first=True)
    with torch.no_grad():
        for parameter in module.parameters():
            parameter.copy_(torch.randn(parameter.shape, generator=double))
    x = torch.randn((4, 7, 3), generator=double)
    packed = [numbers(p) for p in (module.weight_ih_l0, module.weight_hh_l0, module.bias_ih_l0 + module.bias_hh_l0)]
    layer = layers_module.LSTM(packed[0].reshape(4, 6, 3), packed[1].reshape(4, 6, 6), packed[2].reshape(4, 6))
    np.testing.assert_allclose(layer(x.numpy()), numbers(module(x)[1][0][0]), rtol=1e-9, atol=1e-9)
    kept = kept_channels(6, width)
    narrow = torch.nn.LSTM(3, kept, batch_first=True)
    small = slicing.slice_network([layer], width, inputs=3)[0]
    with torch.no_grad():
        narrow.weight_ih_l0.copy_(torch.from_numpy(small.weight.reshape(4 * kept, 3)))
        narrow.weight_hh_l0.copy_(torch.from_numpy(small.recurrent.reshape(4 * kept, kept)))
        narrow.bias_ih_l0.copy_(torch.from_numpy(small.bias.reshape(4 * kept)))
        narrow.bias_hh_l0.zero_()
    expected = numbers(narrow(x)[1][0][0])
    padded = slicing.restrict_network([layer], width, inputs=3)[0](x.numpy())
    np.testing.assert_allclose(padded[:, :kept], expected, rtol=1e-9, atol=1e-9)
    np.testing.assert_array_equal(padded[:, kept:], 0)


def test_gradients_vanish_outside_the_width(double):
    """At width p the loss m_p * w moves no dropped coordinate."""
    module = torch.nn.Sequential(torch.nn.Linear(3, 8), torch.nn.Tanh(), torch.nn.Linear(8, 2))
    layers = [
        layers_module.Dense(numbers(module[0].weight), numbers(module[0].bias)), layers_module.Pointwise(np.tanh),
        layers_module.Dense(numbers(module[2].weight), numbers(module[2].bias), fixed=True),
    ]  # fmt: skip
    masks = slicing.network_masks(layers, 0.5, inputs=3)
    w = {(i, n): getattr(module[i], n).detach().clone().requires_grad_() for i in (0, 2) for n in ("weight", "bias")}
    cut = {(i, n): v * torch.from_numpy(masks[i][n]) for (i, n), v in w.items()}
    x = torch.randn((9, 3), generator=double)
    hidden = torch.tanh(x @ cut[0, "weight"].T + cut[0, "bias"])
    (hidden @ cut[2, "weight"].T + cut[2, "bias"]).square().sum().backward()
    for (i, name), value in w.items():
        assert (value.grad.numpy()[~masks[i][name]] == 0).all()
        assert (value.grad.numpy()[masks[i][name]] != 0).all()
