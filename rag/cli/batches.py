"""Batch: questions of a file, one JSON object a line."""

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rag.errors import QuestionError


@dataclass(frozen=True)
class Line:
    """One question of a batch.

    Args:
        where: conditions.
        history: the messages before it.
        named: the line's `id`, where it has one; its answer gives it back.
    """

    question: str
    where: list[str]
    history: Any
    named: dict[str, Any]


def lines_of(name: str) -> Iterator[Line | QuestionError]:
    """The lines of a batch; an error for a line of another shape.

    Args:
        name: of a UTF-8 file, or "-" for standard input.

    Raises:
        QuestionError: the file cannot be read.
    """
    try:
        text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise QuestionError(
            f"The batch file {name} cannot be read: {error}. Give a UTF-8 file of JSON lines."
        ) from None
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            asked = json.loads(line)
            where = asked.get("where") or []
            conditions = [where] if isinstance(where, str) else [str(item) for item in where]
            named = {"id": asked["id"]} if "id" in asked else {}
            yield Line(str(asked["question"]), conditions, asked.get("history"), named)
        except (ValueError, KeyError, TypeError, AttributeError):
            yield QuestionError(f'Line {number} of {name} is not like {{"question": "…"}}.')
