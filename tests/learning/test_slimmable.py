import pytest

torch = pytest.importorskip("torch")

from incentives.learning.slim_masks import width_masks
from incentives.learning.slim_networks import OneConv, ResNet18, TextLSTM, TwoConv
from incentives.learning.slimmable import (
    SharedBatchNorm2d,
    SlimConv2d,
    SlimLSTM,
    SwitchableBatchNorm2d,
    calibrate,
)
from incentives.widths import kept_channels

WIDTHS = (0.25, 0.4, 0.5, 0.73, 1.0)


def images(*shape):
    return torch.rand(shape, generator=torch.Generator().manual_seed(5), dtype=torch.float64)


def words():
    return torch.tensor([[3, 1, 4, 1, 5], [2, 6, 0, 0, 0], [7, 0, 0, 0, 0]])


def networks(menu=WIDTHS):
    """Small copies of the four networks, in float64 and with weights from a seed of their own."""
    with torch.random.fork_rng():
        torch.manual_seed(1)
        made = {
            "one convolution": (OneConv(side=8, channels=8, hidden=12, classes=3), images(4, 1, 8, 8)),
            "two convolutions": (TwoConv(side=8, channels=(6, 10), hidden=9, classes=3), images(4, 3, 8, 8)),
            "resnet": (ResNet18(classes=3, channels=8, widths=menu), images(4, 3, 8, 8)),
            "lstm": (TextLSTM(words=9, features=5, cells=8), words()),
        }
    return {name: (network.double(), inputs) for name, (network, inputs) in made.items()}


NAMES = tuple(networks())


def padded(network, width, inputs):
    """The same network with everything outside the width's slices set to zero."""
    masks = width_masks(network, width, inputs)
    with torch.no_grad():
        for name, parameter in network.named_parameters():
            parameter.mul_(masks[name])
    return network


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", ["one convolution", "two convolutions", "lstm"])
def test_a_slice_is_the_network_with_zeros(name, width):
    network, inputs = networks()[name]
    narrow = network(inputs, width)
    assert torch.allclose(padded(network, width, inputs)(inputs, 1.0), narrow, atol=1e-12)


@pytest.mark.parametrize("width", WIDTHS)
def test_shared_batch_norm_slices_too(width):
    network, inputs = networks(menu=None)["resnet"]
    network.train()
    narrow = network(inputs, width)
    assert torch.allclose(padded(network, width, inputs)(inputs, 1.0), narrow, atol=1e-10)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", NAMES)
def test_gradients_vanish_outside_the_slice_and_live_inside(name, width):
    network, inputs = networks()[name]
    network(inputs, width).square().sum().backward()
    for parameter_name, mask in width_masks(network, width, inputs).items():
        gradient = dict(network.named_parameters())[parameter_name].grad
        gradient = torch.zeros_like(mask, dtype=torch.float64) if gradient is None else gradient
        assert not gradient[~mask].any(), parameter_name
        # Not every unit is alive, but each layer of the slice is reached.
        assert gradient[mask].any() or not mask.any() or name == "resnet", parameter_name


@pytest.mark.parametrize("name", NAMES)
def test_masks_are_nested(name):
    network, inputs = networks(menu=None)[name]
    before = None
    for width in WIDTHS:
        masks = width_masks(network, width, inputs)
        if before is not None:
            assert all((~before[key] | mask).all() for key, mask in masks.items())
        before = masks
    assert all(mask.all() for mask in before.values())


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", NAMES)
def test_joint_logits_and_gradients_are_those_of_two_runs(name, width):
    network, inputs = networks()[name]
    whole, narrow = network(inputs), network(inputs, width)
    apart = torch.autograd.grad(
        whole.square().sum() + narrow.exp().sum(), list(network.parameters()), allow_unused=True
    )
    whole_too, narrow_too = network.joint(inputs, width)
    assert torch.allclose(whole, whole_too, atol=1e-12)
    assert torch.allclose(narrow, narrow_too, atol=1e-12)
    shared = torch.autograd.grad(
        whole_too.square().sum() + narrow_too.exp().sum(), list(network.parameters()), allow_unused=True
    )
    for one, other in zip(apart, shared, strict=True):
        assert (one is None) == (other is None)
        assert one is None or torch.allclose(one, other, atol=1e-10)


