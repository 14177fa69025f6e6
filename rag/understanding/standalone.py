"""Standalone: a question of a conversation that can be understood by itself."""

from __future__ import annotations

from dataclasses import dataclass, field

from rag.papers import Paper
from rag.understanding.shorts import Kind


@dataclass(frozen=True)
class Standalone:
    """A question that stands alone.

    Args:
        text: the question, its subject written out.
        paper_ids: the papers that it is about, best guess first; empty where it names its own.
        changed: whether the text is another than was asked.
        settled: its words leave no doubt of what they stand for, so that no LLM need be asked.
        each: each of the papers is asked about.
        kind: what a short follow-up asks for.
        heard: what has been answered before, where more than that is asked for.
        beyond: papers shown before, where further ones are asked for.
        within: papers of the list that is asked about.
        condition: what narrows the list before it, in the words of the follow-up.
        lost: it points to a paper that was not listed, or is no longer there.
        query: what is asked of these, where it is less than the whole question.
    """

    text: str
    paper_ids: tuple[str, ...] = field(default=())
    changed: bool = False
    settled: bool = False
    each: bool = False
    kind: Kind | None = None
    heard: str = ""
    beyond: tuple[str, ...] = field(default=())
    within: tuple[str, ...] = field(default=())
    query: str = ""
    condition: str = ""
    about: tuple[Paper, ...] = field(default=())
    lost: bool = False
