"""Which engine for which network: `python benchmarks/engines.py --device cpu`, or cuda.

Time of one local step of one model (momentum 0.9, batches drawn anew and gathered from resident tensors) over a step
of bare PyTorch: one module, one `torch.optim.SGD` as it comes, `zero_grad`, `backward`, `step` on the same resident
data, without any notion of clients. The bare loop computes in single precision, also beside a network in bfloat16. An
engine trains all clients in one `local_update` and so also moves models in and out; its time is divided by clients *
steps. All start from the same weights, and the first client has to end where the bare loop ends (in bfloat16: near it),
or the run stops. Interleaved, medians; a first turn, in which graphs are captured, is not timed. On a CPU: one thread,
processor time. On a GPU: wall time between synchronizations.

Memory, beyond the bank of models, is computed from what is kept, P parameters of a model, B examples of a batch, and
a, the bytes that the backward pass keeps of one example (measured from saved tensors):
sequential 2 P + B a (gradient, velocity); graph 4 P + B a (its own parameters, velocity, gradient, step); stacked, for
each of the models, 3 P + B a (a copy, velocity, gradient), with the a of the stacked form. Beside it stands the peak
that the allocator saw. It adds what a single layer needs while its gradient is computed, and lacks what has been
freed before the last gradient is there.

`--record FILE` adds a line for each network to a store; settings that are in the store are not added again.
"""

import argparse
import os
import time
from dataclasses import dataclass
from statistics import median

import torch
from torch import nn

from incentives.learning.bank import ParamBank
from incentives.learning.chance import generator
from incentives.learning.federated_data import FederatedData
from incentives.learning.half_precision import in_bfloat16
from incentives.learning.local_update import LocalWork, local_update
from incentives.learning.networks import DenseNetwork, dense_classifier, logistic_regression
from incentives.learning.slim_networks import OneConv, ResNet18, TextLSTM, TwoConv
from incentives.learning.tasks import Moment, Task
from incentives.methods.aequa import plain_task, two_width_task
from incentives_book.study.records import add_record, made_with


@dataclass(frozen=True)
class Problem:
    """A network, the shape of an input (or words in a text), how much is trained, how far the ways may end apart."""

    task: Task
    shape: tuple[int, ...]
    classes: int
    batch: int
    clients: int
    steps: int
    words: int = 0
    bare: Task | None = None  # what the bare loop trains, if it is not the same
    apart: float = 0.02


def mixed(make, shape, batch, clients, steps, *, apart):
    """A network in bfloat16, ten classes, beside a bare loop in single precision."""
    task = plain_task(lambda: in_bfloat16(make()))
    return Problem(task, shape, 10, batch, clients, steps, bare=plain_task(make), apart=apart)


PROBLEMS = {
    "logistic regression 20-10": lambda: Problem(logistic_regression(20, 10), (20,), 10, 32, 10, 20),
    "dense 20-32-2": lambda: Problem(dense_classifier(20, [32], 2), (20,), 2, 32, 10, 20),
    "dense 784-128-10": lambda: Problem(dense_classifier(784, [128], 10), (784,), 10, 64, 10, 10),
    "OneConv, MNIST": lambda: Problem(plain_task(OneConv), (1, 28, 28), 10, 64, 5, 4),
    "TwoConv, SVHN": lambda: Problem(plain_task(TwoConv), (3, 32, 32), 10, 64, 5, 2),
    "ResNet18, 16 channels": lambda: Problem(
        plain_task(lambda: ResNet18(channels=16, widths=(1.0,))), (3, 32, 32), 10, 16, 3, 2
    ),
    "ResNet18, CIFAR-10": lambda: Problem(plain_task(lambda: ResNet18(widths=(1.0,))), (3, 32, 32), 10, 8, 2, 2),
    "OneConv, MNIST, bfloat16": lambda: mixed(OneConv, (1, 28, 28), 64, 5, 4, apart=0.1),
    "TwoConv, SVHN, bfloat16": lambda: mixed(TwoConv, (3, 32, 32), 64, 5, 2, apart=0.1),
    # Rounding to eight bits turns units near zero on and off, and batch norm makes many of them.
    "ResNet18, CIFAR-10, bfloat16": lambda: mixed(lambda: ResNet18(widths=(1.0,)), (3, 32, 32), 8, 2, 2, apart=0.7),
    "OneConv, MNIST, two widths": lambda: Problem(two_width_task(OneConv), (1, 28, 28), 10, 64, 5, 4),
    "TextLSTM, SST": lambda: Problem(plain_task(TextLSTM), (30,), 5, 32, 3, 3, words=20_000),
}


