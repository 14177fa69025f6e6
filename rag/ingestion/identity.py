"""Identity: whether two records are one paper, by rules that do not ask which of them came first."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from hashlib import blake2b
from itertools import combinations

from rag.ingestion.people import share_author
from rag.papers import Paper
from rag.readers.identifiers import shared_id

# Proceedings share a DOI among their papers; the others name one paper each.
_SHARED = ("doi:",)
_SAME_ABSTRACT = 0.9
"""Words in common (Jaccard) from which two abstracts under one title and by one author are one: measured on 50,978
records of 19 venues, where what is found above it are the same papers in two exports, and prefaces reach 0.7."""
_SIMILAR_ABSTRACT = 0.5
_RELATED_ABSTRACT = 0.3
_SIMILAR_TITLE = 0.6
_SAID_BY_MANY = 100
"""Letters of an abstract below which it may be anybody's: "The speaker will tell us more."."""
_CUT_SHORT = 40
"""Letters of an abstract's beginning that tell whose it is."""
_ELLIPSIS = re.compile(r"(?:…|\.\.\.+)[\s\])]*$")
_HEADING = re.compile(r"^\W*(?:abstract|summary|摘要)\b\W*", re.IGNORECASE)
_IMPRINT = re.compile(
    r"(?:©|\(c\)\s*(?=(?:19|20)\d\d)|\bcopyright\b(?=\W+(?:©|\(c\)|(?:19|20)\d\d))|\ball rights reserved\b).{0,200}$",
    re.IGNORECASE | re.DOTALL,
)
_MACRO = re.compile(r"\\(?:var)?([a-zA-Z]+)")
_GREEK = "αβγδεζηθικλμνξοπρστυφχψω"
_LETTERS = {unicodedata.name(letter).rpartition(" ")[2].casefold(): letter for letter in _GREEK}
_LETTERS |= {"lambda": "λ", "ell": "l", "hbar": "h"}
_HASH = re.compile("[0-9a-f]{16}")
_CJK = r"\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af"
_WORD = re.compile(rf"[{_CJK}]+|[^\W{_CJK}]+")


def title_key(title: str) -> int:
    """A number from a title's letters and digits alone; 0 for none."""
    return _key(title)


def content_key(paper: Paper) -> int:
    r"""A number from the letters and digits of title and abstract.

    It is blind to case, spacing, accents, markup, dashes, to how maths is written (`$\\ell_1$`, `ℓ₁`), to a heading
    "Abstract" and to the publisher's imprint.
    """
    return _content_key(paper.title, paper.abstract)


def same(paper: Paper, other: Paper) -> bool:
    """Whether two records are one paper: by an id, by the words, or by title, people and nearly the same words."""
    if strangers(paper, other):
        return False
    common = set(paper.identifiers).intersection(other.identifiers)
    own = shared_id(paper.paper_id)
    if own in common and own == shared_id(other.paper_id) and not own.startswith(_SHARED):
        return True
    if (common or (paper.paper_id == other.paper_id and not is_hash(paper.paper_id))) and agree(paper, other):
        return True
    if distinct(paper, other):
        return False
    return content_key(paper) == content_key(other) or alike(paper, other) or _is_beginning(paper, other)


def conflicting(paper: Paper, other: Paper) -> bool:
    """Whether two records must not become one paper by way of a third that is like both."""
    return distinct(paper, other) and not same(paper, other)


