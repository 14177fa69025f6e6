"""The window's events and its endpoint, over the scripted engine."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import gradio as gr
import pytest
from gradio_client import Client
from gradio_client.exceptions import AppError

from tests.ui.scripted import ScriptedEngine, bat_record, scripted_engine, scripted_record, told
from ui.gate.turnstile import Turnstile
from ui.turns import Turn, Turns
from ui.updates import NOTHING, Update, messages, sources_of_message
from ui.window import Window
from ui.wording import EN


def reader(session: str = "s") -> Any:
    return SimpleNamespace(session_hash=session, headers={"accept-language": "en"})


async def collected(updates: AsyncIterator[Update]) -> list[Update]:
    return [update async for update in updates]


def ask(window: Window, question: str, turns: Turns = (), session: str = "s", filters: str = "") -> list[Update]:
    return asyncio.run(collected(window.converse(question, filters, "", turns, reader(session))))


def window() -> Window:
    return Window(scripted_engine(), scripted_record)


def test_asking_shows_the_question_at_once_and_the_answer_at_the_end() -> None:
    updates = ask(window(), " When do bats hunt? ")
    assert EN.searching in updates[0][0][-1]["content"]
    conversation, sources, history, _ = updates[-1]
    assert [message["role"] for message in conversation] == ["user", "assistant"]
    assert "<strong>at night</strong>" in conversation[1]["content"]
    assert "Bats" in sources
    assert [turn.question for turn in history] == ["When do bats hunt?"]


def test_a_second_question_continues_the_history() -> None:
    one = window()
    history = ask(one, "When do bats hunt?")[-1].history
    conversation, _sources, history, _ = ask(one, "whales", history)[-1]
    assert len(conversation) == 4
    assert [turn.question for turn in history] == ["When do bats hunt?", "whales"]


def test_sessions_do_not_see_each_other() -> None:
    one = window()
    ask(one, "When do bats hunt?", session="a")
    history = ask(one, "whales", session="b")[-1].history
    assert [turn.question for turn in history] == ["whales"]


def test_stopping_one_session_leaves_the_other_running() -> None:
    one = window()

    async def two_readers() -> tuple[str, str]:
        async def read(session: str) -> str:
            async for update in one.converse("forever", "", "", (), reader(session)):
                turn = update.history[-1]
                if session == "a" and turn.answer:
                    one.stop(reader("a"))
                if len(turn.answer) > 60 or not turn.running:
                    one.stop(reader("b"))
            return str(turn.answer)

        return await asyncio.gather(read("a"), read("b"))

    short, long = asyncio.run(asyncio.wait_for(two_readers(), 10))
    assert len(short) < len(long)


def test_an_empty_question_asks_nothing() -> None:
    engine = scripted_engine()
    ask(Window(engine, scripted_record), "  \n ")
    assert engine.asked == []


def test_an_error_is_one_line_in_the_chat() -> None:
    conversation = ask(window(), "broken")[-1].chat
    assert "The index is gone: run `python ingest.py data/`." in conversation[1]["content"]
    assert "Traceback" not in conversation[1]["content"]


def test_clicking_a_message_shows_the_sources_of_its_turn() -> None:
    owls = bat_record(question="owls?", citations=[], papers=[])
    bats = bat_record()
    turns = (Turn("bats?", "a", "done", bats), Turn("owls?", "b", "done", owls))
    event: Any = SimpleNamespace(index=1)
    request: Any = SimpleNamespace(headers={})
    assert "They hunt at night" in sources_of_message(turns, event, request)


def test_clearing_while_an_answer_is_written_ends_its_stream_empty() -> None:
    async def clear_midway() -> list[Update]:
        one, updates = window(), []
        async for update in one.converse("forever", "year>=2023", "", (Turn("before", "x", "stopped"),), reader()):
            updates.append(update)
            if len(updates) == 2:
                one.clear(reader())
        return updates

    conversation, _sources, history, kept = asyncio.run(asyncio.wait_for(clear_midway(), 5))[-1]
    assert (conversation, history) == ([], ())
    assert {"new": True, "box": "", "line": ""}.items() <= told(kept).items()


def click(one: Window, turns: Turns, turn: int, wish: str, **more: Any) -> list[Update]:
    command = json.dumps({"turn": turn, "do": wish, **more})
    return asyncio.run(collected(one.converse_clicked(command, "", turns, reader())))


def again(one: Window, turns: Turns, turn: int) -> list[Update]:
    return click(one, turns, turn, "toggle", filter=0)


def test_typed_conditions_and_the_conversation_with_its_citations_go_to_the_engine() -> None:
    engine = scripted_engine()
    one = Window(engine, scripted_record)
    history = ask(one, "When do bats hunt?")[-1].history
    ask(one, "Why?", history, filters="year>=2023, venue=ICML")
    last = engine.understood[-1]
    assert last.where == ["year>=2023", "venue=ICML"]
    assert [message["role"] for message in last.history] == ["user", "assistant"]
    assert last.history[1]["citations"] == bat_record()["citations"]


def test_a_condition_taken_back_asks_the_last_question_again_in_its_place() -> None:
    engine = scripted_engine()
    one = Window(engine, scripted_record)
    history = ask(one, "bats since 2023")[-1].history
    conversation, _sources, history, _ = again(one, history, 0)[-1]
    assert len(conversation) == 2
    assert engine.understood[-1].without == ["year>=2023"]
    again(one, history, 0)
    assert engine.understood[-1].without == []


def test_an_earlier_question_is_asked_again_at_the_end_as_it_stood() -> None:
    engine = scripted_engine()
    one = Window(engine, scripted_record)
    history = ask(one, "whales", ask(one, "bats since 2023")[-1].history)[-1].history
    history = again(one, history, 0)[-1].history
    assert [turn.question for turn in history] == ["bats since 2023", "whales", "bats since 2023"]
    assert engine.understood[-1].history == []


def test_an_explicit_condition_taken_back_leaves_the_filters_line() -> None:
    engine = scripted_engine()
    one = Window(engine, scripted_record)
    history = ask(one, "bats since 2023", filters="year>=2023, venue=ICML")[-1].history
    update = again(one, history, 0)[0]
    assert told(update.kept)["line"] == "venue=ICML"
    assert (engine.understood[-1].where, engine.understood[-1].without) == (["venue=ICML"], [])


@pytest.mark.parametrize(
    "command",
    [
        "", "{}", "[]", '{"turn": 0, "do": "shout"}', '{"turn": 7, "do": "retry"}', '{"turn": -1, "do": "undo"}',
        '{"turn": 0, "do": "toggle", "filter": 9}', '{"turn": 0, "do": "edit", "text": " "}',
    ],
)  # fmt: skip
def test_a_click_on_what_is_gone_asks_nothing(command: str) -> None:
    engine = scripted_engine()
    one = Window(engine, scripted_record)
    history = ask(one, "bats since 2023")[-1].history
    assert asyncio.run(collected(one.converse_clicked(command, "", history, reader()))) == [NOTHING]
    assert engine.asked == ["bats since 2023"]


def test_conditions_sent_alone_are_put_to_the_last_question() -> None:
    engine = scripted_engine()
    one = Window(engine, scripted_record)
    history = ask(one, "When do bats hunt?")[-1].history
    updates = asyncio.run(collected(one.converse_filtered(" ", "year>=2023", "", history, reader())))
    assert [turn.question for turn in updates[-1].history] == ["When do bats hunt?"]
    assert engine.understood[-1].where == ["year>=2023"]


def test_messages_alternate_between_reader_and_assistant() -> None:
    roles = [message["role"] for message in messages((Turn("a"), Turn("b")))]
    assert roles == ["user", "assistant", "user", "assistant"]


def test_the_endpoint_returns_the_record(live_url: str) -> None:
    record = Client(live_url, verbose=False).predict("When do bats hunt?", api_name="/ask")
    assert record == bat_record()


def test_the_endpoint_lists_as_many_papers_as_asked_for(live_url: str) -> None:
    record = Client(live_url, verbose=False).predict("When do bats hunt?", 1, api_name="/ask")
    assert [paper["paper_id"] for paper in record["papers"]] == ["p1"]


def test_the_endpoint_takes_a_conversation_and_conditions(live_url: str, engine: ScriptedEngine) -> None:
    talk = [{"role": "user", "content": "Bats?"}, {"role": "assistant", "content": "Yes.", "citations": []}]
    client = Client(live_url, verbose=False)
    client.predict("When?", history=talk, where=["year>=2023"], api_name="/ask")
    client.predict("When?", where="year>=2023, venue=ICML", api_name="/ask")
    first, second = engine.understood[-2:]
    assert (first.history, first.where) == (talk, ["year>=2023"])
    assert (second.history, second.where) == ([], ["year>=2023", "venue=ICML"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("broken",), "The index is gone: run `python ingest.py data/`."),
        (("bug",), EN.unexpected),
        ((" ",), EN.empty_question),
        (("When do bats hunt?", 0), EN.bad_top_k),
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
    turnstile = Turnstile()
    one = Window(engine, scripted_record, turnstile)
    ask(one, "When do bats hunt?")
    assert [value for value in vars(one).values() if value and not callable(value)] == [engine, turnstile]
