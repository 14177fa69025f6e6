"""A question on its way: the engine works in a thread of its own, the page follows and may stop it."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import replace
from typing import Any

from llama_index.core.base.base_query_engine import BaseQueryEngine
from llama_index.core.base.response.schema import StreamingResponse

from rag.errors import AskPapersError, QuestionError, StoppedError
from rag.llms.cancellation import Cancellation
from rag.understanding.asked import Asked
from rag.understanding.filters import Filter
from ui.gate.turnstile import BusyError, Ticket, Turnstile
from ui.turns import Turn, said_so_far
from ui.watch import REQUEST_ID
from ui.wording import EN, Words, words_of

RecordMaker = Callable[[str, Any], dict[str, Any]]
Suggester = Callable[[Mapping[str, Any], Sequence[str]], Sequence[str]]
"""Makes the next questions to offer, from an answer's record and the questions asked so far."""

_PACE_SECONDS = 0.06
_GRACE_SECONDS = 2.0
"""For the sources of what a stopped answer has said so far."""
_READING = ("filters", "corrections", "translation", "standalone_question")
_log = logging.getLogger(__name__)


def deltas_of(response: Any) -> Iterator[str]:
    """Yield the text of a response piece by piece; closing this closes the stream behind it."""
    if not isinstance(response, StreamingResponse):
        yield str(response)
        return
    stream = response.response_gen
    try:
        for delta in stream:
            yield str(delta)
    finally:
        close = getattr(stream, "close", None)
        if close is not None:
            close()


def history_of(turns: Sequence[Turn]) -> list[dict[str, Any]]:
    """Return finished turns as the engine takes a conversation; what was stopped or failed is left out."""
    history: list[dict[str, Any]] = []
    for turn in turns:
        if turn.record is not None and turn.progress == "done":
            history.append({"role": "user", "content": _standalone(turn.record, turn.asked)})
            answer = {"role": "assistant", "content": turn.answer, "citations": turn.record.get("citations", [])}
            history.append(answer)
    return history


def understood(
    engine: BaseQueryEngine,
    question: str,
    where: Sequence[str | Filter] = (),
    history: Sequence[Any] | None = None,
    without: Sequence[Filter] = (),
) -> Any:
    """Return what to query an engine with: the question read by it, or as it is where the engine reads none.

    Raises:
        AskPapersError: the question, its conditions or its history cannot be read, or the engine takes no conditions.
    """
    understand = getattr(engine, "understand", None)
    if understand is not None:
        return understand(question, where, history, without=without)
    if where or without:
        raise QuestionError(words_of(question).no_conditions)
    return question


