"""The window's events and its endpoint, over the scripted engine."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import gradio as gr
import pytest
from gradio_client import Client
from gradio_client.exceptions import AppError

from tests.ui.scripted import ScriptedEngine, bat_record, scripted_engine, scripted_record
from ui import wording
from ui.app import Turns, Window, messages, sources_of_message
from ui.turns import Turn


def ask(window: Window, question: str, turns: Turns = (), session: str = "s") -> list[tuple[Any, ...]]:
    async def collect() -> list[tuple[Any, ...]]:
        request: Any = SimpleNamespace(session_hash=session)
        return [update async for update in window.converse(question, turns, request)]

    return asyncio.run(collect())


def window() -> Window:
    return Window(scripted_engine(), scripted_record)


def test_asking_shows_the_question_at_once_and_the_answer_at_the_end() -> None:
    updates = ask(window(), " When do bats hunt? ")
    assert wording.SEARCHING in updates[0][0][-1]["content"]
    conversation, sources, _box, history = updates[-1]
    assert [message["role"] for message in conversation] == ["user", "assistant"]
    assert "<strong>at night</strong>" in conversation[1]["content"]
    assert "Bats" in sources
    assert [turn.question for turn in history] == ["When do bats hunt?"]


def test_a_second_question_continues_the_history() -> None:
    one = window()
    history = ask(one, "When do bats hunt?")[-1][3]
    conversation, _sources, _box, history = ask(one, "whales", history)[-1]
    assert len(conversation) == 4
    assert [turn.question for turn in history] == ["When do bats hunt?", "whales"]


def test_sessions_do_not_see_each_other() -> None:
    one = window()
    ask(one, "When do bats hunt?", session="a")
    history = ask(one, "whales", session="b")[-1][3]
    assert [turn.question for turn in history] == ["whales"]


def test_stopping_one_session_leaves_the_other_running() -> None:
    one = window()

    async def two_readers() -> tuple[str, str]:
        async def read(session: str) -> str:
            request: Any = SimpleNamespace(session_hash=session)
            async for update in one.converse("forever", (), request):
                turn = update[3][-1]
                if session == "a" and turn.answer:
                    one.stop(request)
                if len(turn.answer) > 60 or not turn.running:
                    one.stop(SimpleNamespace(session_hash="b"))  # type: ignore[arg-type]
            return str(turn.answer)

        return await asyncio.gather(read("a"), read("b"))

    short, long = asyncio.run(asyncio.wait_for(two_readers(), 10))
    assert len(short) < len(long)


def test_an_empty_question_asks_nothing() -> None:
    engine = scripted_engine()
    ask(Window(engine, scripted_record), "  \n ")
    assert engine.asked == []


def test_an_error_is_one_line_in_the_chat() -> None:
    conversation = ask(window(), "broken")[-1][0]
    assert "The index is gone: run `python ingest.py data/`." in conversation[1]["content"]
    assert "Traceback" not in conversation[1]["content"]


def test_clicking_a_message_shows_the_sources_of_its_turn() -> None:
    owls = bat_record(question="owls?", citations=[], papers=[])
    bats = bat_record()
    turns = (Turn("bats?", "a", "done", bats), Turn("owls?", "b", "done", owls))
    event: Any = SimpleNamespace(index=1)
    assert "They hunt at night" in sources_of_message(turns, event)


def test_clearing_while_an_answer_is_written_ends_its_stream_empty() -> None:
    async def clear_midway() -> list[tuple[Any, ...]]:
        one, updates = window(), []
        request: Any = SimpleNamespace(session_hash="s")
        async for update in one.converse("forever", (Turn("before", "x", "stopped"),), request):
            updates.append(update)
            if len(updates) == 2:
                one.clear(request)
        return updates

    conversation, _sources, _box, history = asyncio.run(asyncio.wait_for(clear_midway(), 5))[-1]
    assert (conversation, history) == ([], ())


def test_messages_alternate_between_reader_and_assistant() -> None:
    roles = [message["role"] for message in messages((Turn("a"), Turn("b")))]
    assert roles == ["user", "assistant", "user", "assistant"]


def test_the_endpoint_returns_the_record(live_url: str) -> None:
    record = Client(live_url, verbose=False).predict("When do bats hunt?", api_name="/ask")
    assert record == bat_record()


def test_the_endpoint_lists_as_many_papers_as_asked_for(live_url: str) -> None:
    record = Client(live_url, verbose=False).predict("When do bats hunt?", 1, api_name="/ask")
    assert [paper["paper_id"] for paper in record["papers"]] == ["p1"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("broken",), "The index is gone: run `python ingest.py data/`."),
        (("bug",), wording.UNEXPECTED),
        ((" ",), wording.EMPTY_QUESTION),
        (("When do bats hunt?", 0), wording.BAD_TOP_K),
    ],
)
def test_the_endpoint_fails_in_one_line(live_url: str, arguments: tuple[Any, ...], message: str) -> None:
    with pytest.raises(AppError) as caught:
        Client(live_url, verbose=False).predict(*arguments, api_name="/ask")
    assert str(caught.value) == message


def test_only_the_named_endpoint_is_offered(live_url: str) -> None:
    api: Any = Client(live_url, verbose=False).view_api(return_format="dict", print_info=False)
    assert list(api["named_endpoints"]) == ["/ask"]
    assert api["unnamed_endpoints"] == {}


def test_the_window_keeps_no_history_of_its_own(app: gr.Blocks, engine: ScriptedEngine) -> None:
    one = Window(engine, scripted_record)
    ask(one, "When do bats hunt?")
    assert [value for value in vars(one).values() if value and not callable(value)] == [engine]
