"""What drawing replies costs beside `generate`: `python benchmarks/sampling.py`.

One thread, processor time, interleaved, medians. The baseline is `generate` of the same model on the same prompts, with
sampling at temperature 1 and its cache, forced to the same number of tokens; it is fair because both then do the same
passes. Ours draws by a generator of the caller's and can mix models word by word, which costs one pass per model; that
row says how much. All replies have the full length, so an early end helps nobody.
"""

import argparse
from statistics import median
from time import process_time

import torch
import transformers

from incentives.charging.base_model import BaseModel
from incentives.charging.hugging_face import LanguageModel
from incentives.charging.soups import Hybrid
from incentives.learning.chance import generator

VOCABULARY, PROMPT, REPLY, BATCH = 32_000, 128, 32, 8


class Numbers:
    """A tokenizer for prompts that are numbers of tokens; the last token ends a reply and is never drawn."""

    eos_token_id = VOCABULARY

    def __call__(self, prompt):
        return {"input_ids": [int(word) for word in prompt.split()]}

    def decode(self, row, **_):
        return " ".join(map(str, row))


def tiny():
    size = {"vocab_size": VOCABULARY, "n_positions": 256, "n_embd": 128, "n_layer": 2, "n_head": 4}
    with torch.random.fork_rng():
        torch.manual_seed(0)
        ends = {"eos_token_id": None, "bos_token_id": None, "pad_token_id": 0}
        return transformers.GPT2LMHeadModel(transformers.GPT2Config(**size, **ends)).eval()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeats", type=int, default=7)
    repeats = parser.parse_args().repeats
    torch.set_num_threads(1)
    transformers.logging.set_verbosity_error()
    network = tiny()
    model = LanguageModel(BaseModel(network, Numbers(), longest=REPLY), checkpoints={"a": network, "b": network})
    rows = torch.randint(VOCABULARY, (BATCH, PROMPT), generator=generator(0, "prompts"))
    prompts = [" ".join(map(str, row)) for row in rows.tolist()]
    mixed = Hybrid("words", {"a": 0.5, "b": 0.5}, "words")

    def generate():
        with torch.random.fork_rng(), torch.no_grad():
            network.generate(
                rows, attention_mask=torch.ones_like(rows), do_sample=True, top_k=0, top_p=1.0, temperature=1.0,
                min_new_tokens=REPLY, max_new_tokens=REPLY,
            )  # fmt: skip

    def ours(hybrid):
        drawn = model.sample(hybrid, prompts, longest=REPLY, generator=generator(1, "replies"))
        assert drawn.tokens.shape == (BATCH, PROMPT + REPLY)

    cases = {
        "generate": generate,
        "sample": lambda: ours(Hybrid("initial", {})),
        "sample, two models mixed": lambda: ours(mixed),
    }
    spent = {name: [] for name in cases}
    for _ in range(repeats + 1):
        for name, run in cases.items():
            start = process_time()
            run()
            spent[name].append(process_time() - start)
    base = median(spent["generate"][1:])
    print(f"{BATCH} prompts of {PROMPT} tokens, {REPLY} new ones, vocabulary {VOCABULARY:,}, two layers")
    for name, seconds in spent.items():
        ratio = median(a / b for a, b in zip(seconds[1:], spent["generate"][1:], strict=True))
        print(f"{name:26} {median(seconds[1:]):6.2f} s   {ratio:5.2f} of generate   (generate {base:.2f} s)")


if __name__ == "__main__":
    main()