class Race:
    """One problem on one device: the same training by the bare loop and by each engine."""

    def __init__(self, problem: Problem, device: str) -> None:
        self.problem, self.device, task = problem, torch.device(device), problem.task
        self.size = problem.batch * problem.steps
        chance, count = generator(1, "engines"), problem.clients * self.size
        if problem.words:
            inputs = torch.randint(1, problem.words, (count, *problem.shape), generator=chance)
        else:
            inputs = torch.randn(count, *problem.shape, generator=chance)
        labels = torch.randint(problem.classes, (count,), generator=chance)
        parts = torch.arange(count).view(problem.clients, -1).unbind()
        self.data = FederatedData.of(inputs, labels, parts).to(self.device)
        self.work = LocalWork(0.01, batch_size=problem.batch, epochs=1, momentum=0.9)
        first, buffers = task.initial(generator(2, "engines"))
        self.start = ParamBank(first.values.repeat(problem.clients, 1), task.layout).to(self.device)
        self.buffers = ParamBank(buffers.values.repeat(problem.clients, 1), task.buffer_layout).to(self.device)
        self.plain = problem.bare or task
        self.module = self.fresh_module()

    def fresh_module(self) -> nn.Module:
        return self.start.load(0, self.plain.module().to(self.device)).train()

    def engines(self) -> list[str]:
        return ["sequential", *(["stacked"] if self.problem.task.stacked else []), "graph"]

    def ours(self, engine: str) -> ParamBank:
        batches = self.work.batches(self.data, seed=7, round=0)
        task, sgd = self.problem.task, self.work.sgd(0)
        return local_update(self.start, self.data, batches, task, sgd, engine=engine, buffers=self.buffers).bank

    def bare(self, module: nn.Module) -> None:
        """Plain PyTorch on the first client's batches, drawn from its stream."""
        inputs, labels = self.data.inputs[: self.size], self.data.labels[: self.size]
        optimizer = torch.optim.SGD(module.parameters(), lr=0.01, momentum=0.9)
        order = torch.randperm(self.size, generator=generator(7, "batches", 0, 0)).to(self.device)
        for step, rows in enumerate(order.split(self.problem.batch)):
            optimizer.zero_grad()
            self.plain.batch_loss(module, inputs[rows], labels[rows], Moment(0, 0, 0, step)).backward()
            optimizer.step()

    def check(self) -> dict[str, float]:
        """How far each engine ends from the bare loop, over how far the bare loop went."""
        module = self.fresh_module()
        self.bare(module)
        end = self.plain.layout.join(dict(module.named_parameters())).detach()
        went = (end - self.start.values[0]).norm()
        apart = {engine: float((self.ours(engine).values[0] - end).norm() / went) for engine in self.engines()}
        assert max(apart.values()) < self.problem.apart, f"the ways end apart: {apart}"
        return apart

    def seconds(self, call) -> float:
        if self.device.type == "cpu":
            started = time.process_time()
            call()
            return time.process_time() - started
        torch.cuda.synchronize(self.device)
        started = time.perf_counter()
        call()
        torch.cuda.synchronize(self.device)
        return time.perf_counter() - started

    def times(self, repeats: int) -> dict[str, float]:
        """Median time of a step of one model, in seconds."""
        calls = {"bare": lambda: self.bare(self.module)}
        calls |= {engine: lambda engine=engine: self.ours(engine) for engine in self.engines()}
        seen = {name: [] for name in calls}
        for turn in range(repeats + 1):
            for name, call in calls.items():
                taken = self.seconds(call)
                if turn:
                    seen[name].append(taken)
        steps, models = self.problem.steps, self.problem.clients
        return {name: median(taken) / (steps if name == "bare" else steps * models) for name, taken in seen.items()}

    def kept(self) -> dict[str, int]:
        """Bytes that the backward pass keeps of one example, for the module and, as its rule is written, stacked."""
        inputs, labels = self.data.gather(torch.arange(self.problem.batch, device=self.device))
        module = self.start.load(0, self.problem.task.module().to(self.device)).train()

        def forward():
            if self.problem.task.local_loss is None:
                return module(inputs)
            return self.problem.task.batch_loss(module, inputs, labels, Moment(0, 0, 0, 0))

        found = saved_bytes(forward, module.parameters())
        kept = {"module": found // len(inputs)}
        if isinstance(stacked := self.problem.task.stacked, DenseNetwork):
            kept["stacked"] = 2 * 4 * sum(stacked.widths[1:])
        return kept

    def computed(self, kept: dict[str, int]) -> dict[str, int]:
        """Bytes beyond the bank, by the formulas above."""
        row, batch = 4 * self.problem.task.layout.size, self.problem.batch
        found = {"sequential": 2 * row + batch * kept["module"], "graph": 4 * row + batch * kept["module"]}
        if "stacked" in kept:
            found["stacked"] = self.problem.clients * (3 * row + batch * kept["stacked"])
        return found

    def peak(self, engine: str) -> int:
        """Bytes beyond the bank at the peak of one call, as the allocator saw them."""
        copies = self.start.values.nbytes + self.buffers.values.nbytes
        if self.device.type == "cuda":
            torch.cuda.reset_peak_memory_stats(self.device)
            before = torch.cuda.memory_allocated(self.device)
            self.ours(engine)
            return torch.cuda.max_memory_allocated(self.device) - before - copies
        with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CPU], profile_memory=True) as seen:
            self.ours(engine)
        events = [e for e in seen.profiler.kineto_results.events() if e.name() == "[memory]"]
        now = most = 0
        for event in sorted(events, key=lambda event: event.start_ns()):
            now += event.nbytes()
            most = max(most, now)
        return most - copies