def alike(paper: Paper, other: Paper) -> bool:
    """Whether two papers under one title are the same: by a shared author, with nearly the same abstract.

    Abstracts that differ in a number are two reports.
    """
    return (
        title_key(paper.title) == title_key(other.title) != 0
        and share_author(paper.authors, other.authors)
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
        shared = share_author(paper.authors, other.authors)
        return overlap >= _RELATED_ABSTRACT or shared or _is_beginning(paper, other)
    if _parts(paper.title) != _parts(other.title):
        return False
    similar = _overlap(paper.title, other.title) >= _SIMILAR_TITLE and share_author(paper.authors, other.authors)
    return overlap >= (_SIMILAR_ABSTRACT if similar else _SAME_ABSTRACT)


def strangers(paper: Paper, other: Paper) -> bool:
    """Whether both name their authors, and none is of both."""
    return bool(paper.authors and other.authors) and not share_author(paper.authors, other.authors)


def distinct(paper: Paper, other: Paper) -> bool:
    """Whether two papers of the same words are two all the same: "Invited talk", by others, under other ids, or a few
    words from another year.
    """
    if strangers(paper, other):
        return True
    if (paper.authors and other.authors) or set(paper.identifiers).intersection(other.identifiers):
        return False
    kinds = [{name.partition(":")[0]: name for name in each.identifiers} for each in (paper, other)]
    if any(kinds[0][kind] != kinds[1][kind] for kind in kinds[0].keys() & kinds[1].keys()):
        return True
    short = min(len(paper.abstract), len(other.abstract)) < _SAID_BY_MANY
    return short and bool(paper.year and other.year) and paper.year != other.year


def is_hash(paper_id: str) -> bool:
    """Whether an id was made of the paper's words, as its source has none."""
    return bool(_HASH.fullmatch(paper_id))


def is_rewording(abstract: str, other: str) -> bool:
    """Whether two abstracts have so many words in common that one may be an edit of the other."""
    return _overlap(abstract, other) >= _SIMILAR_ABSTRACT


def is_cut(abstract: str) -> bool:
    """Whether an abstract breaks off: "We count bats in…"."""
    return _ELLIPSIS.search(abstract[-8:]) is not None


def clusters(records: Sequence[Paper]) -> list[list[int]]:
    """Sort records into papers: those linked by `same`, also by way of others, but never two that are `conflicting`.

    The result does not depend on the order of the records.

    Returns:
        The positions of each paper's records.
    """
    order = sorted(range(len(records)), key=lambda at: _canonical(records[at]))
    group = {at: [at] for at in order}
    for one, other in combinations(order, 2):
        if group[one] is group[other] or not same(records[one], records[other]):
            continue
        if any(conflicting(records[a], records[b]) for a in group[one] for b in group[other]):
            continue
        joined = group[one] + group[other]
        group |= dict.fromkeys(joined, joined)
    return list({id(found): found for found in group.values()}.values())


def under(paper: Paper, paper_id: str) -> Paper:
    """The same paper under another id."""
    return paper if paper.paper_id == paper_id else replace(paper, paper_id=paper_id)


def _canonical(record: Paper) -> tuple[str, ...]:
    return record.title, record.abstract, ";".join(record.authors), record.fingerprint, record.paper_id, record.source


@lru_cache(maxsize=2048)
def _plain(text: str) -> str:
    """Case, accents, styled letters and the ways to write maths undone."""
    if "\\" in text:
        text = _MACRO.sub(lambda match: _LETTERS.get(match[1].casefold(), " "), text)
    text = text.casefold()
    if not text.isascii():
        text = unicodedata.normalize("NFKD", text)
        text = "".join(character for character in text if not unicodedata.combining(character)).casefold()
    return text


def _letters(text: str) -> str:
    return re.sub(r"[^\w+#<>=]+|_+", "", _plain(text))  # "C", "C++" and "C#" are three


@lru_cache(maxsize=2048)
def _key(text: str) -> int:
    letters = _letters(text)
    return int.from_bytes(blake2b(letters.encode("utf-8", "replace"), digest_size=8).digest()) if letters else 0


@lru_cache(maxsize=2048)
def _content_key(title: str, abstract: str) -> int:
    return _key(f"{title}\n{_body(abstract)}")


def _body(abstract: str) -> str:
    """An abstract without its heading and imprint, unless it is nothing else."""
    body = _IMPRINT.sub("", _HEADING.sub("", abstract))
    return body if body.strip() else abstract


def _is_beginning(paper: Paper, other: Paper) -> bool:
    """Whether one abstract is cut short, and the other of its title goes on from there."""
    if not title_key(paper.title) or title_key(paper.title) != title_key(other.title):
        return False
    return _begins(paper.abstract, other.abstract) or _begins(other.abstract, paper.abstract)


def _begins(short: str, long: str) -> bool:
    if not is_cut(short):
        return False
    letters = _letters(_ELLIPSIS.sub("", _body(short)))
    return len(letters) >= _CUT_SHORT and _letters(_body(long)).startswith(letters)


@lru_cache(maxsize=2048)
def _words(text: str) -> frozenset[str]:
    """Its words; of scripts without spaces, each two neighbouring letters."""
    found: set[str] = set()
    for word in _WORD.findall(_plain(text)):
        pairs = [word[at : at + 2] for at in range(len(word) - 1)] if re.match(f"[{_CJK}]", word) else []
        found.update(pairs or [word])
    return frozenset(found)


def _overlap(text: str, other: str) -> float:
    words, others = _words(text), _words(other)
    return len(words & others) / len(words | others) if words and others else 0.0


def _numbers(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\d+(?:[.,]\d+)*", _plain(text)))


def _parts(title: str) -> frozenset[str]:
    """What numbers a title: "2021", "II", "B"."""
    return frozenset(re.findall(r"\b(?:\d+|[IVX]+|[A-D])\b", title))
