"""Measuring an index: probes, ranks, scores, and the command that prints them."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import rag.embedding
from rag.__main__ import main
from rag.config import RagConfig
from rag.errors import QuestionError
from rag.evaluation.evaluation import DEPTH, Score, evaluate, first_rank, nearest, rankers_of, retrieved
from rag.evaluation.probes import Probe, probes_of, read_probes
from rag.lexical import LexicalIndex
from rag.retrieval import HybridRetriever
from rag.store import PaperStore
from rag.testing import HashEmbedding
from tests.conftest import BATS, FROGS, HASH, OWLS, paper

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(animals: RagConfig, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run `python -m rag evaluate` over the three papers with the hash embedding."""
    monkeypatch.setenv("RAG_EMBEDDING", HASH)
    monkeypatch.setattr(rag.embedding, "build_embedding", lambda spec, timeout: HashEmbedding())

    def call(*words: str) -> tuple[int, str, str]:
        code = main(["evaluate", *words, "--index", animals.index])
        return code, *capsys.readouterr()

    return call


def test_a_score_of_zero_is_not_retrieved() -> None:
    assert retrieved([("a", 0.5), ("b", 0.0), ("c", 0.2), ("a", 0.1)]) == ["a", "c"]


@pytest.mark.parametrize(("gold", "rank"), [({"b"}, 2), ({"c", "b"}, 2), ({"z"}, 0)])
def test_the_first_paper_that_answers_counts(gold: set[str], rank: int) -> None:
    assert first_rank(["a", "b", "c"], gold) == rank


def test_hits_and_reciprocal_ranks_are_means_by_kind_and_method() -> None:
    ranking = [(f"p{i}", 1 / i) for i in range(1, 31)]
    places = [("easy", "p1"), ("easy", "p4"), ("hard", "p20"), ("hard", "nowhere")]
    probes = [Probe(kind, "?", frozenset([paper_id])) for kind, paper_id in places]
    assert evaluate(probes, {"given": lambda question, k: ranking[:k]}) == [
        Score("easy", "given", 2, hit1=0.5, hit5=1.0, hit20=1.0, mrr=0.625),
        Score("hard", "given", 2, hit1=0.0, hit5=0.0, hit20=0.5, mrr=0.025),
    ]


def test_a_paper_tied_at_zero_with_all_others_is_no_hit() -> None:
    (score,) = evaluate([Probe("k", "?", frozenset(["a"]))], {"none": lambda question, k: [("a", 0.0)]})
    assert (score.hit20, score.mrr) == (0.0, 0.0)


def test_the_retriever_and_both_of_its_sides_rank(animals: RagConfig) -> None:
    fake = HashEmbedding()
    retriever = HybridRetriever(PaperStore.open(animals.index, HASH), fake, top_k=DEPTH)
    found = {name: rank("mice at night", 2) for name, rank in rankers_of(retriever, fake).items()}
    assert {name: ranking[0][0] for name, ranking in found.items()} == {
        "hybrid": "owls", "BM25 alone": "owls", "dense alone": "owls",
    }  # fmt: skip
    assert [len(ranking) for ranking in found.values()] == [2, 1, 2]


def test_a_paper_of_several_chunks_is_ranked_once(index: Callable[..., object], config: RagConfig) -> None:
    index([paper("Bats hear well at night. " * 120, paper_id="long"), FROGS])
    store = PaperStore.open(config.index, HASH)
    assert store.collection.count() > 2
    ranking = nearest(store, HashEmbedding().get_query_embedding("bats hear"), 10)
    assert [paper_id for paper_id, _ in ranking] == ["long", "frogs"]
    assert 1 >= ranking[0][1] > ranking[1][1] >= 0


@pytest.fixture
def lexical(tmp_path: Path) -> LexicalIndex:
    return LexicalIndex.open(tmp_path / "lexical", 1, [RARE, COMMON])


RARE = paper(
    "Bats and frogs chase seven moths near quiet lakes beside zygomorphic orchids with xylophones.", "", "rare"
)
COMMON = paper("Bats and frogs chase seven moths near quiet lakes.", "Moths", "common")


def test_a_sentence_loses_the_rarer_half_of_its_terms(lexical: LexicalIndex) -> None:
    probes = {probe.kind: probe.question for probe in probes_of([RARE], lexical, 1)}
    assert probes["sentence without rare words"] == "and frogs seven moths near quiet lakes with ."


