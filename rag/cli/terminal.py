"""How answers and papers look in a terminal: records in, rich renderables out."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Console, Group, RenderableType
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

from rag.text.escapes import shown_formulas

if TYPE_CHECKING:
    from rag.checkup.parts import Part


def show(view: RenderableType) -> None:
    """Print a view."""
    Console(highlight=False).print(view)


def answer_view(record: Mapping[str, Any]) -> RenderableType:
    """An answer, then each cited paper with the sentences it stands on, or the nearest papers.

    Args:
        record: an answer as `rag.answers.answer_record` gives it.
    """
    how = "quoted from the abstracts, no model" if record["mode"] == "extractive" else record["mode"]
    parts: list[RenderableType] = [Markdown(shown_formulas(printable(record["answer"]))), Text(), *_conditions(record)]
    if record["citations"]:
        standing = {paper["paper_id"]: paper["status"] for paper in record["papers"]}
        cited = [citation | {"status": standing.get(citation["paper_id"])} for citation in record["citations"]]
        parts.append(_sources(cited, quotes=record["mode"] != "extractive"))
    if record["verdict"] != "answered" and record["papers"]:
        parts += [Text("Nearest papers", style="bold"), papers_view(record["papers"][:5])]
    return Group(*parts, Text(f"\n{how} · {record['timings_ms']['total'] / 1000:.2f} s", style="dim"))


def search_view(record: Mapping[str, Any]) -> RenderableType:
    """A ranking, after how the question was read.

    Args:
        record: as `python -m rag search --json` prints it.
    """
    read = [
        Text(f"“{printable(item['from'])}” was read as “{printable(item['to'])}”") for item in record["corrections"]
    ]
    return Group(*read, *_conditions(record), papers_view(record["papers"]))


def papers_view(papers: Sequence[Mapping[str, Any]]) -> RenderableType:
    """A ranking: how probable it is that each paper answers (or its score, where that is not known), its title, its
    address where it has one, and why it was found.
    """
    if not papers:
        return Text("No paper was found.")
    table = Table.grid(padding=(0, 1))
    for rank, paper in enumerate(papers, 1):
        chance = paper.get("probability")
        shown = f"{paper['score']:.2f}" if chance is None else f"{chance:4.0%}"
        table.add_row(Text(f"{rank:3}.", style="bold"), Text(shown, style="dim"), _entry(paper))
        if reason := _reason(paper.get("why") or {}):
            table.add_row("", "", Text(printable(reason), style="dim"))
    return table


def _reason(why: Mapping[str, Any]) -> str:
    """The question's words that a paper has, and its nearest sentence."""
    has = f"has {', '.join(why['terms'])}" if why.get("terms") else ""
    nearest = " ".join(why["sentence"]["text"].split()) if why.get("sentence") else ""
    return ": ".join(part for part in (has, f"“{nearest}”" if nearest else "") if part)


def scores_view(record: Mapping[str, Any]) -> RenderableType:
    """How well papers are found, by the kind of question and the method.

    Args:
        record: as `rag.evaluation.evaluation.evaluation_of` gives it.
    """
    left_out = f"; {record['left_out']:,} left out, their papers are not in the index" if record["left_out"] else ""
    caption = f"{record['papers']:,} papers · {record['questions']:,} questions{left_out} · {record['seconds']} s"
    table = Table("questions", "number", "method", "hit@1", "hit@5", "hit@20", "MRR", caption=caption)
    kind = None
    for score in record["scores"]:
        if score["kind"] != kind:
            table.add_section()
        shown = ("", "") if score["kind"] == kind else (printable(score["kind"]), f"{score['questions']:,}")
        table.add_row(*shown, score["method"], *(f"{score[name]:.3f}" for name in ("hit1", "hit5", "hit20", "mrr")))
        kind = score["kind"]
    return table


def grades_view(record: Mapping[str, Any]) -> RenderableType:
    """How well questions are answered, by type and language, and which verdicts were given.

    Args:
        record: `mode`, and `grades`, each a `rag.evaluation.grading.Grade` as JSON.
    """
    names = ("facts", "citation_precision", "citation_recall", "quotes_exact", "supported")
    heads = ("facts", "cited right", "gold cited", "quotes exact", "supported")
    table = Table("questions", "number", *heads, caption=printable(str(record["mode"])))
    for grade in record["grades"]:
        values = ("–" if grade[name] is None else f"{grade[name]:.3f}" for name in names)
        table.add_row(printable(grade["group"]), f"{grade['questions']:,}", *values)
    verdicts = record["grades"][0]["verdicts"] if record["grades"] else {}
    given = sorted({verdict for counts in verdicts.values() for verdict in counts})
    confusion = Table("verdict due", *(f"given: {verdict}" for verdict in given))
    for due, counts in sorted(verdicts.items()):
        confusion.add_row(due, *(f"{counts.get(verdict, 0):,}" for verdict in given))
    return Group(table, confusion)


def checkup_view(parts: Sequence[Part]) -> RenderableType:
    """Each part of an index, whether it is sound, and what was found and mended.

    Args:
        parts: as `rag.checkup` gives them.
    """
    table = Table.grid(padding=(0, 1))
    for part in parts:
        mark = (
            Text("✗", "bold red") if not part.sound else Text("+", "bold yellow") if part.mended else Text("✓", "green")
        )
        table.add_row(mark, Text(part.name), Text(printable(part.looked_at), style="dim"))
    told = [("bold yellow", f"{part.name}: {text}") for part in parts for text in part.mended]
    told += [("bold red", f"{part.name}: {text}") for part in parts for text in part.findings]
    lines = [Text.assemble(("• ", style), printable(text)) for style, text in told]
    return Group(table, Text(), *lines, Text(_summed_up(parts), style="bold"))


def _summed_up(parts: Sequence[Part]) -> str:
    faults, mended = sum(len(part.findings) for part in parts), sum(len(part.mended) for part in parts)
    if faults:
        return f"Not sound: {faults:,} left" + (f", {mended:,} mended." if mended else ".")
    return f"Sound again: {mended:,} mended." if mended else "Sound."


def _conditions(record: Mapping[str, Any]) -> list[RenderableType]:
    """One line a condition that was read from the question or given: whether it holds."""
    return [
        Text(printable(f"{'only' if item['applied'] else 'left aside'}: {item['removable']}"), style="dim")
        for item in record.get("filters", ())
    ]


def _sources(citations: Sequence[Mapping[str, Any]], *, quotes: bool) -> RenderableType:
    table = Table.grid(padding=(0, 1))
    shown: set[int] = set()
    for citation in citations:
        if citation["n"] not in shown:
            shown.add(citation["n"])
            table.add_row(Text(f"[{citation['n']}]", style="bold"), _entry(citation))
        if quotes:
            table.add_row("", Text(f"“{printable(citation['quote'])}”", style="italic"))
    return table


def _entry(record: Mapping[str, Any]) -> Text:
    standing = [(f" ({record['status']})", "bold red")] if record.get("status") else []
    address = [("\n" + printable(record["url"]), "dim")] if record["url"] else []
    return Text.assemble(printable(record["title"]), *standing, *address)


def printable(text: str) -> str:
    """Without control characters: a paper must not move the cursor or colour the screen."""
    return re.sub(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", "", text)
