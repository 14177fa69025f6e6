"""Export: the bundled model's own file with other weights in it, each a byte with a scale for its column, as before."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rag.encoding.minilm_graph import LAYERS, matrix_names
from rag.encoding.minilm_patch import patch_of
from rag.encoding.onnx_format import message

_PARTS = (
    "attention.self.query",
    "attention.self.key",
    "attention.self.value",
    "attention.output.dense",
    "intermediate.dense",
    "output.dense",
)
_LEVELS = 127


def patch(model: bytes, weights: Mapping[str, NDArray[np.float32]]) -> bytes:
    """What `rag.encoding.minilm_patch.patched` turns the bundled model's file into that of these weights with.

    Args:
        model: the bundled model's file.
        weights: by name, as a safetensors file of all-MiniLM-L6-v2 has them.
    """
    source = message("Model").FromString(model)
    names = matrix_names(source, {tensor.name for tensor in source.graph.initializer})
    return patch_of(model, _initializers(weights, names))


def _initializers(weights: Mapping[str, NDArray[np.float32]], matrices: list[str]) -> dict[str, NDArray[Any]]:
    """The values by the names that the file has them under."""
    values: dict[str, NDArray[Any]] = {}
    for name, value in weights.items():
        if value.ndim == 1 or "token_type" in name:
            values[f"inner.{name}"] = value.astype(np.float32)
    names = [f"encoder.layer.{layer}.{part}.weight" for layer in range(LAYERS) for part in _PARTS]
    for matrix, name in zip(matrices, names, strict=True):
        values[f"{matrix}_q"], values[f"{matrix}_scale"] = _bytes(weights[name].T, axis=0)
    for kind in ("word", "position"):
        name = f"embeddings.{kind}_embeddings.weight"
        values[f"inner.{name}_q"], values[f"inner.{name}_scale"] = _bytes(weights[name], axis=1)
    return values


def _bytes(matrix: NDArray[np.float32], axis: int) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """A matrix as bytes, and their scales along an axis."""
    scale = (np.abs(matrix).max(axis=axis, keepdims=True) / _LEVELS).astype(np.float32)
    rounded = np.rint(matrix / np.maximum(scale, 1e-30))
    return np.clip(rounded, -_LEVELS, _LEVELS).astype(np.int8), scale
