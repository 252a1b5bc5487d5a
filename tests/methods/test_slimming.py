"""A network of one's own at every width: slices are the narrower networks, and what cannot be sliced is refused."""

import re
from copy import deepcopy
from fractions import Fraction
from math import ceil
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")
from torch import nn

from incentives.learning.slim_masks import width_masks
from incentives.learning.slimmable import SlimLinear
from incentives.methods.slimming import SlimChain, slim

ROOT = Path(__file__).resolve().parents[2]
WIDTHS = (0.25, 0.5, 1.0)


def dense():
    return nn.Sequential(
        nn.Flatten(), nn.Linear(12, 10), nn.Tanh(), nn.Linear(10, 7, bias=False), nn.ReLU(), nn.Linear(7, 3)
    )


def convolutions():
    return nn.Sequential(
        nn.Sequential(nn.Conv2d(3, 6, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2)),
        nn.Sequential(nn.Conv2d(6, 9, 3, stride=1, padding="same", bias=False), nn.GELU(), nn.AvgPool2d(2)),
        nn.Flatten(),
        nn.Linear(9, 5),
        nn.ReLU(),
        nn.Dropout(0.5),
        nn.Linear(5, 4),
    )


def norms():
    return nn.Sequential(
        nn.Conv2d(3, 6, 3, padding=1, bias=False),
        nn.BatchNorm2d(6, eps=1e-3),
        nn.ReLU(),
        nn.AdaptiveAvgPool2d(1),
        nn.Flatten(),
        nn.Linear(6, 8),
        nn.BatchNorm1d(8),
        nn.ReLU(),
        nn.Linear(8, 4),
    )


NETWORKS = {
    "dense": (dense, (12,)),
    "images": (lambda: dense(), (3, 2, 2)),
    "convolutions": (convolutions, (3, 4, 4)),
    "norms": (norms, (3, 4, 4)),
}


def restricted(module, width):
    """The narrower network written out: fresh, smaller layers that hold the leading entries of the weights."""
    flat = [layer for part in module for layer in (part if isinstance(part, nn.Sequential) else [part])]
    weighted = [layer for layer in flat if isinstance(layer, (nn.Linear, nn.Conv2d))]
    layers, entering, pixels = [], None, 1
    for layer in flat:
        if layer in weighted:
            out, full_in = layer.weight.shape[:2]
            kept = out if layer is weighted[-1] else ceil(Fraction(str(width)) * out)
            entering = full_in if entering is None else entering * pixels
            small = torch.clone(layer.weight.detach()[:kept, :entering])
            if isinstance(layer, nn.Linear):
                new = nn.Linear(entering, kept, bias=layer.bias is not None)
            else:
                new = nn.Conv2d(
                    entering, kept, layer.kernel_size, layer.stride, layer.padding, bias=layer.bias is not None
                )
            new.weight.data = small
            if layer.bias is not None:
                new.bias.data = layer.bias.detach()[:kept].clone()
            entering, pixels = kept, 1
            layers.append(new)
        elif isinstance(layer, (nn.BatchNorm1d, nn.BatchNorm2d)):
            new = type(layer)(entering, eps=layer.eps)
            for name in ("weight", "bias"):
                getattr(new, name).data = getattr(layer, name).detach()[:entering].clone()
            for name in ("running_mean", "running_var"):
                getattr(new, name).copy_(getattr(layer, name)[:entering])
            layers.append(new)
        else:
            layers.append(layer)
    return nn.Sequential(*layers)


