"""Question vectors: begun on a thread of their own while the question is still being understood."""

from __future__ import annotations

from collections import OrderedDict
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock

from llama_index.core.base.embeddings.base import BaseEmbedding

from rag.embedding import question_vector

_KEPT = 32


class QuestionVectors:
    """The vectors of the last questions.

    A question mostly is ranked by as it was typed, and the bundled model leaves Python to others while it works: its
    vector is there when the question is understood. Where that reads it otherwise, another one is made.

    Args:
        embed_model: the model that made the index.
        ahead: begin early; not for a model on a server, which would be asked in vain now and then.
    """

    def __init__(self, embed_model: BaseEmbedding, *, ahead: bool) -> None:
        self._model = embed_model
        self._pool = ThreadPoolExecutor(1, "question") if ahead else None
        self._begun: OrderedDict[str, Future[list[float]]] = OrderedDict()
        self._lock = Lock()

    def begin(self, question: str) -> None:
        """Have a question's vector made, unless it was."""
        if self._pool is None:
            return
        with self._lock:
            if question not in self._begun:
                self._begun[question] = self._pool.submit(question_vector, self._model, question)
                while len(self._begun) > _KEPT:
                    self._begun.popitem(last=False)

    def of(self, question: str) -> list[float]:
        """A question's vector. Raises as `rag.embedding.question_vector` does."""
        with self._lock:
            begun = self._begun.get(question)
        return question_vector(self._model, question) if begun is None else begun.result()
