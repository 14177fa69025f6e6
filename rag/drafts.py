"""Draft: an LLM's answer while it comes in, and the proof of it once it is there."""

from collections.abc import Sequence
from typing import Any

from llama_index.core.base.llms.types import ChatResponse
from llama_index.core.schema import NodeWithScore

from rag.citations import Citation, MarkerStream, cited_numbers, without_markers
from rag.evidence import EvidenceReader
from rag.papers import Paper
from rag.prompts import REFUSAL
from rag.rows import paper_of
from rag.sentences import sentence_spans


class Draft:
    """An answer in the making.

    Args:
        papers: as the prompt numbered them, from 1.
    """

    def __init__(self, papers: Sequence[Paper]) -> None:
        self._papers = papers
        self._markers = MarkerStream(len(papers))
        self._parts: list[str] = []
        self.usage: dict[str, int] | None = None

    def take(self, chunk: ChatResponse) -> str:
        """Take a streamed piece; give back the text that can be shown now."""
        self.usage = usage_of(chunk) or self.usage
        return self._keep(self._markers.feed(chunk.delta or ""))

    def end(self) -> str:
        """The rest of the text, once the stream has ended."""
        return self._keep(self._markers.end())

    @property
    def text(self) -> str:
        """What has been shown."""
        return "".join(self._parts)

    @property
    def is_refusal(self) -> bool:
        """Whether the answer is the refusal, or nothing."""
        return not self.text.strip() or self.text.strip().startswith(REFUSAL.rstrip("."))

    def proof(self, reader: EvidenceReader) -> tuple[list[Citation], list[dict[str, Any]]]:
        """For each sentence and each paper it cites, the sentence of the abstract nearest to it.

        Returns:
            The citations, and the answer's sentences in the form of the JSON contract (`supported` is None:
            nearness is no check).
        """
        by_number = {shown: self._papers[n - 1] for n, shown in self._markers.shown.items()}
        citations: dict[tuple[int, int], Citation] = {}
        sentences: list[dict[str, Any]] = []
        for text in _sentences(self.text):
            numbers = cited_numbers(text)
            plain = without_markers(text).strip()
            for n in numbers:
                paper = by_number[n]
                for span in reader.read(plain, paper).best(most=1):
                    quote = paper.abstract[span.start : span.end]
                    citations[n, span.start] = Citation(
                        n, paper.paper_id, paper.label, paper.url, quote, span.start, span.end
                    )
            sentences.append({"text": plain, "citations": numbers, "supported": None})
        return [citations[key] for key in sorted(citations)], sentences

    def _keep(self, text: str) -> str:
        self._parts.append(text)
        return text


def usage_of(chunk: ChatResponse) -> dict[str, int] | None:
    """The tokens of a call, where this piece of its reply tells them."""
    usage = getattr(chunk.raw, "usage", None)
    if usage is None:
        return None
    names = ("prompt_tokens", "completion_tokens", "total_tokens")
    return {name: int(getattr(usage, name, 0) or 0) for name in names}


def _sentences(text: str) -> list[str]:
    """The sentences of an answer, each with the markers that follow its full stop."""
    sentences: list[str] = []
    for span in sentence_spans(text):
        piece = text[span.start : span.end]
        if not sentences or without_markers(piece).strip():
            sentences.append(piece)
        else:
            sentences[-1] += f" {piece}"
    for i in range(1, len(sentences)):  # "It hears. [1] It flies. [2]" is parted before the markers
        rest = sentences[i].lstrip()
        while rest.startswith("[") and (end := rest.find("]")) > 0 and cited_numbers(rest[: end + 1]):
            sentences[i - 1] += f" {rest[: end + 1]}"
            rest = rest[end + 1 :].lstrip()
        sentences[i] = rest
    return [sentence for sentence in sentences if sentence]


def paper_of_node(node: NodeWithScore) -> Paper:
    """The paper that a retrieved node stands for; a node of another program's index is one of its own."""
    return paper_of({"paper_id": node.node.node_id} | node.node.metadata, node.node.get_content())
