"""Sign matrices beside the store."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from rag.encoding.late_interaction import question_vectors, reranked, similarities
from rag.encoding.minilm import MiniLMEmbedding, TokenVectors
from rag.index.signs import SignStore
from rag.indexing import Indexer, remove
from rag.papers import Paper
from rag.store import PaperStore
from rag.testing import HashEmbedding
from tests.conftest import BATS, FROGS, HASH

ONE = np.array([[255, 0], [1, 2]], np.uint8)
TWO = np.array([[7, 7]], np.uint8)


@pytest.fixture
def signs(tmp_path: Path) -> SignStore:
    return SignStore(tmp_path / "signs")


def test_nothing_is_made_before_something_is_put(signs: SignStore, tmp_path: Path) -> None:
    assert signs.get(["a"]) == {}
    signs.drop(["a"])
    signs.compact()
    assert list(tmp_path.iterdir()) == []


def test_matrices_come_back_to_whoever_opens_the_folder(signs: SignStore, tmp_path: Path) -> None:
    signs.put({"a": ONE, "b": TWO})
    other = SignStore(tmp_path / "signs")
    found = other.get(["b", "a", "gone"])
    assert {name: matrix.tolist() for name, matrix in found.items()} == {"a": ONE.tolist(), "b": TWO.tolist()}


def test_a_reader_sees_what_is_put_later_and_what_replaces(signs: SignStore, tmp_path: Path) -> None:
    signs.put({"a": ONE})
    reader = SignStore(tmp_path / "signs")
    assert len(reader.get(["a"])["a"]) == 2
    signs.put({"a": TWO, "c": ONE})
    assert reader.get(["a"])["a"].tolist() == TWO.tolist()
    assert reader.ids() == {"a", "c"}


def test_compacting_gives_back_what_is_no_longer_pointed_to(signs: SignStore, tmp_path: Path) -> None:
    reader = SignStore(tmp_path / "signs")
    signs.put({str(number): ONE for number in range(100)})
    assert len(reader.get(["7"])["7"]) == 2
    signs.drop([str(number) for number in range(99)])
    signs.compact()
    (file,) = (tmp_path / "signs").glob("*.bin")
    assert file.stat().st_size == ONE.size
    assert reader.get(["99"])["99"].tolist() == signs.get(["99"])["99"].tolist() == ONE.tolist()


def test_bytes_that_nobody_points_to_and_places_past_the_end_do_no_harm(signs: SignStore, tmp_path: Path) -> None:
    signs.put({"a": ONE})
    with (tmp_path / "signs" / "signs-0.bin").open("ab") as file:
        file.write(b"cut off")
    signs.put({"b": TWO})
    assert signs.get(["b"])["b"].tolist() == TWO.tolist()
    (tmp_path / "signs" / "signs-0.bin").write_bytes(b"\xff" * 4)
    assert set(SignStore(tmp_path / "signs").get(["a", "b"])) == {"a"}


def test_the_index_holds_the_signs_of_each_papers_tokens(tmp_path: Path) -> None:
    store, model = PaperStore.create(str(tmp_path / "i"), HASH), HashEmbedding()
    Indexer(store, model).ingest([BATS, FROGS])
    signs = store.signs()
    expected = np.packbits(model.token_vectors(f"{BATS.title}\n{BATS.abstract}").vectors > 0, axis=1)
    assert signs.get(["bats"])["bats"].tolist() == expected.tolist()
    remove(store, ["bats"])
    assert signs.ids() == {"frogs"}


def test_a_long_paper_has_the_tokens_of_all_its_chunks(tmp_path: Path) -> None:
    store = PaperStore.create(str(tmp_path / "i"), HASH)
    long = Paper("l", "T", "Bats hear well in the dark of the night. " * 120)
    Indexer(store, HashEmbedding()).ingest([long])
    assert len(store.signs().get(["l"])["l"]) >= 9 * 120


def test_a_model_that_gives_vectors_alone_gets_its_signs_from_another(tmp_path: Path) -> None:
    class VectorsAlone(HashEmbedding):
        def encode_texts(self, texts: Sequence[str]) -> list[object]:  # type: ignore[override]
            raise AssertionError("it gives no signs")

    store = PaperStore.create(str(tmp_path / "i"), HASH)
    Indexer(store, VectorsAlone(), encoder=HashEmbedding()).ingest([BATS])
    assert store.signs().ids() == {"bats"}


def test_one_pass_of_the_bundled_model_gives_what_two_would(minilm: MiniLMEmbedding) -> None:
    text = f"{BATS.title}\n{BATS.abstract}"
    (encoded,) = minilm.encode_texts([text])
    assert encoded.vector == minilm.get_text_embedding(text)
    assert np.array_equal(encoded.signs, np.packbits(minilm.token_vectors(text).vectors > 0, axis=1))


def test_words_without_meaning_are_not_compared() -> None:
    vectors = np.eye(4, 8, dtype=np.float32)
    tokens = TokenVectors(vectors, np.array([(0, 3), (4, 7), (8, 9), (10, 14)]))
    assert question_vectors("How can I hear", tokens).tolist() == vectors[3:].tolist()
    assert question_vectors("How can I been", tokens).tolist() == vectors.tolist()


def test_similarity_is_the_mean_of_each_tokens_best_product() -> None:
    question = np.array([[1.0, 0, 0, 0, 0, 0, 0, 0], [0, 1.0, 0, 0, 0, 0, 0, 0]], np.float32)
    papers = {"both": np.array([[0b10000000], [0b01000000]], np.uint8), "one": np.array([[0b10000000]], np.uint8)}
    found = similarities(question, papers)
    assert found["both"] == pytest.approx(1 / np.sqrt(8))
    assert found["one"] == pytest.approx(0.0)
    assert similarities(question, {"none": np.zeros((0, 1), np.uint8)}) == {}


def test_compared_papers_come_before_the_others_which_keep_their_order() -> None:
    fused = {"a": 1.0, "b": 0.9, "c": 0.8, "d": 0.7}
    scores = reranked(fused, {"a": 0.1, "b": 0.5}, ["a", "b", "c", "d"], 0.5)
    assert sorted(scores, key=lambda name: -scores[name]) == ["b", "a", "c", "d"]
    assert reranked(fused, {}, ["a", "b", "c", "d"], 0.5) == fused
