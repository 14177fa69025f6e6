"""Manuscript: what an LLM has written so far, fit to be shown, and how it ended."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from llama_index.core.base.llms.types import ChatMessage, ChatResponse, MessageRole

from rag.answering.drafts import Draft
from rag.answering.links import Links
from rag.citations import Citation
from rag.errors import AskPapersError
from rag.evidence.evidence import EvidenceReader
from rag.llms.failures import cure_of, explained
from rag.llms.pieces import finish_of, usage_of
from rag.llms.thoughts import Thoughts
from rag.papers import Paper
from rag.prompts import DOES_NOT_SAY

_TOO_LONG = ("length", "max_tokens")
_CUT = (*_TOO_LONG, "content_filter")


class Manuscript:
    """An LLM's answer while it comes in: without its thoughts and its links, its markers numbered anew.

    Args:
        papers: as the prompt numbered them, from 1.
        reader: checks its sentences as they come; without one, nothing is marked.
        strict: leave out sentences that the papers do not bear out, rather than mark them.
        cjk: the question is Chinese, Japanese or Korean; see `Draft`.
    """

    def __init__(
        self,
        papers: Sequence[Paper],
        reader: EvidenceReader | None = None,
        *,
        strict: bool = False,
        cjk: bool | None = None,
    ) -> None:
        self._papers = papers
        self._new_draft = partial(Draft, papers, reader, strict=strict, cjk=cjk)
        self._draft = self._new_draft()
        self._thoughts = Thoughts()
        self._links = Links([paper.url for paper in papers])
        self._finish = ""
        self._begun_anew = False
        self.usage: dict[str, int] | None = None
        self.thoughts_shown = ""
        """What was shown before it turned out to be thoughts, and is no part of the answer."""

    def take(self, chunk: ChatResponse) -> str:
        """Take a streamed piece; give back the text that can be shown now."""
        self._finish = finish_of(chunk.raw) or self._finish
        self.usage = usage_of(chunk.raw) or self.usage
        text = self._thoughts.feed(chunk.delta or "")
        if self._thoughts.ended_late and not self._begun_anew:
            self._begun_anew = True
            self.thoughts_shown = self._draft.text
            self._draft, self._links = self._new_draft(), Links([paper.url for paper in self._papers])
        return self._kept(self._links.feed(text))

    def end(self, *, broken: bool = False) -> str:
        """The rest of the text, once the stream has ended.

        Args:
            broken: by an error.
        """
        rest = self._kept(self._links.feed(self._thoughts.end()) + self._links.end())
        return rest + self._draft.end(cut=broken or self._finish in _CUT)

    @property
    def text(self) -> str:
        """What has been shown."""
        return self._draft.text

    @property
    def is_refusal(self) -> bool:
        """Whether the answer is that the papers do not say."""
        return self._draft.is_refusal

    @property
    def finds_no_detail(self) -> bool:
        """Whether the answer is that the abstract, though of the right paper, does not say what is asked."""
        return self.text.strip().startswith(DOES_NOT_SAY)

    @property
    def counts(self) -> dict[str, int]:
        """Citations that named no paper and were dropped, and sentences that a strict answer left out."""
        return {"dropped_citations": self._draft.dropped_citations, "removed_sentences": self._draft.removed}

    @property
    def is_cut(self) -> bool:
        """Whether it is an answer that merely ended too early."""
        return self._finish in _TOO_LONG and bool(self.text.strip())

    def proof(self, reader: EvidenceReader) -> tuple[list[Citation], list[dict[str, Any]]]:
        """The citations, and the sentences in the form of the JSON contract."""
        return self._draft.proof(reader) if self.text.strip() else ([], [])

    def shortcoming(self, mode: str) -> str:
        """What a reader must know of an answer that has ended without an error; empty where it is as it should be."""
        written = bool(self.text.strip())
        if self._finish == "content_filter":
            how = "broke off: the server's content filter stopped it" if written else "was stopped by a content filter"
            return f"The answer {how}. Ask in other words, or set another model in RAG_LLM."
        if written:
            cut = "The answer was cut off: the model reached its limit of tokens. Ask for less at once."
            return cut if self._finish in _TOO_LONG else ""
        if self._thoughts.hidden or self._finish in _TOO_LONG:
            return f"The model {mode} thought, and wrote no answer. Try again, or set another model in RAG_LLM."
        return f"The model {mode} gave no answer: what it sent is empty. Try again, or set another model in RAG_LLM."

    def broken(self, error: Exception, mode: str) -> str:
        """What a reader must know of an answer that has ended in an error."""
        if not self.text.strip() or isinstance(error, AskPapersError):
            return str(explained(error, mode))
        return f"The answer broke off: {cure_of(error)}."

    def _kept(self, text: str) -> str:
        message = ChatMessage(role=MessageRole.ASSISTANT, content=text)
        return self._draft.take(ChatResponse(message=message, delta=text))
