"""Bibliography: papers as BibTeX, RIS and CSV, in forms that reference managers take and `ingest.py` reads back."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from rag.export.citekeys import keys_of
from rag.export.typesetting import latex_of
from rag.papers import Paper, content_id

if TYPE_CHECKING:
    from bibtexparser.model import Block, Entry
    from rispy import RisWriter

_ENTRY_TYPES = frozenset((
    *("article", "book", "booklet", "conference", "inbook", "incollection", "inproceedings", "manual"),
    *("mastersthesis", "misc", "online", "phdthesis", "proceedings", "report", "software", "techreport", "thesis"),
    "unpublished",
))  # fmt: skip
_JOURNAL = re.compile(
    r"\b(?:journal|transactions|letters|review|reviews|annals|annual|archives?|bulletin|magazine|preprint|nature"
    r"|science|cell|lancet|plos|[a-z]*rxiv|j?tmlr|jmlr|jair|pnas|jama|bmj|acta|proc\w* of the national academy\w*)\b",
    re.IGNORECASE,
)
_MEETING = re.compile(
    r"\b(?i:conference|proceedings|proc|workshop|symposium|meeting|congress|track|findings|oral|spotlight|poster"
    r"|talk|colloquium)\b|[A-Z][a-z]?[A-Z]{2,}"
)
_SUFFIXED = re.compile(r"(?P<name>.+?)\s+(?P<suffix>(?:Jr|Sr|II|III|IV)\.?)")
_RIS_TYPES = {"article": "JOUR", "inproceedings": "CPAPER", "misc": "GEN"}
_COLUMNS = (
    *("paper_id", "title", "authors", "year", "venue", "type", "publication_status", "url", "doi", "arxiv", "pmid"),
    "abstract",
)
"""Of a table: the names by which the readers know them. (A column named `status` might be taken for the kind.)"""
_FORMULA = re.compile(r"[=+\-@\t\r]")


def bibtex(papers: Sequence[Paper], *, abstracts: bool = True) -> str:
    """Papers as a BibTeX library, each under a key of its own.

    Args:
        papers: in the order wanted.
        abstracts: write their abstracts, too.
    """
    from bibtexparser.entrypoint import write_string
    from bibtexparser.library import Library
    from bibtexparser.middlewares.enclosing import AddEnclosingMiddleware
    from bibtexparser.writer import BibtexFormat

    form = BibtexFormat()  # type: ignore[no-untyped-call]
    form.indent, form.block_separator, form.trailing_comma = "  ", "\n", True
    enclosing = AddEnclosingMiddleware(
        reuse_previous_enclosing=False, enclose_integers=True, default_enclosing="{", allow_inplace_modification=True
    )
    entries: list[Block] = [_entry(paper, key, abstracts) for paper, key in zip(papers, keys_of(papers), strict=True)]
    return write_string(Library(entries), unparse_stack=[enclosing], bibtex_format=form)


def ris(papers: Sequence[Paper], *, abstracts: bool = True) -> str:
    """Papers as RIS. Arguments as for `bibtex`."""
    import rispy

    references = [_reference(paper, abstracts) for paper in papers]
    return str(rispy.dumps(references, implementation=_ris_writer(), enforce_list_tags=False))


def table(papers: Iterable[Paper]) -> str:
    """Papers as a table in CSV; a cell that a spreadsheet would take for a formula begins with a blank."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_COLUMNS)
    writer.writerows([_cell(value) for value in _row(paper)] for paper in papers)
    return out.getvalue()


FORMATS: Mapping[str, Callable[[Sequence[Paper]], str]] = {"bibtex": bibtex, "ris": ris, "csv": table}
"""The forms that papers are given out in, by name."""


def entry_type(paper: Paper) -> str:
    """What BibTeX calls such a paper: by its source where that uses BibTeX's words, else by its venue."""
    kind = paper.kind.casefold()
    if kind in _ENTRY_TYPES:
        return kind
    if not paper.venue:
        return "misc"
    if _JOURNAL.search(paper.venue) and not re.search(r"\b(?:conference|workshop|symposium)\b", paper.venue, re.I):
        return "article"
    return "inproceedings" if _MEETING.search(paper.venue) or _MEETING.search(kind) else "article"


