"""What a bill leaves on disk, on a model of two layers that the test makes; nothing is downloaded."""

import json

import pytest
import torch

transformers = pytest.importorskip("transformers")
pytest.importorskip("trl")

from incentives.charging.base_model import BaseModel
from incentives.charging.charged_models import TrainedOnReports, charge
from incentives.charging.hugging_face import LanguageModel
from incentives.charging.soups import soups
from incentives.charging.training_runs import runs
from incentives.learning.chance import generator
from incentives_book.guide.your_own_model_and_rewards import all_replies

from .tiny_models import INITIAL, PROMPTS, REWARDS, SIZES

pytestmark = pytest.mark.usefixtures("offline")


@pytest.mark.thorough
def test_what_is_saved_is_the_chosen_model(trained, trained_folder):
    models = [INITIAL, *soups([run.name for run in runs(SIZES)[:2]], steps=2)]
    with pytest.warns(TrainedOnReports):
        bill, _ = charge(trained, models, REWARDS, SIZES, PROMPTS * 100, generator=generator(1, "bill"), batch=64)
    bill.save(trained_folder / "out", trained, models)
    told = json.loads((trained_folder / "out" / "bill.json").read_text(encoding="utf-8"))
    assert told["chosen"] == bill.chosen
    assert told["payments"][0]["payment"] == bill.payments[0].payment
    assert (trained_folder / "out" / "bill.md").read_text(encoding="utf-8").strip() == str(bill)
    again = LanguageModel(
        BaseModel(
            transformers.AutoModelForCausalLM.from_pretrained(trained_folder / "out" / "model"),
            trained.tokenizer,
            longest=3,
        )
    )
    replies = all_replies(trained, PROMPTS[0], longest=2)
    ours = trained.log_probabilities(models[bill.chosen], replies, batch=4000)
    assert torch.allclose(ours, again.log_probabilities(INITIAL, replies, batch=4000), atol=1e-5)
    # The adapter names its base in full, so that it loads from any folder.
    named = json.loads((trained_folder / "out" / "model" / "adapter_config.json").read_text(encoding="utf-8"))
    assert named["base_model_name_or_path"] == str((trained_folder / "model").resolve())
    with pytest.raises(ValueError, match="models must be those"):
        bill.save(trained_folder / "other", trained, models[:-1])
    assert not (trained_folder / "other").exists()
