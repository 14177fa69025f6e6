"""Method names with a typo ("PepFlw"), read as the one name of the papers that they can stand for."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from rag.lexical import LexicalIndex, analyze, places, words
from rag.papers import Paper
from rag.questions import is_content
from rag.text.sentences import Span

_SHORTEST = 5
_SHORTEST_FOR_TWO = 8
# "CANet" and "CCNet", "SPLICE" and "SPICE" are two methods each: capitals stand for words, and are seldom slips.
_SHORTEST_IN_CAPITALS = 7
_SHORTEST_IN_PROSE = 6
_RARE = 10
"""Papers that a name occurs in at most; a commoner word is no name of a method."""
_MOST_CORRECTED = 3


class Papers(Protocol):
    """Where papers are read from by id: `PaperStore`."""

    def get(self, paper_ids: Sequence[str]) -> list[Paper]:
        """The papers of these ids."""
        ...


@dataclass(frozen=True)
class Correction:
    """A word of the question, and the name it is read as."""

    word: str
    name: str
    span: Span


def corrections(question: str, lexical: LexicalIndex, store: Papers) -> list[Correction]:
    """The names of a question that no paper has as they are written, and one paper's name that each stands for.

    Args:
        question: as asked.
        lexical: tells which words occur.
        store: the papers.
    """
    found = list(_hyphenated(question, lexical, store))
    for term, span in words(question):
        word = question[span.start : span.end]
        if len(found) == _MOST_CORRECTED:
            break
        if any(span.start < other.span.end and other.span.start < span.end for other in found):
            continue
        if len(word) < _SHORTEST or not re.fullmatch(r"[^\W_]+", word) or not is_content(term):
            continue
        if not is_unknown(term, lexical):
            continue
        if name := _parted(word, lexical, store) or _nearest(word, term, lexical, store):
            found.append(Correction(word, name, span))
    return found


def corrected(question: str, found: Iterable[Correction]) -> str:
    """The question with each such name put right."""
    for correction in sorted(found, key=lambda item: -item.span.start):
        question = question[: correction.span.start] + correction.name + question[correction.span.end :]
    return question


def is_unknown(term: str, lexical: LexicalIndex) -> bool:
    """Whether an analysed term stands in no title, abstract or list of authors."""
    return not lexical.document_frequency(term) and not lexical.search([term], 1)


def _hyphenated(question: str, lexical: LexicalIndex, store: Papers) -> Iterator[Correction]:
    """Give "PepFlow" for "Pep-Flow", where the papers write it so, and never with the hyphen."""
    for match in re.finditer(r"(?<![\w-])([^\W\d_]{2,})-([^\W\d_]{2,})(?![\w-])", question):
        joined = "".join(match.groups())
        term = (analyze(joined) or [""])[0]
        if len(joined) < _SHORTEST or not 0 < lexical.document_frequency(term) <= _RARE:
            continue
        papers = store.get(lexical.holding([term], _RARE))
        same = range(len(joined), len(joined) + 1)
        named = {name for paper in papers for name in _names(paper, joined[0], same) if _is_same(name, joined)}
        inner = sorted(name for name in named if re.search(r"\w[A-Z]", name))
        if inner and not _is_written(match[0], lexical, store):
            yield Correction(match[0], inner[0], Span(match.start(), match.end()))


def _is_written(compound: str, lexical: LexicalIndex, store: Papers) -> bool:
    papers = store.get(lexical.holding(analyze(compound), 5 * _RARE))
    return any(compound.casefold() in _text(paper).casefold() for paper in papers)


def _parted(word: str, lexical: LexicalIndex, store: Papers) -> str:
    """Give "Tag-LLM" for "TagLLM", where the papers write it so."""
    pieces = re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", word)
    if len(pieces) != 2 or "".join(pieces) != word:
        return ""
    ids = lexical.holding([term for piece in pieces for term in analyze(piece)], 5 * _RARE)
    if not ids or len(ids) == 5 * _RARE:
        return ""
    pattern = re.compile(rf"(?<!\w){pieces[0]}[-‐‑]{pieces[1]}(?!\w)", re.IGNORECASE)
    names = {match[0] for paper in store.get(ids) for match in pattern.finditer(_text(paper))}
    return min(names) if len({name.casefold() for name in names}) == 1 else ""


def _nearest(word: str, term: str, lexical: LexicalIndex, store: Papers) -> str:
    """The only name within one edit (two from 8 letters on), or nothing."""
    limit = 1 if len(word) < _SHORTEST_FOR_TWO else 2
    ids = lexical.resembling(term, limit, 3 * _RARE)
    if not ids or len(ids) == 3 * _RARE:
        return ""
    near: defaultdict[int, dict[str, str]] = defaultdict(dict)
    for paper in store.get(ids):
        for name in _names(paper, word[0], range(len(word) - limit, len(word) + limit + 1)):
            distance = _typo_distance(word.casefold(), name.casefold())
            if distance <= limit and _may_be_meant(word, name, distance):
                near[distance].setdefault(name.casefold(), name)
    nearest = near[min(near)] if near else {}
    name = next(iter(nearest.values()), "")
    rare = name and lexical.document_frequency((analyze(name) or [""])[0]) <= _RARE
    return name if len(nearest) == 1 and rare else ""


def _may_be_meant(word: str, name: str, distance: int) -> bool:
    """Whether a name is a slip away from a word: not another version, nor another word put in place of a part."""
    if word[0].casefold() != name[0].casefold() or re.findall(r"\d+", word) != re.findall(r"\d+", name):
        return False
    if word.isupper() and len(name) < _SHORTEST_IN_CAPITALS:
        return False
    if re.search(r"\w[A-Z]", word):
        if not word.isupper() and _single(_capitals(word)) != _single(_capitals(name)):
            return False
    elif name.isupper() or len(name) < _SHORTEST_IN_PROSE:  # "strata" is no slip of "STATA"
        return False
    if distance > 1 and not re.search(r"\w[A-Z]", name):
        return False
    ours, theirs = _pieces(word), _pieces(name)
    if len(ours) < 2 or len(ours) != len(theirs):
        return distance == 1 or len(ours) < 2
    # "HexaFormer" and "MetaFormer" differ in one part only, by half of it: two names, no slip.
    for one, other in zip(ours, theirs, strict=True):
        if _typo_distance(one, other) > max(1, min(len(one), len(other)) // 4):
            return False
    return True


def _single(letters: str) -> str:
    """Letters without those that repeat the one before: "BECTTA" and "BECTA" are a slip apart."""
    return re.sub(r"(.)\1+", r"\1", letters)


def _capitals(word: str) -> str:
    return re.sub(r"[^A-Z]", "", word)


def _pieces(word: str) -> list[str]:
    return [piece.casefold() for piece in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", word)]


def _is_same(one: str, other: str) -> bool:
    return one.casefold() == other.casefold()


def _names(paper: Paper, letter: str, lengths: range) -> Iterator[str]:
    """Words with a capital inside, or with one at the front in the middle of a sentence.

    Args:
        paper: as the index keeps it.
        letter: that they begin with, large or small.
        lengths: that they have.
    """
    text = _text(paper)
    for span in places(text):
        if span.end - span.start not in lengths or not _is_same(text[span.start], letter):
            continue
        word = text[span.start : span.end]
        inside = re.search(r"[a-z] $", text[max(0, span.start - 2) : span.start]) and span.start > len(paper.title)
        if re.search(r"\w[A-Z]|^[A-Z]\w*\d", word) or (inside and word[0].isupper() and len(word) >= _SHORTEST_FOR_TWO):
            yield word


def _text(paper: Paper) -> str:
    return f"{paper.title}\n{paper.abstract}"


def _typo_distance(one: str, other: str) -> int:
    """Edits from one word to the other: letters put in, left out, changed, or two neighbours swapped."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        earlier, before, row = before, row, [i]
        for j, b in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                cost = min(cost, earlier[j - 2] + 1)
            row.append(cost)
    return row[-1]
