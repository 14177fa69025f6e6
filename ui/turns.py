"""One exchange of a conversation: a question and what has become of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from rag.filters import Filter

Progress = Literal["searching", "streaming", "done", "stopped", "failed"]


@dataclass(frozen=True, slots=True)
class Turn:
    """A question, the answer so far, and the full record once it is complete.

    `where` holds the explicit conditions, `without` those of the question's words that were taken back.
    `reading` says how the question was read (`filters`, `corrections`, `translation`, `standalone_question`) and
    is there before the answer; `remarks` are what the answer's own first lines say of it. `record` is the JSON
    contract of an answer and is there only when `progress` is "done"; `error` is the message for the reader and
    is there only when it is "failed".
    """

    question: str
    answer: str = ""
    progress: Progress = "searching"
    record: Mapping[str, Any] | None = None
    error: str = ""
    where: tuple[str, ...] = ()
    without: tuple[Filter, ...] = ()
    reading: Mapping[str, Any] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()

    @property
    def running(self) -> bool:
        """Whether more may still come."""
        return self.progress in ("searching", "streaming")

    def toggled(self, place: int) -> Turn:
        """The question to ask when the reader takes a condition back, or puts it in again.

        Args:
            place: of the condition among the filters that were read.

        Raises:
            LookupError: there is no such condition.
        """
        found = self.reading["filters"][place]
        condition = Filter(str(found["field"]), str(found["operator"]), str(found["value"]))
        where, without = self.where, self.without
        if condition in without:
            without = tuple(item for item in without if item != condition)
        elif str(condition) in map(canonical, where):
            where = tuple(item for item in where if canonical(item) != str(condition))
        else:
            without = (*without, condition)
        return Turn(self.question, where=where, without=without)


def canonical(condition: str) -> str:
    """An explicit condition in the form in which the engine gives it back."""
    return str(Filter.parse(condition))
