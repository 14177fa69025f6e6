"""Papers to train on: none that an evaluation knows."""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

SHARED_WORDS = 12
"""A run of as many words in common makes two texts one paper's."""
_SHORTEST = 200


@dataclass(frozen=True)
class Source:
    """A paper.

    Args:
        title: may be empty.
        abstract: at least 200 characters.
    """

    title: str
    abstract: str


def training_papers(paperlists: Path, evaluation: Path) -> list[Source]:
    """The papers of paperlists, each once, without those whose title or words occur in an evaluation.

    Args:
        paperlists: its folder, with a folder of JSON files for each venue.
        evaluation: holds `collections/NAME/corpus.jsonl`, and `corpus/*.json` with the papers of the question files.
    """
    known = list(_evaluated(evaluation))
    runs = {run for paper in known for run in _runs(paper.abstract)}
    titles = {_key(paper.title) for paper in known} - {""}
    papers = list(_listed(paperlists))
    # Some collections leave the titles out, so a title is known by its abstract, too, and then bars other versions.
    titles |= {_key(paper.title) for paper in papers if any(run in runs for run in _runs(paper.abstract))}
    return [paper for paper in papers if _key(paper.title) not in titles]


def _listed(paperlists: Path) -> Iterator[Source]:
    seen = set()
    for file in sorted(paperlists.glob("*/*.json")):
        for row in json.loads(file.read_text(encoding="utf-8")):
            paper = Source(_clean(row.get("title")), _clean(row.get("abstract")))
            key = _key(paper.title)
            if len(paper.abstract) >= _SHORTEST and len(key) >= 10 and key not in seen:
                seen.add(key)
                yield paper


def _evaluated(evaluation: Path) -> Iterator[Source]:
    for file in sorted(evaluation.glob("collections/*/corpus.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            yield Source(_clean(row.get("title")), _clean(row["text"]))
    for file in sorted(evaluation.glob("corpus/*.json")):
        content = json.loads(file.read_text(encoding="utf-8"))
        for row in content if isinstance(content, list) else content.get("results", []):
            yield Source(_clean(row.get("title") or row.get("name")), _clean(row.get("abstract")))


def _runs(text: str) -> Iterable[tuple[str, ...]]:
    words = re.findall(r"[a-z0-9]+", text.lower())
    return (tuple(words[at : at + SHARED_WORDS]) for at in range(len(words) - SHARED_WORDS + 1))


def _key(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).lower()


def _clean(text: str | None) -> str:
    return re.sub(r"\s+", " ", text or "").strip()
