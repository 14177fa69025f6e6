"""Desk: what programs may ask of the papers, each in the same form as the command line gives it."""

from __future__ import annotations

import logging
from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from threading import Lock
from typing import Any

from llama_index.core.base.base_query_engine import BaseQueryEngine
from llama_index.core.schema import QueryBundle

from rag.answers import answer_record, paper_records
from rag.engine import PaperQueryEngine
from rag.errors import AskPapersError, QuestionError
from rag.store import PaperStore
from rag.understanding.filters import parse_where
from ui.runs import RecordMaker, deltas_of, understood
from ui.where import conditions_of
from ui.wording import words_of

Record = dict[str, Any]
PAGE = 100
"""Papers listed at a time unless told otherwise."""
MOST = 1000
"""Papers listed at a time at most."""

_log = logging.getLogger(__name__)


class UnexpectedError(AskPapersError):
    """Something failed that no user could have caused; the log has it, the message has nothing of it."""


@dataclass(frozen=True, slots=True)
class Asking:
    """A question as a program puts it.

    Args:
        question: in any language.
        top_k: how many of the papers found to give back, at most as many as the engine retrieves.
        history: the messages before it, oldest first: `{"role": …, "content": …}`.
        where: conditions that papers must meet, as one line or a list.
    """

    question: str
    top_k: int = 20
    history: Sequence[Any] | None = None
    where: Sequence[str] | str | None = None

    def conditions(self) -> tuple[str, ...]:
        """The conditions, one by one."""
        return conditions_of(self.where) if isinstance(self.where, str) else tuple(map(str, self.where or ()))

    def check(self) -> None:
        """Refuse what cannot be asked.

        Raises:
            QuestionError: there are no words, no papers are wanted, or a value is of another kind.
        """
        if not isinstance(self.question, str):
            raise QuestionError("question must be a text.")
        if not _is_whole(self.top_k):
            raise QuestionError("top_k must be a whole number.")
        if not isinstance(self.history, list | tuple | None):
            raise QuestionError('history must be a list of {"role": …, "content": …}.')
        if not isinstance(self.where, str | list | tuple | None):
            raise QuestionError("where must be a text or a list of texts.")
        words = words_of(self.question)
        if not self.question.strip():
            raise QuestionError(words.empty_question)
        if self.top_k < 1:
            raise QuestionError(words.bad_top_k)


class Desk:
    """Answers programs; every call blocks until it is done, and raises nothing but AskPapersError."""

    def __init__(self, engine: BaseQueryEngine, make_record: RecordMaker = answer_record) -> None:
        """Hold the engine; one with a retriever can also search and list its papers."""
        self._engine = engine
        self._make_record = make_record
        self._lock = Lock()
        self._listed: tuple[int, list[str]] = (-1, [])

    @property
    def lists(self) -> bool:
        """Whether `search`, `papers` and `paper` can be asked."""
        return isinstance(self._engine, PaperQueryEngine)

    def pieces(self, asking: Asking) -> Generator[str | Record]:
        """Answer a question: its text piece by piece, then its record. Closing this stops the model's stream."""
        asking.check()
        try:
            read = understood(self._engine, asking.question, asking.conditions(), asking.history)
            response = self._engine.query(read)
            with closing(deltas_of(response)) as deltas:  # type: ignore[type-var]
                yield from deltas
            record = self._make_record(asking.question, response)
            record = {**record, "papers": list(record["papers"])[: asking.top_k]}
        except AskPapersError:
            raise
        except Exception as error:
            raise _unexpected(asking.question, error) from error
        yield record

    def ask(self, asking: Asking) -> Record:
        """The record of an answer: "An answer as JSON" in the README."""
        *_, record = self.pieces(asking)
        return dict(record)  # type: ignore[arg-type]

    def search(self, asking: Asking) -> Record:
        """The ranked papers, as `python -m rag search --json` prints them."""
        asking.check()
        engine = self._papers_engine()
        try:
            asked = engine.understand(asking.question, asking.conditions(), asking.history)
            papers = paper_records(engine.retrieve(asked))[: asking.top_k]
        except AskPapersError:
            raise
        except Exception as error:
            raise _unexpected(asking.question, error) from error
        return {"question": asking.question, "papers": papers, **asked.records()}

    def papers(self, where: Sequence[str] | str | None = None, offset: int = 0, limit: int = PAGE) -> Record:
        """Some of the papers, each as `python -m rag papers --json` prints it.

        Args:
            where: conditions that they must meet.
            offset: how many to pass over.
            limit: how many to give at most, up to `MOST`.

        Returns:
            `{"total": how many meet the conditions, "offset": …, "papers": […]}`.
        """
        if not (_is_whole(offset) and _is_whole(limit) and offset >= 0 and 1 <= limit <= MOST):
            raise QuestionError(f"offset must be a whole number from 0 on, and limit one from 1 to {MOST}.")
        if not isinstance(where, str | list | tuple | None):
            raise QuestionError("where must be a text or a list of texts.")
        engine = self._papers_engine()
        conditions = parse_where(Asking("", where=where).conditions())
        # Explicit conditions are read by the retriever along with a question; one word that states none will do.
        allowed = engine.retriever.understand(QueryBundle("papers"), conditions).allowed if conditions else None
        ids = self._ids(engine.retriever.store)
        meeting = ids if allowed is None else [paper_id for paper_id in ids if paper_id in allowed]
        found = engine.retriever.store.get(meeting[offset : offset + limit])
        shown = [asdict(paper) | {"label": paper.label} for paper in found]
        return {"total": len(meeting), "offset": offset, "papers": shown}

    def paper(self, paper_id: str) -> Record:
        """One paper, all its fields.

        Raises:
            QuestionError: the index has none of this id.
        """
        found = self._papers_engine().retriever.store.get([paper_id])
        if not found:
            raise QuestionError(f"No paper has the id {paper_id!r}. List the ids with papers or search.")
        return asdict(found[0]) | {"label": found[0].label}

    def state(self) -> Record:
        """How many papers there are, and the generation of the index, which every write raises."""
        if not self.lists:
            return {}
        retriever = self._papers_engine().retriever
        return {"papers": len(retriever.lexical), "generation": retriever.store.manifest().generation}

    def _papers_engine(self) -> PaperQueryEngine:
        if not isinstance(self._engine, PaperQueryEngine):
            raise QuestionError("This engine answers questions, but lists no papers.")
        return self._engine

    def _ids(self, store: PaperStore) -> list[str]:
        generation = store.manifest().generation
        with self._lock:
            if self._listed[0] != generation:
                self._listed = (generation, [meta["paper_id"] for _, meta in store.rows() if meta["chunk"] == 0])
            return self._listed[1]


def _is_whole(number: object) -> bool:
    return isinstance(number, int) and not isinstance(number, bool)


def _unexpected(question: str, error: Exception) -> UnexpectedError:
    _log.error("answering failed: %s", type(error).__name__, exc_info=error)
    return UnexpectedError(words_of(question).unexpected)
