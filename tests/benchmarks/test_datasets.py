"""Datasets: collections and question files as they are read, and the halves of a collection."""

from pathlib import Path

import pytest

from benchmarks.datasets import (
    DEFAULT_COLLECTIONS,
    Question,
    default_datasets,
    half,
    load_collection,
    load_questions,
    read_corpus,
)
from rag.errors import SourceError

QUERIES = '{"_id": "1", "text": "bats?"}\n{"_id": "2", "text": "cats?"}\n{"_id": "3", "text": "owls?"}\n'


@pytest.fixture
def collection(tmp_path: Path) -> Path:
    folder = tmp_path / "zoo"
    folder.mkdir()
    (folder / "corpus.jsonl").write_text('{"_id": "b", "title": "", "text": "Bats."}\n')
    (folder / "queries.jsonl").write_text(QUERIES)
    (folder / "qrels.tsv").write_text('query-id\tcorpus-id\tscore\n1\tb\t2\n1\tc\t1\n2\tb\t0\n3\t"o\t1\n')
    return folder


def test_a_collection_keeps_the_queries_that_a_relevant_paper_answers(collection: Path) -> None:
    dataset = load_collection(collection)
    assert (dataset.name, dataset.corpus) == ("zoo", collection / "corpus.jsonl")
    assert dataset.questions == (
        Question("1", "bats?", {"b": 2, "c": 1}, ("all", half("1"))),
        Question("3", "owls?", {'"o': 1}, ("all", half("3"))),
    )


def test_beirs_own_place_of_the_judgements_is_found(collection: Path) -> None:
    (collection / "qrels").mkdir()
    (collection / "qrels.tsv").rename(collection / "qrels" / "test.tsv")
    assert len(load_collection(collection).questions) == 2


def test_of_a_collection_only_the_fields_of_its_format_are_read(collection: Path) -> None:
    rows = (
        '{"_id": "b", "title": "", "text": "Bats &amp; owls.", "name": "On bats"}',
        '{"_id": "e", "title": "E", "text": ""}',
    )
    (collection / "corpus.jsonl").write_text("\n".join(rows))
    assert [(paper.paper_id, paper.title, paper.abstract) for paper in read_corpus(collection / "corpus.jsonl")] == [
        ("b", "", "Bats & owls.")
    ]


def test_the_halves_are_fixed_and_about_even() -> None:
    halves = [half(str(number)) for number in range(1000)]
    assert [half("1"), half("2"), half("3"), half("7")] == ["tune", "held", "held", "held"]
    assert 450 < halves.count("held") < 550


ROW = '{{"id": {}, "lang": "{}", "type": "{}", "question": "?", "gold_ids": {}}}\n'


def test_a_question_file_is_grouped_by_type_and_by_language(tmp_path: Path) -> None:
    rows = ((1, "en", "named", "[7]"), (2, "zh", "named", '["8"]'), (3, "en", "fact", "[9]"), (4, "en", "no", "[]"))
    (tmp_path / "q.jsonl").write_text("".join(ROW.format(*row) for row in rows))
    assert load_questions(tmp_path / "q.jsonl", tmp_path / "corpus.json").questions == (
        Question("1", "?", {"7": 1}, ("all", "type named", "language en")),
        Question("2", "?", {"8": 1}, ("all", "type named", "language zh")),
        Question("3", "?", {"9": 1}, ("all", "type fact", "language en")),
    )


def test_groups_of_the_same_questions_are_one(tmp_path: Path) -> None:
    (tmp_path / "q.jsonl").write_text(ROW.format(1, "zh", "list", "[7]") + ROW.format(2, "en", "count", "[7]"))
    groups = [each.groups for each in load_questions(tmp_path / "q.jsonl", tmp_path / "corpus.json").questions]
    assert groups == [("all", "type list"), ("all", "type count")]


def test_a_folder_that_is_no_collection_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"needs corpus\.jsonl"):
        load_collection(tmp_path)


def test_a_broken_line_is_named(collection: Path) -> None:
    (collection / "queries.jsonl").write_text('{"_id": "1", "text": "bats?"}\n{"_id": "2"}\n')
    with pytest.raises(SourceError, match=r"Line 2 of .*queries\.jsonl"):
        load_collection(collection)


def test_the_committed_list_takes_what_is_at_hand(tmp_path: Path, collection: Path) -> None:
    (tmp_path / "collections").mkdir()
    collection.rename(tmp_path / "collections" / DEFAULT_COLLECTIONS[0])
    assert [dataset.name for dataset in default_datasets(tmp_path)] == [DEFAULT_COLLECTIONS[0]]
