"""The part of the ONNX format that is read and written here.

The `onnx` package would bring 18 MB to say the same. What is not described is carried over as it is.
"""

from functools import cache
from typing import Any

import numpy as np
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory  # type: ignore[import-untyped]
from numpy.typing import NDArray

TYPES: dict[np.dtype[Any], int] = {
    np.dtype(np.float32): 1,
    np.dtype(np.uint8): 2,
    np.dtype(np.int8): 3,
    np.dtype(np.int64): 7,
}
"""ONNX's numbers for element types."""
DTYPES = {number: dtype for dtype, number in TYPES.items()}

# Message -> field -> (number, type, repeated). Inputs and outputs are carried over unread, so they are mere bytes.
_FIELDS: dict[str, dict[str, tuple[int, str, bool]]] = {
    "Model": {"ir_version": (1, "int64", False), "graph": (7, "Graph", False), "opset_import": (8, "Opset", True)},
    "Opset": {"domain": (1, "string", False), "version": (2, "int64", False)},
    "Graph": {
        "node": (1, "Node", True),
        "name": (2, "string", False),
        "initializer": (5, "Tensor", True),
        "input": (11, "bytes", True),
        "output": (12, "bytes", True),
    },
    "Node": {
        "input": (1, "string", True),
        "output": (2, "string", True),
        "op_type": (4, "string", False),
        "attribute": (5, "Attribute", True),
        "domain": (7, "string", False),
    },
    "Attribute": {
        "name": (1, "string", False),
        "f": (2, "float", False),
        "i": (3, "int64", False),
        "type": (20, "int32", False),
    },
    "Tensor": {
        "dims": (1, "int64", True),
        "data_type": (2, "int32", False),
        "name": (8, "string", False),
        "raw_data": (9, "bytes", False),
    },
}


def message(name: str) -> Any:
    """The class of a message: `Model`, `Graph`, `Node`, `Tensor`…"""
    return message_factory.GetMessageClass(_pool().FindMessageTypeByName(f"askpapers.onnx.{name}"))


@cache
def _pool() -> descriptor_pool.DescriptorPool:
    file = descriptor_pb2.FileDescriptorProto(name="askpapers/onnx.proto", package="askpapers.onnx", syntax="proto2")
    kinds = descriptor_pb2.FieldDescriptorProto
    for message, fields in _FIELDS.items():
        described = file.message_type.add(name=message)
        for field, (number, kind, repeated) in fields.items():
            label = kinds.LABEL_REPEATED if repeated else kinds.LABEL_OPTIONAL
            if kind in _FIELDS:
                described.field.add(
                    name=field, number=number, label=label, type=kinds.TYPE_MESSAGE, type_name=f".askpapers.onnx.{kind}"
                )
            else:
                described.field.add(
                    name=field, number=number, label=label, type=kinds.Type.Value(f"TYPE_{kind.upper()}")
                )
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return pool


def array_of(tensor: Any) -> NDArray[Any]:
    """The values of a `Tensor` message of a type in `TYPES`."""
    flat: NDArray[Any] = np.frombuffer(tensor.raw_data, DTYPES[tensor.data_type])
    return flat.reshape(tuple(tensor.dims))
