"""What share of a machine's rate do training, drawing and judging reach? `python benchmarks/charged_models.py`.

One thread, processor time, medians. The baselines are what the same PyTorch reaches on this machine when it does
nothing
else: one product of large matrices in single precision, and one copy of a tensor that is larger than the caches.
Training
and judging are counted as products, two operations per parameter and token forwards and four more backwards; drawing
reads
all weights once per token of a batch. From the shares follows what a model of any size needs on a machine whose rates
are known, as the guide says for seven billion parameters.
"""

import argparse
import tempfile
from pathlib import Path
from statistics import median
from time import process_time

import tokenizers
import torch
import transformers

from incentives.charging import training_runs
from incentives.charging.base_model import BaseModel
from incentives.charging.hugging_face import LanguageModel
from incentives.charging.replies import Replies
from incentives.charging.soups import Hybrid
from incentives.learning.chance import generator

VOCABULARY, WIDTH, LAYERS, PROMPT, REPLY, BATCH = 512, 512, 8, 64, 64, 8


def make(folder):
    """A model of 26 million parameters with a tokenizer of numbered words."""
    known = {"[PAD]": 0, "[END]": 1} | {f"w{k}": k for k in range(2, VOCABULARY)}
    words = tokenizers.Tokenizer(tokenizers.models.WordLevel(known, unk_token="[PAD]"))
    words.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    read = transformers.PreTrainedTokenizerFast(
        tokenizer_object=words, pad_token="[PAD]", eos_token="[END]", unk_token="[PAD]"
    )
    size = {"vocab_size": VOCABULARY, "n_positions": 256, "n_embd": WIDTH, "n_layer": LAYERS, "n_head": 8}
    with torch.random.fork_rng():
        torch.manual_seed(0)
        ends = {"eos_token_id": 1, "bos_token_id": 1, "pad_token_id": 0}
        model = transformers.GPT2LMHeadModel(transformers.GPT2Config(**size, **ends)).eval()
    model.save_pretrained(folder)
    read.save_pretrained(folder)
    return folder, sum(p.numel() for p in model.parameters())


def seconds(run, repeats):
    """Median processor time of some runs, the first left out."""
    spent = []
    for _ in range(repeats + 1):
        start = process_time()
        run()
        spent.append(process_time() - start)
    return median(spent[1:])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeats", type=int, default=3)
    repeats = parser.parse_args().repeats
    torch.set_num_threads(1)
    transformers.logging.set_verbosity_error()
    transformers.logging.disable_progress_bar()
    square, long = torch.rand(2048, 2048), torch.rand(1 << 26)
    other = torch.empty_like(long)
    products = 2 * 2048**3 / seconds(lambda: square @ square, repeats)
    copying = 2 * 4 * long.numel() / seconds(lambda: other.copy_(long), repeats)
    with tempfile.TemporaryDirectory() as name:
        folder, parameters = make(Path(name) / "model")
        base = BaseModel(folder, longest=REPLY)
        prompts = [" ".join(f"w{2 + (7 * k + j) % 500}" for j in range(PROMPT)) for k in range(BATCH)]

        def train(steps):
            training = training_runs.Training(steps=steps, replies=BATCH, each=4, rank=8)
            training_runs.train(
                base, training_runs.Run("all", (1,)), [lambda _, replies: [len(r) % 7 / 7 for r in replies]], prompts,
                Path(name) / f"run {steps}", training=training,
            )  # fmt: skip

        model = LanguageModel(base)
        initial = Hybrid("initial", {})
        drawn = model.sample(initial, prompts, longest=REPLY, generator=generator(1, "replies"))
        assert isinstance(drawn, Replies)
        positions = drawn.tokens.numel()
        draw = seconds(
            lambda: model.sample(initial, prompts, longest=REPLY, generator=generator(1, "replies")), repeats
        )
        judge = seconds(lambda: model.log_probabilities(initial, drawn), repeats)
        step = (seconds(lambda: train(4), 1) - seconds(lambda: train(1), 1)) / 3
    new = drawn.tokens.shape[1] - PROMPT
    trained = 10 * parameters * positions / (step - draw)
    judged = 2 * parameters * positions / judge
    taken = 4 * parameters * new / draw
    print(f"{parameters / 1e6:.0f} million parameters, {BATCH} replies of {PROMPT} + {new} tokens")
    print(
        f"matrix products {products / 1e9:6.1f} thousand million operations a second, copying "
        f"{copying / 1e9:5.1f} GB a second"
    )
    print(f"training {step - draw:6.2f} s a step beside drawing   {trained / products:5.2f} of the products' rate")
    print(f"judging  {judge:6.2f} s                          {judged / products:5.2f} of the products' rate")
    print(f"drawing  {draw:6.2f} s                          {taken / copying:5.2f} of the copy's rate")


if __name__ == "__main__":
    main()
