"""The pieces of a streamed answer: what a chunk says, of whatever shape its server sends."""

from collections.abc import Mapping
from typing import Any

_COUNTS = ("prompt_tokens", "completion_tokens", "total_tokens")
_DETAILS = (
    ("reasoning_tokens", "completion_tokens_details", "reasoning_tokens"),
    ("cached_prompt_tokens", "prompt_tokens_details", "cached_tokens"),
)


def delta_of(chunk: Any) -> str:
    """The text of a chunk; thoughts that a server sends in fields of their own are no text."""
    choice = _choice(chunk)
    for name in ("delta", "message"):
        content = _field(_field(choice, name), "content")
        if isinstance(content, str) and content:
            return content
        if isinstance(content, list | tuple):
            return "".join(
                text
                for part in content
                if _field(part, "type") == "text" and isinstance(text := _field(part, "text"), str)
            )
    return ""


def finish_of(chunk: Any) -> str:
    """Why the answer ends here (`stop`, `length`, `content_filter`); empty where it goes on."""
    choice = _choice(chunk)
    reason = _field(choice, "finish_reason")
    if reason in (None, "", "stop") and _field(_field(choice, "delta"), "refusal"):
        return "content_filter"
    return reason if isinstance(reason, str) else ""


def usage_of(chunk: Any) -> dict[str, int] | None:
    """The tokens that a chunk says were used; those that cost otherwise are named where the server names them."""
    usage = _field(chunk, "usage")
    if usage is None:
        return None
    counts = {name: _count(_field(usage, name)) for name in _COUNTS}
    counts["total_tokens"] = counts["total_tokens"] or counts["prompt_tokens"] + counts["completion_tokens"]
    more = {name: _count(_field(_field(usage, group), field)) for name, group, field in _DETAILS}
    return counts | {name: value for name, value in more.items() if value}


def added(one: Mapping[str, int] | None, other: Mapping[str, int] | None) -> dict[str, int] | None:
    """The tokens of two requests together; None where neither is known."""
    if one is None or other is None:
        known = one if other is None else other
        return None if known is None else dict(known)
    return {name: one.get(name, 0) + other.get(name, 0) for name in {**one, **other}}


def _choice(chunk: Any) -> Any:
    choices = _field(chunk, "choices")
    return choices[0] if isinstance(choices, list | tuple) and choices else None


def _field(record: Any, name: str) -> Any:
    return record.get(name) if isinstance(record, Mapping) else getattr(record, name, None)


def _count(value: Any) -> int:
    return int(value) if isinstance(value, int | float) and value == value else 0
