"""Datasets: a corpus, and questions of which it is known which papers answer them."""

import csv
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

from rag.errors import SourceError
from rag.papers import Paper
from rag.readers import FieldMapping, read

DEFAULT_COLLECTIONS = ("cranfield", "openreview-tldr", "scifact-train", "scitldr-pr-dev")
DEFAULT_QUESTIONS = ("icml", "seed", "compare", "list")
DEFAULT_CORPUS = "icml2024_posters.json"
_BEIR_FIELDS = ("_id", "title", "text")


@dataclass(frozen=True)
class Question:
    """One question.

    Args:
        id: unique in its dataset.
        text: as it is asked.
        gold: relevance, above 0, by the record id of each paper that answers it.
        groups: what it is counted under.
    """

    id: str
    text: str
    gold: Mapping[str, int]
    groups: tuple[str, ...]


@dataclass(frozen=True)
class Dataset:
    """A corpus and its questions.

    Args:
        name: as the results name it.
        corpus: the file of papers; see `read_corpus`.
        questions: in the order of their file; those without a gold paper are left out.
    """

    name: str
    corpus: Path
    questions: tuple[Question, ...]


def default_datasets(data: Path) -> list[Dataset]:
    """Those of the committed lists that are at hand.

    Args:
        data: holds `collections/NAME/`, `questions/NAME.jsonl` and `corpus/`.
    """
    folders = [data / "collections" / name for name in DEFAULT_COLLECTIONS]
    files = [data / "questions" / f"{name}.jsonl" for name in DEFAULT_QUESTIONS]
    corpus = data / "corpus" / DEFAULT_CORPUS
    found = [load_collection(folder) for folder in folders if folder.is_dir()]
    return found + [load_questions(file, corpus) for file in files if file.is_file() and corpus.is_file()]


def load_collection(folder: Path) -> Dataset:
    """A BEIR-like folder: corpus.jsonl, queries.jsonl, and qrels.tsv or qrels/test.tsv. Its queries are halved.

    Raises:
        SourceError: a file is absent or of another shape.
    """
    qrels = next((path for path in (folder / "qrels.tsv", folder / "qrels" / "test.tsv") if path.is_file()), None)
    if qrels is None or not (folder / "corpus.jsonl").is_file():
        raise SourceError(f"{folder} is no collection: it needs corpus.jsonl, queries.jsonl and qrels.tsv.")
    gold: dict[str, dict[str, int]] = {}
    with qrels.open(encoding="utf-8", newline="") as lines:
        for query, paper, relevance in list(csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))[1:]:
            if int(relevance) > 0:
                gold.setdefault(query, {})[paper] = int(relevance)
    questions = (
        Question(row["_id"], row["text"], gold[row["_id"]], ("all", half(row["_id"])))
        for row in _rows(folder / "queries.jsonl", ("_id", "text"))
        if row["_id"] in gold
    )
    return Dataset(folder.name, folder / "corpus.jsonl", tuple(questions))


def load_questions(file: Path, corpus: Path) -> Dataset:
    """A question file: JSON lines with `id`, `lang`, `type`, `question`, `gold_ids`. It is not halved: it is small.

    Raises:
        SourceError: it cannot be read, or a line is of another shape.
    """
    rows = [row for row in _rows(file, ("id", "lang", "type", "question", "gold_ids")) if row["gold_ids"]]
    groups = _groups(rows)
    questions = (
        Question(
            str(row["id"]),
            str(row["question"]),
            {str(paper): 1 for paper in row["gold_ids"]},
            tuple(name for ids, name in groups.items() if row["id"] in ids),
        )
        for row in rows
    )
    return Dataset(file.stem, corpus, tuple(questions))


def read_corpus(corpus: Path) -> list[Paper]:
    """The papers of a file, each under the id of its record; records without an abstract are left out.

    Args:
        corpus: the corpus.jsonl of a collection, or a file in any format that `rag.readers` takes.

    Raises:
        SourceError: it cannot be read.
    """
    if corpus.name != "corpus.jsonl":
        return [item for item in read(corpus) if isinstance(item, Paper)]
    # Of a collection only the fields that its format defines are read: some leave titles out on purpose and keep
    # them under another name, where the product's own reader would find them.
    mapping, rows = FieldMapping(), _rows(corpus, _BEIR_FIELDS)
    items = [mapping.paper(row, corpus.name, f"line {number}") for number, row in enumerate(rows, 1)]
    return [item for item in items if isinstance(item, Paper)]


def half(query_id: str) -> str:
    """`tune` or `held`: always the same for a query, about half of them each.

    What is chosen by looking at one half is reported on the other as well.
    """
    return "held" if blake2b(query_id.encode(), digest_size=1).digest()[0] % 2 else "tune"


def _groups(rows: Sequence[Mapping[str, Any]]) -> dict[tuple[Any, ...], str]:
    """The names of the groups by the ids in them; what holds the same questions is one group."""
    groups = {tuple(row["id"] for row in rows): "all"}
    for key, label in (("type", "type"), ("lang", "language")):
        for value in dict.fromkeys(row[key] for row in rows):
            groups.setdefault(tuple(row["id"] for row in rows if row[key] == value), f"{label} {value}")
    return groups


def _rows(file: Path, keys: Sequence[str]) -> Iterator[dict[str, Any]]:
    try:
        lines = file.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise SourceError(f"{file} cannot be read: {error}.") from None
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            yield {key: row[key] for key in keys}
        except (ValueError, KeyError, TypeError):
            raise SourceError(f"Line {number} of {file} is no JSON object with {', '.join(keys)}.") from None
