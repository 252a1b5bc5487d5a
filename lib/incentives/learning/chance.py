"""PyTorch's generators for the named streams of chance.

They live on the CPU also where training runs on an accelerator, so that every device sees the same weights,
clients and batches. PyTorch's global generator is never touched.
"""

from __future__ import annotations

import torch

from incentives.randomness import seed_for


def generator(seed: int, *names: str | int) -> torch.Generator:
    """A generator on the CPU for one named use of chance.

    Args:
        seed: of the whole run, a whole number >= 0.
        names: what the stream is for; texts and whole numbers, for instance `"batches", client, round`.

    Raises:
        ValueError: `seed` is negative or no whole number, or no name is given.

    >>> draws = [torch.rand(3, generator=generator(7, "weights")).tolist() for _ in range(2)]
    >>> draws[0] == draws[1] == torch.rand(3, generator=generator(7, "batches")).tolist()
    False
    >>> draws[0] == draws[1], generator(7, "weights").device.type
    (True, 'cpu')
    """
    made = torch.Generator(device="cpu")
    made.manual_seed(seed_for(seed, *names))
    return made
