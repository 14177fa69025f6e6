"""One exchange of a conversation: a question and what has become of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

Progress = Literal["searching", "streaming", "done", "stopped", "failed"]


@dataclass(frozen=True, slots=True)
class Turn:
    """A question, the answer so far, and the full record once it is complete.

    `record` is the JSON contract of an answer and is there only when `progress` is "done"; `error` is
    the message for the reader and is there only when it is "failed".
    """

    question: str
    answer: str = ""
    progress: Progress = "searching"
    record: Mapping[str, Any] | None = None
    error: str = ""

    @property
    def running(self) -> bool:
        """Whether more may still come."""
        return self.progress in ("searching", "streaming")
