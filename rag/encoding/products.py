"""Products of a question's vectors with the rows of many papers, each made on the thread that asks.

NumPy's BLAS parts even a small product among threads that wait for each other: measured on two busy cores, 8 ms for
what takes less than one here.
"""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rag.encoding.minilm_graph import product


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
    """As `by_rows`, of rows of bits. A vector is taken as one byte a value: of a cosine, that is within 0.003.

    Args:
        bits: shape (rows, dimensions), 0 or 1 each.
        vectors: shape (vectors, dimensions).
    """
    whole, steps = _whole(vectors)
    return np.asarray(_of_bytes(bits, whole).astype(np.float32) * steps)


def by_bytes(codes: NDArray[np.uint8], vectors: NDArray[np.float32]) -> NDArray[np.int32]:
    """The product of each row of bytes with each vector, in steps of that vector's own.

    Args:
        codes: shape (rows, dimensions).
        vectors: shape (vectors, dimensions).

    Returns:
        Shape (rows, vectors).
    """
    return _of_bytes(codes, _whole(vectors)[0])


def _whole(vectors: NDArray[np.float32]) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Vectors in whole steps, and how long a step of each is."""
    steps = np.maximum(np.abs(vectors).max(axis=1, initial=0.0), 1e-12) / np.float32(127)
    return np.round(vectors / steps[:, None]).astype(np.int8), steps


def _of_bytes(rows: NDArray[np.uint8], whole: NDArray[np.int8]) -> NDArray[np.int32]:
    return np.asarray(_session(np.uint8, np.int8).run(None, {"a": rows, "b": np.ascontiguousarray(whole.T)})[0])


@cache
def _session(left: type[np.generic], right: type[np.generic]) -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(product(left, right), options, providers=["CPUExecutionProvider"])
