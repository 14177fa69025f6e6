"""Reception: takes programs' questions in turn, and has each worked on beside the event loop."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing, closing, suppress
from contextvars import copy_context
from dataclasses import dataclass
from typing import Any, TypeVar

import anyio.to_thread

from rag.llms.cancellation import Cancellation
from ui.gate.turnstile import Turnstile
from ui.programs.desk import Asking, Desk, Record
from ui.watch import Watch

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Waiting:
    """So many questions are to be begun before this one."""

    ahead: int


class Reception:
    """The desk for those who must not block: every method is a coroutine of one event loop."""

    def __init__(self, desk: Desk, turnstile: Turnstile, watch: Watch) -> None:
        """Stand before a desk; `watch` counts what is answered."""
        self.desk = desk
        self.turnstile = turnstile
        self.watch = watch

    async def pieces(self, asking: Asking, *, caller: str, interface: str) -> AsyncGenerator[str | Waiting | Record]:
        """Answer a question: how many are before it, its text as it grows, its record last.

        Leaving early ends the request to the model.

        Args:
            asking: what is asked.
            caller: who asks, for the turnstile.
            interface: through what, for the counts.

        Raises:
            AskPapersError: there is no answer; the message says why.
        """
        asking.check()
        with self.turnstile.entered(caller) as ticket:
            is_whole = False
            try:
                async for ahead in ticket.ahead():
                    yield Waiting(ahead)
                async with aclosing(self._working(asking)) as pieces:
                    async for piece in pieces:
                        if isinstance(piece, dict):
                            self.watch.answered(piece, interface)
                            is_whole = True
                        yield piece
            except (GeneratorExit, asyncio.CancelledError):
                if not is_whole:
                    self.watch.left(interface)
                raise

    async def ask(self, asking: Asking, *, caller: str, interface: str) -> Record:
        """The record of an answer. Raises as `pieces` does."""
        record: Record = {}
        async with aclosing(self.pieces(asking, caller=caller, interface=interface)) as pieces:
            async for piece in pieces:
                if isinstance(piece, dict):
                    record = piece
        return record

    async def search(self, asking: Asking, *, caller: str) -> Record:
        """The ranked papers. Raises as `Desk.search` does, and BusyError."""
        return await self._in_turn(caller, lambda: self.desk.search(asking))

    async def papers(self, where: list[str] | str | None, offset: int, limit: int, *, caller: str) -> Record:
        """Some of the papers. Raises as `Desk.papers` does, and BusyError."""
        return await self._in_turn(caller, lambda: self.desk.papers(where, offset, limit))

    async def paper(self, paper_id: str, *, caller: str) -> Record:
        """One paper. Raises as `Desk.paper` does, and BusyError."""
        return await self._in_turn(caller, lambda: self.desk.paper(paper_id))

    async def _in_turn(self, caller: str, work: Callable[[], _T]) -> _T:
        with self.turnstile.entered(caller) as ticket:
            async for _ahead in ticket.ahead():
                pass
            return await anyio.to_thread.run_sync(work)

    async def _working(self, asking: Asking) -> AsyncGenerator[str | Record]:
        loop = asyncio.get_running_loop()
        made: asyncio.Queue[str | Record | Exception | None] = asyncio.Queue()
        cancellation = Cancellation()

        def put(piece: str | Record | Exception | None) -> None:
            with suppress(RuntimeError):  # the loop may have been closed, and then nobody waits
                loop.call_soon_threadsafe(made.put_nowait, piece)

        context = copy_context()  # it has the request's id
        work = threading.Thread(
            target=context.run, args=(self._work, asking, cancellation, put), name="ask", daemon=True
        )
        work.start()
        try:
            while (piece := await made.get()) is not None:
                if isinstance(piece, Exception):
                    raise piece
                yield piece
        finally:
            cancellation.cancel()

    def _work(self, asking: Asking, cancellation: Cancellation, put: Callable[[Any], None]) -> None:
        """Put the pieces of an answer, then None or what went wrong; nobody waits for them once it is cancelled."""
        try:
            with cancellation.scope(), closing(self.desk.pieces(asking)) as pieces:
                for piece in pieces:
                    if cancellation.cancelled:
                        return
                    put(piece)
        except Exception as error:  # raised again where the caller waits
            put(error)
        else:
            put(None)
