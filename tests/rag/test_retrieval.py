"""Finding papers: the lexical index, fusion, the retriever."""

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
from llama_index.core.schema import NodeWithScore

import rag.lexical
import rag.retrieval
from rag.config import RagConfig
from rag.errors import ModelError, QuestionError
from rag.indexing import IndexStats
from rag.lexical import LexicalIndex
from rag.papers import Paper
from rag.questions import content_terms, names, search_terms
from rag.ranking.fusion import fuse
from rag.retrieval import HybridRetriever
from rag.store import PaperStore
from rag.testing import HashEmbedding
from rag.text.analysis import analyze
from tests.conftest import BATS, FROGS, HASH, OWLS, paper

Ingest = Callable[[Sequence[Paper]], IndexStats]
pytestmark = pytest.mark.stores("slowly")


def ids(found: list[NodeWithScore]) -> list[str]:
    return [node.node.node_id for node in found]


@pytest.fixture
def retriever(animals: RagConfig) -> HybridRetriever:
    return HybridRetriever(PaperStore.open(animals.index, HASH), HashEmbedding())


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("AQLM的目标", ["aqlm", "的", "目", "标"]),
        ("naïve Erdős networks", ["naiv", "erdo", "network"]),
        (
            "LLMs and GNNs, SNN's; a CNN has bus lines",
            ["llm", "and", "gnn", "snn", "s", "a", "cnn", "has", "bus", "line"],
        ),
        ("2.5 bits; x_1 <mask>", ["2.5", "bit", "x", "1", "mask"]),
    ],
)
def test_text_is_analysed_to_stems_without_accents_and_latin_inside_chinese(text: str, terms: list[str]) -> None:
    assert analyze(text) == terms


def test_question_words_carry_no_weight() -> None:
    assert content_terms("How many papers are there about the hearing of bats?") == ["hear", "bat"]


def test_names_are_words_with_a_capital_inside_that_do_not_only_describe() -> None:
    assert [word for _, word in names("Does PepFlow beat CLIP-style models and GRPO in Paris?")] == ["PepFlow", "GRPO"]


def test_the_lexical_index_ranks_by_shared_rare_words(tmp_path: Path) -> None:
    index = LexicalIndex.open(tmp_path, 1, [BATS, FROGS, OWLS])
    assert [paper_id for paper_id, _ in index.search(["echoloc", "hear"], 5)] == ["bats"]
    assert index.idf("echoloc") > index.idf("their")


def test_a_short_name_is_found_in_its_plural(tmp_path: Path) -> None:
    index = LexicalIndex.open(tmp_path, 1, [paper("We train SNNs.", paper_id="many"), BATS])
    assert [paper_id for paper_id, _ in index.search(analyze("SNN"), 5)] == ["many"]


def test_a_word_with_a_hyphen_is_looked_for_as_one_word_too() -> None:
    assert search_terms("Max-min rewards of bats") == ["max", "min", "reward", "bat", "maxmin"]


def test_an_author_is_found_by_name(tmp_path: Path) -> None:
    index = LexicalIndex.open(tmp_path, 1, [BATS, paper("Whales sing.", paper_id="w", authors=("Zed Volč",))])
    assert [paper_id for paper_id, _ in index.search(content_terms("papers by Volc"), 5)] == ["w"]


def test_a_new_generation_replaces_the_old_one_on_disk(tmp_path: Path) -> None:
    LexicalIndex.open(tmp_path, 1, [BATS])
    index = LexicalIndex.open(tmp_path, 2, [BATS, FROGS])
    assert len(index) == 2
    assert [folder.name for folder in tmp_path.iterdir()] == ["2"]


def test_a_generation_on_disk_is_opened_and_not_built_again(tmp_path: Path) -> None:
    LexicalIndex.open(tmp_path, 1, [BATS])
    assert len(LexicalIndex.open(tmp_path, 1, [])) == 1


def test_an_index_that_lacks_its_list_of_papers_is_built_again(tmp_path: Path) -> None:
    LexicalIndex.open(tmp_path, 1, [BATS])
    (tmp_path / "1" / "ids.json").unlink()
    assert LexicalIndex.open(tmp_path, 1, [BATS, FROGS]).phrase(["frog", "jump"]) == ["frogs"]


@pytest.mark.parametrize("allowed", [{"bats"}, {"bats", "owls"}])
@pytest.mark.parametrize("few", [0, 300])
def test_the_lexical_index_is_searched_among_some_papers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, allowed: set[str], few: int
) -> None:
    monkeypatch.setattr(rag.lexical, "_FEW", few)
    index = LexicalIndex.open(tmp_path, 1, [BATS, FROGS, OWLS])
    found = index.search(analyze("bats frogs owls"), 1, frozenset(allowed)) + index.search(
        analyze("bats frogs owls"), 3, frozenset(allowed)
    )
    assert {paper_id for paper_id, _ in found} == allowed


@pytest.mark.parametrize("terms", [[], ["nowhere"]])
def test_no_shared_word_finds_nothing(tmp_path: Path, terms: list[str]) -> None:
    assert LexicalIndex.open(tmp_path, 1, [BATS]).search(terms, 5) == []


