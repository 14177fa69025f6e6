"""The bundled model's graph, rebuilt to multiply bytes: the vectors it always gave, in about half the time.

The model's file keeps a weight as a byte, with a scale for each column, but its graph turns all of them into floats and
multiplies those. Here an activation x becomes two bytes, `x = s·(a - z) + s/254·(b - 128)`: a is what
DynamicQuantizeLinear makes of the text's own range, b is what a leaves over. Two products of bytes then replace one of
floats. One byte alone would be faster still, but moves the vectors (cosine 0.996); two leave them as they are (above
0.999999).
"""

from collections.abc import Container
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rag.encoding.onnx_format import DTYPES, TYPES, array_of, message

Weights = dict[str, NDArray[Any]]
"""Values by the names that a model's file has them under."""

HEADS = 12
LAYERS = 6
_EPSILON = 1e-12
_OUTPUT = "last_hidden_state"
_MICROSOFT = {"Gelu", "MatMulIntegerToFloat", "MultiHeadAttention"}
"""Operators of onnxruntime's own; the others are ONNX's."""


def rebuilt(model: bytes) -> bytes:
    """The model that takes `input_ids` of one text and gives the `last_hidden_state` of the one in the file.

    Args:
        model: the bundled model's file, its content already verified.
    """
    source = message("Model").FromString(model)
    weights = {tensor.name: array_of(tensor) for tensor in source.graph.initializer if tensor.data_type in DTYPES}
    matrices = matrix_names(source, weights)
    graph = _Graph()
    graph.message.input.append(source.graph.input[0])
    graph.message.output.append(source.graph.output[0])
    x = _embeddings(graph, weights)
    for layer in range(LAYERS):
        x = _layer(graph, weights, x, f"inner.encoder.layer.{layer}.", matrices[6 * layer : 6 * layer + 6])
    graph.message.node[-1].output[0] = _OUTPUT
    return graph.model()


def matrix_names(source: Any, weights: Container[str]) -> list[str]:
    """What a model's file calls its matrices: of each layer query, key, value, attention output, wide and narrow.

    Args:
        source: the file's `Model`.
        weights: the names of its values.
    """
    return [node.input[1] for node in source.graph.node if node.op_type == "MatMul" and f"{node.input[1]}_q" in weights]


@cache
def bytes_multiply_exactly() -> bool:
    """Whether products of unsigned and signed bytes are summed without loss here, which `rebuilt` depends on.

    x86 processors older than VNNI add them up in 16 bits, where they saturate; the file's own graph is the faster one
    there, too.
    """
    import onnxruntime

    graph = _Graph()
    one = graph.constant(np.float32(1))
    left = graph.constant(np.full((1, 64), 255, np.uint8))
    graph.node("MatMulIntegerToFloat", [left, graph.constant(np.full((64, 16), 127, np.int8)), one, one])
    graph.message.node[-1].output[0] = _OUTPUT
    graph.message.output.append(b"\n\x11" + _OUTPUT.encode())  # a ValueInfoProto of a name alone
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    session = onnxruntime.InferenceSession(graph.model(), options, providers=["CPUExecutionProvider"])
    return bool(np.all(session.run(None, {})[0] == 64 * 255 * 127))


def product(left: type[np.generic], right: type[np.generic]) -> bytes:
    """A model of one product alone: `y` of the matrices `a` and `b`, of bytes or of floats."""
    floats = left is np.float32
    graph = _Graph()
    graph.node("MatMul" if floats else "MatMulInteger", ["a", "b"])
    graph.message.node[-1].output[0] = "y"
    for name, dtype in (("a", left), ("b", right)):
        # A ValueInfoProto: the name, then a tensor type of this element and of two sizes left open.
        tensor = b"\x08" + bytes([TYPES[np.dtype(dtype)]]) + b"\x12\x04\n\x00\n\x00"
        graph.message.input.append(b"\n\x01" + name.encode() + b"\x12\x0a\n\x08" + tensor)
    graph.message.output.append(b"\n\x01y")
    return graph.model()


class _Graph:
    """A graph being written: `constant`, `node` and `nodes` add one and give the name of its value, or of each."""

    def __init__(self) -> None:
        opsets = [{"domain": "", "version": 18}, {"domain": "com.microsoft", "version": 1}]
        self._model = message("Model")(ir_version=9, opset_import=opsets)
        self.message = self._model.graph
        self.message.name = "minilm"

    def constant(self, value: Any) -> str:
        array = np.asarray(value)
        name = f"constant_{len(self.message.initializer)}"
        self.message.initializer.add(
            dims=array.shape, data_type=TYPES[array.dtype], name=name, raw_data=array.tobytes()
        )
        return name

    def node(self, operator: str, inputs: list[str], **attributes: float) -> str:
        return self.nodes(operator, inputs, 1, **attributes)[0]

    def nodes(self, operator: str, inputs: list[str], outputs: int, **attributes: float) -> list[str]:
        """Add a node that gives several values; an int attribute is written as one, a float as one."""
        names = [f"value_{len(self.message.node)}_{k}" for k in range(outputs)]
        domain = "com.microsoft" if operator in _MICROSOFT else ""
        node = self.message.node.add(op_type=operator, input=inputs, output=names, domain=domain)
        for name, value in attributes.items():
            if isinstance(value, int):
                node.attribute.add(name=name, i=value, type=2)
            else:
                node.attribute.add(name=name, f=value, type=1)
        return names

    def model(self) -> bytes:
        return bytes(self._model.SerializeToString())


