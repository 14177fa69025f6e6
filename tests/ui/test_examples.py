"""Which questions an empty conversation offers, as the papers change."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rag.errors import IndexStoreError
from rag.index.manifest import Manifest
from rag.indexing import Indexer
from rag.papers import Paper
from rag.store import PaperStore
from rag.testing import HashEmbedding
from tests.conftest import HASH
from ui.chat_tab import greeting
from ui.examples import Examples
from ui.wording import EN, ZH

GIVEN = ["What is FrogNet, and how does it work?"]


def store_in(index: Path) -> Callable[[], PaperStore]:
    store = PaperStore.create(str(index), HASH)
    Indexer(store, HashEmbedding()).ingest([Paper("f", "FrogNet: Frogs", "We propose FrogNet.")])
    return lambda: store


def test_without_papers_at_hand_the_given_questions_are_offered_in_every_language() -> None:
    assert Examples(GIVEN).questions("zh") == tuple(GIVEN)


def test_a_chinese_reader_is_offered_questions_in_chinese(tmp_path: Path) -> None:
    offered = Examples(GIVEN, store_in(tmp_path / "i"))
    assert offered.questions("en") == tuple(GIVEN)
    assert offered.questions("zh")[0] == "FrogNet 是什么？如何工作？"
    assert greeting(ZH, offered)[0].examples[0]["text"] == "FrogNet 是什么？如何工作？"


def test_papers_that_cannot_be_read_leave_the_given_questions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    papers = store_in(tmp_path / "i")
    offered = Examples(GIVEN, papers)

    def damaged(_store: PaperStore) -> Manifest:
        raise IndexStoreError("The index is gone.")

    monkeypatch.setattr(PaperStore, "manifest", damaged)
    assert offered.questions("zh") == tuple(GIVEN)
    assert "The index is gone." in caplog.text


def test_after_a_change_of_the_papers_the_questions_are_about_those_that_are_there(tmp_path: Path) -> None:
    papers = store_in(tmp_path / "i")
    offered = Examples(GIVEN, papers)
    Indexer(papers(), HashEmbedding()).ingest([Paper("n", "NewtLM: Newts", "We propose NewtLM.")])
    assert any("NewtLM" in question for question in offered.questions("en"))
    assert greeting(EN, offered)[0].examples is not None
