"""Merging: the one paper that the records of a paper make, whichever of them came first."""

import re
from collections.abc import Iterable
from typing import Any

from rag.ingestion.identity import is_cut
from rag.papers import Paper
from rag.readers.identifiers import arxiv_of

_RICHER = 1.2
_PREPRINT = re.compile(r"\b(?:arxiv|corr|preprints?|biorxiv|medrxiv|ssrn)\b", re.IGNORECASE)
_WORKSHOP = re.compile(r"\bworkshops?\b", re.IGNORECASE)


def merged(*records: Paper) -> Paper:
    """One paper of its records, under the id of the first; but for the id, their order plays no part.

    A later arXiv version leaves out the earlier ones, and a published paper the submission that was rejected. Of the
    others, each field comes from the best record that has it (see `_rank`); the authors from the fullest list, the
    abstract from the best of those that are whole.
    """
    if len(records) == 1:
        return records[0]
    ranked = sorted(records, key=_rank)
    best = _standing(ranked)
    in_order = [*best, *(record for record in ranked if record not in best)]
    return Paper(
        paper_id=records[0].paper_id,
        title=_first(record.title for record in in_order),
        abstract=_abstract(best),
        authors=_authors(best) or _authors(ranked),
        year=_first(record.year for record in in_order),
        venue=_first(record.venue for record in in_order),
        url=_first(record.url for record in in_order),
        kind=_first(record.kind for record in in_order),
        status=_status(ranked, best),
        identifiers=tuple(dict.fromkeys(name for record in in_order for name in record.identifiers)),
        source=_first(record.source for record in in_order),
    )


def _rank(record: Paper) -> tuple[Any, ...]:
    """What puts one record before another: where it was published, its version, what it has, at last its letters."""
    return (
        not is_published(record),
        _WORKSHOP.search(f"{record.kind} {record.venue}") is not None,
        -_version(record),
        record.title.isupper() or not record.title,
        not (record.url or record.identifiers),
        *_fullness(record.authors),
        is_cut(record.abstract),
        -len(record.abstract),
        _PREPRINT.search(record.venue) is not None or not record.venue,
        *(-len(each) for each in (record.title, record.venue, record.kind, record.identifiers)),
        record.title,
        record.abstract,
        record.authors,
        record.year or 0,
        *(record.venue, record.url, record.kind, record.status, record.identifiers, record.source, record.paper_id),
    )


def is_published(record: Paper) -> bool:
    """Whether a record names where its paper was published, and does not say that it was turned down there."""
    return bool(record.venue) and record.status in ("", "retracted") and not _PREPRINT.search(record.venue)


def _standing(ranked: list[Paper]) -> list[Paper]:
    """Those of the latest version, the rejected left out where one was not."""
    latest = max(map(_version, ranked))
    found = [record for record in ranked if _version(record) in (0, latest)]
    return [record for record in found if record.status != "rejected"] or found


def _abstract(records: list[Paper]) -> str:
    """The best record's, unless it is cut short, or another's is a good deal longer."""
    whole = [record.abstract for record in records if not is_cut(record.abstract)]
    abstracts = whole or [record.abstract for record in records]
    longest = max(map(len, abstracts))
    return next(abstract for abstract in abstracts if len(abstract) * _RICHER >= longest)


def _authors(ranked: list[Paper]) -> tuple[str, ...]:
    return min((record.authors for record in ranked), key=_fullness)


def _fullness(authors: tuple[str, ...]) -> tuple[int, int, int]:
    """Sorts lists of names: the longer first, then those that have more of them in full, then more letters."""
    full = sum(len(re.findall(r"[^\W\d_]{2,}", name)) > 1 for name in authors)
    return -len(authors), -full, -sum(map(len, authors))


def _status(ranked: list[Paper], best: list[Paper]) -> str:
    """Retracted where any record says so; withdrawn unless it was published elsewhere all the same."""
    if any(record.status == "retracted" for record in ranked):
        return "retracted"
    withdrawn = {record.venue for record in best if record.status == "withdrawn"}
    if withdrawn and not any(not each.status and is_published(each) and each.venue not in withdrawn for each in best):
        return "withdrawn"
    return min((record.status for record in best if record.status != "withdrawn"), default="")


def _version(record: Paper) -> int:
    found = arxiv_of(record.url)
    return int(found[1].removeprefix("v") or 0) if found else 0


def _first(values: Iterable[Any]) -> Any:
    """The first that says something, else the last of them, which says nothing."""
    value = None
    for value in values:
        if value:
            return value
    return value
