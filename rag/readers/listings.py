"""Frames around text: notes' front matter, arXiv's mails and PubMed's text listings, turned into plain labels."""

import re

_FRONT_MATTER = re.compile(r"\A\s*---[ \t]*\n(?P<matter>(?:(?!---).*\n){0,60})---[ \t]*\n")
_HEADINGS = re.compile(r"^#{1,6} +(.*)$", re.MULTILINE)
_SECTIONS = re.compile(
    r"(?:abstract|summary|notes?|tags?|links?|tl;?dr|metadata|references|related|key|my|摘要|笔记)\b", re.IGNORECASE
)
_ARXIV_MAIL = re.compile(r"^\\\\\s*\narXiv:\d{4}\.\d{4,5}", re.MULTILINE)
_PUBMED = re.compile(r"^PMID: (\d+)", re.MULTILINE)
_PUBMED_START = re.compile(r"(?:^|\n\n)\d{1,5}\. (?=[^\n]+\d{4})")
_PUBMED_NOTES = re.compile(
    r"^(?:Author information|Comment (?:in|on|on in)|Erratum|Update (?:in|of)|Copyright|©|Conflict of interest"
    r"|PMCID|DOI|Republished|Retraction|Retracted)\b",
    re.IGNORECASE,
)


def without_frames(text: str) -> str:
    """A text whose known frames are labels that a person might have written.

    Args:
        text: the whole file.
    """
    if match := _FRONT_MATTER.match(text):
        rest = text[match.end() :]
        headings = [heading for heading in _HEADINGS.findall(rest) if not _SECTIONS.match(heading)]
        # A note's own fields are the paper's, a reading list's are not. Blank lines keep the numbering.
        text = "\n" * match[0].count("\n") + rest if len(headings) > 1 else text
    if _ARXIV_MAIL.search(text):
        return _mailed(text)
    if len(_PUBMED.findall(text)) and _PUBMED_START.match(text.lstrip()):
        return "\n\n".join(map(_pubmed_record, _PUBMED_START.split(text)))
    return text


def _mailed(text: str) -> str:
    text = re.sub(r"^\\\\[ \t]*\((?:[ \t]*(https?://\S+).*)?$", r"\nURL: \1\n", text, flags=re.MULTILINE)
    text = re.sub(r"^\\\\[ \t]*\n(?=arXiv:)", "\n", text, flags=re.MULTILINE)
    return re.sub(r"^\\\\[ \t]*$", "\nAbstract:", text, flags=re.MULTILINE)


def _pubmed_record(record: str) -> str:
    """Journal, title, authors, the affiliations and notes, the abstract, the ids: a paragraph each."""
    parts = [part.strip() for part in re.split(r"\n\s*\n", record.strip())]
    ids = _PUBMED.search(record)
    if len(parts) < 3 or not ids:
        return record
    journal, title, authors, *rest = parts
    doi = re.search(r"\b10\.\d{4,}/\S*[^\s.]", record)
    year = re.search(r"\b(?:19|20)\d{2}\b", journal)
    names = re.sub(r"\(\d+\)", "", " ".join(authors.split())).rstrip(".")
    lines = [f"Title: {' '.join(title.split())}", f"Authors: {names}"]
    lines += [f"Journal: {journal.partition('.')[0]}"] + ([f"Year: {year[0]}"] if year else [])
    lines += [f"DOI: {doi[0]}"] if doi else []
    lines += ["Status: retracted"] if re.search(r"^Retraction in\b", record, re.MULTILINE) else []
    lines.append(f"PMID: {ids[1]}")
    abstract = "\n\n".join(part for part in rest if not _PUBMED_NOTES.match(part) and not _PUBMED.match(part))
    return "\n".join(lines) + f"\n\nAbstract: {abstract}"