@pytest.mark.parametrize("name", NETWORKS)
@pytest.mark.parametrize("width", WIDTHS)
def test_slices_are_the_restricted_networks(name, width):
    make, shape = NETWORKS[name]
    chance = torch.Generator().manual_seed(1)
    with torch.random.fork_rng():
        torch.manual_seed(0)
        module = make()
        for part in module.modules():
            if isinstance(part, (nn.BatchNorm1d, nn.BatchNorm2d)):
                nn.init.uniform_(part.weight)
                part.running_mean.uniform_(-0.5, 0)
                part.running_var.uniform_(0.5, 2)
    inputs = torch.randn(6, *shape, generator=chance)
    network = slim(module, widths=WIDTHS).eval()
    expected = restricted(module, width).eval()(inputs)
    assert torch.allclose(network(inputs, width), expected, atol=1e-6)
    assert torch.allclose(network(inputs), module.eval()(inputs), atol=1e-6)
    if width < 1:
        assert not torch.allclose(network(inputs, width), network(inputs))


@pytest.mark.parametrize("name", NETWORKS)
@pytest.mark.parametrize("width", WIDTHS)
def test_the_joint_pass_is_two_passes_for_gradients_too(name, width):
    make, shape = NETWORKS[name]
    network = slim(make(), widths=WIDTHS).double().eval()
    inputs = torch.randn(5, *shape, generator=torch.Generator().manual_seed(2)).double()
    found = []
    for outputs in (network.joint(inputs, width), (network(inputs, 1.0), network(inputs, width))):
        loss = sum((part**2).sum() for part in outputs)
        grads = torch.autograd.grad(loss, list(network.parameters()), allow_unused=True)
        found.append([*outputs, *grads])
    for one, other in zip(*found, strict=True):
        assert (one is None) == (other is None)
        assert one is None or torch.allclose(one, other)


@pytest.mark.parametrize("name", NETWORKS)
@pytest.mark.parametrize("width", WIDTHS)
def test_what_a_width_does_not_hold_it_does_not_use(name, width):
    make, shape = NETWORKS[name]
    network = slim(make(), widths=WIDTHS).eval()
    inputs = torch.randn(3, *shape, generator=torch.Generator().manual_seed(3))
    before = network(inputs, width)
    masks = width_masks(network, width, inputs)
    with torch.no_grad():
        for parameter_name, parameter in network.named_parameters():
            parameter[~masks[parameter_name]] = torch.nan
    assert torch.equal(network(inputs, width), before)
    assert width == 1 or any(not mask.all() for mask in masks.values())


REFUSED = {
    "another kind": (nn.Linear(2, 2), "must be an nn.Sequential"),
    "no dense end": (nn.Sequential(nn.Conv2d(1, 2, 1)), "must end in an nn.Linear"),
    "convolution after": (nn.Sequential(nn.Linear(2, 2), nn.Conv2d(1, 2, 1)), "must end in an nn.Linear"),
    "nothing to slim": (nn.Sequential(nn.Flatten(), nn.Linear(2, 2)), "nothing to slim"),
    "groups": (nn.Sequential(nn.Conv2d(2, 2, 1, groups=2), nn.Flatten(), nn.Linear(2, 2)), "0, Conv2d|one group"),
    "layer norm": (nn.Sequential(nn.Linear(2, 2), nn.LayerNorm(2), nn.Linear(2, 2)), "1, LayerNorm"),
    "softmax": (nn.Sequential(nn.Linear(2, 4), nn.Softmax(1), nn.Linear(4, 2)), "1, Softmax"),
    "recurrent": (nn.Sequential(nn.LSTM(2, 2), nn.Linear(2, 4), nn.Linear(4, 2)), "0, LSTM"),
    "no flatten": (nn.Sequential(nn.Conv2d(1, 2, 1), nn.Linear(2, 4), nn.Linear(4, 2)), "1, Linear"),
    "flattened words": (nn.Sequential(nn.Linear(1, 2), nn.Flatten(), nn.Linear(4, 2)), "1, Flatten"),
    "inside": (nn.Sequential(nn.Sequential(nn.Linear(1, 2), nn.PReLU(2)), nn.Linear(2, 2)), r"0\.1, PReLU"),
    "norm without menu": (nn.Sequential(nn.Linear(1, 2), nn.BatchNorm1d(2), nn.Linear(2, 2)), "widths must be given"),
    "norm without parameters": (
        nn.Sequential(nn.Linear(1, 2), nn.BatchNorm1d(2, affine=False), nn.Linear(2, 2)),
        "batch norms with parameters",
    ),
}


