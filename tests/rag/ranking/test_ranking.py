import json
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from rag.config import BUNDLED_EMBEDDING
from rag.embedding import build_embedding
from rag.encoding.products import by_bits, by_rows
from rag.index.forward import Forward
from rag.indexing import Indexer
from rag.languages.interpreter import Translation
from rag.papers import Paper
from rag.ranking.features import NAMES, QUESTION_NAMES
from rag.ranking.ranker import Kind, Ranker, bundled, fitted_to
from rag.ranking.ranking import Compared, kind_of, ranked, with_better_above
from rag.retrieval import HybridRetriever
from rag.store import PaperStore
from rag.understanding.asked import Asked

BATS = Paper("bats", "Bats", "Bats hunt moths in the dark. They find them by the echo of their calls.")
OWLS = Paper("owls", "Owls", "Owls hunt mice at night. They hear them under the snow.")
ROADS = Paper("roads", "Roads", "Asphalt ages in the sun. We measure the cracks of forty roads.")


@pytest.fixture(scope="module")
def animals(tmp_path_factory: pytest.TempPathFactory) -> HybridRetriever:
    embed_model = build_embedding(BUNDLED_EMBEDDING)
    store = PaperStore.create(str(tmp_path_factory.mktemp("index")), BUNDLED_EMBEDDING)
    Indexer(store, embed_model).ingest([BATS, OWLS, ROADS])
    return HybridRetriever(PaperStore.open(str(store.path), BUNDLED_EMBEDDING), embed_model)


def test_terms_are_counted_by_field() -> None:
    forward = Forward.of([[["bat"], ["a", "bat"], ["kim"]], [[], ["owl"], []]])
    counts = forward.counts([1, 0], ["bat", "kim"])
    assert (counts.text.tolist(), counts.title.tolist()) == ([[0, 0], [2, 0]], [[0, 0], [1, 0]])
    assert (counts.authors.tolist(), counts.lengths.tolist()) == ([[0, 0], [0, 1]], [[1, 0], [3, 1]])
    assert (forward.mean_length(), forward.mean_length(dead=[1])) == (2.0, 3.0)


def test_terms_are_kept_and_read_again(tmp_path: Path) -> None:
    Forward.of([[["bat"], ["bat"], []]]).keep(tmp_path)
    assert Forward.open(tmp_path).counts([0], ["bat"]).text.tolist() == [[2]]


def test_products_are_those_of_numpy() -> None:
    chance = np.random.default_rng(0)
    rows, vectors = (chance.normal(size=(n, 64)).astype(np.float32) for n in (5, 3))
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    bits = (rows > 0).astype(np.uint8)
    assert by_rows(rows, vectors) == pytest.approx(rows @ vectors.T, abs=1e-5)
    assert by_bits(bits, vectors) == pytest.approx(bits @ vectors.T, abs=0.03)


def test_what_a_feature_weighs_depends_on_the_question() -> None:
    weights = np.zeros((len(NAMES), 1 + len(QUESTION_NAMES)))
    weights[0, 0], weights[1, 1 + QUESTION_NAMES.index("rarity")] = 1.0, 1.0
    width, told = len(QUESTION_NAMES), np.zeros(len(QUESTION_NAMES), np.float32)
    ranker = Ranker("m", np.zeros(width), np.ones(width), weights, np.zeros(len(NAMES)), {})
    matrix = np.zeros((2, len(NAMES)), np.float32)
    matrix[0, 0], matrix[1, 1] = 1.0, 1.0  # the first is near in meaning, the second shares words
    assert ranker.scores(matrix, told).tolist() == [1.0, 0.0]
    told[QUESTION_NAMES.index("rarity")] = 2.0
    assert ranker.scores(matrix, told).tolist() == [1.0, 2.0]


def test_a_ranker_of_other_features_is_refused() -> None:
    record = bundled().record() | {"features": ["luck"]}
    with pytest.raises(ValueError, match="fitted to other features"):
        Ranker.of(json.dumps(record))


