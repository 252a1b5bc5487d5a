"""What an engine is given: the models to train, on what, and how."""

from __future__ import annotations

from typing import NamedTuple

from torch import Tensor

from incentives.learning.federated_data import Batches, FederatedData
from incentives.learning.sgd import Sgd
from incentives.learning.tasks import Task


class Job(NamedTuple):
    """One round's local training; an engine changes `values` and `buffers` in place.

    Args:
        values: shape (clients, runs, parameters), contiguous.
        buffers: shape (clients, runs, buffers), contiguous.
        data, batches: on the models' device.
        task: what is trained.
        sgd: how.
        present: shape (clients, runs), on the CPU; models that are absent stay as they are.
    """

    values: Tensor
    buffers: Tensor
    data: FederatedData
    batches: Batches
    task: Task
    sgd: Sgd
    present: Tensor
