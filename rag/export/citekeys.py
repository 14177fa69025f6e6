"""Citation keys: what a paper is cited by in LaTeX: the first author, the year, a word of the title."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence

from rag.papers import Paper
from rag.text.latex import MATHS

_SMALL = frozenset((
    *("a", "an", "and", "are", "as", "at", "by", "can", "do", "does", "for", "from", "how", "in", "into", "is", "it"),
    *("its", "of", "on", "or", "over", "the", "their", "to", "toward", "towards", "under", "via", "what", "when"),
    *("where", "which", "who", "why", "with", "without"),
))  # fmt: skip
_SUFFIX = re.compile(r"(?:jr|sr|i{2,3}|iv)\.?", re.IGNORECASE)
_LETTERS = {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i"}
_WORD_LENGTH = 24


def keys_of(papers: Sequence[Paper]) -> list[str]:
    """A key for each paper, none twice: `byron2024peptides`.

    A paper has the same key in every list, unless another in it would have the same: both then take further words of
    their titles, and of papers whose titles are the same each takes a letter.

    Args:
        papers: in any order.
    """
    words = [_title_words(paper) for paper in papers]
    starts = [_start(paper) for paper in papers]
    taken = [1] * len(papers)
    keys = [_key(start, title, 1) for start, title in zip(starts, words, strict=True)]
    for _ in range(max(map(len, words), default=0)):
        counts = Counter(keys)
        again = [n for n, key in enumerate(keys) if counts[key] > 1 and taken[n] < len(words[n])]
        if not again:
            break
        for n in again:
            taken[n] += 1
            keys[n] = _key(starts[n], words[n], taken[n])
    return _lettered(keys, papers)


def family_of(name: str) -> str:
    """The family name of an author's name: its last word, particles and "Jr." not counted."""
    words = name.partition(",")[0].split() if "," in name else name.split()
    while len(words) > 1 and _SUFFIX.fullmatch(words[-1]):
        words.pop()
    return words[-1] if words else ""


def _key(start: str, words: Sequence[str], count: int) -> str:
    return start + "".join(words[:count])


def _start(paper: Paper) -> str:
    author = _plain(family_of(paper.authors[0]))[:_WORD_LENGTH] if paper.authors else ""
    return f"{author or 'anon'}{paper.year or 'nd'}"


def _title_words(paper: Paper) -> list[str]:
    """The words of a title that say something, in letters and digits of ASCII; of the id where there are none."""
    text = MATHS.sub(lambda maths: re.sub(r"\\[a-zA-Z]+|\W", "", maths[0]), paper.label)
    words = [_plain(word) for word in re.findall(r"\w+", text)]
    said = [word[:_WORD_LENGTH] for word in words if word and word not in _SMALL]
    said = [word for word in said if len(word) > 1] or said
    return said or [_plain(paper.paper_id) or "paper"]


def _plain(text: str) -> str:
    folded = "".join(_LETTERS.get(letter, letter) for letter in text.casefold())
    return re.sub(r"[^a-z0-9]", "", unicodedata.normalize("NFKD", folded))


def _lettered(keys: Sequence[str], papers: Sequence[Paper]) -> list[str]:
    """The keys, those that are the same told apart by letters, in the order of the papers' ids."""
    found = list(keys)
    used = set(keys)
    for key, count in Counter(keys).items():
        if count == 1:
            continue
        places = sorted((n for n, own in enumerate(keys) if own == key), key=lambda n: papers[n].paper_id)
        number = 0
        for place in places:
            while (lettered := key + _letters(number)) in used:
                number += 1
            found[place] = lettered
            used.add(lettered)
    return found


def _letters(number: int) -> str:
    """a, b, … z, aa, ab, …"""
    return (_letters(number // 26 - 1) if number >= 26 else "") + chr(ord("a") + number % 26)