def test_the_best_paper_scores_1_and_the_last_one_is_still_retrieved() -> None:
    matrix = np.eye(3, len(NAMES), dtype=np.float32)
    found = ranked(Compared(["a", "b", "c"], matrix, np.zeros(len(QUESTION_NAMES), np.float32)), bundled())
    assert max(found.scores.values()) == 1.0
    assert min(found.scores.values()) == pytest.approx(0.01)
    assert sorted(found.scores, key=found.scores.__getitem__) == sorted(
        found.probabilities, key=found.probabilities.__getitem__
    )


def test_a_paper_that_is_better_in_every_feature_is_never_ranked_below() -> None:
    matrix = np.array([[3.0, 3.0], [2.0, 2.0], [1.0, 1.0], [0.0, 4.0]], np.float32)
    better, good, poor, other = with_better_above(np.array([-3.0, -2.0, -1.0, -2.5]), matrix)
    assert better > good > poor == -1.0
    assert other == -2.5  # it is better in one feature alone


def test_all_pairs_are_compared_of_few_candidates_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[int] = []

    def noted(scores: NDArray[np.float64], matrix: NDArray[np.float32]) -> NDArray[np.float64]:
        compared.append(len(matrix))
        return scores

    monkeypatch.setattr("rag.ranking.ranking.with_better_above", noted)
    for count in (3, 500):
        matrix = np.zeros((count, len(NAMES)), np.float32)
        ranked(Compared([f"p{k}" for k in range(count)], matrix, np.zeros(len(QUESTION_NAMES), np.float32)), bundled())
    assert compared == [3]


def test_a_paper_that_answers_is_likelier_than_any_where_none_does(animals: HybridRetriever) -> None:
    answered = animals.retrieve("How do bats find moths in the dark?")
    unanswered = animals.retrieve("Which enzyme folds insulin?")
    assert answered[0].node.node_id == "bats"
    assert answered[0].node.metadata["probability"] > 2 * unanswered[0].node.metadata["probability"]


def test_what_is_asked_for_decides_which_probabilities_hold() -> None:
    def kind(question: str, source: str = "") -> Kind:
        return kind_of(Asked(question, topic=question, translation=Translation("bats", source=source)))

    assert kind("How do bats hear?") is Kind.QUESTION
    assert kind("Which papers are about bats?", "glossary") is Kind.TOPIC
    assert (kind("蝙蝠如何定位？", "glossary"), kind("蝙蝠如何定位？", "model")) == (Kind.ROUGH, Kind.QUESTION)


def test_the_probabilities_of_a_topic_cover_papers_that_are_no_candidates(animals: HybridRetriever) -> None:
    asked = Asked("papers on bats", topic="bats", allowed=frozenset({"bats", "owls"}))
    chances = animals.on_topic(asked, ["bats"])
    assert set(chances) == {"bats", "owls"}
    assert chances["bats"] > 0.5 > chances["owls"]


def test_a_model_without_a_ranker_of_its_own_has_none() -> None:
    assert fitted_to("openai:text-embedding-3-small") is None


def test_a_result_says_why_it_was_found(animals: HybridRetriever) -> None:
    why = animals.retrieve("Whose echo?")[0].node.metadata["why"]
    assert why["terms"] == ["echo"]
    assert BATS.abstract[why["sentence"]["start"] : why["sentence"]["end"]] == why["sentence"]["text"]
    assert "echo" in why["sentence"]["text"]


def test_papers_left_out_are_no_candidates(animals: HybridRetriever) -> None:
    found = animals.compared(Asked("bats", topic="bats", allowed=frozenset({"owls", "roads"})))
    assert found is not None
    assert set(found.ids) == {"owls", "roads"}


def test_a_question_that_cannot_be_read_in_english_has_no_probability(animals: HybridRetriever) -> None:
    assert animals.retrieve("こうもりはなぜ")[0].node.metadata["probability"] is None
