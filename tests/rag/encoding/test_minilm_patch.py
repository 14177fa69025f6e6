"""A model's file with other weights in it."""

import numpy as np

from rag.encoding.minilm_patch import patch_of, patched
from rag.encoding.onnx_format import TYPES, array_of, message


def a_model(**values: list[float]) -> bytes:
    model = message("Model")(ir_version=9)
    for name, value in values.items():
        array = np.array(value, dtype=np.float32)
        model.graph.initializer.add(dims=array.shape, data_type=TYPES[array.dtype], name=name, raw_data=array.tobytes())
    return bytes(model.SerializeToString())


def weights(model: bytes) -> dict[str, list[float]]:
    return {tensor.name: array_of(tensor).tolist() for tensor in message("Model").FromString(model).graph.initializer}


def test_a_patch_holds_only_what_differs() -> None:
    patch = patch_of(
        a_model(same=[1, 2], other=[3]), {"same": np.array([1, 2], np.float32), "other": np.array([4], np.float32)}
    )
    assert weights(patch) == {"other": [4]}


def test_a_patched_model_has_the_new_values_and_keeps_the_rest() -> None:
    model = a_model(same=[1, 2], other=[3])
    after = patched(model, patch_of(model, {"other": np.array([4], np.float32)}))
    assert weights(after) == {"same": [1, 2], "other": [4]}
    assert message("Model").FromString(after).ir_version == 9


def test_the_same_weights_leave_nothing_to_patch() -> None:
    model = a_model(same=[1, 2])
    assert patch_of(model, {"same": np.array([1, 2], np.float32)}) == b""