def test_width_one_is_the_ordinary_network():
    network, inputs = networks()["one convolution"]
    plain = torch.nn.Sequential(
        torch.nn.Conv2d(1, 8, 5, padding=2), torch.nn.ReLU(), torch.nn.MaxPool2d(2), torch.nn.Flatten(),
        torch.nn.Linear(128, 12), torch.nn.ReLU(), torch.nn.Linear(12, 3),
    ).double()  # fmt: skip
    plain.load_state_dict(dict(zip(plain.state_dict(), network.state_dict().values(), strict=True)))
    assert torch.allclose(plain(inputs), network(inputs), atol=1e-12)


def test_the_slim_lstm_is_pytorchs_lstm():
    network, inputs = networks()["lstm"]
    slim, embedded = network.lstm, network.embedding(inputs)
    for width in WIDTHS:
        kept = kept_channels(8, width)
        plain = torch.nn.LSTM(5, kept, batch_first=True).double()
        with torch.no_grad():
            plain.weight_ih_l0.copy_(slim.weight_ih[:, :kept].reshape(-1, 5))
            plain.weight_hh_l0.copy_(slim.weight_hh[:, :kept, :kept].reshape(-1, kept))
            plain.bias_ih_l0.copy_(slim.bias_ih[:, :kept].reshape(-1))
            plain.bias_hh_l0.copy_(slim.bias_hh[:, :kept].reshape(-1))
        assert torch.allclose(plain(embedded)[0], slim(embedded, width), atol=1e-12)


def test_padding_at_the_end_of_a_text_changes_nothing():
    network, inputs = networks()["lstm"]
    longer = torch.cat([inputs, torch.zeros(3, 4, dtype=torch.int64)], 1)
    assert torch.allclose(network(inputs, 0.5), network(longer, 0.5), atol=1e-12)


def test_switchable_statistics_are_kept_apart():
    norm = SwitchableBatchNorm2d(4, (0.5, 1.0))
    norm(images(8, 2, 3, 3).float() + 5, 0.5)
    assert norm.norms[0].running_mean.min() > 0.3
    assert not norm.norms[1].running_mean.any()


def test_calibrated_statistics_are_those_of_the_data():
    network, inputs = networks(menu=None)["resnet"]
    network.train()
    expected = network(inputs, 0.5)
    calibrate(network, [inputs], [0.5])
    with torch.no_grad():
        found = network.eval()(inputs, 0.5)
    assert torch.allclose(expected, found, atol=1e-10)
    with pytest.raises(ValueError, match="must be calibrated before evaluation"):
        network(inputs, 0.75)


def test_one_channel_remains_at_the_smallest_width():
    assert SlimConv2d(3, 8, 3)(torch.zeros(1, 3, 5, 5), 1e-9).shape[1] == 1
    assert SlimLSTM(3, 8)(torch.zeros(1, 2, 3), 1e-9).shape[-1] == 1


@pytest.mark.parametrize("width", [0, -0.5, 1.01, float("nan")])
def test_widths_outside_the_range_are_refused(width):
    with pytest.raises(ValueError, match="width must be"):
        SlimConv2d(3, 8, 3)(torch.zeros(1, 3, 5, 5), width)


def test_bad_settings_are_refused():
    with pytest.raises(ValueError, match="widths must end with 1"):
        SwitchableBatchNorm2d(4, (0.25, 0.5))
    with pytest.raises(ValueError, match="width must be one of"):
        SwitchableBatchNorm2d(4, (0.5, 1.0))(torch.zeros(1, 3, 2, 2), 0.7)
    with pytest.raises(ValueError, match="side must be even"):
        OneConv(side=7)
    with pytest.raises(ValueError, match="side must be a multiple of 4"):
        TwoConv(side=30)
    with pytest.raises(ValueError, match="at least one batch"):
        calibrate(torch.nn.Sequential(SharedBatchNorm2d(2)), [], [1.0])


def test_the_global_generator_is_left_alone_by_running():
    network, inputs = networks()["resnet"]
    before = torch.random.get_rng_state()
    network.joint(inputs, 0.5)
    assert torch.equal(before, torch.random.get_rng_state())