def saved_bytes(call, parameters) -> int:
    """Bytes of storages that a call saves for its backward pass, parameters apart, each once."""
    own = {p.untyped_storage().data_ptr() for p in parameters}
    saved = {}

    def pack(tensor):
        storage = tensor.untyped_storage()
        if storage.data_ptr() not in own:
            saved[storage.data_ptr()] = (storage.nbytes(), tensor)  # held, so that no address comes twice
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
        call()
    return sum(size for size, _ in saved.values())


def main():
    """Print the table, and keep it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--networks", nargs="+", default=list(PROBLEMS), choices=list(PROBLEMS))
    parser.add_argument("--record", help="a store to add the table to")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    os.environ.setdefault("KINETO_LOG_LEVEL", "9")  # the profiler announces itself on every call
    on_gpu = torch.device(arguments.device).type == "cuda"
    device = torch.cuda.get_device_name(arguments.device) if on_gpu else "cpu, one thread"
    print("time of a step over bare PyTorch's; MB beyond the models: computed / at the peak")
    print(
        f"{'network':27s}{'bare ms':>9s}" + "".join(f"{engine:>22s}" for engine in ("sequential", "stacked", "graph"))
    )
    for name in arguments.networks:
        problem = PROBLEMS[name]()
        race = Race(problem, arguments.device)
        # First, because the graph engine keeps what it needs.
        peaks = {engine: race.peak(engine) for engine in race.engines()}
        apart = race.check()
        times, kept = race.times(arguments.repeats), race.kept()
        computed = race.computed(kept)
        ratios = {engine: round(times[engine] / times["bare"], 3) for engine in race.engines()}
        cells = [
            f"{ratios[engine]:6.2f}{computed[engine] / 1e6:8.1f} /{peaks[engine] / 1e6:6.1f}"
            if engine in ratios
            else f"{'-':>22s}"
            for engine in ("sequential", "stacked", "graph")
        ]
        print(f"{name:27s}{1e3 * times['bare']:9.3f}" + "".join(cells), flush=True)
        if arguments.record:
            add_record(
                arguments.record,
                {
                    "network": name,
                    "device": device,
                    "batch": problem.batch,
                    "clients": problem.clients,
                    "steps": problem.steps,
                    "repeats": arguments.repeats,
                },
                ratios=ratios,
                bare_milliseconds=round(1e3 * times["bare"], 4),
                apart=apart,
                parameters=problem.task.layout.size,
                buffers=problem.task.buffer_layout.size,
                kept_bytes_per_example=kept,
                computed_bytes=computed,
                peak_bytes=peaks,
                made_with=made_with("torch", device=device),
            )


if __name__ == "__main__":
    main()
