"""A client that sends the same point whatever it learned: the plainest lie of one's own."""

from dataclasses import dataclass
from typing import Any

import torch

from incentives.learning.deviations import Strategy


@dataclass(frozen=True, eq=False)
class ConstantPoint(Strategy):
    point: Any  # shape (parameters,)

    def report(self, received, trained):
        return torch.as_tensor(self.point).to(trained).expand_as(trained).clone()
