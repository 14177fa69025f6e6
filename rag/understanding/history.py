"""History: the turns of one conversation, as a caller hands them in with each question."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rag.errors import QuestionError
from rag.text.tokens import estimated_tokens

HISTORY_TOKENS = 2000
"""What is read of a conversation at most; the newest turns are kept."""

_SHARE_OF_LAST = 2
_SHARE = 8
"""What part of it the last answer, and any other message, may be: a long list leaves room for what came before it."""
_TITLES = 60
_PAPERS = 200
"""Papers that are remembered of one answer."""
_HEADING = re.compile(r"\*\*(?!\d)((?:\\.|[^*\n\\]){4,400})\*\*(?= *(?:[:：]|is by|appeared|does not|的|\[))")
"""A title as answers show it."""

_FORM = '[{"role": "user", "content": "…"}, {"role": "assistant", "content": "…"}]'


@dataclass(frozen=True)
class Turn:
    """One message of a conversation.

    Args:
        role: `user` or `assistant`.
        content: its text.
        paper_ids: the papers that an answer cited, in the order of their numbers, where the caller passed them on.
        headings: the titles that an answer shows in bold, in order; read before a long answer is cut.
    """

    role: str
    content: str
    paper_ids: tuple[str, ...] = field(default=())
    headings: tuple[str, ...] = field(default=(), compare=False)

    @property
    def is_question(self) -> bool:
        """Whether the user said it."""
        return self.role == "user"


def history_of(messages: Iterable[Any] | None, tokens: int = HISTORY_TOKENS) -> tuple[Turn, ...]:
    """Read a conversation, oldest message first; nothing of it is kept anywhere.

    Args:
        messages: dicts with `role` and `content`, or LlamaIndex's chat messages. An answer may carry the
            `citations` of its JSON form (or `papers`), by which a follow-up knows what was talked of. Messages
            of other roles than user and assistant, and empty ones, are passed over.
        tokens: how much is kept, newest first; of the newest message at least its beginning.

    Raises:
        QuestionError: the history has another form.
    """
    if messages is None:
        return ()
    if isinstance(messages, str | bytes | Mapping) or not isinstance(messages, Iterable):
        raise QuestionError(f"The history is not a list of messages. Give it like {_FORM}.")
    turns = [turn for message in messages if (turn := _turn(message)) is not None]
    return _newest(turns, tokens)


def concerning(turns: Sequence[Turn], paper_ids: frozenset[str]) -> tuple[Turn, ...]:
    """What of a conversation is about some papers: an answer from others goes, and its question with it.

    Args:
        turns: as `history_of` gives them.
        paper_ids: the papers that are asked about now.
    """
    kept: list[Turn] = []
    for turn in turns:
        ids = tuple(paper_id for paper_id in turn.paper_ids if paper_id in paper_ids)
        if ids or not turn.paper_ids:
            kept.append(replace(turn, paper_ids=ids))
        elif kept and kept[-1].is_question:
            kept.pop()
    return tuple(kept)


def _turn(message: Any) -> Turn | None:
    if isinstance(message, Turn):
        return message
    if isinstance(message, Mapping):
        role, content = message.get("role"), message.get("content")
    else:
        role, content = getattr(message, "role", None), getattr(message, "content", None)
    role = str(getattr(role, "value", role))
    if role in ("system", "developer", "tool", "function"):
        return None
    if role not in ("user", "assistant") or not (content is None or isinstance(content, str)):
        raise QuestionError(f"A message of the history has no role and text that can be read. Give it like {_FORM}.")
    if not (content or "").strip():
        return None
    text = str(content).strip()
    if role == "user":
        return Turn(role, text)
    return Turn(role, text, _paper_ids(message), tuple(dict.fromkeys(_HEADING.findall(text)))[:_TITLES])


def _paper_ids(message: Any) -> tuple[str, ...]:
    """The papers that an answer names as its own: those it cites, else those it lists as `papers`."""
    fields = message if isinstance(message, Mapping) else getattr(message, "additional_kwargs", {})
    for key in ("citations", "papers"):
        listed = fields.get(key)
        if not isinstance(listed, Sequence) or isinstance(listed, str):
            continue
        numbered = key == "citations" and all(isinstance(_number(item), int) for item in listed)
        listed = sorted(listed, key=_number) if numbered else listed
        ids = [item.get("paper_id") if isinstance(item, Mapping) else item for item in listed]
        found = tuple(dict.fromkeys(str(paper_id) for paper_id in ids if paper_id))[:_PAPERS]
        if found or key == "citations":  # an answer that cites nothing speaks of no paper, whatever it lists
            return found
    return ()


def _number(item: Any) -> Any:
    return item.get("n") if isinstance(item, Mapping) else None


def _newest(turns: Sequence[Turn], tokens: int) -> tuple[Turn, ...]:
    kept: list[Turn] = []
    most = tokens
    for turn in reversed(turns):
        cost = estimated_tokens(turn.content)
        room = max(1, most // (_SHARE if any(not other.is_question for other in kept) else _SHARE_OF_LAST))
        room = tokens if not kept and turn.is_question else room
        if cost > room:
            share = max(1, len(turn.content) * room // cost)
            turn, cost = replace(turn, content=turn.content[:share]), room
        if cost > tokens:
            break
        kept.append(turn)
        tokens -= cost
    return tuple(reversed(kept))