SHARED = nn.Linear(2, 2)
TIED = nn.Linear(2, 2)
TIED.weight = SHARED.weight
REFUSED |= {
    "layer twice": (nn.Sequential(SHARED, nn.ReLU(), SHARED, nn.Linear(2, 2)), ("parameters in two places.*0 and 2, "
    "Linear")),
    "weights twice": (nn.Sequential(SHARED, nn.ReLU(), TIED, nn.Linear(2, 2)), ("parameters in two places.*0 and 2, "
    "Linear")),
    "block twice": (
        nn.Sequential(*[nn.Sequential(SHARED, nn.ReLU())] * 2, nn.Linear(2, 2)), (r"parameters in two places.*0\.0 and "
        r"1\.0")),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_sliced_is_refused_by_name(name):
    module, words = REFUSED[name]
    widths = None if name == "norm without menu" else WIDTHS
    with pytest.raises(ValueError, match=words):
        slim(module, widths=widths)


def test_the_module_that_was_given_stays_as_it_was():
    module = dense()
    network = slim(module)
    with torch.no_grad():
        next(network.parameters()).fill_(7)
    assert not (next(module.parameters()) == 7).any()


def test_an_activation_used_twice_stays_twice():
    act, pool = nn.ReLU(), nn.MaxPool2d(2)
    rows = nn.Sequential(nn.Linear(4, 8), act, nn.Linear(8, 6), act, nn.Linear(6, 3))
    images = nn.Sequential(
        nn.Conv2d(1, 4, 3, padding=1), pool, nn.Conv2d(4, 4, 3, padding=1), pool, nn.Flatten(), nn.Linear(64, 3)
    )
    block = nn.Sequential(act, nn.Dropout(0.5))
    nested = nn.Sequential(nn.Linear(4, 8), block, nn.Linear(8, 6), block, nn.Linear(6, 3))
    for module, shape, layers in ((rows, (4,), 5), (images, (1, 16, 16), 6), (nested, (4,), 7)):
        network, inputs = slim(module).eval(), torch.randn(5, *shape, generator=torch.Generator().manual_seed(0))
        assert len(network.layers) == layers
        assert torch.allclose(network(inputs), module.eval()(inputs), atol=1e-6)


def test_what_is_frozen_stays_frozen_and_doubles_stay_doubles():
    module = norms().double()
    module[0].requires_grad_(False)
    module[6].requires_grad_(False)
    network = slim(module, widths=WIDTHS)
    frozen = {name for name, p in network.named_parameters() if not p.requires_grad}
    assert frozen == {"layers.0.weight", *(f"layers.6.norms.{k}.{w}" for k in range(3) for w in ("weight", "bias"))}
    assert torch.equal(network.layers[0].weight, module[0].weight)
    assert network.layers[0].weight.dtype == torch.float64


def test_data_of_another_width_is_refused_and_not_cut():
    for module, fits, other in ((dense(), (2, 12), (2, 5)), (convolutions(), (2, 3, 4, 4), (2, 1, 4, 4))):
        network = slim(module)
        network(torch.zeros(fits), 0.5)
        for call in (network, network.joint):
            with pytest.raises(
                ValueError, match=r"inputs must have the (12|3) (columns|channels) that the network reads, got"
            ):
                call(torch.zeros(other), 0.5)


def test_a_module_that_does_more_than_its_layers_is_noticed():
    module = dense()
    module[2].register_forward_hook(lambda layer, inputs, output: 2 * output)
    slim(module)  # a hook of a layer that is kept goes along
    module[1].register_forward_hook(lambda layer, inputs, output: 2 * output)
    with pytest.raises(ValueError, match="slimmed, it does not"):
        slim(module)


def test_an_example_helps_where_no_square_image_fits():
    module = nn.Sequential(nn.Conv2d(1, 2, 1), nn.Flatten(), nn.Linear(2 * 40 * 50, 3))
    with pytest.raises(ValueError, match="example must be given"):
        slim(module)
    assert slim(module, example=torch.zeros(1, 1, 40, 50))(torch.zeros(1, 1, 40, 50)).shape == (1, 3)
    with pytest.raises(ValueError, match="module must accept the example"):
        slim(module, example=torch.zeros(1, 1, 4, 5))


def guide_cells():
    """The cells of the guide that write a layer by hand."""
    import jupytext

    page = jupytext.read(ROOT / "notebooks" / "guide" / "your-own-data-and-network.md")
    cells = [cell for cell in page.cells if cell.cell_type == "code"]
    return [cell for cell in cells if re.match(r"class \w+\(nn\.\w+\)", cell.source)]


@pytest.mark.parametrize("name", ["Residual", "Attention", "Shades", "Groups"])
def test_what_the_guide_writes_by_hand_is_short_and_is_the_narrow_network(name):
    (cell,) = (cell.source for cell in guide_cells() if cell.source.startswith(f"class {name}("))
    assert len(cell.splitlines()) <= 8
    seen = []
    images = torch.rand(6, 64, generator=torch.Generator().manual_seed(4))
    with torch.random.fork_rng():
        torch.manual_seed(1)
        known = {
            "nn": nn,
            "SlimLinear": SlimLinear,
            "SlimChain": SlimChain,
            "attend": torch.nn.functional.scaled_dot_product_attention,
            "torch": torch,
            "layer_norm": torch.nn.functional.layer_norm,
            "scores": SlimLinear(32, 10, last=True),
            "tried": lambda network, see, rate=0.1: seen.extend([network, see(images.numpy())]),
        }
        exec(cell, known)
    network, inputs = seen[0], torch.as_tensor(seen[1])
    outputs = [network(inputs, width) for width in (0.25, 0.5, 1.0)]
    assert [tuple(part.shape) for part in outputs] == [(6, 10)] * 3
    assert not any(torch.allclose(part, outputs[-1]) for part in outputs[:-1])
    for width in (0.25, 0.5):
        both = network.joint(inputs, width)
        assert torch.equal(both[0], network(inputs, 1.0))
        assert torch.equal(both[1], network(inputs, width))
        masks = width_masks(network, width, inputs)
        before = network(inputs, width)
        spoilt = deepcopy(network)
        with torch.no_grad():
            for parameter, value in spoilt.named_parameters():
                value[~masks[parameter]] = torch.nan
        assert torch.equal(spoilt(inputs, width), before)  # what the width does not hold it does not use
        assert any(not mask.all() for mask in masks.values())


@pytest.mark.parametrize(
    "layer",
    [
        nn.Embedding(17, 8),
        nn.MultiheadAttention(4, 1),
        nn.TransformerEncoderLayer(4, 1),
        nn.GroupNorm(2, 4),
        nn.LSTM(4, 4),
    ],
    ids=lambda one: type(one).__name__,
)
def test_what_the_guide_writes_by_hand_is_refused_by_name_with_the_way_out(layer):
    module = nn.Sequential(nn.Linear(4, 4), layer, nn.Linear(4, 2))
    with pytest.raises(ValueError, match=f"write it by hand, for a SlimChain.*1, {type(layer).__name__}"):
        slim(module)
    # Where nothing else could be slimmed, either, it is this layer that the message names.
    with pytest.raises(ValueError, match=f"write it by hand, for a SlimChain.*: 0, {type(layer).__name__}"):
        slim(nn.Sequential(layer, nn.Flatten(), nn.Linear(4, 2)))


@pytest.mark.parametrize("layers", [(), (nn.Linear(2, 2), 3), ([nn.Linear(2, 2)],)])
def test_a_chain_is_made_of_modules(layers):
    with pytest.raises(ValueError, match="layers must be one or more modules that take a width, got"):
        SlimChain(*layers)
