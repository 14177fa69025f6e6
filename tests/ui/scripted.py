"""A query engine that answers from scripts, standing in for the real one in the tests of `ui`."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import unescape
from typing import Any

from llama_index.core.base.base_query_engine import BaseQueryEngine
from llama_index.core.base.response.schema import RESPONSE_TYPE, Response, StreamingResponse
from llama_index.core.prompts.mixin import PromptMixinType
from llama_index.core.schema import QueryBundle

from rag.errors import AskPapersError
from rag.understanding.filters import Filter
from ui.turns import Turn

BATS = (
    "Bats <mask> use $O(n \\log n)$ echoes. "
    + "Much is known about where they sleep. " * 40
    + "They hunt at night for under $5 to $10. Nobody knows why."
)
QUOTE = "They hunt at night for under $5 to $10."


def told(kept: str) -> dict[str, Any]:
    """Return what a word to the browser says."""
    found: dict[str, Any] = json.loads(unescape(kept.removeprefix('<div class="ap-raw">').removesuffix("</div>")))
    return found


def bat_record(**changes: Any) -> dict[str, Any]:
    """Return a small answer record of the contract, changed as asked."""
    start = BATS.index(QUOTE)
    quote = {"n": 1, "paper_id": "p1", "title": "Bats", "url": "https://bats.test/1"}
    record: dict[str, Any] = {
        "question": "When do bats hunt?",
        "standalone_question": "When do bats hunt?",
        "answer": "They hunt **at night** [1].",
        "verdict": "answered",
        "citations": [{**quote, "quote": QUOTE, "start": start, "end": start + len(QUOTE)}],
        "sentences": [{"text": "They hunt **at night** [1].", "citations": [1], "supported": True}],
        "papers": [
            {"paper_id": "p1", "title": "Bats", "url": "https://bats.test/1", "abstract": BATS, "score": 0.9},
            {"paper_id": "p2", "title": "Owls", "url": None, "abstract": "Owls too.", "score": 0.4, "probability": 0.4},
        ],
        "mode": "extractive",
        "timings_ms": {"total": 12.0},
        "usage": None,
    }
    return {**record, **changes}


def done(**changes: Any) -> Turn:
    """Return the finished turn of `bat_record`, changed as asked."""
    record = bat_record(**changes)
    return Turn(record["question"], record["answer"], "done", record)


SINCE = {
    "field": "year", "operator": ">=", "value": "2023", "said": "since 2023", "removable": "year 2023 or later",
    "applied": True, "why": "",
}  # fmt: skip
"""A condition as the engine reads it from "bats since 2023"."""


@dataclass
class Script:
    """What the scripted engine does with one question."""

    deltas: tuple[str, ...] = ("They hunt ", "**at night** ", "[1].")
    record: Mapping[str, Any] = field(default_factory=bat_record)
    error: Exception | None = None
    forever: bool = False
    delay: float = 0.0
    streaming: bool = True
    closed: threading.Event = field(default_factory=threading.Event)

    def stream(self) -> Iterator[str]:
        """Yield the deltas, then never end if so scripted; note when the reader goes away."""
        try:
            threading.Event().wait(self.delay)
            yield from self.deltas
            while self.forever:
                threading.Event().wait(0.02)
                yield "more "
        finally:
            self.closed.set()


@dataclass
class Understood:
    """What the scripted engine was given to understand."""

    question: str
    where: Sequence[str]
    history: Sequence[Any]
    without: list[str]


class ScriptedEngine(BaseQueryEngine):
    """A query engine that answers from scripts and remembers what it was asked."""

    def __init__(self, scripts: Mapping[str, Script]) -> None:
        super().__init__(callback_manager=None)
        self.scripts = dict(scripts)
        self.asked: list[str] = []
        self.understood: list[Understood] = []

    def understand(
        self,
        question: str,
        where: Sequence[str] = (),
        history: Sequence[Any] | None = None,
        *,
        without: Sequence[Filter] = (),
    ) -> str:
        """Note what there is to understand; the question stays as it is."""
        self.understood.append(Understood(question, list(where), list(history or ()), list(map(str, without))))
        return question

    def _query(self, query_bundle: QueryBundle) -> RESPONSE_TYPE:
        self.asked.append(query_bundle.query_str)
        script = self.scripts.get(query_bundle.query_str) or Script()
        if script.error is not None:
            raise script.error
        record = {**script.record, "question": query_bundle.query_str}
        if not script.streaming:
            return Response("".join(script.deltas), metadata={"record": record})
        return StreamingResponse(response_gen=script.stream(), metadata={"record": record})  # type: ignore[arg-type]

    async def _aquery(self, query_bundle: QueryBundle) -> RESPONSE_TYPE:
        raise NotImplementedError

    def _get_prompt_modules(self) -> PromptMixinType:
        return {}


def scripted_record(_question: str, response: Any) -> dict[str, Any]:
    """Return the record that the scripted engine put into its response."""
    return dict(response.metadata["record"])


MATHS = (
    "It costs $5 to $10 per run [1], while the bound is $O(n \\log n)$, \\(x_1\\), and $$\\int_0^1 f$$; "
    "set $HOME; R\\_max and a*b*c. <mask>"
)
HOSTILE = (
    '<img src=x onerror="window.__pwn=1"> <script>window.__pwn=1</script> <svg/onload=window.__pwn=1> '
    "[data](javascript:window.__pwn=1) ![pixel](https://tracker.test/p.png)"
)


def hostile_record() -> dict[str, Any]:
    """Return a record in which every text that comes from outside is an attack."""
    paper = {"title": HOSTILE, "url": "javascript:window.__pwn=1", "authors": [HOSTILE], "venue": HOSTILE}
    cited = {"paper_id": "p1", "abstract": HOSTILE, "score": 1.0, **paper}
    near = {**cited, "paper_id": "p2"}
    quote = {"n": 1, "paper_id": "p1", "quote": HOSTILE, "start": 0, "end": len(HOSTILE), **paper}
    return bat_record(answer=f"{HOSTILE} [1]", citations=[quote], papers=[cited, near])


def scripted_engine() -> ScriptedEngine:
    """Return an engine with one script for each thing the window must cope with."""
    return ScriptedEngine(
        {
            "maths": Script((MATHS[:40], MATHS[40:90], MATHS[90:]), bat_record(answer=MATHS)),
            "broken": Script(error=AskPapersError("The index is gone: run `python ingest.py data/`.")),
            "bug": Script(error=ZeroDivisionError("secret detail")),
            "hostile": Script((HOSTILE,), hostile_record()),
            "forever": Script(("A first ", "few words "), forever=True),
            "silent": Script(deltas=(), delay=2.0),
            "abandoned": Script(forever=True),
            "cleared": Script(forever=True),
            "bats since 2023": Script(record=bat_record(filters=[SINCE])),
            "whales": Script(("Not here.",), bat_record(answer="Not here.", verdict="not_in_papers", citations=[])),
        }
    )
