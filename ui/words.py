"""Words: the strings that Python draws into the page, in one language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Words:
    """The window's strings in one language; `{}` takes what a string is about."""

    # The frame
    ask: str
    stop: str
    papers_one: str
    papers_many: str
    extractive_mode: str
    model_mode: str
    # How a question was read
    conditions: Mapping[str, str]
    values: Mapping[str, str]
    chosen_one: str
    chosen_many: str
    either: str
    take_back: str
    put_back: str
    unmet: str
    read_as: str
    in_english: Mapping[str, str]
    corrected: str
    edit: str
    edit_question: str
    edit_reading: str
    change: str
    # The answer
    searching: str
    in_line: str
    stopped: str
    stopped_bare: str
    stopped_empty: str
    copy: str
    copy_link: str
    link_hint: str
    retry: str
    retry_hint: str
    undo: str
    undo_hint: str
    ask_next: str
    sources_one: str
    sources_many: str
    verdicts: Mapping[str, tuple[str, str]]
    unknown_verdict: tuple[str, str]
    closest: str
    doubted: str
    unproven: str
    # The sources
    sources: str
    sources_empty: str
    sources_pending: str
    sources_none: str
    sources_stopped: str
    sources_unchecked: str
    sources_failed: str
    nearest: str
    nearest_uncited: str
    open_paper: str
    no_abstract: str
    abstract: str
    back: str
    found_by: str
    likely: tuple[tuple[float, str], ...]
    probability: str
    and_others: str
    # What went wrong
    unexpected: str
    busy: str
    empty_question: str
    bad_top_k: str
    no_conditions: str
