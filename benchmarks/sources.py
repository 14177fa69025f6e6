"""Sources: what the ranker's weights and its probabilities are fitted to, asked of the product."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from llama_index.core.base.embeddings.base import BaseEmbedding

from benchmarks.datasets import DEFAULT_COLLECTIONS, DEFAULT_CORPUS, Dataset, Question, half, load_collection
from benchmarks.datasets import load_questions as load_file
from benchmarks.examples import Examples, gathered
from benchmarks.indexes import open_index
from benchmarks.pairs import Pair, pairs_of
from benchmarks.topics import topic_questions
from benchmarks.training.pairs import PairMaker
from benchmarks.training.papers import Source as TrainingPaper
from rag.indexing import Indexer
from rag.languages.detection import language_of
from rag.papers import Paper
from rag.ranking.ranker import Kind
from rag.retrieval import HybridRetriever
from rag.store import PaperStore

_CHINESE = Path(__file__).with_name("languages.jsonl")
_WITHOUT, _FOREIGN = 0.3, 0.15
"""What questions count whose papers were left out, and those of another field, beside a source that is answered: with
these three in ten have no answer."""
_UNCALIBRATED = ("cranfield",)
"""Its many papers a question would make every other paper look likely."""
_FEWEST_CHARACTERS = 300
_REWORDED_WORDS = 5


@dataclass(frozen=True, eq=False)
class Probe:
    """Questions of one sort, and what was found for them.

    Args:
        name: as tables name it.
        kind: as the product takes them.
        examples: each in the group "tune" or "held".
        weight: what they count for the probabilities; 0 leaves them out.
        ranks: the ranker's weights are fitted to them, too.
    """

    name: str
    kind: Kind
    examples: Examples
    weight: float = 1.0
    ranks: bool = False


@dataclass(frozen=True)
class Library:
    """Where everything lies, and which model reads it.

    Args:
        data: holds `corpus/` and `collections/`.
        cache: keeps the indexes.
        embedding: names the model, as RAG_EMBEDDING does.
        embed_model: the model.
        papers: how many the pairs are made of.
        asked: questions asked of each source, at most.
    """

    data: Path
    cache: Path
    embedding: str
    embed_model: BaseEmbedding
    papers: int
    asked: int

    def probes(self) -> Iterator[Probe]:
        """Ask all questions of all sources."""
        papers, pairs = pairs_of(self._archive, [*self._corpora(), self._posters], self.papers)
        store = PaperStore.create(str(self.cache / f"pairs-{self.papers}-{self._model}"), self.embedding)
        Indexer(store, self.embed_model).ingest(papers)
        retriever = HybridRetriever(store, self.embed_model)
        collections = {name: load_collection(self.data / "collections" / name) for name in DEFAULT_COLLECTIONS}
        yield from self._of_pairs(retriever, papers, pairs)
        yield from self._of_topics(retriever, papers)
        strange = [q for name in ("cranfield", "scifact-train") for q in _some(collections[name].questions, 120)]
        yield _foreign("pairs, of other fields", retriever, strange)
        for name, dataset in collections.items():
            yield from self._of_collection(name, dataset, pairs)
        yield from self._of_chinese()

    @property
    def _archive(self) -> Path:
        return self.data / "corpus" / "paperlists.tar.xz"

    @property
    def _posters(self) -> Path:
        return self.data / "corpus" / DEFAULT_CORPUS

    @property
    def _model(self) -> str:
        return self.embedding.partition(":")[2].replace("/", "-")

    def _corpora(self) -> list[Path]:
        return [self.data / "collections" / name / "corpus.jsonl" for name in DEFAULT_COLLECTIONS]

    def _of_pairs(self, retriever: HybridRetriever, papers: Sequence[Paper], pairs: Sequence[Pair]) -> Iterator[Probe]:
        asked = [_halved(f"pair {n}", pair.question, pair.paper_id) for n, pair in enumerate(pairs)]
        yield from self._both("pairs", Kind.QUESTION, retriever, asked, ranks=True)
        taken = {pair.paper_id for pair in pairs}
        whole = [p for p in papers if p.paper_id not in taken and len(p.abstract) > _FEWEST_CHARACTERS]
        maker = PairMaker([TrainingPaper(paper.title, paper.abstract) for paper in papers], seed=7, summaries=True)
        reworded = [
            _halved(f"reworded {n}", question, paper.paper_id)
            for n, paper in enumerate(random.Random(3).sample(whole, min(2 * self.asked, len(whole))))
            if (question := maker.pair(TrainingPaper(paper.title, paper.abstract)).question) != paper.title
            and len(question.split()) >= _REWORDED_WORDS
        ]
        yield from self._both("reworded", Kind.QUESTION, retriever, reworded)

    def _of_topics(self, retriever: HybridRetriever, papers: Sequence[Paper]) -> Iterator[Probe]:
        topics = [
            replace(question, groups=("all", half(f"topic {question.id}")))
            for question in topic_questions(self._archive, papers, 2 * self.asked)
        ]
        yield from self._both("topics", Kind.TOPIC, retriever, topics)

    def _of_collection(self, name: str, dataset: Dataset, pairs: Sequence[Pair]) -> Iterator[Probe]:
        retriever, questions = self._opened(dataset)
        weight = 0.0 if name in _UNCALIBRATED else 1.0
        yield from self._both(name, Kind.QUESTION, retriever, questions, weight=weight, ranks=True)
        if name in ("cranfield", "scifact-train"):
            strange = [_halved(f"pair {n}", pair.question, "") for n, pair in enumerate(pairs[-100:])]
            yield _foreign(f"{name}, of other fields", retriever, strange)

    def _of_chinese(self) -> Iterator[Probe]:
        """Questions of ours, read word for word."""
        dataset = load_file(_CHINESE, self._posters)
        retriever, questions = self._opened(replace(dataset, name="languages"))
        chinese = [replace(q, groups=("all", half(q.id))) for q in questions if language_of(q.text) == "zh"]
        yield Probe("Chinese", Kind.ROUGH, gathered(retriever, chinese))
        yield Probe("Chinese, without", Kind.ROUGH, gathered(retriever, chinese, without_gold=True), _WITHOUT)

    def _opened(self, dataset: Dataset) -> tuple[HybridRetriever, list[Question]]:
        indexed = open_index(dataset.corpus, self.embedding, self.embed_model, self.cache)
        asked = [
            replace(each, gold={indexed.names.get(paper, paper): value for paper, value in each.gold.items()})
            for each in dataset.questions
        ]
        return HybridRetriever(indexed.store, self.embed_model), asked

    def _both(
        self,
        name: str,
        kind: Kind,
        retriever: HybridRetriever,
        questions: Sequence[Question],
        *,
        weight: float = 1.0,
        ranks: bool = False,
    ) -> Iterator[Probe]:
        """Questions as they are, and others whose papers are left out."""
        middle = min(self.asked, len(questions) * 2 // 3)
        yield Probe(name, kind, gathered(retriever, questions[:middle]), weight, ranks)
        rest = questions[middle : middle + self.asked // 2]
        if weight and rest:
            yield Probe(f"{name}, without", kind, gathered(retriever, rest, without_gold=True), weight * _WITHOUT)


def _halved(question_id: str, text: str, paper_id: str) -> Question:
    return Question(question_id, text, {paper_id: 1} if paper_id else {}, ("all", half(question_id)))


def _some(questions: Sequence[Question], count: int) -> list[Question]:
    return [_halved(question.id, question.text, "") for question in questions[:count]]


def _foreign(name: str, retriever: HybridRetriever, questions: Sequence[Question]) -> Probe:
    return Probe(name, Kind.QUESTION, gathered(retriever, questions), _FOREIGN)
