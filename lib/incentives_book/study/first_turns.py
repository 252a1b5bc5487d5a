"""Prompts for a study from a public data set of dialogues: what somebody says first, one per line of a text file.

    python -m incentives_book.study.first_turns runs/helpful-assistants-prompts.txt

The data set is `Anthropic/hh-rlhf`, from the Hugging Face hub, if no other is named. Needs
`pip install 'incentives[llm]'`.
"""

from __future__ import annotations

import argparse
import random
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from incentives.extras import needed
from incentives.whole_file import whole_file

_FIRST = re.compile(r"\s*Human:(.*?)(?:\n\s*Assistant:|$)", re.DOTALL)


def first_turn(dialogue: str) -> str | None:
    """The first words of the human, in one line; None where no human begins, or where nothing is said.

    >>> first_turn("\\n\\nHuman: Do birds\\ndance?\\n\\nAssistant: Some do.\\n\\nHuman: Which?")
    'Do birds dance?'
    >>> first_turn("Assistant: Hello.") is None
    True
    """
    found = _FIRST.match(dialogue)
    return " ".join(found[1].split()) or None if found else None


def first_turns(dialogues: Iterable[str], many: int, *, most_words: int, seed: int = 0) -> list[str]:
    """So many different first turns, drawn at random from those that are not too long.

    Args:
        dialogues: in which turns begin with "Human:" and "Assistant:".
        many: how many.
        most_words: of a first turn.
        seed: of the draw.

    Raises:
        ValueError: there are fewer.
    """
    found = {said for each in dialogues if (said := first_turn(each)) and len(said.split()) <= most_words}
    if not 1 <= many <= len(found):
        raise ValueError(
            f"many must be from 1 to the number of first turns of at most {most_words} words, {len(found)}; got {many}"
        )
    return random.Random(seed).sample(sorted(found), many)


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(prog="python -m incentives_book.study.first_turns", description=__doc__)
    parser.add_argument("file", type=Path, help="where the prompts go")
    parser.add_argument("--dataset", default="Anthropic/hh-rlhf", help="name on the hub, or a folder of JSON lines")
    parser.add_argument("--part", default="helpful-base", help="folder of the data set; empty for all of it")
    parser.add_argument("--column", default="chosen", help="where its dialogues are")
    parser.add_argument("--many", type=int, default=2000)
    parser.add_argument("--most-words", type=int, default=40)
    parser.add_argument("--seed", type=int, default=0)
    told = parser.parse_args(arguments)
    with needed("datasets"):
        import datasets
    options: dict[str, Any] = {"data_dir": told.part} if told.part else {}
    dialogues = datasets.load_dataset(told.dataset, split="train", **options)[told.column]
    try:
        prompts = first_turns(dialogues, told.many, most_words=told.most_words, seed=told.seed)
    except ValueError as error:
        parser.error(str(error))
    told.file.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(told.file) as beside:
        beside.write_text("\n".join(prompts) + "\n", encoding="utf-8")
    print(f"{told.file}: {len(prompts)} prompts")


if __name__ == "__main__":
    main()
