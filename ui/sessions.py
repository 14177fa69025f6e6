"""Sessions: which engine answers whom, and what that has cost so far. Kept in memory alone."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Any

from llama_index.core.base.base_query_engine import BaseQueryEngine

from ui.runs import RecordMaker


@dataclass(frozen=True)
class Choice:
    """What a reader has set for the session.

    Args:
        model: as its server knows it; empty quotes the abstracts.
        base_url: of its server.
        key: for it; never written, shown or logged.
        top_k: papers retrieved for a question.
        evidence_k: papers shown to the model at most.
        strict: leave out what the abstracts do not bear out.
        language: in which the model answers, "en" or "zh"; empty for the question's.
    """

    model: str = ""
    base_url: str = ""
    key: str = field(default="", repr=False)
    top_k: int = 20
    evidence_k: int = 8
    strict: bool = False
    language: str = ""


@dataclass(frozen=True)
class _Seat:
    """One session's engine, where it has its own, and the tokens it has spent; `estimated` where some are a guess."""

    engine: BaseQueryEngine | None = None
    mode: str = ""
    choice: Choice | None = None
    tokens: int = 0
    estimated: bool = False


class Sessions:
    """Gives each session its engine; none sees another's key. It is empty while nobody has settings of their own.

    Args:
        engine: answers those who have set nothing.
        mode: "extractive", or the model that writes its answers.
    """

    def __init__(self, engine: BaseQueryEngine, mode: str = "extractive") -> None:
        self._engine = engine
        self._mode = mode
        self._seats: dict[str, _Seat] = {}
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._seats)

    def engine_for(self, session: str) -> BaseQueryEngine:
        """What answers a session's questions."""
        return self._seat(session).engine or self._engine

    def mode_for(self, session: str) -> str:
        """How a session's answers are made: "extractive", or the model with its provider."""
        return self._seat(session).mode or self._mode

    def choice_of(self, session: str) -> Choice | None:
        """What a session has set; None where it has set nothing."""
        return self._seat(session).choice

    def tokens_of(self, session: str) -> int:
        """The tokens that a session's models have taken and written."""
        return self._seat(session).tokens

    def is_estimated(self, session: str) -> bool:
        """Whether some of these were not told by their server: that of an answer which was stopped tells none."""
        return self._seat(session).estimated

    def settle(self, session: str, choice: Choice | None, engine: BaseQueryEngine | None, mode: str) -> None:
        """Give a session an engine of its own, or with None that of all others again."""
        with self._lock:
            self._seats[session] = replace(self._seat(session), engine=engine, mode=mode, choice=choice)

    def counting(self, session: str, make_record: RecordMaker) -> RecordMaker:
        """A maker of records that also counts the tokens of each answer for a session."""

        def make(question: str, response: Any) -> dict[str, Any]:
            record = make_record(question, response)
            if spent := tokens_in(record.get("usage")):
                with self._lock:
                    seat = self._seat(session)
                    guessed = seat.estimated or bool(record["usage"].get("estimated"))
                    self._seats[session] = replace(seat, tokens=seat.tokens + spent, estimated=guessed)
            return record

        return make

    def forget(self, session: str) -> None:
        """Let go of a session that has ended, and of its key."""
        with self._lock:
            self._seats.pop(session, None)

    def _seat(self, session: str) -> _Seat:
        return self._seats.get(session) or _Seat()


def tokens_in(usage: Any) -> int:
    """The tokens of a record's usage, taken and written."""
    if not isinstance(usage, dict):
        return 0
    both = sum(int(usage.get(name) or 0) for name in ("prompt_tokens", "completion_tokens"))
    return both or int(usage.get("total_tokens") or 0)
