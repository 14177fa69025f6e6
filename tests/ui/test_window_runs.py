"""Asking while an answer is written: what waits, what makes way, and that the history stays whole."""

from __future__ import annotations

import asyncio
import json
from types import SimpleNamespace

from tests.ui.scripted import ScriptedEngine, done, scripted_engine, scripted_record, told
from tests.ui.test_app import click, reader
from ui.conversations import keep_turn
from ui.turns import Turn, Turns
from ui.updates import NOTHING
from ui.watch import Watch
from ui.window import Window


class Page:
    """A page that shows what a window gives it, as Gradio would: each update's history goes in with the next event."""

    def __init__(self, engine: ScriptedEngine | None = None) -> None:
        self.window = Window(engine or scripted_engine(), scripted_record)
        self.turns: Turns = ()

    async def ask(self, question: str) -> int:
        """Ask, and give back how many updates came that changed the page."""
        count = 0
        async for update in self.window.converse(question, "", "", self.turns, reader()):
            if update == NOTHING:
                continue
            self.turns = update.history
            count += 1
        return count

    async def asking(self, question: str) -> asyncio.Task[int]:
        """Ask a question whose answer has begun to be written."""
        task = asyncio.create_task(self.ask(question))
        while not (self.turns and self.turns[-1].answer):
            await asyncio.sleep(0.01)
        return task


def test_while_an_answer_is_written_the_next_question_waits_in_its_box() -> None:
    async def act() -> tuple[int, Turns]:
        page = Page()
        task = await page.asking("forever")
        asked = await page.ask("whales")
        page.window.stop(reader())
        await task
        return asked, page.turns

    asked, turns = asyncio.run(asyncio.wait_for(act(), 5))
    assert asked == 0
    assert [(turn.question, turn.progress) for turn in turns] == [("forever", "stopped")]


def test_a_question_asked_right_after_stopping_twice_follows_the_stopped_one() -> None:
    async def act() -> Turns:
        page = Page()
        task = await page.asking("forever")
        page.window.stop(reader())
        page.window.stop(reader())
        await page.ask("whales")
        await task
        return page.turns

    turns = asyncio.run(asyncio.wait_for(act(), 5))
    assert [(turn.question, turn.progress) for turn in turns] == [("forever", "stopped"), ("whales", "done")]
    assert turns[0].answer.startswith("A first ")


def test_a_stopped_answer_is_counted_as_stopped() -> None:
    watch = Watch()
    make = watch.counting(lambda question, response: {"verdict": "answered"}, "window")
    make("forever", SimpleNamespace(metadata={"stopped": True}))
    make("whales", SimpleNamespace(metadata={}))
    counts = watch.metrics().decode()
    assert 'askpapers_answers_total{interface="window",verdict="stopped"} 1.0' in counts
    assert 'askpapers_answers_total{interface="window",verdict="answered"} 1.0' in counts


def test_an_answer_stopped_before_its_first_word_is_counted_too() -> None:
    watch = Watch()

    async def act() -> None:
        page = Page()
        page.window = Window(scripted_engine(), scripted_record, left=lambda: watch.left("window"))
        task = asyncio.create_task(page.ask("silent"))
        while not page.turns:
            await asyncio.sleep(0.01)
        page.window.stop(reader())
        await task

    asyncio.run(asyncio.wait_for(act(), 5))
    assert 'askpapers_answers_total{interface="window",verdict="stopped"} 1.0' in watch.metrics().decode()


def test_a_history_whose_stream_broke_off_counts_as_stopped() -> None:
    async def act() -> Turns:
        page = Page()
        page.turns = (Turn("lost", "Half", "streaming"),)
        await page.ask("whales")
        return page.turns

    assert [turn.progress for turn in asyncio.run(act())] == ["stopped", "done"]


def test_opening_a_kept_conversation_while_an_answer_is_written_ends_in_that_conversation() -> None:
    stored = json.dumps({"turns": [told(keep_turn(done(), 0, goes_on=True))["turn"]]})

    async def act() -> Turns:
        page = Page()
        task = await page.asking("forever")
        page.window.reopen(stored, reader())
        await task
        return page.turns

    assert [turn.question for turn in asyncio.run(asyncio.wait_for(act(), 5))] == ["When do bats hunt?"]


def test_a_kept_conversation_is_gone_on_from_with_its_citations() -> None:
    engine = scripted_engine()
    page = Page(engine)
    page.turns = (done(),)
    asyncio.run(page.ask("Why?"))
    assert [message["content"] for message in engine.understood[-1].history] == ["When do bats hunt?", done().answer]


def test_undo_takes_the_last_exchange_back_and_its_question_into_the_box() -> None:
    window = Window(scripted_engine(), scripted_record)
    (update,) = click(window, (done(), Turn("owls?", "x", "stopped")), 1, "undo")
    assert [turn.question for turn in update.history] == ["When do bats hunt?"]
    assert told(update.kept)["box"] == "owls?"
    assert told(update.kept)["from"] == 1


def test_an_edited_question_replaces_what_the_browser_keeps_from_there_on() -> None:
    window = Window(scripted_engine(), scripted_record)
    updates = click(window, (done(), done()), 0, "edit", text="whales")
    assert [turn.question for turn in updates[-1].history] == ["whales"]
    assert (told(updates[0].kept)["from"], told(updates[0].kept)["running"]) == (0, True)
    assert told(updates[-1].kept)["turn"]["question"] == "whales"


def test_a_reading_put_right_is_asked_by_itself_under_the_question_as_it_was_typed() -> None:
    engine = scripted_engine()
    window = Window(engine, scripted_record)
    updates = click(window, (done(), done()), 1, "reword", text="whales")
    assert engine.understood[-1].question == "whales"
    assert engine.understood[-1].history == []
    assert [turn.question for turn in updates[-1].history] == ["When do bats hunt?", "When do bats hunt?"]


def test_only_the_last_answer_can_be_asked_again_and_taken_back() -> None:
    shown = click(Window(scripted_engine(), scripted_record), (done(),), 0, "retry")[-1].chat
    assert "Undo" in shown[1]["content"]
    (update,) = click(Window(scripted_engine(), scripted_record), (done(), done(), done()), 2, "undo")
    assert ["Undo" in message["content"] for message in update.chat[1::2]] == [False, True]
