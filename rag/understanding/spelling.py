"""Names written in another way ("TagLLM"), or with a typo ("PepFlw"), read as the one name that they can stand for."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from rag.lexical import LexicalIndex
from rag.papers import Paper
from rag.questions import is_content
from rag.text.analysis import analyze, words
from rag.text.sentences import Span
from rag.text.writings import Writing, in_latin, key_of, names_in, number_apart, runs, writings
from rag.understanding.slips import ONE_SLIP, slip_cost

_SHORTEST = 4
_SHORTEST_FOR_A_LETTER = 5
_SHORTEST_IN_PROSE = 6
_SHORTEST_FOR_TWO = 8
_LEAST = 0.8
"""What two letters swapped or one doubled cost: of four letters, any other slip may be a name of its own."""
_MOST_READ = 120
"""Papers with a similar name that are read for it at most; of more, a question's word says too little."""
_READ_FOR_FORM = 12
_BRITISH = (
    (re.compile(r"is(e[ds]?|ing|ations?|ers?)$"), r"iz\1"),
    (re.compile(r"yse([ds]?)$"), r"yze\1"),
    (re.compile(r"our(s|ed|ing|al)?$"), r"or\1"),
    (re.compile(r"ll(ing|ed|ers?)$"), r"l\1"),
)
_OFTENER = 2
"""Times as many papers that write a name in the other way, from which on it is read so."""
_MOST_CORRECTED = 3
_MOST_WORDS = 300
"""Words of a question that are looked at."""


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
        lexical: tells which words and names occur.
        store: the papers.
    """
    found: list[Correction] = []
    for correction in (*_rewritten(question, lexical, store), *_mistyped(question, lexical, store)):
        if len(found) == _MOST_CORRECTED:
            break
        if not any(
            correction.span.start < other.span.end and other.span.start < correction.span.end for other in found
        ):
            found.append(correction)
    return found


def corrected(question: str, found: Iterable[Correction]) -> str:
    """The question with each such name put right."""
    for correction in sorted(found, key=lambda item: -item.span.start):
        question = question[: correction.span.start] + correction.name + question[correction.span.end :]
    return question


def is_unknown(term: str, lexical: LexicalIndex) -> bool:
    """Whether an analysed term stands in no title, abstract or list of authors."""
    return not lexical.document_frequency(term) and not lexical.search([term], 1)


def _is_new(word: str, term: str, lexical: LexicalIndex) -> bool:
    """Whether no paper has a word: "SiBlInGS" has the letters of siblings, which is no name."""
    return bool(re.search(r"[a-z][A-Z]", word)) or is_unknown(term, lexical)


def is_written(text: str, lexical: LexicalIndex) -> bool:
    """Whether a paper has these words, one after the other, in title or abstract."""
    terms = analyze(text)
    return bool(lexical.phrase(terms, 1) if len(terms) > 1 else terms and lexical.document_frequency(terms[0]))


def _rewritten(question: str, lexical: LexicalIndex, store: Papers) -> Iterator[Correction]:
    """Give "Tag-LLM" for "TagLLM" and "Tag LLM", where the papers write it so, and never as the question does."""
    for run in runs(question):
        if len(run.key) < _SHORTEST - 1 or run.key.isdigit() or not lexical.name_frequency(run.key):
            continue
        text = question[run.span.start : run.span.end]
        if " " in text and _opens_question(text.split()[0]):
            continue  # "Is RL …" is no slip of "IRL"
        if _is_usual(text, lexical) or not (" " not in text or _has_sign_of_name(text)):
            continue
        papers = store.get(lexical.naming(run.key, _READ_FOR_FORM))
        forms = Counter(name.text for paper in papers for name in _names(paper) if name.key == run.key)
        form = min(forms, key=lambda name: (-forms[name], name), default="")
        if form and in_latin(form).casefold() != in_latin(text).casefold():
            yield Correction(text, form, run.span)


def _is_usual(text: str, lexical: LexicalIndex) -> bool:
    """Whether papers write a name so: one that has its number joined on, "gpt4", also more often than apart."""
    if not is_written(text, lexical):
        return False
    terms, apart = analyze(text), number_apart(text)
    if len(terms) > 1 or apart == text:
        return True
    return len(lexical.phrase(analyze(apart))) < _OFTENER * lexical.document_frequency(terms[0])


def _opens_question(word: str) -> bool:
    return word[1:].islower() and not any(map(is_content, analyze(word)))


def _has_sign_of_name(text: str) -> bool:
    if re.match(r"\d[\d.]*\s+[a-z]", text):
        return False  # "2 bit" is an amount
    return bool(re.search(r"[A-Z]{2}|[a-z][A-Z]|[A-Z]\S* [A-Z\d]|\d", text))


def _mistyped(question: str, lexical: LexicalIndex, store: Papers) -> Iterator[Correction]:
    for word in writings(question)[:_MOST_WORDS]:
        text = question[word.span.start : word.span.end]
        parts = words(text)
        if " " in text or lexical.name_frequency(word.key) or not any(is_content(term) for term, _ in parts):
            continue
        if len(parts) > 1:
            if not is_written(text, lexical):
                name = _nearest(text, word.key, lexical, store) if re.search(r"[A-Z]", text[1:]) else ""
                if name:
                    yield Correction(text, name, word.span)
                    continue
            yield from _parts(word, parts, question, lexical, store)
        elif (
            parts
            and _is_new(text, parts[0][0], lexical)
            and (name := _american(text, lexical) or _nearest(text, word.key, lexical, store))
        ):
            yield Correction(text, name, word.span)


def _parts(
    word: Writing, parts: Sequence[tuple[str, Span]], question: str, lexical: LexicalIndex, store: Papers
) -> Iterator[Correction]:
    """Slips in a part of a word with hyphens: "PepFlw-based"."""
    for term, place in parts:
        span = Span(word.span.start + place.start, word.span.start + place.end)
        text = question[span.start : span.end]
        if is_content(term) and is_unknown(term, lexical) and (name := _nearest(text, key_of(text), lexical, store)):
            yield Correction(text, name, span)


def _american(word: str, lexical: LexicalIndex) -> str:
    """The American spelling of a word in British spelling, where the papers have that: "tokenise" is no slip."""
    if not word.islower():
        return ""
    for ending, other in _BRITISH:
        form = ending.sub(other, word)
        if form != word and lexical.document_frequency(analyze(form)[0]):
            return form
    return ""


def _nearest(word: str, key: str, lexical: LexicalIndex, store: Papers) -> str:
    """The only name that a word is a slip away from (two from 8 letters on), or nothing."""
    if len(key) < _SHORTEST or key.isdigit():
        return ""
    ids = lexical.resembling(key, 1 if len(key) < _SHORTEST_FOR_TWO else 2, _MOST_READ)
    if not ids or len(ids) == _MOST_READ:
        return ""
    costs: dict[str, float] = {}
    forms: dict[str, Counter[str]] = {}
    for paper in store.get(ids):
        for name in _names(paper):
            cost = costs[name.key] if name.key in costs else slip_cost(key, name.key)
            costs[name.key] = cost
            if _may_be_meant(word, name, cost):
                forms.setdefault(name.key, Counter())[name.text] += 1
    least = min((costs[found] for found in forms), default=0.0)
    nearest = [found for found in forms if costs[found] == least]
    if len(nearest) != 1:
        return ""
    form = forms[nearest[0]]
    return min(form, key=lambda name: (-form[name], name))


def _may_be_meant(word: str, name: Writing, cost: float) -> bool:
    """Whether a name is a slip away from a word, and not another word put in place of a part."""
    length, text = len(name.key), name.text
    if not re.search(r"\w[A-Z]", text) and not (text[0].isupper() and length >= _SHORTEST_FOR_TWO):
        return False
    limit = (
        0.0
        if length < _SHORTEST
        else _LEAST
        if length < _SHORTEST_FOR_A_LETTER
        else ONE_SLIP
        if length < _SHORTEST_FOR_TWO
        else 2 * ONE_SLIP
    )
    if not 0 < cost <= limit:
        return False
    if not re.search(r"\w[A-Z]", word):  # "strata" is no slip of "STATA"
        return cost <= ONE_SLIP and not text.isupper() and length >= _SHORTEST_IN_PROSE
    if cost <= ONE_SLIP:
        return True
    # "HexaFormer" and "HetaFormer" differ in one part only, by half of it: two names, no slip.
    ours, theirs = _pieces(word), _pieces(text)
    if not re.search(r"\w[A-Z]", text) or len(ours) != len(theirs):
        return False
    return all(
        slip_cost(f"-{one}", f"-{other}") <= max(1.0, min(len(one), len(other)) / 4)
        for one, other in zip(ours, theirs, strict=True)
    )


def _pieces(word: str) -> list[str]:
    return [piece.casefold() for piece in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", word)]


def _names(paper: Paper) -> list[Writing]:
    return names_in(paper.title, paper.abstract)
