"""Pairs: questions made of public papers, each with the paper it was taken from, to fit the ranker on.

What is asked is left out of what is indexed, so that no question is found by its own words alone.
"""

from __future__ import annotations

import json
import random
import re
import tarfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.datasets import read_corpus
from rag.papers import Paper, content_id
from rag.questions import content_terms
from rag.text.sentences import sentence_spans

_SHARES = {"title": 0.3, "sentence": 0.35, "keywords": 0.15}
"""Of the papers, by what is asked of them; the others are only there to be told apart."""
_FEWEST_TERMS = 5
_FEWEST_WORDS = 60


@dataclass(frozen=True)
class Pair:
    """A question and the paper that answers it.

    Args:
        kind: what the question was: "title", "sentence" or "keywords".
    """

    question: str
    paper_id: str
    kind: str


def pairs_of(archive: Path, left_out: Iterable[Path], papers: int, seed: int = 0) -> tuple[list[Paper], list[Pair]]:
    """Papers to index, and what to ask of them.

    Args:
        archive: a tar of JSON files, each a list of papers with `title`, `abstract` and `keywords`.
        left_out: corpora none of whose papers may occur.
        papers: how many.
        seed: of the choice.
    """
    known = {_key(paper.abstract) for corpus in left_out for paper in read_corpus(corpus)}
    found = {_key(row["abstract"]): row for row in rows_of(archive) if _key(row["abstract"]) not in known}
    chance = random.Random(seed)
    chosen = chance.sample([found[key] for key in sorted(found)], papers)
    indexed: list[Paper] = []
    pairs: list[Pair] = []
    for row in chosen:
        paper, asked = _made(row, chance)
        indexed.append(paper)
        if asked[0]:
            pairs.append(Pair(asked[0], paper.paper_id, asked[1]))
    return indexed, pairs


def _made(row: dict[str, str], chance: random.Random) -> tuple[Paper, tuple[str, str]]:
    title, abstract = row["title"], row["abstract"]
    draw, kind = chance.random(), ""
    for name, share in _SHARES.items():
        if 0 <= draw < share:
            kind = name
        draw -= share
    question = ""
    if kind == "title":
        question, title = title, ""
    elif kind == "keywords":
        question = ", ".join(part.strip() for part in row["keywords"].split(";")[:4])
    elif kind == "sentence":
        question, abstract = _taken(abstract, chance)
    if len(content_terms(question)) < (2 if kind == "keywords" else _FEWEST_TERMS - 1):
        return Paper(content_id(row["title"], row["abstract"]), row["title"], row["abstract"]), ("", "")
    return Paper(content_id(row["title"], row["abstract"]), title, abstract), (question, kind)


def _taken(abstract: str, chance: random.Random) -> tuple[str, str]:
    """One sentence, and the abstract without it."""
    spans = [
        span
        for span in sentence_spans(abstract)
        if len(content_terms(abstract[span.start : span.end])) >= _FEWEST_TERMS and span.end - span.start < 400
    ]
    if len(spans) < 3:
        return "", abstract
    span = chance.choice(spans)
    return abstract[span.start : span.end].strip(), f"{abstract[: span.start]} {abstract[span.end :]}".strip()


def rows_of(archive: Path) -> Iterator[dict[str, str]]:
    """The papers of an archive with an abstract: title, abstract, and keywords parted by semicolons."""
    with tarfile.open(archive) as files:
        for member in files:
            file = files.extractfile(member) if member.name.endswith(".json") else None
            for row in json.load(file) if file else ():
                text = {key: str(row.get(key) or "").strip() for key in ("title", "abstract", "keywords")}
                if text["title"] and len(text["abstract"].split()) >= _FEWEST_WORDS:
                    yield text


def _key(abstract: str) -> str:
    return re.sub(r"[\W_]+", "", abstract.casefold())[:160]


def questions_by_kind(pairs: Sequence[Pair]) -> dict[str, int]:
    """How many pairs there are of each kind."""
    return {kind: sum(pair.kind == kind for pair in pairs) for kind in dict.fromkeys(pair.kind for pair in pairs)}
