"""Probes: questions of which it is known which papers answer them, given by the user or made from the papers."""

import json
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rag.errors import QuestionError
from rag.lexical import LexicalIndex
from rag.papers import Paper
from rag.questions import content_terms, is_content
from rag.text.analysis import words
from rag.text.sentences import sentence_spans

SENTENCE_TERMS = 6
"""Terms that a sentence must keep to make a question."""

KEYWORDS = 3
"""Terms of a keyword query."""


@dataclass(frozen=True)
class Probe:
    """A question of which it is known what answers it.

    Args:
        kind: what it is counted under.
        question: as it is asked.
        paper_ids: the papers that answer it; finding one is enough.
    """

    kind: str
    question: str
    paper_ids: frozenset[str]


def probes_of(papers: Sequence[Paper], lexical: LexicalIndex, sample: int, seed: int = 0) -> list[Probe]:
    """Questions made from the papers themselves, without a model.

    Of each sampled paper: its title; a sentence of its abstract without the rarer half of its terms, so that no
    single word gives it away; and the `KEYWORDS` rarest terms that it shares with other papers. They share words
    with the paper, so BM25 does better on them than on what people ask.

    Args:
        papers: of the index.
        lexical: tells how rare a term is.
        sample: papers to draw; all of them if there are fewer.
        seed: the same seed draws the same papers and sentences of the same index.
    """
    chance = random.Random(seed)  # nosec B311: samples, no secrets
    ordered = sorted(papers, key=lambda paper: paper.paper_id)
    drawn = chance.sample(ordered, min(sample, len(ordered)))
    makers: dict[str, Callable[[Paper], str]] = {
        "title": lambda paper: paper.title,
        "sentence without rare words": lambda paper: _sentence(paper.abstract, lexical, chance),
        "keywords": lambda paper: _keywords(f"{paper.title}\n{paper.abstract}", lexical),
    }
    return [
        Probe(kind, text, frozenset([paper.paper_id]))
        for kind, make in makers.items()
        for paper in drawn
        if content_terms(text := make(paper))
    ]


def read_probes(file: Path) -> Iterator[Probe]:
    """Questions of the user's own: JSON lines with `question`, and `paper_id` or `gold_ids`; `type` where there is one.

    Raises:
        QuestionError: the file cannot be read, or a line is of another shape.
    """
    try:
        lines = file.read_text(encoding="utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise QuestionError(
            f"The question file {file} cannot be read: {error}. Give a UTF-8 file of JSON lines."
        ) from None
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            gold = row["gold_ids"] if "gold_ids" in row else [row["paper_id"]]
            if isinstance(gold, str):
                raise TypeError("gold_ids is a list")
            yield Probe(str(row.get("type", "questions")), str(row["question"]), frozenset(map(str, gold)))
        except (ValueError, KeyError, TypeError, AttributeError):
            raise QuestionError(
                f'Line {number} of {file} is not like {{"question": "…", "paper_id": "…"}}. '
                "Give the paper's id as python -m rag papers lists it, or several as gold_ids."
            ) from None


def _sentence(abstract: str, lexical: LexicalIndex, chance: random.Random) -> str:
    """One of the sentences long enough, its rare words taken out; empty where none is."""
    shortened = [_without_rare(abstract[span.start : span.end], lexical) for span in sentence_spans(abstract)]
    fit = [text for text in shortened if len(content_terms(text)) >= SENTENCE_TERMS]
    return chance.choice(fit) if fit else ""


def _without_rare(sentence: str, lexical: LexicalIndex) -> str:
    found = words(sentence)
    terms = sorted({term for term, _ in found if is_content(term)}, key=lambda term: (-lexical.idf(term), term))
    rarest = set(terms[: len(terms) // 2])
    kept = list(sentence)
    for term, span in found:
        if term in rarest:
            kept[span.start : span.end] = " " * (span.end - span.start)
    return " ".join("".join(kept).split())


def _keywords(text: str, lexical: LexicalIndex) -> str:
    """The rarest terms that are not the paper's alone, in the order of the text."""
    first: dict[str, str] = {}
    for term, span in words(text):
        first.setdefault(term, text[span.start : span.end])
    shared = [
        term for term in first if is_content(term) and not term.isdigit() and lexical.document_frequency(term) > 1
    ]
    rarest = set(sorted(shared, key=lambda term: (-lexical.idf(term), term))[:KEYWORDS])
    return " ".join(word for term, word in first.items() if term in rarest)