@dataclass(frozen=True)
class _TwoBytes:
    """An activation as two byte tensors: the names of each one's bytes, scale and zero point."""

    first: tuple[str, str, str]
    rest: tuple[str, str, str]


def _two_bytes(graph: _Graph, x: str) -> _TwoBytes:
    quantised, scale, zero = graph.nodes("DynamicQuantizeLinear", [x], 3)
    left_over = graph.node("Sub", [x, graph.node("DequantizeLinear", [quantised, scale, zero])])
    # What is left lies within half a step on either side.
    fine_scale = graph.node("Mul", [scale, graph.constant(np.float32(1 / 254))])
    fine_zero = graph.constant(np.uint8(128))
    fine = graph.node("QuantizeLinear", [left_over, fine_scale, fine_zero])
    return _TwoBytes((quantised, scale, zero), (fine, fine_scale, fine_zero))


def _product(graph: _Graph, weights: Weights, x: _TwoBytes, matrix: str, bias: str) -> str:
    """The activation times a weight matrix, plus a bias."""
    matrix_bytes = graph.constant(weights[f"{matrix}_q"])
    scales = graph.constant(weights[f"{matrix}_scale"].reshape(-1))
    parts = []
    for (values, scale, zero), offset in ((x.first, graph.constant(weights[bias])), (x.rest, "")):
        inputs = [values, matrix_bytes, scale, scales, zero, "", offset]
        parts.append(graph.node("MatMulIntegerToFloat", inputs if offset else inputs[:5]))
    return graph.node("Add", parts)


def _embeddings(graph: _Graph, weights: Weights) -> str:
    names = "inner.embeddings."
    rows = graph.node("Gather", [graph.constant(weights[f"{names}word_embeddings.weight_q"]), "input_ids"])
    scales = graph.node("Gather", [graph.constant(weights[f"{names}word_embeddings.weight_scale"]), "input_ids"])
    floats = graph.constant(np.zeros((), np.float32))
    words = graph.node("Mul", [graph.node("CastLike", [rows, floats]), scales])
    # One text is all of token type 0, so that type's vector is a part of every position's.
    positions = (
        weights[f"{names}position_embeddings.weight_q"] * weights[f"{names}position_embeddings.weight_scale"]
        + weights[f"{names}token_type_embeddings.weight"][0]
    )
    length = graph.node("Shape", ["input_ids"], start=1)
    here = graph.node("Slice", [graph.constant(positions), graph.constant(np.zeros(1, np.int64)), length])
    return _normalised(graph, weights, graph.node("Add", [words, here]), f"{names}LayerNorm")


def _normalised(graph: _Graph, weights: Weights, x: str, name: str) -> str:
    inputs = [x, graph.constant(weights[f"{name}.weight"]), graph.constant(weights[f"{name}.bias"])]
    return graph.node("LayerNormalization", inputs, axis=-1, epsilon=_EPSILON)


def _layer(graph: _Graph, weights: Weights, x: str, names: str, matrices: list[str]) -> str:
    """One transformer layer; `matrices` are query, key, value, attention output, and the two of the wide part."""
    query, key, value, attended, wide, narrow = matrices
    split = _two_bytes(graph, x)
    heads = [
        _product(graph, weights, split, matrix, f"{names}attention.self.{kind}.bias")
        for matrix, kind in ((query, "query"), (key, "key"), (value, "value"))
    ]
    attention = _two_bytes(graph, graph.node("MultiHeadAttention", heads, num_heads=HEADS))
    output = _product(graph, weights, attention, attended, f"{names}attention.output.dense.bias")
    # onnxruntime would fuse these two into SkipLayerNormalization, which takes five times as long: see `session`.
    x = _normalised(graph, weights, graph.node("Add", [output, x]), f"{names}attention.output.LayerNorm")
    inner = graph.node(
        "Gelu", [_product(graph, weights, _two_bytes(graph, x), wide, f"{names}intermediate.dense.bias")]
    )
    output = _product(graph, weights, _two_bytes(graph, inner), narrow, f"{names}output.dense.bias")
    return _normalised(graph, weights, graph.node("Add", [output, x]), f"{names}output.LayerNorm")
