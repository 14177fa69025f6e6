"""One exchange of a conversation: a question and what has become of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from rag.understanding.courtesies import courtesy_of
from rag.understanding.filters import Filter

Progress = Literal["searching", "streaming", "done", "stopped", "failed"]


@dataclass(frozen=True, slots=True)
class Turn:
    """A question, the answer so far, and the full record once it is complete.

    `where` holds the explicit conditions, `without` those of the question's words that were taken back. `reworded` is
    what is asked in the question's place, where the reader has put right how it was read; it stands alone.
    `reading` says how the question was read (`filters`, `corrections`, `translation`, `standalone_question`) and
    is there before the answer; `remarks` are what the answer's own first lines say of it. `record` is the JSON
    contract of an answer and is there when `progress` is "done", or "stopped" where it had begun; `error` is the
    message for the reader and
    is there only when it is "failed". `offers` are questions to ask next.
    `ahead` is how many questions of others are to be begun before it.
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
    reworded: str = ""
    offers: tuple[str, ...] = ()
    ahead: int = 0

    @property
    def running(self) -> bool:
        """Whether more may still come."""
        return self.progress in ("searching", "streaming")

    @property
    def asked(self) -> str:
        """What the engine is asked."""
        return self.reworded or self.question

    @property
    def is_courtesy(self) -> bool:
        """Whether this is a greeting or the like, which asks nothing of any paper."""
        return courtesy_of(self.asked) is not None

    def ended(self) -> Turn:
        """The turn once nothing more will come: one that was still running has been stopped."""
        return replace(self, progress="stopped") if self.running else self

    def afresh(self) -> Turn:
        """The same question under the same conditions, not asked yet."""
        return Turn(self.question, where=self.where, without=self.without, reworded=self.reworded)

    def toggled(self, place: int) -> Turn:
        """The question to ask when the reader takes a condition back, or puts it in again.

        Args:
            place: of the condition among the filters that were read.

        Raises:
            LookupError: there is no such condition.
        """
        condition = self._condition(place)
        if condition in self.without:
            return replace(self.afresh(), without=tuple(item for item in self.without if item != condition))
        return self._lacking(condition)

    def changed(self, place: int, conditions: tuple[str, ...]) -> Turn:
        """The question to ask when the reader writes other conditions in the place of one.

        Args:
            place: of the old one among the filters that were read.
            conditions: the new ones; none takes the old one back.

        Raises:
            LookupError: there is no such condition.
            FilterError: a new one is of no form that is known.
        """
        new = tuple(canonical(condition) for condition in conditions)
        old = self._lacking(self._condition(place))
        kept = tuple(item for item in old.where if canonical(item) not in new)
        return replace(old, where=(*kept, *new))

    def _lacking(self, condition: Filter) -> Turn:
        if self.states(condition):
            return replace(self.afresh(), where=tuple(item for item in self.where if canonical(item) != str(condition)))
        return replace(self.afresh(), without=(*self.without, condition))

    def states(self, condition: Filter) -> bool:
        """Whether the condition was given explicitly."""
        return str(condition) in map(canonical, self.where)

    def _condition(self, place: int) -> Filter:
        found = self.reading["filters"][place]
        return Filter(str(found["field"]), str(found["operator"]), str(found["value"]))


Turns = tuple[Turn, ...]
"""A conversation, oldest turn first."""


def canonical(condition: str) -> str:
    """An explicit condition in the form in which the engine gives it back."""
    return str(Filter.parse(condition))


def said_so_far(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return the record of an answer that was stopped, with the sources alone that it had named by then."""
    named = {int(n) for told in re.findall(r"\[(\d[\d,; ]*)\]", record["answer"]) for n in re.findall(r"\d+", told)}
    return {**record, "citations": [one for one in record["citations"] if int(one["n"]) in named]}
