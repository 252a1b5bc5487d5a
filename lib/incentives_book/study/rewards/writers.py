"""A stand-in for handwriting by many people: one set of images, distorted in each writer's own way.

FEMNIST, where the writers are real, cannot always be had. Here every writer gets a label mix from a Dirichlet draw
and an affine distortion (rotation, shear) and stroke (lighter or bolder) of its own. What is measured on this says
something about many clients with little data each, and nothing about FEMNIST.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as fn

from incentives.learning.data import Dataset
from incentives.learning.partition import dirichlet


def distortion(rng: np.random.Generator) -> tuple[float, float, float]:
    """One writer's hand: rotation in degrees within 20, shear within 0.3, and a stroke exponent from 0.5 to 1.8."""
    return (
        float(rng.uniform(-20, 20)),
        float(rng.uniform(-0.3, 0.3)),
        float(np.exp(rng.uniform(np.log(0.5), np.log(1.8)))),
    )


def distort(images: Tensor, rotation: float, shear: float, stroke: float) -> Tensor:
    """Images of bytes as one writer would have written them, same shape and type.

    Args:
        images: shape (images, channels, height, width), uint8.
        rotation: degrees, counter-clockwise.
        shear: horizontal shift per vertical step.
        stroke: exponent of the grey values; below 1 is bolder, above 1 lighter.

    Raises:
        ValueError: images are not bytes of four axes.

    >>> flat = torch.full((1, 1, 4, 4), 255, dtype=torch.uint8)
    >>> bool(torch.equal(distort(flat, 0.0, 0.0, 0.7), flat))
    True
    """
    if images.dtype != torch.uint8 or images.ndim != 4:
        raise ValueError(
            f"images must be uint8 of shape (images, channels, height, width), got {images.dtype} {tuple(images.shape)}"
        )
    angle = np.deg2rad(rotation)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) @ [[1, shear], [0, 1]]
    where = torch.tensor(np.column_stack([turn, [0, 0]]), dtype=torch.float32)
    grid = fn.affine_grid(where.expand(len(images), 2, 3), list(images.shape), align_corners=False)
    turned = fn.grid_sample(images.float() / 255, grid, align_corners=False)
    return (turned.clamp(0, 1) ** stroke * 255).round().to(torch.uint8)


def stand_in_writers(data: Dataset, writers: int, *, alpha: float = 1.0, rng: np.random.Generator) -> Dataset:
    """The images of a set, dealt out to writers and distorted by each in its own way; `owners` says by whom.

    Args:
        data: images of bytes.
        writers: how many.
        alpha: of the Dirichlet draws of the label mix.
        rng: decides who writes what, and how.

    Raises:
        ValueError: what `dirichlet` refuses, such as more writers than the images allow.

    >>> from incentives.learning.data import load
    >>> from incentives.randomness import stream
    >>> written = stand_in_writers(load("digits"), 5, rng=stream(0, "writers"))
    >>> len(written), len(written.writers), written.edition
    (1204, 5, 'stand-in: distorted by 5 writers of our invention')
    """
    split = dirichlet(data.labels.numpy(), writers, alpha=alpha, rng=rng)
    inputs, owners = data.inputs.clone(), torch.zeros(len(data), dtype=torch.int64)
    for writer, rows in enumerate(split):
        rows = torch.from_numpy(np.asarray(rows))
        inputs[rows] = distort(data.inputs[rows], *distortion(rng))
        owners[rows] = writer
    return replace(
        data,
        inputs=inputs,
        owners=owners,
        writers=tuple(f"writer {writer}" for writer in range(writers)),
        edition=f"stand-in: distorted by {writers} writers of our invention",
    )
