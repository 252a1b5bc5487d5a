"""One epoch of batches: indexing tensors in memory against PyTorch's DataLoader, in one run on one machine.

    python benchmarks/data_path.py             digits and 6,000 images of 28 x 28
    python benchmarks/data_path.py --quick     fewer repeats

Both shuffle, and both hand out float batches with labels; nothing is trained. `resident` is what the library
does: images stay bytes, a permutation is drawn once, each batch is one gather and one scaling. The baseline
is `DataLoader(TensorDataset(...), shuffle=True)` in the same process over the same points as floats that were
scaled beforehand, which spares it the scaling. Repeats alternate, the median counts. Before anything is
timed, both hand out the same points in the same order once, and all batches must be equal, or the run stops.
"""

import argparse
import statistics
import time

import torch
from torch.utils.data import DataLoader, TensorDataset

from incentives.learning.chance import generator
from incentives.learning.data import Dataset, load

BATCHES = (32, 64, 128)


def images(count):
    """As many points as one of ten clients of MNIST holds; random bytes, since only their shape matters."""
    pixels = torch.randint(0, 256, (count, 1, 28, 28), dtype=torch.uint8, generator=generator(0, "pixels"))
    labels = torch.randint(0, 10, (count,), generator=generator(0, "labels"))
    return Dataset("images", "train", pixels, labels, tuple("0123456789"), checksum="drawn")


def resident(data, batch, order):
    """Batches by indexing, in the order given."""
    for rows in order.split(batch):
        yield data.scaled(rows), data.labels.index_select(0, rows)


def loader(data, batch, order=None, seed=0):
    """PyTorch's loader over the scaled points; in the order given, or in one that it draws."""
    points = TensorDataset(data.scaled(), data.labels)
    if order is not None:
        return DataLoader(points, batch_size=batch, sampler=order.tolist())
    return DataLoader(points, batch_size=batch, shuffle=True, generator=generator(seed, "loader"))


def same_batches(data, batch):
    """Stop unless both ways hand out equal batches when they follow the same order."""
    order = torch.randperm(len(data), generator=generator(0, "order"))
    pairs = list(zip(resident(data, batch, order), loader(data, batch, order), strict=True))
    if not all(torch.equal(a, c) and torch.equal(b, d) for (a, b), (c, d) in pairs):
        raise SystemExit(f"batches of {batch} differ")
    return len(pairs)


def seconds(epoch):
    """Wall time of one pass over all batches."""
    begin = time.perf_counter()
    points = 0
    for _, labels in epoch():
        points += len(labels)
    return time.perf_counter() - begin, points


def compare(data, batch, repeats):
    """Median times of one epoch by indexing and by the loader, alternating."""
    ready = loader(data, batch)
    chance = generator(0, "epochs")
    ways = {
        "resident": lambda: resident(data, batch, torch.randperm(len(data), generator=chance)),
        "loader": lambda: ready,
    }
    times = {name: [] for name in ways}
    for _ in range(repeats + 1):
        for name, epoch in ways.items():
            took, points = seconds(epoch)
            if points != len(data):
                raise SystemExit(f"{name} handed out {points} of {len(data)} points")
            times[name].append(took)
    # The first round of both is for warming up.
    return {name: statistics.median(all_times[1:]) for name, all_times in times.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="3 repeats instead of 15")
    repeats = 3 if parser.parse_args().quick else 15
    torch.set_num_threads(1)
    print(f"Milliseconds for one epoch, median of {repeats}, one thread, PyTorch {torch.__version__}.")
    print(f"{'points':24}{'batch':>6}{'batches':>9}{'resident':>10}{'DataLoader':>12}{'ratio':>8}")
    for data in (load("digits"), images(6_000)):
        for batch in BATCHES:
            batches = same_batches(data, batch)
            took = compare(data, batch, repeats)
            shape = "x".join(map(str, data.inputs.shape))
            print(
                f"{data.name + ' ' + shape:24}{batch:6d}{batches:9d}{1e3 * took['resident']:10.1f}"
                f"{1e3 * took['loader']:12.1f}{took['loader'] / took['resident']:7.1f}x"
            )


if __name__ == "__main__":
    main()
