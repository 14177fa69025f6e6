"""Identity: whether two records are one paper, and what one record keeps of both."""

import re
import unicodedata
from dataclasses import replace
from hashlib import blake2b

from rag.papers import Paper
from rag.readers.identifiers import arxiv_of

# Proceedings share a DOI among their papers; the others name one paper each.
_SHARED = ("doi:",)
_SAME_ABSTRACT = 0.9
"""Words in common (Jaccard) from which two abstracts under one title and by one author are one: measured on 50,978
records of 19 venues, where what is found above it are the same papers in two exports, and prefaces reach 0.7."""
_SIMILAR_ABSTRACT = 0.5
_RELATED_ABSTRACT = 0.3
_SIMILAR_TITLE = 0.6
_RICHER = 1.2
_PREPRINT = re.compile(r"\b(?:arxiv|corr|preprint|biorxiv|medrxiv|ssrn)\b", re.IGNORECASE)


def title_key(title: str) -> int:
    """A number from a title's letters and digits alone; 0 for none."""
    return _key(title)


def content_key(paper: Paper) -> int:
    """A number from the letters and digits of title and abstract: blind to case, spacing, accents, markup, dashes."""
    return _key(f"{paper.title}\n{paper.abstract}")


def alike(paper: Paper, other: Paper) -> bool:
    """Whether two papers under one title are the same: by a shared author, with nearly the same abstract.

    Abstracts that differ in a number are two reports.
    """
    return (
        _share_author(paper, other)
        and _overlap(paper.abstract, other.abstract) >= _SAME_ABSTRACT
        and _numbers(paper.abstract) == _numbers(other.abstract)
    )


def agree(paper: Paper, other: Paper) -> bool:
    """Whether two papers under one id that others may use, too, are the same.

    The title must be the other's, by the same people or with a like abstract; under another title ("Part II") only
    nearly the same abstract tells. Papers by other people are others: proceedings have a "Preface" each year.
    """
    if strangers(paper, other):
        return False
    overlap = _overlap(paper.abstract, other.abstract)
    same_title = not (paper.title and other.title) or title_key(paper.title) == title_key(other.title)
    if same_title:
        return overlap >= _RELATED_ABSTRACT or _share_author(paper, other)
    if _parts(paper.title) != _parts(other.title):
        return False
    similar = _overlap(paper.title, other.title) >= _SIMILAR_TITLE and _share_author(paper, other)
    return overlap >= (_SIMILAR_ABSTRACT if similar else _SAME_ABSTRACT)


def strangers(paper: Paper, other: Paper) -> bool:
    """Whether both name their authors, and none is of both."""
    return bool(paper.authors and other.authors) and not _share_author(paper, other)


def distinct(paper: Paper, other: Paper) -> bool:
    """Whether two papers of the same words are two all the same: "Invited talk", by others or under other ids."""
    if strangers(paper, other):
        return True
    kinds = [{name.partition(":")[0]: name for name in each.identifiers} for each in (paper, other)]
    others = any(kinds[0][kind] != kinds[1][kind] for kind in kinds[0].keys() & kinds[1].keys())
    return others and not _share_author(paper, other)


def is_unique(identifier: str) -> bool:
    """Whether an identifier names one paper alone."""
    return not identifier.startswith(_SHARED)


def merged(stored: Paper, incoming: Paper, *, edited: bool = False) -> Paper:
    """One paper of two records, under the id of the first.

    The later arXiv version, the published over the rejected, and an edit of the record itself come first; each field
    that one lacks is taken from the other, authors and abstracts from the one that has more of them.

    Args:
        stored: as the index has it.
        incoming: as it was read now.
        edited: the incoming record stands where the stored one came from.
    """
    older = 0 if edited else _version(stored) - _version(incoming)
    if not (edited or older):  # of one version: the published comes before the rejected
        older = (incoming.status == "rejected") - (stored.status == "rejected")
    decided = edited or older != 0
    first, second = (incoming, stored) if edited or older < 0 else (stored, incoming)
    return Paper(
        paper_id=stored.paper_id,
        title=first.title or second.title,
        abstract=first.abstract if decided or not _is_richer(second.abstract, first.abstract) else second.abstract,
        authors=first.authors if edited and first.authors else _fuller(first.authors, second.authors),
        year=first.year or second.year,
        venue=_venue(first.venue, second.venue),
        url=first.url or second.url,
        kind=first.kind or second.kind,
        status=_status(first, second, decided=decided),
        identifiers=tuple(dict.fromkeys([*stored.identifiers, *incoming.identifiers])),
        source=stored.source,
    )


def under(paper: Paper, paper_id: str) -> Paper:
    """The same paper under another id."""
    return paper if paper.paper_id == paper_id else replace(paper, paper_id=paper_id)


def _key(text: str) -> int:
    plain = text.casefold()
    if not plain.isascii():
        plain = unicodedata.normalize("NFKD", plain)
        plain = "".join(character for character in plain if not unicodedata.combining(character))
    plain = re.sub(r"[^\w+#<>=]+|_+", "", plain)  # "C", "C++" and "C#" are three
    return int.from_bytes(blake2b(plain.encode("utf-8", "replace"), digest_size=8).digest()) if plain else 0


def _overlap(text: str, other: str) -> float:
    words, others = (set(re.findall(r"\w+", each.casefold())) for each in (text, other))
    return len(words & others) / len(words | others) if words and others else 0.0


def _share_author(paper: Paper, other: Paper) -> bool:
    """By last word, as one export has initials where another has names in full."""
    return bool({_key(name.split()[-1]) for name in paper.authors} & {_key(name.split()[-1]) for name in other.authors})


def _version(paper: Paper) -> int:
    found = arxiv_of(paper.url)
    return int(found[1].removeprefix("v") or 0) if found else 0


def _is_richer(text: str, other: str) -> bool:
    return len(text) > _RICHER * len(other)


def _fuller(first: tuple[str, ...], second: tuple[str, ...]) -> tuple[str, ...]:
    """The longer list of names, or the one that has them in full."""
    return second if _is_richer("".join(second), "".join(first)) else first


def _venue(first: str, second: str) -> str:
    """Where it was published, rather than where it was put before."""
    if first and not (second and _PREPRINT.search(first) and not _PREPRINT.search(second)):
        return first
    return second


def _status(first: Paper, second: Paper, *, decided: bool) -> str:
    """A retraction is never lost; a withdrawal is not, unless it was from another venue or of an earlier version."""
    if "retracted" in (first.status, second.status):
        return "retracted"
    if decided or first.status == second.status:
        return first.status
    marked, other = (first, second) if first.status else (second, first)
    published = other.venue and other.venue != marked.venue and not _PREPRINT.search(other.venue)
    return other.status if published else marked.status


def _numbers(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\d+(?:[.,]\d+)*", text))


def _parts(title: str) -> frozenset[str]:
    """What numbers a title: "2021", "II", "B"."""
    return frozenset(re.findall(r"\b(?:\d+|[IVX]+|[A-D])\b", title))
