"""What the page's events do, and the endpoint for programs."""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncIterator
from typing import Any

import gradio as gr
from llama_index.core.base.base_query_engine import BaseQueryEngine

from rag.errors import AskPapersError
from ui.cards import sources_html
from ui.render import answer_html, question_html
from ui.runs import RecordMaker, Run, deltas_of, understood
from ui.sessions import Sessions
from ui.turns import Turn
from ui.where import conditions_of, line_of
from ui.wording import EN, Words, words_for, words_of

Turns = tuple[Turn, ...]
Update = tuple[Any, ...]
"""What the page shows anew: conversation, sources, question box, history, filters box."""

_NOTHING: Update = (gr.skip(),) * 5
_log = logging.getLogger(__name__)


class Window:
    """What the page's events do: they hold the engine and the runs in progress, never a history.

    Each browser session's history is Gradio's per-session state and goes in and out as an argument.
    """

    def __init__(self, engine: BaseQueryEngine, make_record: RecordMaker, sessions: Sessions | None = None) -> None:
        """Hold the engine that answers, what makes an answer's record, and who has an engine of his own."""
        self._sessions = Sessions(engine) if sessions is None else sessions
        self._engine = engine
        self._make_record = make_record
        self._runs: dict[str, Run] = {}

    async def converse(self, question: str, filters: str, turns: Turns, request: gr.Request) -> AsyncIterator[Update]:
        """Answer a question, yielding updates of the page as the answer grows.

        Args:
            question: what the reader typed.
            filters: the explicit conditions as typed.
            turns: this session's history.
            request: whose session it is.
        """
        if question.strip():
            turn = Turn(question.strip(), where=conditions_of(filters))
            async for update in self._asking(turn, turns, turns, request):
                yield update

    async def converse_again(
        self, command: str, filters: str, turns: Turns, request: gr.Request
    ) -> AsyncIterator[Update]:
        """Ask a question of the conversation again, without one of its conditions or with it.

        The last question's answer gives way to the new one; an earlier question is asked again at the end, as it was
        understood in its place.

        Args:
            command: `{"turn": place, "filter": place}` as JSON, from a click on a condition.
            filters: the explicit conditions as typed.
            turns: this session's history.
            request: whose session it is.
        """
        try:
            clicked = json.loads(command)
            place = int(clicked["turn"])
            turn = turns[place].toggled(int(clicked["filter"]))
        except (ValueError, LookupError, TypeError):  # a click on what another tab or a new chat has taken away
            return
        if (request.session_hash or "") in self._runs:
            return
        kept = turns[:place] if place == len(turns) - 1 else turns
        line = filters if turn.where == turns[place].where else line_of(turn.where)
        async for update in self._asking(turn, kept, turns[:place], request, line):
            yield update

    async def converse_filtered(
        self, question: str, filters: str, turns: Turns, request: gr.Request
    ) -> AsyncIterator[Update]:
        """Put typed conditions to use: for the question in the box, else for the last one, which is asked again.

        Args:
            question: what stands in the question box.
            filters: the explicit conditions as typed.
            turns: this session's history.
            request: whose session it is.
        """
        if (request.session_hash or "") in self._runs or not (question.strip() or turns):
            return
        kept, last = (turns, question.strip()) if question.strip() else (turns[:-1], turns[-1].question)
        without = () if question.strip() else turns[-1].without
        turn = Turn(last, where=conditions_of(filters), without=without)
        async for update in self._asking(turn, kept, kept, request):
            yield update

    async def _asking(
        self, turn: Turn, kept: Turns, earlier: Turns, request: gr.Request, line: str | None = None
    ) -> AsyncIterator[Update]:
        """Run a turn after those that are kept; `earlier` is the conversation in which it is understood."""
        session = request.session_hash or ""
        self._forget(session)
        engine, make_record = self._sessions.engine_for(session), self._sessions.counting(session, self._make_record)
        run = self._runs[session] = Run(engine, turn, make_record, earlier)
        words = words_for(request.headers.get("accept-language", ""))
        box: Any = gr.Textbox(value="", submit_btn=False, stop_btn=words.stop)
        typed: Any = gr.skip() if line is None else line
        before, number = messages(kept), len(kept)
        try:
            async for now in run.turns():
                if self._runs.get(session) is not run:
                    yield cleared(words)
                    return
                if not now.running:
                    box = gr.Textbox(submit_btn=words.ask, stop_btn=False)
                shown = [*before, *messages((now,), first=number)]
                yield shown, sources_html(now, number=number), box, (*kept, now), typed
                box = typed = gr.skip()
        finally:
            run.stop()
            if self._runs.get(session) is run:
                del self._runs[session]

    def clear(self, request: gr.Request) -> Update:
        """Forget this session's conversation, even while it is being written.

        Returns:
            What `cleared` returns; or nothing new while an answer is being written, because then its own
            stream ends with that: two streams would race for the page and the history.
        """
        if self._forget(request.session_hash or ""):
            return _NOTHING
        return cleared(words_for(request.headers.get("accept-language", "")))

    def stop(self, request: gr.Request) -> None:
        """Stop this session's answer, if one is being written."""
        run = self._runs.get(request.session_hash or "")
        if run is not None:
            run.stop()

    def _forget(self, session: str) -> bool:
        """Stop this session's run, if there is one, and keep what it wrote out of the history."""
        run = self._runs.pop(session, None)
        if run is not None:
            run.stop()
        return run is not None

    def answer(
        self,
        question: str,
        top_k: int = 20,
        history: list[dict[str, Any]] | None = None,
        where: list[str] | str | None = None,
    ) -> dict[str, Any]:
        """Answer a question from the papers, with citations.

        Args:
            question: what to ask, in any language.
            top_k: how many of the nearest papers to list under "papers".
            history: the conversation before it, oldest message first: objects with "role" ("user" or "assistant")
                and "content", answers best with the "citations" of their record. Nothing of it is kept.
            where: conditions that papers must meet, such as "year>=2023" or ["year>=2023", "venue=ICML|ICLR"].

        Returns:
            The answer record: question, answer (Markdown with [n] markers), verdict, citations (each with
            its exact quote and offsets), sentences, papers, mode, timings_ms, usage, and how the question was read.

        Raises:
            gr.Error: with one line on what to do, when there is no answer to give.
        """
        words = words_of(question)
        if not question.strip():
            raise gr.Error(words.empty_question, print_exception=False)
        if top_k < 1:
            raise gr.Error(words.bad_top_k, print_exception=False)
        conditions = conditions_of(where) if isinstance(where, str) else tuple(map(str, where or ()))
        try:
            response = self._engine.query(understood(self._engine, question, conditions, history))
            for _delta in deltas_of(response):
                pass
            record = self._make_record(question, response)
        except AskPapersError as error:
            raise gr.Error(str(error), print_exception=False) from error
        except Exception as error:
            _log.exception("answering failed")
            raise gr.Error(words.unexpected, print_exception=False) from error
        return {**record, "papers": list(record["papers"])[:top_k]}


def cleared(words: Words = EN) -> Update:
    """Return an empty conversation, its sources, a ready question box, an empty history and no filters."""
    return [], sources_html(None, frame=words), gr.Textbox(value="", submit_btn=words.ask, stop_btn=False), (), ""


def messages(turns: Turns, *, first: int = 0) -> list[dict[str, str]]:
    """Return turns as the chat's messages; `first` is the place of the first one in its conversation."""
    shown: list[dict[str, str]] = []
    for number, turn in enumerate(turns, first):
        shown.append({"role": "user", "content": question_html(turn.question)})
        shown.append({"role": "assistant", "content": answer_html(turn, number=number)})
    return shown


def sources_of_message(turns: Turns, event: gr.SelectData) -> str:
    """Return the sources of the turn that a clicked message belongs to."""
    index = event.index[0] if isinstance(event.index, list | tuple) else event.index
    number = min(int(index) // 2, len(turns) - 1)
    return sources_html(turns[number] if turns else None, number=number)


def example_question(event: gr.SelectData) -> str:
    """Return the question of a clicked example."""
    return str(event.value["text"])
