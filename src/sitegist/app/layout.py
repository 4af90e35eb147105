"""Where pages stand on the map: linked pages near each other, all others apart.

Links pull and pages push, as in force-directed drawing. The push of all pages on each is a
convolution of their density with one kernel, by FFT on a grid: a step takes about two
milliseconds, however many pages there are. The same links give the same picture.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sitegist.page.rows import Longs

Numbers = NDArray[np.float64]
EXTENT = 10_000
"""The longer side of the map, in units."""

_SEED = 1
_STEPS = 160
_GRID = 128
# A push falls with the distance to this power, so that far parts of a site leave each other alone.
_FALL = 1.5
_GRAVITY = 0.04
_ASPECT = 2.0
_DIMENSIONS = 12
_TURNS = 40
# Pages keep this distance, where one page has room of 1 by 1.
_APART = 0.9


def place(count: int, source: Longs, target: Longs, weight: Numbers) -> NDArray[np.int64]:
    """Coordinates of so many pages, a row each, from 0 to `EXTENT`; y grows downwards."""
    if count < 2:
        return np.full((count, 2), EXTENT // 2)
    pull = _pull(count, source, target, weight)
    at = _begin(pull, count)
    kernels = _kernels()
    gravity = _GRAVITY * np.array([1 / _ASPECT, _ASPECT])
    degree = pull.sum(axis=1)[:, None]
    for step in range(_STEPS):
        force = _push(at, kernels) + pull @ at - degree * at - gravity * at
        length = np.maximum(np.hypot(*force.T), 1e-9)[:, None]
        farthest = np.sqrt(count) * 0.1 * (1 - step / _STEPS) ** 2 + 0.01
        at = at + force / length * np.minimum(length / 2, farthest)
    return _fitted(_apart(at))


def _pull(count: int, source: Longs, target: Longs, weight: Numbers) -> NDArray[np.float64]:
    """Links both ways, sparse; a page with many links pulls no harder than one with few."""
    from scipy.sparse import csr_array, diags_array

    found = csr_array((weight, (source, target)), shape=(count, count))
    found = found + found.T
    scale = diags_array(1 / np.sqrt(np.maximum(found.sum(axis=0), 1e-9)))
    pull: NDArray[np.float64] = (scale @ found @ scale).tocsr()
    return pull


def _begin(pull: NDArray[np.float64], count: int) -> Numbers:
    """A first picture: about the leading eigenvectors of the links, laid flat by a fixed turn."""
    random = np.random.default_rng(_SEED)
    vectors = random.standard_normal((count, _DIMENSIONS))
    for _ in range(_TURNS):
        # its eigenvalues are from -1 to 1: with 1 added, the largest lead
        vectors, _ = np.linalg.qr(vectors + pull @ vectors)
    values = (vectors * (pull @ vectors)).sum(axis=0)
    at = (vectors * np.maximum(values, 0.0)) @ random.standard_normal((vectors.shape[1], 2))
    at = (at - at.mean(axis=0)) / (at.std() + 1e-9)
    at /= 1 + np.hypot(*at.T)[:, None]  # what lies far out comes nearer
    at += 0.01 * random.standard_normal(at.shape)
    return np.asarray(at * np.sqrt(count))


def _kernels() -> list[NDArray[np.complex64]]:
    """The push of a page in the middle of the grid, along x and y, transformed."""
    from scipy.fft import rfft2

    steps = np.fft.fftfreq(2 * _GRID, 1 / (2 * _GRID)).astype(np.float32)
    across, down = np.meshgrid(steps, steps, indexing="ij")
    distance = (across**2 + down**2 + 0.6) ** ((_FALL + 1) / 2)
    return [rfft2(across / distance), rfft2(down / distance)]


def _push(at: Numbers, kernels: list[NDArray[np.complex64]]) -> Numbers:
    """What all pages push each of them: spread on the grid, convolved, and read off again."""
    from scipy.fft import irfft2, rfft2

    low = at.min(axis=0)
    width = max(float((at.max(axis=0) - low).max()), 1e-6) * 1.01 / (_GRID - 1)
    cell, part = np.divmod((at - low) / width, 1)
    first = cell.astype(np.int64) @ np.array([_GRID, 1])
    corners = first + np.array([0, 1, _GRID, _GRID + 1])[:, None]
    x, y = part.T
    share = np.stack([(1 - x) * (1 - y), (1 - x) * y, x * (1 - y), x * y])
    density = np.bincount(corners.ravel(), share.ravel(), _GRID * _GRID).astype(np.float32)
    turned = rfft2(density.reshape(_GRID, _GRID), (2 * _GRID, 2 * _GRID))
    fields = (irfft2(turned * kernel)[:_GRID, :_GRID].ravel() for kernel in kernels)
    felt = [(field[corners] * share).sum(axis=0) for field in fields]
    pushed: Numbers = np.stack(felt, axis=1) * width**-_FALL
    return pushed


def _apart(at: Numbers) -> Numbers:
    """Move pages away from each other where they would cover one another."""
    from scipy.spatial import cKDTree

    for _ in range(30):
        one, other = cKDTree(at).query_pairs(_APART, output_type="ndarray").T
        if not len(one):
            break
        way = at[one] - at[other]
        length = np.maximum(np.hypot(*way.T), 1e-9)
        way *= (0.3 * (_APART - length) / length)[:, None]
        moves = (
            np.bincount(one, step, len(at)) - np.bincount(other, step, len(at)) for step in way.T
        )
        at = at + np.stack(list(moves), axis=1)
    return at


def _fitted(at: Numbers) -> NDArray[np.int64]:
    """As whole numbers, the longer side from 0 to `EXTENT`, the other in its middle."""
    low, high = at.min(axis=0), at.max(axis=0)
    scale = EXTENT / max(float((high - low).max()), 1e-9)
    fitted = np.rint((at - (low + high) / 2) * scale + EXTENT / 2)
    return np.asarray(fitted, np.int64)
