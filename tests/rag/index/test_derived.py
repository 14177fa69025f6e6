"""What is derived of an index: renewed by what has changed, it is what it would be if it were made anew."""

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from rag.index.changes import changes_since
from rag.index.derived import Derived
from rag.index.facts import Facts
from rag.indexing import Indexer, remove
from rag.lexical import LexicalIndex
from rag.papers import Paper
from rag.store import PaperStore
from rag.testing import HashEmbedding
from tests.conftest import HASH, paper

WORDS = ["bat", "owl", "frog", "moth", "wing", "night", "hunt", "sing", "hear", "see"]
COUNT = 40


def numbered(number: int, text: str = "") -> Paper:
    pair = f"{WORDS[number % 10]} {WORDS[number // 10 % 10]}"
    return paper(text or f"The {pair} of case {number}.", f"Case {number}", f"p{number}", year=2000 + number % 3)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[PaperStore]:
    opened = PaperStore.create(str(tmp_path / "index"), HASH)
    put(opened, map(numbered, range(COUNT)))
    yield opened
    opened.close()


def put(store: PaperStore, papers: Iterable[Paper]) -> None:
    Indexer(store, HashEmbedding()).ingest(papers)


def derived(store: PaperStore) -> Derived:
    return Derived.open(store, store.manifest().generation)


def unread(monkeypatch: pytest.MonkeyPatch, store: PaperStore) -> None:
    """Going through all papers fails from now on."""

    def gone_through() -> Iterable[Paper]:
        raise AssertionError("all papers were gone through")

    monkeypatch.setattr(store, "_papers", gone_through)


def seen(found: Derived) -> dict[str, object]:
    """All that can be asked, in an order of its own."""
    vector = np.asarray(HashEmbedding().get_query_embedding("bat wing night"), dtype=np.float32)
    places = list(found.nearest.places.values())
    cosines = dict(zip(places, found.nearest.cosines(vector, places), strict=True))
    lexical, facts = found.lexical, found.facts
    counts = lexical.counts(sorted(lexical.ids), ["bat", "case"])
    return {
        "ids": sorted(lexical.ids),
        "frequencies": [lexical.document_frequency(word) for word in WORDS],
        "holding": {word: sorted(lexical.holding([word], 99)) for word in WORDS},
        "counts": (counts.text.tolist(), counts.title.tolist(), counts.lengths.tolist()),
        "mean": round(lexical.mean_length, 6),
        "facts": sorted(zip(facts.ids, facts.years, facts.fingerprints, strict=True), key=str),
        "cosines": {paper_id: round(float(cosines[place]), 5) for paper_id, place in found.nearest.places.items()},
        "rows": found.nearest.first_rows([found.nearest.places[p] for p in sorted(lexical.ids)]).round(5).tolist(),
    }


def anew(store: PaperStore, folder: Path) -> dict[str, object]:
    """The same, derived with nothing to begin from."""
    for name in ("lexical", "facts", "vectors"):
        (store.path / name).rename(folder / name)
    return seen(derived(store))


def test_new_papers_are_put_in_without_reading_the_others(store: PaperStore, monkeypatch: pytest.MonkeyPatch) -> None:
    derived(store)
    put(store, [numbered(50, "A whale sings.")])
    unread(monkeypatch, store)
    found = derived(store)
    assert found.lexical.search(["whale"], 5)[0][0] == "p50"
    assert len(found.lexical) == COUNT + 1
    assert found.facts.ids[-1] == "p50"
    assert "p50" in found.nearest.places


def test_a_rewritten_paper_is_not_found_by_its_old_words(store: PaperStore, monkeypatch: pytest.MonkeyPatch) -> None:
    put(store, [numbered(7, "A zyzzyva eats.")])
    derived(store)
    put(store, [numbered(7, "A weevil eats.")])
    unread(monkeypatch, store)
    lexical = derived(store).lexical
    assert (lexical.document_frequency("zyzzyva"), lexical.search(["zyzzyva"], 5)) == (0, [])
    assert (lexical.document_frequency("weevil"), lexical.ids.count("p7")) == (1, 1)


def test_a_removed_paper_is_gone_from_all_that_was_derived(store: PaperStore, monkeypatch: pytest.MonkeyPatch) -> None:
    place = derived(store).nearest.places["p3"]
    remove(store, ["p3"])
    unread(monkeypatch, store)
    found = derived(store)
    assert "p3" not in [*found.lexical.ids, *found.facts.ids, *found.nearest.places]
    assert place not in found.nearest.nearest(np.ones(256, dtype=np.float32), COUNT)


