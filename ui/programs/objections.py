"""Objections: what is wrong with a program's values, in plain words in place of the validator's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

_SHOWN = 60
"""Characters of a wrong value that are given back."""
_KINDS = {
    "missing": "is missing: it must be given",
    "int_type": "must be a whole number",
    "int_parsing": "must be a whole number",
    "int_from_float": "must be a whole number",
    "bool_type": "must be true or false",
    "bool_parsing": "must be true or false",
    "string_type": "must be a text",
    "list_type": "must be a list",
    "dict_type": "must be an object",
    "model_type": "must be an object",
    "model_attributes_type": "must be an object",
    "json_invalid": "is no JSON",
    "greater_than_equal": "must be {ge} or more",
    "less_than_equal": "must be {le} or less",
    "string_too_long": "may have {max_length} characters at most",
    "too_short": "must have at least {min_length} entry",
    "literal_error": "must be {expected}",
}
"""The validator's kinds of problems that the values of `ui.programs` can have; others keep its own text."""


def objections(problems: Sequence[Mapping[str, Any]]) -> list[tuple[str, str]]:
    """Return the place of each wrong value, and a clause that says what is wrong with it.

    Args:
        problems: as pydantic's `errors()` lists them. Those of the alternatives of one value become one clause.
    """
    said: dict[str, list[str]] = {}
    given: dict[str, object] = {}
    for problem in problems:
        place, clause = _place(problem["loc"]), _clause(problem)
        clauses = said.setdefault(place, [])
        if clause not in clauses:
            clauses.append(clause)
        if problem["type"] not in ("missing", "json_invalid"):
            given[place] = problem["input"]
    # Of the alternatives of a value the one that was read deepest was meant.
    meant = [place for place in said if not any(other.startswith(f"{place}.") for other in said)]
    return [(place, _told(said[place], given.get(place))) for place in meant]


def _place(loc: Sequence[str | int]) -> str:
    """Where a value stands; the validator also names the alternative that it tried: `str`, `list[str]`."""
    return ".".join(str(part) for part in loc if part != "body" and not _is_alternative(part))


def _is_alternative(part: str | int) -> bool:
    return isinstance(part, str) and (part in ("str", "int") or "[" in part)


def _clause(problem: Mapping[str, Any]) -> str:
    text = _KINDS.get(problem["type"])
    return f"is wrong: {problem['msg']}" if text is None else text.format_map(problem.get("ctx") or {})


def _told(clauses: Sequence[str], given: object) -> str:
    first, *others = clauses
    text = " or ".join([first, *(clause.removeprefix("must be ") for clause in others)])
    return text if given is None else f"{text}, not {str(given)[:_SHOWN]!r}"
