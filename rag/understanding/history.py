"""History: the turns of one conversation, as a caller hands them in with each question."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rag.errors import QuestionError
from rag.text.tokens import estimated_tokens

HISTORY_TOKENS = 2000
"""What is read of a conversation at most; the newest turns are kept."""

_FORM = '[{"role": "user", "content": "…"}, {"role": "assistant", "content": "…"}]'


@dataclass(frozen=True)
class Turn:
    """One message of a conversation.

    Args:
        role: `user` or `assistant`.
        content: its text.
        paper_ids: the papers that an answer cited, in order, where the caller passed them on.
    """

    role: str
    content: str
    paper_ids: tuple[str, ...] = field(default=())

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
    return Turn(role, str(content).strip(), _paper_ids(message) if role == "assistant" else ())


def _paper_ids(message: Any) -> tuple[str, ...]:
    """The papers that an answer names as its own: those it cites, else those it lists as `papers`."""
    fields = message if isinstance(message, Mapping) else getattr(message, "additional_kwargs", {})
    for key in ("citations", "papers"):
        listed = fields.get(key)
        if not isinstance(listed, Sequence) or isinstance(listed, str):
            continue
        ids = [item.get("paper_id") if isinstance(item, Mapping) else item for item in listed]
        found = tuple(dict.fromkeys(str(paper_id) for paper_id in ids if paper_id))
        if found or key == "citations":  # an answer that cites nothing speaks of no paper, whatever it lists
            return found
    return ()


def _newest(turns: Sequence[Turn], tokens: int) -> tuple[Turn, ...]:
    kept: list[Turn] = []
    for turn in reversed(turns):
        cost = estimated_tokens(turn.content)
        if cost > tokens and not kept:
            share = max(1, len(turn.content) * tokens // cost)
            turn, cost = Turn(turn.role, turn.content[:share], turn.paper_ids), tokens
        if cost > tokens:
            break
        kept.append(turn)
        tokens -= cost
    return tuple(reversed(kept))
