"""The shape that is told is the shape that is written, and the same seed writes the same weights."""

import pytest

transformers = pytest.importorskip("transformers")
import torch

from incentives_book.study.small_llama import is_small, shape_of, small_llama


def test_the_model_has_the_shape_that_is_told(tmp_path):
    state = torch.random.get_rng_state()
    model = transformers.AutoModelForCausalLM.from_pretrained(small_llama(tmp_path / "one", "llama 32x2"))
    shape = shape_of("llama 32x2")
    assert shape.parameters == sum(p.numel() for p in model.parameters())
    config = model.config
    assert (config.num_hidden_layers, config.hidden_size, config.vocab_size) == (shape.layers, shape.width, shape.words)
    small_llama(tmp_path / "two", "llama 32x2")
    weights = [(tmp_path / name / "model.safetensors").read_bytes() for name in ("one", "two")]
    assert weights[0] == weights[1]
    assert torch.equal(state, torch.random.get_rng_state())
    assert len(transformers.AutoTokenizer.from_pretrained(tmp_path / "one")) == shape.words


def test_a_hundredth_of_the_real_model():
    assert shape_of("llama 512x4").parameters == pytest.approx(1.1e9 / 100, rel=0.01)
    assert not is_small("TinyLlama/TinyLlama-1.1B-Chat-v1.0")
    for wrong in ("llama", "llama 30x2", "llama 0x2", "llama 32x0"):
        with pytest.raises(ValueError, match="model must be 'llama WIDTHxLAYERS'"):
            shape_of(wrong)
