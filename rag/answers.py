"""An answer in the form that programs read: see "An answer as JSON" in the README."""

from collections.abc import Mapping, Sequence
from typing import Any

from llama_index.core.base.response.schema import RESPONSE_TYPE, AsyncStreamingResponse, StreamingResponse
from llama_index.core.schema import NodeWithScore

from rag.answering.drafts import paper_of_node
from rag.errors import QuestionError
from rag.papers import Paper, label_of


def answer_record(question: str, response: RESPONSE_TYPE) -> dict[str, Any]:
    """Shape a response as the JSON contract gives it.

    Args:
        question: as asked.
        response: of `build_query_engine`'s engine; a streamed one must have ended.

    Raises:
        QuestionError: a streamed response has not been read to its end.
    """
    metadata = response.metadata or {}
    if "verdict" not in metadata:
        raise QuestionError(
            "The response has not been read to its end. Read it first: for piece in response.response_gen: …"
        )
    streamed = StreamingResponse | AsyncStreamingResponse
    text = response.response_txt if isinstance(response, streamed) else str(response)
    return {
        "question": question,
        "standalone_question": metadata.get("standalone_question") or question,
        "answer": text or "",
        "verdict": metadata["verdict"],
        "citations": metadata["citations"],
        "sentences": metadata["sentences"],
        "papers": paper_records(response.source_nodes),
        "mode": metadata["mode"],
        "timings_ms": metadata["timings_ms"],
        "usage": metadata["usage"],
        "filters": metadata["filters"],
        "corrections": metadata["corrections"],
        "translation": metadata["translation"],
        "problem": metadata.get("problem"),
        "dropped_citations": metadata.get("dropped_citations", 0),
        "removed_sentences": metadata.get("removed_sentences", 0),
    }


def paper_records(nodes: Sequence[NodeWithScore]) -> list[dict[str, Any]]:
    """Retrieved papers in the form of the JSON contract, best first."""
    return [
        {
            "paper_id": paper.paper_id,
            "title": paper.label,
            "url": paper.url,
            "abstract": paper.abstract,
            "score": round(float(node.score or 0.0), 4),
            "probability": None if (found := node.metadata.get("probability")) is None else round(float(found), 4),
            "why": node.metadata.get("why"),
            "authors": list(paper.authors),
            "year": paper.year,
            "venue": paper.venue,
            "status": paper.status,
            "kind": paper.kind,
            "identifiers": list(paper.identifiers),
        }
        for node in nodes
        for paper in [paper_of_node(node)]
    ]


def paper_of_record(record: Mapping[str, Any]) -> Paper:
    """The paper that an answer's record tells of, as far as it does: what `paper_records` made."""
    abstract, title = str(record.get("abstract") or ""), str(record.get("title") or "")
    authors = record.get("authors") or ()
    return Paper(
        paper_id=str(record.get("paper_id") or ""),
        title="" if abstract and title == label_of(abstract) else title,
        abstract=abstract,
        authors=(authors,) if isinstance(authors, str) else tuple(map(str, authors)),
        year=record.get("year"),
        venue=str(record.get("venue") or ""),
        url=str(record.get("url") or ""),
        kind=str(record.get("kind") or ""),
        status=str(record.get("status") or ""),
        identifiers=tuple(map(str, record.get("identifiers") or ())),
    )
