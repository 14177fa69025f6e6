"""all-MiniLM-L6-v2, fine-tuned or as it was, as int8 ONNX: the embedder that needs no key and no network."""

import asyncio
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar

# Before the import, which would queue events for Microsoft otherwise.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

import numpy as np
import onnxruntime
from llama_index.core.base.embeddings.base import BaseEmbedding, Embedding
from llama_index.core.bridge.pydantic import Field, PrivateAttr
from numpy.typing import NDArray
from tokenizers import Tokenizer

from rag.encoding.minilm_files import ORIGINAL, model_file, tokenizer_file
from rag.encoding.minilm_graph import bytes_multiply_exactly, rebuilt
from rag.errors import ModelError
from rag.text.sentences import Span

T = TypeVar("T")

_KEPT = 8
"""Texts whose last pass through the model is kept: a question's vector, its tokens' and its reading need it one after
the other."""

MAX_TOKENS = 512
"""Tokens the model takes at once, its two special tokens included."""


@dataclass(frozen=True)
class TokenVectors:
    """What the model makes of each token of a text, special tokens left out.

    Args:
        vectors: shape (tokens, 384), each row of length 1.
        spans: shape (tokens, 2), start and end of each token in the text, in characters.
    """

    vectors: NDArray[np.float32]
    spans: NDArray[np.int64]


@dataclass(frozen=True)
class EncodedText:
    """A text's vector, and the signs of its tokens' vectors (see `rag.index.signs`).

    Args:
        vector: as `get_text_embedding` gives it.
        signs: shape (tokens, dimensions / 8), special tokens left out.
    """

    vector: Embedding
    signs: NDArray[np.uint8]


class MiniLMEmbedding(BaseEmbedding):
    """The bundled embedding model as a LlamaIndex embedding: 384 dimensions, mean-pooled, of length 1.

    A text longer than 512 tokens is refused rather than cut: `rag.ingestion.chunking` splits before embedding.

    Args:
        model_name: `ORIGINAL` or `TRAINED` of `rag.encoding.minilm_files`.
        embed_batch_size: texts that `get_text_embedding_batch` hands to the cores before it waits for all of them.

    Raises:
        ModelError: there is no such model, the packages that carry it are absent, or their files are not the
            expected ones.
    """

    model_name: str = ORIGINAL
    embed_batch_size: int = Field(default=256, gt=0, le=2048)
    _session: onnxruntime.InferenceSession = PrivateAttr()
    _tokenizer: Tokenizer = PrivateAttr()
    _kept: Callable[[str], tuple[NDArray[np.float32], NDArray[np.int64]]] = PrivateAttr()

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._tokenizer = bundled_tokenizer()
        self._session = _session(model_file(self.model_name))
        self._kept = lru_cache(maxsize=_KEPT)(self._cut)

    @classmethod
    def class_name(cls) -> str:
        """The name LlamaIndex serialises it by."""
        return "MiniLMEmbedding"

    def token_vectors(self, text: str) -> TokenVectors:
        """Embed each token in its context.

        Args:
            text: at most 512 tokens; what lies beyond has no vectors.
        """
        hidden, spans = self._kept(text)
        inner = hidden[1:-1]
        norms = np.linalg.norm(inner, axis=1, keepdims=True)
        return TokenVectors(inner / np.maximum(norms, 1e-12), spans[1:-1])

    def token_spans(self, text: str) -> list[Span]:
        """The places of a text's tokens, special tokens left out; nothing is embedded."""
        return [Span(start, end) for start, end in self._tokenizer.encode(text, add_special_tokens=False).offsets]

    def encode_texts(self, texts: Sequence[str]) -> list[EncodedText]:
        """Vectors and signs of texts of at most 512 tokens, both from one pass; all cores work.

        Raises:
            ModelError: a text is longer.
        """
        return self._spread(self._encoded, texts)

    def _encoded(self, text: str) -> EncodedText:
        hidden, _ = self._hidden(text)
        return EncodedText(_pooled(hidden), np.packbits(hidden[1:-1] > 0, axis=1))

    def _spread(self, work: Callable[[str], T], texts: Sequence[str]) -> list[T]:
        # The longest first, so that no core is left alone with a long one at the end.
        order = sorted(range(len(texts)), key=lambda at: -len(texts[at]))
        with ThreadPoolExecutor(_cores()) as pool:
            done = dict(zip(order, pool.map(work, (texts[at] for at in order)), strict=True))
        return [done[at] for at in range(len(texts))]

    def _hidden(self, text: str, *, truncate: bool = False) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
        encoding = self._tokenizer.encode(text)
        ids = np.array([encoding.ids], dtype=np.int64)
        if ids.shape[1] > MAX_TOKENS:
            if not truncate:
                raise ModelError(
                    f"A text of {ids.shape[1]} tokens is longer than the embedding model takes ({MAX_TOKENS}). "
                    "Split it first: rag.ingestion.chunking.chunk(paper)."
                )
            ids = np.concatenate([ids[:, : MAX_TOKENS - 1], ids[:, -1:]], axis=1)
        feed = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        taken = {value.name: feed[value.name] for value in self._session.get_inputs()}
        hidden = np.asarray(self._session.run(None, taken)[0][0], dtype=np.float32)
        spans = np.array(encoding.offsets, dtype=np.int64)
        return hidden, np.concatenate([spans[: len(hidden) - 1], spans[-1:]])

    def _cut(self, text: str) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
        """As `_hidden`, of as much of a text as the model takes."""
        return self._hidden(text[: MAX_TOKENS * 64], truncate=True)

    def _embed(self, text: str) -> Embedding:
        return _pooled(self._hidden(text)[0])

    def _get_query_embedding(self, query: str) -> Embedding:
        return _pooled(self._kept(query)[0])

    async def _aget_query_embedding(self, query: str) -> Embedding:
        return await asyncio.to_thread(self._get_query_embedding, query)

    def _get_text_embedding(self, text: str) -> Embedding:
        return self._embed(text)

    async def _aget_text_embedding(self, text: str) -> Embedding:
        return await asyncio.to_thread(self._embed, text)

    def _get_text_embeddings(self, texts: list[str]) -> list[Embedding]:
        return self._spread(self._embed, texts)

    async def _aget_text_embeddings(self, texts: list[str]) -> list[Embedding]:
        return await asyncio.to_thread(self._get_text_embeddings, texts)


def _session(model: bytes) -> onnxruntime.InferenceSession:
    """The model ready to run, by the faster of its two graphs on this processor."""
    options = onnxruntime.SessionOptions()
    # One text a thread: measured faster than padded batches, and it leaves each text's result untouched
    # by its neighbours (see benchmarks).
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    if bytes_multiply_exactly():
        model = rebuilt(model)
        # Beyond the basic level onnxruntime may fuse sums and norms into SkipLayerNormalization, which is slower.
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
    return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])


def _pooled(hidden: NDArray[np.float32]) -> Embedding:
    """The mean of the tokens' vectors, scaled to length 1."""
    mean = hidden.mean(axis=0)
    vector: Embedding = (mean / max(float(np.linalg.norm(mean)), 1e-12)).tolist()
    return vector


def _cores() -> int:
    """Processor cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def bundled_tokenizer() -> Tokenizer:
    """The model's tokenizer, without the truncation and padding that its file asks for.

    Raises:
        ModelError: see `MiniLMEmbedding`.
    """
    tokenizer = Tokenizer.from_buffer(tokenizer_file())
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer
