"""How many lines and seconds from two local models to a bill? `python benchmarks/strangers_walk.py`.

The way of the page "Your own model and rewards", with models that the page does not know: a language model of Llama's
shape with a chat template, and a classifier of BERT's shape with a tokenizer of its own, both with random weights. The
lines are those of `walk`, which somebody with models of their own would write. One thread. It stops unless the bill
certifies what a lie could win and the saved model is served again.
"""

import inspect
import random
import tempfile
from pathlib import Path
from time import perf_counter, process_time

import torch

from incentives import charging
from incentives.charging import HuggingFaceReward, Hybrid, LanguageModel
from incentives.charging.bill import served
from incentives.learning.chance import generator

WORDS = [
    "<unk>",
    "<s>",
    "</s>",
    "user",
    "assistant",
    ":",
    ";",
    "hello",
    "thanks",
    "sun",
    "rain",
    "yes",
    "tea",
    "please",
]
TEMPLATE = (
    "{% for m in messages %}{{ m['role'] }} : {{ m['content'] }} ; {% endfor %}"
    "{% if add_generation_prompt %}assistant : {% endif %}"
)


def tokenizer(words, **special):
    """Words between blanks."""
    import tokenizers
    import transformers

    made = tokenizers.Tokenizer(
        tokenizers.models.WordLevel({word: k for k, word in enumerate(words)}, unk_token="<unk>")
    )
    made.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    return transformers.PreTrainedTokenizerFast(tokenizer_object=made, unk_token="<unk>", **special)


def make_models(folder):
    """The two models, as they would lie in folders of one's own."""
    import transformers

    torch.manual_seed(5)
    small = {"hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4}
    words = tokenizer(WORDS, bos_token="<s>", eos_token="</s>", pad_token="</s>", chat_template=TEMPLATE)
    config = transformers.LlamaConfig(
        vocab_size=len(WORDS), num_key_value_heads=2, max_position_embeddings=64, bos_token_id=1, eos_token_id=2,
        pad_token_id=2, **small,
    )  # fmt: skip
    heard = ["<unk>", "[PAD]", *WORDS[3:]]
    judge = transformers.BertConfig(vocab_size=len(heard), num_labels=1, pad_token_id=1, initializer_range=0.6, **small)
    for name, model, its in (
        ("my-model", transformers.LlamaForCausalLM(config), words),
        ("my-judge", transformers.BertForSequenceClassification(judge), tokenizer(heard, pad_token="[PAD]")),
    ):
        model.save_pretrained(folder / name)
        its.save_pretrained(folder / name)


def walk(folder):
    """From the folders of two models to the saved bill."""
    base = charging.BaseModel(folder / "my-model", longest=3, chat=True)

    def sunny(prompts, replies):
        return [reply.split().count("sun") / 3 for reply in replies]

    def polite(prompts, replies):
        return [float("thanks" in reply) for reply in replies]

    groups, sizes = ["sunny", "polite", "judged"], [2, 1, 1]
    rewards = [sunny, polite, HuggingFaceReward(folder / "my-judge")]
    prompts = ["hello", "tea please", "rain"]
    initial = Hybrid("initial", {})
    charging.charge(
        LanguageModel(base), [initial], rewards, sizes, prompts * 40, groups=groups, generator=generator(0, "before")
    )
    runs = charging.runs(sizes)
    how = charging.Training(steps=60, replies=32, each=8, learning_rate=0.02, rank=4)
    adapters = {}
    for run in runs:
        trained = charging.train(base, run, rewards, prompts, folder / run.name, training=how)
        adapters[run.name] = str(trained)
    model = LanguageModel(base, adapters=adapters)
    trained = [Hybrid(run.name, {run.name: 1.0}) for run in runs]
    candidates = [initial, *charging.capped(trained, 16.0)]
    asked = random.Random(0).choices(prompts, k=1800)
    bill, _ = charging.charge(
        model, candidates, rewards, sizes, asked, groups=groups, batch=64, generator=generator(0, "bill"),
        highest=1.0, cap=16.0, keep=folder / "sample",
    )  # fmt: skip
    bill.save(folder / "charged", model, candidates)
    return bill


def lines_of(function):
    """Lines of code in a function, without its head, its text and its last line."""
    return sum(bool(line.strip()) for line in inspect.getsource(function).splitlines()[2:-1])


def main():
    """Walk, and say how far it was."""
    import transformers

    torch.set_num_threads(1)
    transformers.logging.set_verbosity_error()
    transformers.logging.disable_progress_bar()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        make_models(folder)
        clock, processor = perf_counter(), process_time()
        bill = walk(folder)
        clock, processor = perf_counter() - clock, process_time() - processor
        if None in bill.wins or set(bill.provenance[1:]) != {"these rewards"}:
            raise SystemExit(f"nothing is certified:\n{bill}")
        model, hybrid = served(folder / "charged" / "model")
        model.sample(hybrid, ["hello"] * 8, longest=3, generator=generator(0, "serve"))
    print(bill)
    print(
        f"{lines_of(walk)} lines and {processor:.0f} seconds of one thread ({clock:.0f} of the clock) from two models "
        "to the saved bill"
    )


if __name__ == "__main__":
    main()
