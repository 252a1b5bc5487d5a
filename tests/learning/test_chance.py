import numpy as np
import pytest
import torch

from incentives.learning.chance import generator
from incentives.randomness import seed_for


def test_equal_names_draw_equally():
    a, b = generator(3, "batches", 1, 12), generator(3, "batches", 1, 12)
    assert torch.equal(torch.randperm(1000, generator=a), torch.randperm(1000, generator=b))
    assert a.initial_seed() == seed_for(3, "batches", 1, 12)


def test_different_names_and_seeds_draw_differently():
    calls = [
        (3, "a"),
        (4, "a"),
        (3, "b"),
        (3, "a", 0),
        (3, "batches", 1, 12),
        (3, "batches", 11, 2),
        (3, "1"),
        (3, 1),
    ]
    draws = {tuple(torch.rand(4, generator=generator(*call)).tolist()) for call in calls}
    assert len(draws) == len(calls)


def test_a_stream_is_an_object_of_its_own():
    first, second = generator(0, "x"), generator(0, "x")
    torch.rand(10, generator=first)
    assert torch.equal(torch.rand(5, generator=second), torch.rand(5, generator=generator(0, "x")))


def test_it_lives_on_the_cpu_whatever_the_default_device_is():
    with torch.device("meta"):
        assert generator(0, "x").device.type == "cpu"


def test_global_chance_is_untouched():
    before, numpy_before = torch.get_rng_state(), np.random.get_state()  # noqa: NPY002
    torch.rand(100, generator=generator(0, "x"))
    assert torch.equal(torch.get_rng_state(), before)
    assert (np.random.get_state()[1] == numpy_before[1]).all()  # noqa: NPY002


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((-1, "x"), "seed must be a whole number >= 0 of at most 1,000 digits, got -1"),
        ((1.5, "x"), "seed must be a whole number"),
        ((True, "x"), "seed must be a whole number"),
        ((0,), "names must be"),
        ((0, 1.5), "names must be"),
    ],
)
def test_bad_input_is_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        generator(*arguments)
