"""A question in a conversation: made to stand alone, and the papers it goes on about."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from llama_index.core.llms import LLM
from llama_index.core.prompts import ChatPromptTemplate
from llama_index.core.schema import NodeWithScore

from rag.errors import StoppedError
from rag.llms.pieces import usage_of
from rag.llms.thoughts import Thoughts
from rag.prompts import CONDENSE, conversation_block
from rag.questions import MAX_CHARACTERS, content_terms, is_asked_in_cjk, names
from rag.ranking.nodes import node_of
from rag.store import PaperStore
from rag.text.escapes import literal
from rag.text.tokens import estimated_tokens
from rag.understanding.asked import Asked
from rag.understanding.dependence import dependence_of
from rag.understanding.followups import FollowUps
from rag.understanding.history import Turn
from rag.understanding.shorts import Kind
from rag.understanding.standalone import Standalone

_LONGEST = 600
_LONE_TERMS = 4
"""A question of so many content terms, without a sign of leaning on others, stands alone for sure."""


@dataclass
class Continued(Asked):
    """A question of a conversation.

    Args:
        standalone: the question as it was understood, written out.
        said: the question as it was asked: what is looked for in the papers it goes on about.
        carried: papers that it goes on about, best guess first.
        usage: tokens spent on understanding it.
        each: each of the carried papers is asked about.
        kind: what a short follow-up asks for.
        heard: what has been answered before, where more than that is asked for.
        beyond: papers shown before, where further ones are asked for.
        within: papers of the list that is asked about.
        lost: it points to a paper that was not listed, or is no longer there.
    """

    standalone: str = ""
    said: str = ""
    carried: tuple[str, ...] = ()
    usage: dict[str, int] | None = None
    each: bool = False
    kind: Kind | None = None
    heard: str = ""
    beyond: tuple[str, ...] = ()
    within: tuple[str, ...] = ()
    lost: bool = False

    @classmethod
    def from_asked(cls, asked: Asked, said: str, found: Standalone, usage: dict[str, int] | None) -> Continued:
        """What was understood of the standalone question, with what the conversation adds."""
        known = {item.name: getattr(asked, item.name) for item in fields(asked)}
        named = tuple(paper_id for paper_id in asked.bearers if paper_id in found.paper_ids)
        known["bearers"] = named or asked.bearers  # of two papers of one name, the one talked of
        return cls(**known, standalone=found.text, said=said, carried=found.paper_ids, usage=usage, each=found.each,
                   kind=found.kind, heard=found.heard, beyond=found.beyond, within=found.within,
                   lost=found.lost)  # fmt: skip

    @property
    def asked_as(self) -> str:
        """The question in the words of whoever asked it: its answer is framed in their language."""
        return self.said or self.query_str

    def records(self) -> dict[str, Any]:
        """What a response's metadata says of how the question was read."""
        return super().records() | {"standalone_question": self.standalone}

    def remarks(self) -> list[str]:
        """What a reader must know before the answer, the question as it was understood first."""
        if self.standalone == self.said:
            return super().remarks()
        read = "理解为：{}" if is_asked_in_cjk(self.said) else "Read as: {}"
        return [read.format(literal(self.standalone)), *super().remarks()]


class Rewriter:
    """Makes follow-ups stand alone: by an LLM where there is one, and by rules where there is none or it fails.

    Args:
        llm: rewrites; None leaves it to the rules.
        prompt: takes `context_str` and `query_str`.
    """

    def __init__(self, llm: LLM | None = None, prompt: ChatPromptTemplate = CONDENSE) -> None:
        self._llm = llm
        self._prompt = prompt

    def standalone(
        self, question: str, history: Sequence[Turn], rules: FollowUps
    ) -> tuple[Standalone, dict[str, int] | None]:
        """The question by itself, and the tokens that this took; as it was asked where it would grow too long."""
        found, usage = self._rewritten(question, history, rules)
        return (found if len(found.text) <= MAX_CHARACTERS else replace(found, text=question, changed=False)), usage

    def _rewritten(
        self, question: str, history: Sequence[Turn], rules: FollowUps
    ) -> tuple[Standalone, dict[str, int] | None]:
        found = rules.standalone(question, history)
        if self._llm is not None and not found.within:
            found = replace(found, query="")  # a model is asked what stands alone
        if self._llm is None or not history or found.settled or not (found.changed or _may_lean(question)):
            return found, None
        text, usage = self._asked(self._llm, question, rules.sourced(history))
        if not text:
            return found, usage
        return replace(found, text=text, changed=text != question), usage

    def _asked(self, llm: LLM, question: str, history: Sequence[Turn]) -> tuple[str, dict[str, int] | None]:
        """What the LLM makes of the question; empty where it fails or gives what is no question."""
        room = llm.metadata.context_window // 2
        kept = list(history)
        while len(kept) > 1 and sum(estimated_tokens(turn.content) for turn in kept) > room:
            del kept[0]
        messages = self._prompt.format_messages(context_str=conversation_block(kept), query_str=question)
        thoughts, text, usage = Thoughts(), "", None
        try:
            for chunk in llm.stream_chat(messages):
                usage = usage_of(chunk.raw) or usage
                text += thoughts.feed(chunk.delta or "")
        except StoppedError:
            raise
        except Exception:  # whatever ails it, the rules' question serves, and the answer will say what is wrong
            return "", usage
        return _line(text + thoughts.end(), question), usage


def _may_lean(question: str) -> bool:
    return dependence_of(question) is not None or (not names(question) and len(content_terms(question)) < _LONE_TERMS)


def _line(reply: str, question: str) -> str:
    """The one question in an LLM's reply; empty where it has none, or several lines of something else."""
    lines = [line.strip() for line in reply.strip().splitlines() if line.strip()]
    if len(lines) != 1:
        return ""
    text = re.sub(r"^(?:(?:standalone|rewritten|last)\s+)?question\s*:\s*", "", lines[0], flags=re.I)
    text = text.strip().strip("\"“”'`").strip()
    asked = set(content_terms(question))
    if asked and asked.isdisjoint(content_terms(text)):  # an answer from memory, not the question
        return ""
    return text if len(text) <= max(_LONGEST, 2 * len(question)) else ""


def carried_first(asked: Asked, nodes: Sequence[NodeWithScore], store: PaperStore) -> list[NodeWithScore]:
    """The ranking, with the papers that a conversation goes on about first, in their order.

    Papers that do not meet the question's conditions stay out; as many are given back as were ranked.
    """
    if not isinstance(asked, Continued) or not asked.carried:
        return list(nodes)
    wanted = [key for key in asked.carried if asked.allowed is None or key in asked.allowed]
    ranked = {node.node.node_id: node for node in nodes}
    absent = [key for key in wanted if key not in ranked]
    top = max((node.score or 0.0 for node in nodes), default=0.0)
    for paper in store.get(absent) if absent else ():
        ranked[paper.paper_id] = NodeWithScore(node=node_of(paper), score=top)
    first = [
        NodeWithScore(node=ranked[key].node, score=max(ranked[key].score or 0.0, top))
        for key in wanted
        if key in ranked
    ]
    rest = [node for node in nodes if node.node.node_id not in wanted]
    return [*first, *rest][: max(len(nodes), len(first))]
