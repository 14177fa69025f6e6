"""A run streams, ends, fails in one line, and really stops."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import AsyncIterator
from typing import Any

import pytest
from llama_index.core.base.response.schema import RESPONSE_TYPE
from llama_index.core.schema import QueryBundle

from rag.errors import StoppedError
from rag.llms.cancellation import current
from rag.text.sentences import Span
from rag.understanding.asked import Asked
from rag.understanding.spelling import Correction
from tests.ui.scripted import Script, ScriptedEngine, bat_record, scripted_engine, scripted_record
from ui.runs import Run, history_of
from ui.turns import Turn
from ui.wording import EN


def run_to_end(engine: ScriptedEngine, question: str) -> list[Turn]:
    async def collect() -> list[Turn]:
        return [turn async for turn in Run(engine, Turn(question), scripted_record).turns()]

    return asyncio.run(asyncio.wait_for(collect(), 10))


def test_a_run_begins_by_searching_and_ends_with_its_record() -> None:
    turns = run_to_end(scripted_engine(), "When do bats hunt?")
    assert turns[0].progress == "searching"
    assert turns[-1].progress == "done"
    assert turns[-1].record is not None
    assert turns[-1].answer == "They hunt **at night** [1]."


def test_an_answer_grows() -> None:
    async def watch() -> tuple[str, str]:
        script = Script(forever=True)
        run = Run(ScriptedEngine({"q": script}), Turn("q"), scripted_record)
        seen = [turn.answer async for turn in _first(run, 4)]
        return seen[1], seen[3]

    early, late = asyncio.run(watch())
    assert late.startswith(early)
    assert len(late) > len(early)


def test_a_users_error_is_its_message() -> None:
    last = run_to_end(scripted_engine(), "broken")[-1]
    assert (last.progress, last.error) == ("failed", "The index is gone: run `python ingest.py data/`.")


def test_a_bug_is_logged_and_its_details_stay_there(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        last = run_to_end(scripted_engine(), "bug")[-1]
    assert (last.progress, last.error) == ("failed", EN.unexpected)
    assert "secret detail" in caplog.text


def test_stopping_keeps_the_text_and_closes_the_stream() -> None:
    engine = scripted_engine()

    async def stop_early() -> Turn:
        run = Run(engine, Turn("forever"), scripted_record)
        last = Turn("")
        async for turn in run.turns():
            last = turn
            if turn.answer:
                run.stop()
                run.stop()
        return last

    last = asyncio.run(asyncio.wait_for(stop_early(), 5))
    assert last.progress == "stopped"
    assert last.answer.startswith("A first ")
    assert engine.scripts["forever"].closed.wait(2)


class Telling(ScriptedEngine):
    """Its responses tell of what they have said so far, as those of the real engine do."""

    def _query(self, query_bundle: QueryBundle) -> RESPONSE_TYPE:
        response = super()._query(query_bundle)
        assert response.metadata is not None
        response.metadata |= {"verdict": "answered", "timings_ms": {}}
        return response


def test_what_was_stopped_keeps_the_sources_that_it_had_cited() -> None:
    async def stopped() -> Turn:
        cited = bat_record(answer="At night [1]. more")
        cited["citations"].append({**cited["citations"][0], "n": 2})
        run = Run(Telling({"q": Script(("At night [1]. ",), forever=True)}), Turn("q"), lambda *_: cited)
        async for turn in run.turns():
            if "more" in turn.answer:
                run.stop()
        return turn

    turn = asyncio.run(asyncio.wait_for(stopped(), 10))
    assert turn.progress == "stopped"
    assert turn.record is not None
    assert [cited["n"] for cited in turn.record["citations"]] == [1]
    assert history_of([turn]) == []


def test_stopping_before_the_first_word_ends_at_once() -> None:
    async def stop_at_once() -> Turn:
        run = Run(ScriptedEngine({"q": Script(deltas=(), forever=True, delay=1.0)}), Turn("q"), scripted_record)
        last = Turn("")
        async for turn in run.turns():
            last = turn
            run.stop()
        return last

    last = asyncio.run(asyncio.wait_for(stop_at_once(), 0.5))
    assert (last.progress, last.answer) == ("stopped", "")


def test_leaving_early_closes_the_stream() -> None:
    engine = scripted_engine()

    async def leave() -> None:
        _ = [turn async for turn in _first(Run(engine, Turn("forever"), scripted_record), 2)]

    asyncio.run(leave())
    assert engine.scripts["forever"].closed.wait(2)


def test_a_response_that_does_not_stream_is_shown_whole() -> None:
    turns = run_to_end(ScriptedEngine({"q": Script(("All at once.",), streaming=False)}), "q")
    assert turns[-1].progress == "done"


def test_a_conversation_is_handed_on_as_finished_turns_with_their_citations() -> None:
    record = {"standalone_question": "When do bats hunt?", "citations": [{"paper_id": "p1"}]}
    turns = (
        Turn("When?", "At night [1].", "done", record),
        Turn("Why?", "Bec", "stopped"),
        Turn("How?", progress="failed", error="gone"),
    )
    assert history_of(turns) == [
        {"role": "user", "content": "When do bats hunt?"},
        {"role": "assistant", "content": "At night [1].", "citations": [{"paper_id": "p1"}]},
    ]


def test_conditions_are_refused_by_an_engine_that_takes_none() -> None:
    class Plain(ScriptedEngine):
        understand = None  # type: ignore[assignment]

    async def last(turn: Turn) -> Turn:
        return [turn async for turn in Run(Plain({}), turn, scripted_record).turns()][-1]

    assert asyncio.run(last(Turn("q", where=("year>=2023",)))).error == EN.no_conditions
    assert asyncio.run(last(Turn("q"))).progress == "done"


def test_how_a_question_was_read_is_known_before_its_answer() -> None:
    class Reading(ScriptedEngine):
        def understand(self, question: str, *_: Any, **__: Any) -> Asked:  # type: ignore[override]
            return Asked(question, topic=question, corrections=(Correction("bta", "bat", Span(0, 3)),))

    async def early() -> Turn:
        run = Run(Reading({"bta": Script(forever=True)}), Turn("bta"), scripted_record)
        return [turn async for turn in _first(run, 2)][1]

    seen = asyncio.run(early())
    assert seen.running
    assert seen.reading["corrections"] == [{"from": "bta", "to": "bat"}]
    assert seen.remarks == ("“bta” was read as “bat”.",)


def test_stopping_throws_the_switch_of_the_models_request() -> None:
    ended = threading.Event()

    class Waiting(ScriptedEngine):
        def _query(self, query_bundle: QueryBundle) -> RESPONSE_TYPE:
            stopped = threading.Event()
            with current().calling(stopped.set):
                if stopped.wait(5):
                    ended.set()
            raise StoppedError("The answer was stopped.")

    async def stop_at_once() -> Turn:
        run = Run(Waiting({}), Turn("q"), scripted_record)
        last = Turn("")
        async for turn in run.turns():
            last = turn
            run.stop()
        return last

    last = asyncio.run(asyncio.wait_for(stop_at_once(), 5))
    assert last.progress == "stopped"
    assert ended.wait(1)


async def _first(run: Run, count: int) -> AsyncIterator[Turn]:
    turns = run.turns()
    for _ in range(count):
        yield await anext(turns)
    await turns.aclose()  # type: ignore[attr-defined]