@pytest.mark.parametrize("seed", range(1))
def test_renewed_again_and_again_it_is_what_it_would_be_if_made_anew(
    store: PaperStore, tmp_path: Path, seed: int
) -> None:
    chance = random.Random(seed)
    derived(store)
    for step in range(10):
        number = chance.randrange(COUNT + step)
        if chance.random() < 0.2 and f"p{number}" in store.ids():
            remove(store, [f"p{number}"])
        else:
            put(store, [numbered(number, f"The {chance.choice(WORDS)} of step {step}. " * chance.choice([1, 400]))])
        if chance.random() < 0.7:
            found = seen(derived(store))
    found = seen(derived(store))
    assert found == anew(store, tmp_path)


def test_where_much_has_changed_all_is_made_anew(store: PaperStore) -> None:
    known = derived(store).facts
    put(store, [numbered(number, "All is rewritten.") for number in range(COUNT // 2)])
    assert changes_since(store, 0, known.prints()) is None


def test_rows_that_do_not_say_when_they_were_written_are_not_overlooked(store: PaperStore) -> None:
    derived(store)
    row = store.collection.get(ids=["p1:0"], include=["metadatas", "documents", "embeddings"])
    meta = {**(row["metadatas"] or [{}])[0], "paper_id": "older", "generation": None}
    store.collection.upsert(ids=["older:0"], documents=row["documents"], metadatas=[meta], embeddings=row["embeddings"])
    older = store.manifest().next(writing=False)  # a version whose rows do not say so has a manifest of its own
    store.collection.modify(metadata=replace(older, removed=None).record())
    assert "older" in derived(store).lexical.ids


def unlisted(monkeypatch: pytest.MonkeyPatch, store: PaperStore) -> None:
    """Listing all papers fails from now on."""

    def listed() -> set[str]:
        raise AssertionError("all papers were listed")

    monkeypatch.setattr(store, "ids", listed)


def test_papers_are_listed_only_where_some_may_have_been_taken_out(
    store: PaperStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    derived(store)
    put(store, [numbered(50)])
    unlisted(monkeypatch, store)
    assert "p50" in derived(store).facts.ids
    remove(store, ["p3"])
    with pytest.raises(AssertionError, match="all papers were listed"):
        derived(store)
    monkeypatch.undo()
    assert "p3" not in derived(store).facts.ids
    put(store, [numbered(51)])
    unlisted(monkeypatch, store)
    assert "p51" in derived(store).facts.ids


def test_a_paper_taken_out_in_the_generation_that_was_looked_at_is_missed_at_the_next_look(store: PaperStore) -> None:
    generation = store.mark(writing=True, removing=True)
    assert "p3" in Derived.open(store, generation).facts.ids
    store.collection.delete(ids=["p3:0"])
    assert "p3" not in Derived.open(store, store.mark(writing=False)).facts.ids


def test_an_earlier_generation_that_is_damaged_is_not_built_upon(store: PaperStore) -> None:
    derived(store)
    (target,) = (store.path / "lexical").iterdir()
    (target / "ends.npy").write_bytes(b"not an array")
    put(store, [numbered(50)])
    assert len(derived(store).lexical) == COUNT + 1


def test_what_was_written_while_an_index_was_looked_at_is_found_at_the_next_look(store: PaperStore) -> None:
    generation = store.mark(writing=True)
    Derived.open(store, generation)
    meta = store.collection.get(ids=["p1:0"], include=["metadatas"])["metadatas"] or []
    changed = {**meta[0], "generation": generation, "title": "Late", "fingerprint": "late"}
    store.collection.update(ids=["p1:0"], metadatas=[changed])
    assert derived(store).facts.fingerprints != []
    latest = Derived.open(store, store.mark(writing=False))
    assert latest.lexical.holding(["late"], 5) == ["p1"]


def test_files_that_did_not_change_are_shared_by_generations(store: PaperStore) -> None:
    derived(store)
    (earlier,) = (store.path / "vectors").iterdir()
    inode = (earlier / "rows-0.npy").stat().st_ino
    put(store, [numbered(50)])
    derived(store)
    (now,) = (store.path / "vectors").iterdir()
    assert (now / "rows-0.npy").stat().st_ino == inode


def test_facts_of_an_earlier_layout_are_gathered_anew(store: PaperStore) -> None:
    derived(store)
    (path,) = (store.path / "facts").glob("*.json")
    path.write_text("{}")
    assert Facts.latest(path.parent, 10**6) is None
    assert len(derived(store).facts.ids) == COUNT


def test_an_index_in_memory_is_not_renewed_but_made(store: PaperStore, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    known = derived(store).facts
    put(store, [numbered(50)])
    changes = changes_since(store, 0, known.prints())
    assert len(LexicalIndex.open(tmp_path / "file", 9, store.papers(), changes)) == COUNT + 1


def test_a_word_that_went_with_its_only_paper_is_as_rare_as_any(store: PaperStore) -> None:
    derived(store)
    put(store, [numbered(50, "A zyzzyva eats.")])
    derived(store)
    remove(store, ["p50"])
    lexical = derived(store).lexical
    assert lexical.document_frequency("zyzzyva") == 0
    assert lexical.idf("zyzzyva") == lexical.idf("neverseen")
