"""Trains the two networks of the explorable *Cut the network* and the ten clients beside them.

    python book/train_cut.py            writes book/_static/explorables/cut-data.js
    python book/train_cut.py --check    trains again and compares; other processors may round otherwise

Handwritten digits (MNIST), halved to 14 by 14 pixels, and one hidden layer of 40 units, of the library's slimmable
layers. Both networks start from the same weights and see the same batches. The ordinary one lowers its loss at full
width; the slimmable one lowers the loss at full width plus the loss at a width that is drawn anew for each batch. What
is written are weights as whole numbers from -127 to 127, accuracies of these rounded networks at every width as counts
of right answers, and what each client reaches alone, on the same test images.
"""

import base64
import json
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as fn

from incentives.learning.data import load
from incentives.learning.slimmable import SlimLinear
from incentives.learning.tasks import seeded

DATA = Path(__file__).resolve().parent / "_static" / "explorables" / "cut-data.js"
SEED, SIDE, UNITS, CLASSES = 7, 14, 40, 10
STEPS, BATCH, RATE, LEAST = 12_000, 64, 0.2, 1  # LEAST: units that a narrow network keeps at least
OWNED = (10, 14, 20, 28, 40, 70, 110, 180, 400, 6000)  # images that each of the ten clients has


class Digits(nn.Module):
    """One hidden layer that can be cut.

    >>> Digits()(torch.zeros(2, 196), 0.25).shape
    torch.Size([2, 10])
    """

    def __init__(self) -> None:
        super().__init__()
        self.hidden = SlimLinear(SIDE * SIDE, UNITS)
        self.out = SlimLinear(UNITS, CLASSES, last=True)

    def forward(self, inputs: Tensor, width: float | Fraction = 1) -> Tensor:
        return self.out(fn.relu(self.hidden(inputs, width)))


def halved(split: str) -> tuple[Tensor, Tensor]:
    """Images of a split, shape (images, 196), means of four pixels from 0 to 1; and labels."""
    data = load("mnist", split=split)
    small = fn.avg_pool2d(data.inputs.float() / 255, 2)
    return small.flatten(1), data.labels


def trained(inputs: Tensor, labels: Tensor, *, slimmable: bool, steps: int) -> Digits:
    """A network by plain SGD, the rate falling to 0; batches and widths come from SEED alone."""
    with seeded(SEED):
        network = Digits()
    chance = torch.Generator().manual_seed(SEED)
    optimizer = torch.optim.SGD(network.parameters(), lr=RATE)
    for step in range(steps):
        rows = torch.randint(len(labels), (BATCH,), generator=chance)
        kept = int(torch.randint(LEAST, UNITS + 1, (), generator=chance))
        optimizer.param_groups[0]["lr"] = RATE * (1 - step / steps)
        loss = fn.cross_entropy(network(inputs[rows]), labels[rows])
        if slimmable:
            loss = loss + fn.cross_entropy(network(inputs[rows], Fraction(kept, UNITS)), labels[rows])
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
    return network


def rounded(network: Digits) -> tuple[list[float], list[list[int]]]:
    """For each layer a step, and its weights and biases as whole multiples of the step; the network is rounded, too."""
    steps, numbers = [], []
    with torch.no_grad():
        for layer in (network.hidden, network.out):
            step = float(max(layer.weight.abs().max(), layer.bias.abs().max())) / 127
            whole = [torch.round(part / step) for part in (layer.weight, layer.bias)]
            layer.weight.copy_(whole[0] * step)
            layer.bias.copy_(whole[1] * step)
            steps.append(step)
            numbers.append([int(v) for part in whole for v in part.flatten()])
    return steps, numbers


@torch.no_grad()
def hits(network: Digits, inputs: Tensor, labels: Tensor, kept: int) -> int:
    """The number of images that the network of this many units names rightly."""
    return int((network(inputs, Fraction(kept, UNITS)).argmax(1) == labels).sum())


def made() -> dict:
    """All that the piece needs, as plain numbers."""
    torch.set_num_threads(1)
    (inputs, labels), (tests, truth) = halved("train"), halved("test")
    # One test image of each digit, in sixteen greys, for those who do not draw.
    first = [int((truth == digit).nonzero()[0]) for digit in range(CLASSES)]
    shown = ["".join(f"{int(v):x}" for v in torch.round(tests[row] * 15)) for row in first]
    told: dict = {"side": SIDE, "units": UNITS, "images": len(truth), "digits": shown}
    for name, slimmable in (("ordinary", False), ("slimmable", True)):
        network = trained(inputs, labels, slimmable=slimmable, steps=STEPS)
        steps, numbers = rounded(network)
        packed = base64.b64encode(np.array([*numbers[0], *numbers[1]], dtype=np.int8).tobytes()).decode()
        right = [hits(network, tests, truth, kept) for kept in range(1, UNITS + 1)]
        told[name] = {"steps": steps, "hits": right, "weights": packed}
    order = np.random.default_rng(SEED).permutation(len(labels))
    told["alone"], start = [], 0
    for count in OWNED:
        rows = order[start : start + count]
        start += count
        network = trained(inputs[rows], labels[rows], slimmable=False, steps=1500)
        told["alone"].append(hits(network, tests, truth, UNITS))
    return told


def main() -> None:
    told = made()
    text = (
        f"// Made by book/train_cut.py: two networks and ten clients.\n"
        f'"use strict";\nScenes.models.cutData = {json.dumps(told)};\n'
    )
    if "--check" in sys.argv[1:]:
        if DATA.read_text(encoding="utf-8") != text:
            sys.exit(f"{DATA.name} must be what the training gives; run {Path(__file__).name}")
        return
    DATA.write_text(text, encoding="utf-8")
    print(f"{DATA.name}: {len(text)} bytes; ordinary {told['ordinary']['hits']}; slimmable {told['slimmable']['hits']}")
    print("alone:", told["alone"])


if __name__ == "__main__":
    main()