def test_keywords_are_rare_but_not_the_papers_own(lexical: LexicalIndex) -> None:
    keywords = {probe.kind: probe.question for probe in probes_of([RARE], lexical, 1)}["keywords"].split()
    assert len(keywords) == 3
    assert not {"zygomorphic", "orchids", "xylophones"} & set(keywords)


def test_a_paper_without_a_title_gives_no_title_to_ask(lexical: LexicalIndex) -> None:
    probes = probes_of([RARE, COMMON], lexical, 2)
    assert [probe for probe in probes if probe.kind == "title"] == [Probe("title", "Moths", frozenset(["common"]))]


def test_the_same_seed_draws_the_same_papers(lexical: LexicalIndex) -> None:
    papers = [paper(f"Bats chase {i} moths.", f"Title {i}", f"p{i}") for i in range(50)]
    assert probes_of(papers, lexical, 10, seed=1) == probes_of(papers[::-1], lexical, 10, seed=1)
    assert probes_of(papers, lexical, 10, seed=1) != probes_of(papers, lexical, 10, seed=2)


def test_questions_of_the_users_own_name_one_paper_or_several(tmp_path: Path) -> None:
    file = tmp_path / "q.jsonl"
    file.write_text('{"question": "A?", "paper_id": 7}\n\n{"question": "B?", "gold_ids": ["x", "y"], "type": "list"}\n')
    assert list(read_probes(file)) == [
        Probe("questions", "A?", frozenset(["7"])), Probe("list", "B?", frozenset(["x", "y"])),
    ]  # fmt: skip


@pytest.mark.parametrize("line", ['{"question": "A?"}', '"A?"', "not json", '{"question": "A?", "gold_ids": 3}'])
def test_a_line_that_names_no_paper_is_refused_by_its_number(tmp_path: Path, line: str) -> None:
    (tmp_path / "q.jsonl").write_text(f'{{"question": "A?", "paper_id": "a"}}\n{line}\n')
    with pytest.raises(QuestionError, match="Line 2 of"):
        list(read_probes(tmp_path / "q.jsonl"))


def test_gold_ids_that_are_one_text_are_refused_and_not_taken_letter_by_letter(tmp_path: Path) -> None:
    (tmp_path / "q.jsonl").write_text('{"question": "A?", "gold_ids": "bats"}\n')
    with pytest.raises(QuestionError, match="Line 1 of"):
        list(read_probes(tmp_path / "q.jsonl"))


def test_the_command_measures_an_index_without_labels(run: Run) -> None:
    code, out, _ = run("--json")
    record = json.loads(out)
    titles = {score["method"]: score["hit1"] for score in record["scores"] if score["kind"] == "title"}
    assert (code, record["papers"], record["left_out"]) == (0, 3, 0)
    assert titles == {"hybrid": 1.0, "BM25 alone": 1.0, "dense alone": 1.0}


def test_the_command_prints_a_table_for_people(run: Run) -> None:
    code, out, _ = run("--sample", "2")
    assert code == 0
    assert "hit@1" in out
    assert "3 papers" in out


def test_questions_about_papers_that_the_index_lacks_are_left_out_and_counted(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "q.jsonl"
    file.write_text('{"question": "owls?", "paper_id": "owls"}\n{"question": "cats?", "paper_id": "cats"}\n')
    record = json.loads(run("--questions", str(file), "--json")[1])
    assert (record["questions"], record["left_out"]) == (1, 1)
    assert [score["mrr"] for score in record["scores"]] == [1.0, 1.0, 1.0]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--sample", "0"), "sample=0 is out of range"),
        (("--questions", "nowhere.jsonl"), "nowhere.jsonl cannot be read"),
    ],
)
def test_a_measurement_that_cannot_run_says_why(run: Run, words: tuple[str, ...], said: str) -> None:
    code, out, error = run(*words)
    assert (code, out) == (2, "")
    assert said in error


def test_a_file_that_names_no_paper_of_the_index_is_an_error(run: Run, tmp_path: Path) -> None:
    (tmp_path / "q.jsonl").write_text('{"question": "cats?", "paper_id": "cats"}\n')
    code, _, error = run("--questions", str(tmp_path / "q.jsonl"))
    assert code == 2
    assert "none of the papers" in error


def test_probes_of_real_looking_papers_are_found(animals: RagConfig) -> None:
    fake = HashEmbedding()
    retriever = HybridRetriever(PaperStore.open(animals.index, HASH), fake, top_k=DEPTH)
    probes = probes_of([BATS, FROGS, OWLS], retriever.lexical, 3)
    scores = evaluate(probes, rankers_of(retriever, fake))
    assert min(score.hit5 for score in scores if score.method == "hybrid") == 1.0
