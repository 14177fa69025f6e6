"""What the page's events do."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field, replace

import gradio as gr
from llama_index.core.base.base_query_engine import BaseQueryEngine

from rag.answering.suggestions import next_questions
from rag.errors import AskPapersError
from ui.advice import for_the_window
from ui.callers import caller_of_event, request_of_event
from ui.cards import sources_html
from ui.chosen import conditions_of_choice
from ui.clicks import Asking, Click, asking_of
from ui.conversations import begin_anew, keep_all, keep_turn, keep_until, turns_of
from ui.gate.turnstile import Turnstile
from ui.markup import plain_html
from ui.runs import RecordMaker, Run
from ui.sessions import Sessions
from ui.turns import Turn, Turns
from ui.updates import NOTHING, Update, emptied, frame_words, messages, redrawn
from ui.where import conditions_of
from ui.wording import ZH

_log = logging.getLogger(__name__)


@dataclass
class _Live:
    """An answer on its way to a page.

    Args:
        run: makes it.
        turn: as it was last shown.
        instead: what the page shows in its place once it has made way; None lets it end by itself.
        ended: set once the page has all that comes from it.
    """

    run: Run
    turn: Turn
    instead: Update | None = None
    ended: asyncio.Event = field(default_factory=asyncio.Event)


class Window:
    """What the page's events do: they hold the engine and the runs in progress, never a history.

    Each browser session's history is Gradio's per-session state and goes in and out as an argument. An event that
    changes nothing yields `NOTHING`: after a generator that ends without a word, Gradio empties the page.
    """

    def __init__(
        self,
        engine: BaseQueryEngine,
        make_record: RecordMaker,
        turnstile: Turnstile | None = None,
        sessions: Sessions | None = None,
        left: Callable[[], None] = lambda: None,
    ) -> None:
        """Hold what answers, what makes an answer's record, the line that questions wait in, who has set what, and what
        counts the questions that are stopped before their first word: these have no record.
        """
        self._sessions = Sessions(engine) if sessions is None else sessions
        self._engine = engine
        self._make_record = make_record
        self._turnstile = turnstile or Turnstile()
        self._left = left
        self._live: dict[str, _Live] = {}

    @property
    def engine(self) -> BaseQueryEngine:
        """What answers."""
        return self._engine

    async def converse(
        self, question: str, filters: str, chosen: str, turns: Turns, request: gr.Request
    ) -> AsyncIterator[Update]:
        """Answer a question, yielding updates of the page as the answer grows.

        While an answer is being written, the next question waits in its box.

        Args:
            question: what the reader typed.
            filters: the explicit conditions as typed.
            chosen: the papers that alone may answer, as `ui.chosen` has them.
            turns: this session's history.
            request: whose session it is.
        """
        if not question.strip() or (free := await self._free(turns, request)) is None:
            yield NOTHING
            return
        turn = Turn(question.strip(), where=_conditions(filters, chosen))
        async for update in self._asking(Asking(turn, free, free), request, goes_on=True):
            yield update

    async def converse_clicked(
        self, command: str, box: str, turns: Turns, request: gr.Request
    ) -> AsyncIterator[Update]:
        """Do what a button in the conversation says; a click on what is gone, or during an answer, does nothing.

        Args:
            command: the click as the page's script sends it: see `ui.clicks`.
            box: what stands in the question box.
            turns: this session's history.
            request: whose session it is.
        """
        if (free := await self._free(turns, request)) is None:
            yield NOTHING
            return
        try:
            click = Click.parse(command)
            if click.wish == "undo":
                taken = free[click.turn].question
                kept = keep_until(click.turn, box=None if box.strip() else taken)
                yield redrawn(free[: click.turn], frame_words(request), kept=kept)
                return
            asking = asking_of(click, free)
        except AskPapersError as error:
            asking = None
            gr.Warning(plain_html(for_the_window(str(error), chinese=frame_words(request) is ZH)))
        except (ValueError, LookupError) as error:
            asking = None
            _log.info("a click on what is gone was left aside: %s", type(error).__name__)
        if asking is None:
            yield NOTHING
            return
        async for update in self._asking(asking, request):
            yield update

    async def converse_filtered(
        self, question: str, filters: str, chosen: str, turns: Turns, request: gr.Request
    ) -> AsyncIterator[Update]:
        """Put typed conditions to use: for the question in the box, else for the last one, which is asked again.

        Args:
            question: what stands in the question box.
            filters: the explicit conditions as typed.
            chosen: the papers that alone may answer, as `ui.chosen` has them.
            turns: this session's history.
            request: whose session it is.
        """
        if question.strip() or not turns:
            async for update in self.converse(question, filters, chosen, turns, request):
                yield update
        elif (free := await self._free(turns, request)) is not None:
            again = replace(free[-1].afresh(), where=_conditions(filters, chosen))
            async for update in self._asking(Asking(again, free[:-1], free[:-1]), request):
                yield update
        else:
            yield NOTHING

    async def _free(self, turns: Turns, request: gr.Request) -> Turns | None:
        """The history once no answer is being written; None while one is that has not been stopped."""
        while (live := self._live.get(request.session_hash or "")) is not None:
            if not live.run.stopped:
                return None
            await live.ended.wait()
            if turns and turns[-1].running:
                turns = (*turns[:-1], live.turn)
        return tuple(turn.ended() for turn in turns)

    async def _asking(self, asking: Asking, request: gr.Request, *, goes_on: bool = False) -> AsyncIterator[Update]:
        """Ask a question, and show and keep what becomes of it."""
        session, words = request.session_hash or "", frame_words(request)
        run = Run(
            self._sessions.engine_for(session),
            asking.turn,
            self._sessions.counting(session, self._make_record),
            asking.earlier,
            next_questions,
            self._turnstile,
            caller_of_event(request),
            request_of_event(request),
            words,
        )
        live = self._live[session] = _Live(run, asking.turn)
        number = len(asking.kept)
        before = messages(asking.kept, words, latest=False)
        kept = keep_turn(asking.turn, number, goes_on=goes_on, line=asking.line)
        try:
            async for now in run.turns():
                if live.instead is not None:
                    break
                live.turn = now
                if not now.running:
                    kept = keep_turn(now, number, goes_on=False)
                shown = [*before, *messages((now,), words, first=number)]
                sources = sources_html(now, number=number, words=words)
                yield Update(shown, sources, (*asking.kept, now), kept)
            if live.instead is not None:
                yield live.instead
        finally:
            run.stop()
            if live.turn.ended().progress == "stopped" and not live.turn.answer:
                self._left()
            if self._live.get(session) is live:
                del self._live[session]
            live.ended.set()

    def clear(self, request: gr.Request) -> Update:
        """Begin a new conversation, even while an answer is being written."""
        return self._instead(emptied(begin_anew(), frame_words(request)), request)

    def reopen(self, stored: str, request: gr.Request) -> Update:
        """Show a conversation that the reader's browser kept, and go on from it.

        Args:
            stored: its turns as JSON, as the page's script sends them: see `ui.conversations`.
            request: whose session it is.
        """
        return self._instead(redrawn(turns_of(stored), frame_words(request), kept=keep_all()), request)

    def stop(self, request: gr.Request) -> None:
        """Stop this session's answer, if one is being written."""
        live = self._live.get(request.session_hash or "")
        if live is not None:
            live.run.stop()

    def _instead(self, update: Update, request: gr.Request) -> Update:
        """Show something else: at once, or where an answer is being written at the end of its own stream.

        Two streams would race for the page and the history.
        """
        live = self._live.get(request.session_hash or "")
        if live is None:
            return update
        live.instead = update
        live.run.stop()
        return NOTHING


def example_question(event: gr.SelectData) -> str:
    """Return the question of a clicked example."""
    return str(event.value["text"])


def _conditions(filters: str, chosen: str) -> tuple[str, ...]:
    """What a question's papers must meet: what was typed, and what was chosen."""
    return (*conditions_of(filters), *conditions_of_choice(chosen))
