"""Lexical files: the BM25 index of a generation as it is written, and an earlier one's brought up to date."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable
from pathlib import Path

import tantivy

from rag.index.changes import Changes
from rag.index.forward import Forward, Gathering
from rag.index.generations import linked
from rag.index.seals import SEAL
from rag.papers import Paper
from rag.text.analysis import analyze, analyzer, singular
from rag.text.writings import names_in

NAMES = "ids.json"
ANALYZER = "papers"
_WRITER_BYTES = 64_000_000
_MOST_GONE = 0.05
"""Share of an index that may be papers taken out: their words go on counting in what BM25 takes for rare."""


def build(folder: Path, papers: Iterable[Paper]) -> None:
    """Fill a folder with the index of some papers."""
    _, ids, forward = fill(tantivy.Index(schema(), path=str(folder)), papers)
    (folder / NAMES).write_text(json.dumps(ids), encoding="utf-8")
    forward.keep(folder)


def renew(folder: Path, earlier: Path, changes: Changes) -> None:
    """Fill a folder with an earlier generation's index, and what has changed since.

    Raises:
        ValueError: so much was taken out that the index is better made anew.
    """
    known: list[str] = json.loads((earlier / NAMES).read_text(encoding="utf-8"))
    ids = ["" if paper_id in changes.outdated else paper_id for paper_id in known]
    if ids.count("") > _MOST_GONE * len(ids):
        raise ValueError(f"of {len(ids)} papers in {earlier}, {ids.count('')} are gone")
    for file in earlier.iterdir():  # tantivy's files never change but for these three
        if file.suffix == ".json" and file.name != SEAL:
            shutil.copyfile(file, folder / file.name)
        elif file.suffix not in (".npy", ".lock", ".json"):
            linked(file, folder / file.name)
    index = tantivy.Index.open(str(folder))
    _, added, forward = fill(index, changes.papers, len(ids), changes.outdated & set(known))
    (folder / NAMES).write_text(json.dumps([*ids, *added]), encoding="utf-8")
    Forward.open(earlier).followed_by(forward).keep(folder, earlier)


def schema() -> tantivy.Schema:
    """The fields of a paper: its id, its number, its words, its authors, the keys of the names in it."""
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("paper_id", tokenizer_name="raw")
    builder.add_unsigned_field("number", fast=True)
    builder.add_text_field("text", tokenizer_name=ANALYZER, index_option="position")
    builder.add_text_field("authors", tokenizer_name=ANALYZER, index_option="freq")
    builder.add_text_field("names", tokenizer_name="raw", index_option="basic")
    return builder.build()


def fill(
    index: tantivy.Index, papers: Iterable[Paper], first: int = 0, outdated: Iterable[str] = ()
) -> tuple[tantivy.Index, list[str], Forward]:
    """Put papers into an index, the first with a given number, once others are taken out; gives their ids and terms."""
    index.register_tokenizer(ANALYZER, analyzer())
    writer = index.writer(heap_size=_WRITER_BYTES, num_threads=1)
    for paper_id in outdated:
        writer.delete_documents_by_term("paper_id", paper_id)
    ids: list[str] = []
    gathering = Gathering()
    for paper in papers:
        authors = "\n".join(paper.authors)
        document = tantivy.Document(paper_id=paper.paper_id)
        document.add_unsigned("number", first + len(ids))
        document.add_text("text", singular(f"{paper.title}\n{paper.abstract}"))
        document.add_text("authors", authors)
        for key in {name.key for name in names_in(paper.title, paper.abstract) if not name.key.isdigit()}:
            document.add_text("names", key)
        writer.add_document(document)
        ids.append(paper.paper_id)
        gathering.add(analyze(paper.title), analyze(paper.abstract), analyze(authors))
    writer.commit()
    writer.wait_merging_threads()
    index.reload()
    return index, ids, gathering.forward()
