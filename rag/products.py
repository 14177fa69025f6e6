"""Products of a question's vectors with the rows of many papers, each made on the thread that asks.

NumPy's BLAS parts even a small product among threads that wait for each other: measured on two busy cores, 8 ms for
what takes less than one here.
"""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rag.minilm_graph import product

_FINE = 254
"""Steps of the second byte in one of the first."""


def by_rows(rows: NDArray[np.float32], vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """The product of each row with each vector.

    Args:
        rows: shape (rows, dimensions).
        vectors: shape (vectors, dimensions).

    Returns:
        Shape (rows, vectors).
    """
    return np.asarray(_session(np.float32, np.float32).run(None, {"a": rows, "b": np.ascontiguousarray(vectors.T)})[0])


def by_bits(bits: NDArray[np.uint8], vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """As `by_rows`, of rows of bits: a vector is taken as two bytes a value, which is exact to 1/60,000 of its largest.

    Args:
        bits: shape (rows, dimensions), 0 or 1 each.
        vectors: shape (vectors, dimensions).
    """
    step = max(float(np.abs(vectors).max(initial=0.0)), 1e-12) / 127
    coarse = np.round(vectors / step)
    fine = np.round((vectors / step - coarse) * _FINE)
    both = np.concatenate([coarse, fine]).astype(np.int8)
    sums = _session(np.uint8, np.int8).run(None, {"a": bits, "b": np.ascontiguousarray(both.T)})[0]
    return np.asarray(step * (sums[:, : len(vectors)] + sums[:, len(vectors) :] / _FINE), dtype=np.float32)


@cache
def _session(left: type[np.generic], right: type[np.generic]) -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(product(left, right), options, providers=["CPUExecutionProvider"])
