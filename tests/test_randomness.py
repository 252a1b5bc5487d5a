import numpy as np
import pytest

from incentives.randomness import seed_for, stream


def test_streams_are_fixed_across_platforms():
    assert seed_for(7, "weights") == 6115762525651314564
    assert 0 <= seed_for(0, "a") < 2**63


def test_another_use_of_chance_leaves_the_others_alone():
    first = stream(3, "batches", 0, 1).standard_normal(4)
    stream(3, "noise").standard_normal(100)
    assert np.array_equal(first, stream(3, "batches", 0, 1).standard_normal(4))


def test_names_do_not_run_into_each_other():
    seeds = {seed_for(0, "a", i, j) for i in range(30) for j in range(30)} | {
        seed_for(0, "a", "1", 1),
        seed_for(0, "a", 11),
    }
    assert len(seeds) == 902


def test_numbers_of_numpy_name_the_same_stream():
    assert seed_for(np.int64(5), "x", np.int64(2)) == seed_for(5, "x", 2)


def test_the_global_generator_is_left_alone():
    np.random.seed(0)  # noqa: NPY002
    before = np.random.get_state()[1].copy()  # noqa: NPY002
    stream(1, "x").random(10)
    assert np.array_equal(before, np.random.get_state()[1])  # noqa: NPY002


@pytest.mark.parametrize("seed", [-1, 1.5, True, "7"])
def test_a_seed_is_a_whole_number(seed):
    with pytest.raises(ValueError, match="seed must be a whole number >= 0"):
        seed_for(seed, "x")


def test_a_stream_has_a_name():
    with pytest.raises(ValueError, match="names must be one or more"):
        seed_for(1)
