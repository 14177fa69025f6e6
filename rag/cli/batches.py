"""Batch: questions of a file, one JSON object a line."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rag.errors import QuestionError


def lines_of(name: str) -> Iterator[tuple[str, list[str], Any] | QuestionError]:
    """The question, the conditions and the history of each line of a batch; an error for a line of another shape.

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
            yield str(asked["question"]), conditions, asked.get("history")
        except (ValueError, KeyError, TypeError, AttributeError):
            yield QuestionError(f'Line {number} of {name} is not like {{"question": "…"}}.')
