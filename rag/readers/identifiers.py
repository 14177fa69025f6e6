"""Identifiers that mean the same everywhere: arXiv ids, DOIs, PubMed ids, OpenReview forums."""

import re
from collections.abc import Iterable

_ARXIV = r"(?:\d{2}(?:0[1-9]|1[0-2])\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})"
_ARXIV_ID = re.compile(
    rf"^(?:(?:https?://)?(?:[\w.]+\.)?arxiv\.org/(?:abs|pdf|html)/|arxiv[.:]\s*|oai:arXiv\.org:"
    rf"|(?:https?://(?:dx\.)?doi\.org/)?10\.48550/arxiv\.)?(?P<id>{_ARXIV})(?P<version>v\d+)?(?:\.pdf)?(?:\s*\[[\w.-]+\])?$",
    re.IGNORECASE,
)
_DOI = re.compile(
    r"^(?:(?:https?://)?(?:dx\.|www\.)?doi\.org/|doi:\s*|doi\s+)?(?P<doi>10\.\d+(?:\.\d+)*/\S+?)(?:\s*\[doi\])?[.,;]?$",
    re.IGNORECASE,
)
_ADDRESSES = {
    "arxiv": "https://arxiv.org/abs/",
    "doi": "https://doi.org/",
    "pmid": "https://pubmed.ncbi.nlm.nih.gov/",
}
_PMID = re.compile(
    r"^(?:pmid:?\s*|https?://(?:www\.)?(?:pubmed\.ncbi\.nlm\.nih\.gov|ncbi\.nlm\.nih\.gov/pubmed)/)?(\d{1,9})/?$", re.I
)
_FORUM = re.compile(r"^https?://openreview\.net/(?:forum|pdf)\?id=(?P<id>[\w-]+)")


def arxiv_of(text: str) -> tuple[str, str] | None:
    """The arXiv id without its version, and the version ("v2" or ""); None if it is none.

    Args:
        text: an id, with or without "arXiv:", an address, or arXiv's DOI.
    """
    match = _ARXIV_ID.match(text.strip())
    return (match["id"], (match["version"] or "").lower()) if match else None


def doi_of(text: str) -> str | None:
    """The DOI in lower case, as DOIs are blind to case; None if it is none."""
    match = _DOI.match(text.strip())
    return match["doi"].lower() if match else None


def pmid_of(text: str) -> str | None:
    """The PubMed id in digits, "PMID: …" or PubMed's address; None if it is none."""
    match = _PMID.match(text.strip())
    return match[1] if match else None


def forum_of(url: str) -> str | None:
    """The OpenReview forum that an address leads to."""
    match = _FORUM.match(url)
    return match["id"] if match else None


def shared_id(text: str) -> str | None:
    """An identifier that two sources may share, in one spelling: `arxiv:…` or `doi:…`."""
    if arxiv := arxiv_of(text):
        return f"arxiv:{arxiv[0].lower()}"
    doi = doi_of(text)
    return f"doi:{doi}" if doi else None


def own_id(text: str) -> str:
    """A source's own id as a paper_id: arXiv ids without version, DOIs in lower case, others as they are."""
    if arxiv := arxiv_of(text):
        return arxiv[0]
    return doi_of(text) or text


def address_of(own: str, known: Iterable[str]) -> str:
    """Where a paper without a web address is found: on arXiv, in the version read, or by its DOI.

    Args:
        own: its source's id.
        known: its shared ids.
    """
    if arxiv := arxiv_of(own):
        return f"https://arxiv.org/abs/{''.join(arxiv)}"
    for identifier in known:
        kind, _, name = identifier.partition(":")
        if kind in _ADDRESSES:
            return _ADDRESSES[kind] + name
    return ""