class Run:
    """One question being answered.

    The engine blocks, so it works in a thread; what it produces crosses into the event loop as whole
    turns. Stopping ends the request to the model at once, even before its first word; what has been written by then
    stays, with the sources it cites.
    """

    def __init__(
        self,
        engine: BaseQueryEngine,
        turn: Turn,
        make_record: RecordMaker,
        earlier: Sequence[Turn] = (),
        suggest: Suggester | None = None,
        turnstile: Turnstile | None = None,
        caller: str = "",
        request: str = "",
        words: Words = EN,
    ) -> None:
        """Prepare a run; nothing happens until `turns` is iterated.

        Args:
            engine: the query engine to ask.
            turn: what to ask it, and under which conditions.
            make_record: makes the answer's record once its stream is exhausted.
            earlier: the turns of this conversation before it.
            suggest: gives the questions to offer after the answer; None for no offers.
            turnstile: where it waits for its turn; None for no waiting.
            caller: who asks, for the turnstile.
            request: its id, for the log.
            words: of the frame.
        """
        self._request = request
        self._words = words
        self._engine = engine
        self._make_record = make_record
        self._turn = turn
        self._suggest = suggest
        self._turnstile = turnstile or Turnstile()
        self._caller = caller
        self._ticket: Ticket | None = None
        self._history = [] if turn.reworded else history_of(earlier)
        self._before = tuple(_standalone(item.record or {}, item.asked) for item in earlier)
        self._cancellation = Cancellation()
        self._stopped = threading.Event()
        self._changed = asyncio.Event()
        self._over = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def stopped(self) -> bool:
        """Whether it has been told to end."""
        return self._stopped.is_set()

    def stop(self) -> None:
        """End the run: keep what has been written, close the stream. Safe to call twice, from any thread."""
        self._stopped.set()
        self._cancellation.cancel()
        if self._ticket is not None and self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._ticket.moved.set)
        self._wake()

    async def turns(self) -> AsyncIterator[Turn]:
        """Yield the turn as it grows, the finished one last; leaving early stops the run."""
        self._loop = asyncio.get_running_loop()
        try:
            with self._turnstile.entered(self._caller) as self._ticket:
                async for ahead in self._ticket.ahead():
                    if self._stopped.is_set():
                        break
                    yield replace(self._turn, ahead=ahead)
                async for turn in self._growing():
                    yield turn
        except BusyError:
            yield replace(self._turn, progress="failed", error=self._words.busy)
        finally:
            self.stop()

    async def _growing(self) -> AsyncIterator[Turn]:
        first = self._turn
        if self._stopped.is_set():  # before its turn came
            yield first.ended()
            return
        threading.Thread(target=self._work, name="ask", daemon=True).start()
        yield first
        while True:
            await self._changed.wait()
            self._changed.clear()
            turn = self._turn
            if turn.running and self._stopped.is_set():
                turn = await self._kept()
            yield turn
            if not turn.running:
                return
            await asyncio.sleep(_PACE_SECONDS if turn.answer else 0)  # the first word is not kept waiting

    async def _kept(self) -> Turn:
        """What there is of a stopped answer, with its record if that is there soon."""
        if self._turn.answer:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._over.wait(), _GRACE_SECONDS)
        return self._turn.ended()

    def _work(self) -> None:
        REQUEST_ID.set(self._request)  # of this thread alone
        with self._cancellation.scope():
            self._answer()
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._over.set)

    def _answer(self) -> None:
        question = self._turn.asked
        response: Any = None
        try:
            response = self._engine.query(self._asked())
            with closing(deltas_of(response)) as deltas:  # type: ignore[type-var]
                for delta in deltas:
                    if self._stopped.is_set():
                        raise StoppedError(self._words.stopped)
                    self._become(replace(self._turn, answer=self._turn.answer + delta, progress="streaming"))
            record = self._make_record(question, response)
            reading = self._turn.reading or {key: record[key] for key in _READING if record.get(key)}
            answer = str(record["answer"])
            said = (*self._before, question, _standalone(record, question))
            offers = tuple(self._suggest(record, said)) if self._suggest else ()
            done = replace(self._turn, answer=answer, progress="done", record=record, reading=reading, offers=offers)
            self._become(done)
        except StoppedError:
            self._stop_short(question, response)
        except AskPapersError as error:
            self._become(replace(self._turn, progress="failed", error=str(error)))
        except Exception:
            _log.exception("answering failed")
            self._become(replace(self._turn, progress="failed", error=self._words.unexpected))

    def _stop_short(self, question: str, response: Any) -> None:
        """Keep what a stopped answer has said, its sources and the tokens it took, as far as the engine tells them."""
        metadata = getattr(response, "metadata", None) or {}
        if not self._turn.answer or "verdict" not in metadata or "timings_ms" not in metadata:
            self._become(self._turn.ended())
            return
        metadata["stopped"] = True  # for whoever counts answers
        record = said_so_far(self._make_record(question, response))
        reading = self._turn.reading or {key: record[key] for key in _READING if record.get(key)}
        self._become(replace(self._turn, answer=record["answer"], progress="stopped", record=record, reading=reading))

    def _asked(self) -> Any:
        """The question, understood from the conversation and its conditions; what was read into it is shown at once."""
        turn = self._turn
        asked = understood(self._engine, turn.asked, turn.where, self._history, turn.without)
        if isinstance(asked, Asked):
            self._turn = replace(turn, reading=asked.records(), remarks=tuple(asked.remarks()))
            if self._turn.remarks or any(self._turn.reading.values()):
                self._wake()
        return asked

    def _become(self, turn: Turn) -> None:
        self._turn = turn
        self._wake()

    def _wake(self) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._changed.set)


def _standalone(record: Mapping[str, Any], asked: str) -> str:
    return str(record.get("standalone_question") or asked)
