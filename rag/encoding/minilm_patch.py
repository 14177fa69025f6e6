"""Weights that differ from the bundled model's, kept as a file of those alone: a third of its size."""

from collections.abc import Mapping
from typing import Any

from numpy.typing import NDArray

from rag.encoding.onnx_format import message


def patched(model: bytes, patch: bytes) -> bytes:
    """The model with some of its values replaced.

    Args:
        model: the bundled model's file.
        patch: made by `patch_of`.
    """
    target = message("Model").FromString(model)
    tensors = {tensor.name: tensor for tensor in target.graph.initializer}
    for tensor in message("Model").FromString(patch).graph.initializer:
        tensors[tensor.name].raw_data = tensor.raw_data
    return bytes(target.SerializeToString())


def patch_of(model: bytes, values: Mapping[str, NDArray[Any]]) -> bytes:
    """A model's file that holds nothing but those of the values that differ from the model's own.

    Args:
        model: the bundled model's file.
        values: by name, for any of its weights, of the same shape and type.
    """
    difference = message("Model")()
    for tensor in message("Model").FromString(model).graph.initializer:
        if tensor.name in values and values[tensor.name].tobytes() != tensor.raw_data:
            changed = difference.graph.initializer.add()
            changed.CopyFrom(tensor)
            changed.raw_data = values[tensor.name].tobytes()
    return bytes(difference.SerializeToString())