def test_fusion_is_the_weighted_sum_of_both_sides_scaled_to_their_best() -> None:
    fused = fuse({"a": 0.9, "b": 0.4}, {"b": 8.0}, dense_weight=0.5)
    assert fused == pytest.approx({"a": 0.5, "b": 0.5 * 0.5 + 0.5})


def test_a_paper_below_the_cosine_floor_scores_nothing_on_the_dense_side() -> None:
    assert fuse({"a": 0.5, "b": -0.7}, {}, dense_weight=1.0) == pytest.approx({"a": 1.0, "b": 0.0})


@pytest.mark.stores("both")
def test_the_paper_that_is_asked_about_comes_first(retriever: HybridRetriever) -> None:
    assert ids(retriever.retrieve("How far is the leap of frogs?"))[0] == "frogs"


@pytest.mark.parametrize(
    "question", ["AND", '"*(', 'bats AND OR NOT ("', "🧪", "a" * 5000, "title:bats^2 ~", "bats \ud800"]
)
def test_operators_and_odd_questions_are_harmless(retriever: HybridRetriever, question: str) -> None:
    assert len(retriever.retrieve(question)) == 3


@pytest.mark.parametrize(("question", "said"), [("  \x00 ", "is empty"), ("b" * 20_001, "Ask it shorter")])
def test_what_is_no_question_is_refused(retriever: HybridRetriever, question: str, said: str) -> None:
    with pytest.raises(QuestionError, match=said):
        retriever.retrieve(question)


@pytest.mark.parametrize("count", [0, 1, 2])
def test_a_small_index_gives_what_it_has(index: Ingest, config: RagConfig, count: int) -> None:
    index([BATS, FROGS][:count])
    if not count:
        PaperStore.create(config.index, HASH).close()
    found = HybridRetriever(PaperStore.open(config.index, HASH), HashEmbedding(), top_k=10).retrieve("bats")
    assert sorted(ids(found)) == ["bats", "frogs"][:count]


@pytest.mark.stores("both")
def test_a_paper_of_many_chunks_is_one_entry_with_its_whole_abstract(index: Ingest, config: RagConfig) -> None:
    long = paper("Whales sing in the deep. " * 300, "WHALENET", "whales")
    index([long, BATS])
    found = HybridRetriever(PaperStore.open(config.index, HASH), HashEmbedding()).retrieve("whales sing")
    assert sorted(ids(found)) == ["bats", "whales"]
    assert found[0].node.get_content() == long.abstract


@pytest.mark.stores("both")
def test_papers_added_later_are_found_without_reopening(index: Ingest, config: RagConfig) -> None:
    index([BATS])
    retriever = HybridRetriever(PaperStore.open(config.index, HASH), HashEmbedding())
    index([paper("Whales sing.", "WHALENET", "whales")])
    assert ids(retriever.retrieve("Who sings?"))[0] == "whales"


async def test_the_retriever_answers_asynchronous_callers(retriever: HybridRetriever) -> None:
    assert ids(await retriever.aretrieve("owls"))[0] == "owls"


def test_an_embedding_model_that_fails_is_explained(animals: RagConfig) -> None:
    class Failing(HashEmbedding):
        def _get_query_embedding(self, query: str) -> list[float]:
            raise RuntimeError("503")

    with pytest.raises(ModelError, match=r"hash failed: 503\. Check that its server runs"):
        HybridRetriever(PaperStore.open(animals.index, HASH), Failing()).retrieve("bats")


def test_every_candidate_of_either_side_is_given_its_cosine(
    index: Ingest, config: RagConfig, monkeypatch: pytest.MonkeyPatch
) -> None:
    far = paper("One bat among many other words of no use to anyone at all.", "Other", "other")
    index([BATS, far, OWLS])
    scored: dict[str, float] = {}

    def kept(dense: dict[str, float], lexical: object, weight: float) -> dict[str, float]:
        scored.update(dense)
        return dense

    monkeypatch.setattr(rag.retrieval, "CANDIDATES", 1)
    monkeypatch.setattr(rag.retrieval, "fuse", kept)
    monkeypatch.setattr(LexicalIndex, "search", lambda self, terms, limit, allowed: [("other", 1.0)])
    HybridRetriever(PaperStore.open(config.index, HASH), HashEmbedding()).retrieve("bats hear")
    asked = HashEmbedding().get_query_embedding("bats hear")
    cosines = {
        found.paper_id: np.dot(asked, HashEmbedding().get_text_embedding(f"{found.title}\n{found.abstract}"))
        for found in (BATS, far)
    }
    assert scored == pytest.approx(cosines, abs=1e-5)


def test_as_many_papers_come_back_as_were_asked_for(animals: RagConfig) -> None:
    store = PaperStore.open(animals.index, HASH)
    assert len(HybridRetriever(store, HashEmbedding(), top_k=2).retrieve("bats and frogs")) == 2


@pytest.mark.stores("folder")
def test_a_damaged_word_index_is_made_again(animals: RagConfig) -> None:
    HybridRetriever(PaperStore.open(animals.index, HASH), HashEmbedding()).retrieve("bats")
    for file in (Path(animals.index) / "lexical").rglob("meta.json"):
        file.unlink()
    found = HybridRetriever(PaperStore.open(animals.index, HASH), HashEmbedding()).retrieve("bats hear")
    assert found[0].node.node_id == "bats"
