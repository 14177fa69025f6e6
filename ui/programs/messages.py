"""Messages: a chat completion's request, as OpenAI's clients send it."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from rag.errors import QuestionError
from ui.programs.desk import Asking

MODEL = "askpapers"
"""The one model that is listed."""


class Part(BaseModel):
    """A part of a message; only text is read."""

    model_config = ConfigDict(extra="ignore", strict=True)
    type: str
    text: str | None = None


class Message(BaseModel):
    """One message of the conversation; whoever sends back the `citations` of an answer has follow-ups read better."""

    model_config = ConfigDict(extra="ignore", strict=True)
    role: Literal["system", "developer", "user", "assistant", "tool", "function"]
    content: str | list[Part] | None = None
    citations: list[dict[str, Any]] | None = None

    def text(self) -> str:
        """Its words.

        Raises:
            QuestionError: it holds an image or a sound.
        """
        if not isinstance(self.content, list):
            return self.content or ""
        other = next((part.type for part in self.content if part.type not in ("text", "refusal")), None)
        if other is not None:
            raise QuestionError(f"A message may hold text alone, not {other!r}.")
        return "\n".join(part.text or "" for part in self.content)


class StreamOptions(BaseModel):
    """How a stream ends."""

    model_config = ConfigDict(extra="ignore", strict=True)
    include_usage: bool | None = None


class ChatRequest(BaseModel):
    """A question with the conversation before it; parameters that are not listed here are ignored.

    `top_k` and `where` are AskPapers' own: OpenAI's client sends them as `extra_body`.
    """

    model_config = ConfigDict(extra="ignore", strict=True)
    model: str
    messages: list[Message] = Field(min_length=1)
    stream: bool | None = None
    stream_options: StreamOptions | None = None
    n: int | None = Field(default=None, ge=1, le=1)
    top_k: int = Field(default=20, ge=1)
    where: list[str] | str | None = None

    @property
    def wants_usage(self) -> bool:
        """Whether the stream ends with the tokens spent."""
        return bool(self.stream_options and self.stream_options.include_usage)

    def asking(self) -> Asking:
        """The last message as the question, the reader's and the assistant's before it as its history.

        What a system message says is no order here: it is left out.

        Raises:
            QuestionError: the last message is not the user's, or one holds no text.
        """
        *before, last = self.messages
        if last.role != "user":
            raise QuestionError(f"The last message must be the user's question; its role is {last.role!r}.")
        history = [
            {"role": message.role, "content": message.text(), "citations": message.citations or []}
            for message in before
            if message.role in ("user", "assistant")
        ]
        return Asking(last.text(), self.top_k, history, self.where)
