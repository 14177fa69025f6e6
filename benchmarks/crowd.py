"""Many people ask one window at once: `python -m benchmarks.crowd --index DIR`.

Each has a page open and asks as it does, through Gradio's queue: a question, then a further one in the same
conversation. What is measured is the time from the click to the whole answer, and to its first words; what is
checked is that every answer comes, and that a conversation shows its own questions and nobody else's.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing import get_context
from time import perf_counter
from typing import Any

import httpx
import numpy as np

from rag.config import RagConfig
from ui.app import build_app
from ui.command import TITLE, open_engine
from ui.gate.turnstile import Turnstile
from ui.programs.desk import Desk
from ui.programs.reception import Reception
from ui.server import serve
from ui.watch import Watch


@dataclass
class Person:
    """One reader.

    Args:
        session: of the page.
        questions: asked one after the other.
    """

    session: str
    questions: list[str]
    first: list[float] = field(default_factory=list)
    whole: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Asker:
    """How the page asks: the event of its question box, and what that is given.

    Args:
        number: of the event.
        values: its inputs; None in the place of the question.
        place: of the question among them.
    """

    number: int
    values: list[Any]
    place: int

    @classmethod
    def of(cls, config: dict[str, Any]) -> Asker:
        """Read it from the page's configuration."""
        props = {part["id"]: part["props"] for part in config["components"]}
        box = next(id_ for id_, found in props.items() if found.get("elem_id") == "ap-question")
        event = next(event for event in config["dependencies"] if [box, "submit"] in map(list, event["targets"]))
        values = [None if id_ == box else props[id_].get("value") for id_ in event["inputs"]]
        return cls(event["id"], values, event["inputs"].index(box))

    def body(self, question: str, session: str) -> dict[str, Any]:
        """What is posted for a question."""
        values = [question if place == self.place else value for place, value in enumerate(self.values)]
        return {
            "fn_index": self.number,
            "data": values,
            "session_hash": session,
            "event_data": None,
            "trigger_id": None,
        }


async def ask(client: httpx.AsyncClient, asker: Asker, person: Person, question: str, others: set[str]) -> None:
    """Ask one question and note how long it took and what was wrong."""
    began, first = perf_counter(), 0.0
    joined = await client.post("gradio_api/queue/join", json=asker.body(question, person.session))
    if joined.status_code != 200:
        person.faults.append(f"{joined.status_code} {joined.text[:200]}")
        return
    path = f"gradio_api/queue/data?session_hash={person.session}"
    shown = ""
    async with client.stream("GET", path) as stream:
        async for line in stream.aiter_lines():
            message = json.loads(line.removeprefix("data: ")) if line.startswith("data: ") else {}
            shown += line
            if not first and "ap-block" in line:
                first = perf_counter() - began
            if message.get("msg") == "process_completed":
                if not message.get("success"):
                    person.faults.append(f"no answer to {question!r}: {message.get('output')}")
                break
    person.first.append(first)
    person.whole.append(perf_counter() - began)
    if "ap-footer" not in shown or question not in shown:
        person.faults.append(f"the answer to {question!r} is not whole")
    person.faults += [f"{question!r} came with {other!r}" for other in others if other in shown]


async def crowd(url: str, people: Sequence[Person]) -> float:
    """Have everybody ask at once, each their questions in turn; returns the seconds until the last answer."""
    limits = httpx.Limits(max_connections=4 * len(people))
    async with httpx.AsyncClient(base_url=url, timeout=120, limits=limits, trust_env=False) as client:
        config = (await client.get("config")).json()
        asker = Asker.of(config)
        greeted = next(
            event["id"] for event in config["dependencies"] if [name for _, name in event["targets"]] == ["load"]
        )
        for person in people:  # opens the page
            opened = {"fn_index": greeted, "data": [], "session_hash": person.session, "event_data": None}
            (await client.post("gradio_api/run/predict", json=opened)).raise_for_status()

        async def go_through(person: Person) -> None:
            others = {question for other in people if other is not person for question in other.questions}
            for question in person.questions:
                await ask(client, asker, person, question, others)

        began = perf_counter()
        await asyncio.gather(*map(go_through, people))
        return perf_counter() - began


def crowded(url: str, people: Sequence[Person]) -> tuple[float, Sequence[Person]]:
    """`crowd` for another process: what it noted of the people comes back with the seconds."""
    return asyncio.run(crowd(url, people)), people


def people_of(titles: Iterator[str], count: int, each: int) -> list[Person]:
    """People with questions of their own, made from papers' titles."""
    return [
        Person(f"crowd{number}", [f"What does the paper {title} propose" for title in islice(titles, each)])
        for number in range(count)
    ]


def main(argv: Sequence[str] | None = None) -> int:
    """Serve an index, let a crowd ask, print the figures; 1 where a fault was met."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.crowd", description=__doc__.splitlines()[0])
    parser.add_argument("--index", help="the index's folder")
    parser.add_argument("--people", type=int, default=20)
    parser.add_argument("--questions", type=int, default=3, help="that each asks in turn")
    options = parser.parse_args(argv)
    opened = open_engine(RagConfig.from_env(index=options.index))
    watch = Watch()
    reception = Reception(Desk(opened.engine), Turnstile(), watch)
    app = build_app(
        opened.engine,
        examples=(),
        title=TITLE,
        mode=opened.mode,
        papers=opened.papers,
        collection=opened.collection,
        reception=reception,
    )
    running = serve(app, host="127.0.0.1", port=None, reception=reception)
    plain = (
        paper.title for paper in opened.collection.store.papers() if re.fullmatch(r"[A-Za-z ]{20,80}", paper.title)
    )
    try:
        # Like browsers, the crowd has a process of its own: it shares the cores with the window, not its interpreter.
        with ProcessPoolExecutor(1, get_context("spawn")) as apart:
            apart.submit(crowded, running.url, people_of(plain, 1, 1)).result()  # loads what the others share
            asked = people_of(plain, options.people, options.questions)
            seconds, people = apart.submit(crowded, running.url, asked).result()
    finally:
        running.close()
    faults = [fault for person in people for fault in person.faults]
    whole, first = ([value for person in people for value in getattr(person, name)] for name in ("whole", "first"))
    figures = {
        "papers": opened.papers,
        "people": options.people,
        "answers": len(whole),
        "answers_a_second": round(len(whole) / seconds, 1),
        "first_words_seconds": {f"p{share}": round(float(np.percentile(first, share)), 3) for share in (50, 95)},
        "whole_answer_seconds": {f"p{share}": round(float(np.percentile(whole, share)), 3) for share in (50, 95, 100)},
        "faults": faults,
    }
    print(json.dumps(figures, ensure_ascii=False, indent=1))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
