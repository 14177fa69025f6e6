"""How answers and papers look in a terminal: records in, rich renderables out."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.markdown import Markdown
from rich.padding import Padding
from rich.text import Text


def answer_view(record: Mapping[str, Any]) -> RenderableType:
    """An answer, then each cited paper with the sentences it stands on, or the nearest papers.

    Args:
        record: an answer as `rag.answers.answer_record` gives it.
    """
    how = "quoted from the abstracts, no model" if record["mode"] == "extractive" else record["mode"]
    parts: list[RenderableType] = [Markdown(_printable(record["answer"])), Text()]
    parts += _sources(record["citations"], quotes=record["mode"] != "extractive")
    if record["verdict"] != "answered" and record["papers"]:
        parts += [Text("Nearest papers", style="bold"), papers_view(record["papers"][:5])]
    return Group(*parts, Text(f"\n{how} · {record['timings_ms']['total'] / 1000:.2f} s", style="dim"))


def papers_view(papers: Sequence[Mapping[str, Any]]) -> RenderableType:
    """A ranking: the score and the title of each paper, and its address where it has one."""
    parts: list[RenderableType] = []
    for rank, paper in enumerate(papers, 1):
        line = ((f"{rank:3}. ", "bold"), (f"{paper['score']:.2f}  ", "dim"), _printable(paper["title"]))
        parts.append(Text.assemble(*line))
        parts += _address(paper["url"], indent=11)
    return Group(*parts) if parts else Text("No paper was found.")


def _sources(citations: Sequence[Mapping[str, Any]], *, quotes: bool) -> Iterator[RenderableType]:
    shown: set[int] = set()
    for citation in citations:
        if citation["n"] not in shown:
            shown.add(citation["n"])
            yield Text.assemble((f"[{citation['n']}] ", "bold"), _printable(citation["title"]))
            yield from _address(citation["url"], indent=4)
        if quotes:
            yield Padding(Text(f"“{_printable(citation['quote'])}”", style="italic"), (0, 0, 0, 4))


def _address(url: str, *, indent: int) -> Iterator[RenderableType]:
    if url:
        yield Padding(Text(_printable(url), style="dim"), (0, 0, 0, indent))


def _printable(text: str) -> str:
    """Without control characters: a paper must not move the cursor or colour the screen."""
    return re.sub(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", "", text)