def _entry(paper: Paper, key: str, abstracts: bool) -> Entry:
    from bibtexparser.model import Entry, Field

    kind, ids = entry_type(paper), _identifiers(paper)
    place = {"article": "journal", "misc": "howpublished"}.get(kind, "booktitle")
    fields = {
        "title": latex_of(paper.title, guards=True),
        "shorttitle": "" if paper.title else latex_of(paper.label, guards=True),
        "author": " and ".join(map(_bibtex_name, paper.authors)),
        "year": str(paper.year or ""),
        place if paper.venue and place != "howpublished" else "venue": latex_of(paper.venue),
        "type": "" if kind == paper.kind.casefold() else latex_of(paper.kind),
        "status": paper.status,
        "note": paper.status.capitalize(),
        "doi": ids.get("doi", ""),
        "eprint": ids.get("arxiv", ""),
        "archiveprefix": "arXiv" if "arxiv" in ids else "",
        "pmid": ids.get("pmid", ""),
        "url": paper.url.replace("{", "%7B").replace("}", "%7D"),
        "paperid": "" if _is_told(paper, ids) else latex_of(paper.paper_id),
        "abstract": latex_of(paper.abstract) if abstracts else "",
    }
    return Entry(kind, key, [Field(name, value) for name, value in fields.items() if value])


def _bibtex_name(name: str) -> str:
    """A name as BibTeX takes it; one that it would part in two, such as a firm's, in braces."""
    written = latex_of(name)
    return f"{{{written}}}" if re.search(r",|\sand\s", name) else written


def _reference(paper: Paper, abstracts: bool) -> dict[str, object]:
    ids = _identifiers(paper)
    doi = ids.get("doi") or (f"10.48550/arXiv.{ids['arxiv']}" if "arxiv" in ids else "")
    fields: dict[str, str | list[str]] = {
        "type_of_reference": _RIS_TYPES.get(entry_type(paper), "GEN"),
        "title": paper.title,
        "short_title": "" if paper.title else paper.label,
        "authors": list(map(_ris_name, paper.authors)),
        "year": str(paper.year or ""),
        "secondary_title": paper.venue,
        "type_of_work": paper.kind,
        "notes": [paper.status.capitalize()] if paper.status else [],
        "doi": doi,
        "urls": [paper.url] if paper.url else [],
        "accession_number": "" if _is_told(paper, ids) else paper.paper_id,
        "abstract": paper.abstract.split("\n\n") if abstracts else [],
    }
    return {
        name: [" ".join(part.split()) for part in value] if isinstance(value, list) else " ".join(value.split())
        for name, value in fields.items()
        if value
    }


def _ris_name(name: str) -> str:
    """Family name, given names, suffix."""
    from bibtexparser.middlewares.names import parse_single_name_into_parts

    if "," in name:
        return name
    suffixed = _SUFFIXED.fullmatch(name)
    parts = parse_single_name_into_parts(suffixed["name"] if suffixed else name, strict=False)
    family, given = " ".join([*parts.von, *parts.last]), " ".join(parts.first)
    return ", ".join(filter(None, (family, given, suffixed["suffix"] if suffixed else "")))


def _ris_writer() -> type[RisWriter]:
    from rispy import RisWriter

    class PlainWriter(RisWriter):  # type: ignore[misc]
        """Without a number above each record, which some programs take for a part of it."""

        def set_header(self, count: int) -> str:
            return ""

    return PlainWriter


def _row(paper: Paper) -> list[str]:
    ids = _identifiers(paper)
    return [
        *(paper.paper_id, paper.title, "; ".join(paper.authors), str(paper.year or ""), paper.venue, paper.kind),
        *(paper.status, paper.url, ids.get("doi", ""), ids.get("arxiv", ""), ids.get("pmid", ""), paper.abstract),
    ]


def _cell(text: str) -> str:
    return f" {text}" if _FORMULA.match(text) else text


def _identifiers(paper: Paper) -> dict[str, str]:
    """The first identifier of each kind."""
    found: dict[str, str] = {}
    for identifier in paper.identifiers:
        kind, _, name = identifier.partition(":")
        found.setdefault(kind, name)
    return found


def _is_told(paper: Paper, ids: Mapping[str, str]) -> bool:
    """Whether whoever reads the entry finds the paper's id without being told it: a shared one, or its words' own."""
    shared = ids.get("arxiv") or ids.get("doi")
    return paper.paper_id == (shared or content_id(paper.title, paper.abstract))
