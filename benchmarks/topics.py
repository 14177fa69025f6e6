"""Topics: questions about all papers of an index, made of the keywords that their authors gave, and of their titles.

A paper answers one where its title or abstract has each part of the topic side by side, in any form of the words, or
where its authors named it as a keyword.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.datasets import Question
from benchmarks.pairs import rows_of
from rag.papers import Paper, content_id
from rag.questions import is_content
from rag.text.analysis import analyze

_FRAMES = (
    "Which papers use {}?",
    "Which papers are about {}?",
    "Which papers study {}?",
    "Which papers work on {}?",
    "What papers are there on {}?",
    "List all papers on {}.",
    "How many papers are about {}?",
    "How many papers deal with {}?",
    "Are there papers on {}?",
    "Is there any work on {}?",
    "What do these papers say about {}?",
    "papers on {}",
)
_JOINTS = (" for ", " in ", " and ")
_FEWEST_LETTERS = 4
_MOST_WORDS = 4
_FEWEST, _MOST = 2, 60
"""Papers on a topic: what one has may be a mere turn of words; what more have is too wide to be asked for."""
_AS_WRITTEN = 0.3
"""The share of questions that keep the capitals of titles."""
_OF_TWO = 0.25
"""The share of questions that join two keywords."""


def topic_questions(archive: Path, papers: Sequence[Paper], count: int, seed: int = 0) -> list[Question]:
    """Questions that several papers answer.

    Args:
        archive: where the papers are from; see `benchmarks.pairs.pairs_of`.
        papers: those that are indexed, as they are indexed.
        count: how many; there may be fewer.
        seed: of the choice.
    """
    keywords = {content_id(row["title"], row["abstract"]): row["keywords"] for row in rows_of(archive)}
    named = {paper.paper_id: _phrases(keywords.get(paper.paper_id, "")) for paper in papers}
    known: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for paper_id, phrases in named.items():
        for phrase in phrases:
            known[tuple(analyze(phrase))].add(paper_id)
    for paper in papers:
        named[paper.paper_id] += _in_title(paper.title)
        known |= {
            tuple(analyze(phrase)): set() for phrase in _in_title(paper.title) if tuple(analyze(phrase)) not in known
        }
    having = _having(papers, known)
    chance = random.Random(seed)
    chosen = sorted(paper_id for paper_id, phrases in named.items() if phrases)
    chance.shuffle(chosen)
    questions: dict[str, Question] = {}
    for paper_id in chosen:
        asked = chance.sample(named[paper_id], min(len(named[paper_id]), 2 if chance.random() < _OF_TWO else 1))
        gold = set.intersection(*(having[tuple(analyze(phrase))] for phrase in asked))
        if _FEWEST <= len(gold) <= _MOST and len(questions) < count:
            topic = chance.choice(_JOINTS).join(asked)
            text = chance.choice(_FRAMES).format(topic if chance.random() < _AS_WRITTEN else topic.lower())
            questions[text] = Question(str(len(questions)), text, dict.fromkeys(gold, 1), ("all", "list"))
    return list(questions.values())


def _phrases(keywords: str) -> list[str]:
    found = (part.strip() for part in keywords.split(";") if ":" not in part)  # "ML: Optimization" is a heading
    return [part for part in found if len(part) >= _FEWEST_LETTERS and 1 <= len(analyze(part)) <= _MOST_WORDS]


def _in_title(title: str) -> list[str]:
    """The runs of two or three words of a title that carry meaning."""
    runs: list[list[str]] = [[]]
    for word in re.findall(r"[\w-]+|[^\w\s]", title):
        if len(analyze(word)) == 1 and is_content(analyze(word)[0]):
            runs[-1].append(word)
        elif runs[-1]:
            runs.append([])
    return [" ".join(run) for run in runs if len(run) in (2, 3)]


def _having(papers: Sequence[Paper], known: Mapping[tuple[str, ...], set[str]]) -> dict[tuple[str, ...], set[str]]:
    """The papers that have each phrase, by its terms."""
    found = {terms: set(paper_ids) for terms, paper_ids in known.items()}
    for paper in papers:
        for text in (paper.title, paper.abstract):
            terms = analyze(text)
            for size in range(1, _MOST_WORDS + 1):
                for at in range(len(terms) - size + 1):
                    if (phrase := tuple(terms[at : at + size])) in found:
                        found[phrase].add(paper.paper_id)
    return found
