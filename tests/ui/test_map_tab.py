"""What the map's script is told: progress, then compact arrays, and nothing twice."""

from __future__ import annotations

import base64
import json
from typing import Any

import numpy as np
import pytest

from rag.atlas.atlas import Atlas
from rag.atlas.mapmaker import Look, Progress
from rag.errors import IndexStoreError
from ui.map_tab import arrays, map_data
from ui.map_words import EN, ZH

ATLAS = Atlas(
    ids=["a", "b", "c"],
    titles=["Bats", "<b>Owls</b>", "Frogs"],
    places=np.array([[0, 0.5], [1, 0.5], [0.25, 1]], dtype=np.float32),
    raw=np.zeros((3, 2), dtype=np.float32),
    theme=np.array([1, 0, 0], dtype=np.uint8),
    names=["birds, frogs", "bats"],
    method="axes",
)


class Maker:
    """A map maker that gives what it is told."""

    def __init__(self, look: Look | IndexStoreError) -> None:
        self.found = look
        self.again: list[bool] = []

    def look(self, *, again: bool = False) -> Look:
        self.again.append(again)
        if isinstance(self.found, IndexStoreError):
            raise self.found
        return self.found


def told(look: Look | IndexStoreError, **wish: Any) -> dict[str, Any]:
    record: dict[str, Any] = json.loads(map_data(Maker(look))(json.dumps({"number": "1", **wish})))  # type: ignore[arg-type]
    return record


def test_points_are_two_numbers_and_a_theme_each() -> None:
    sent = arrays(ATLAS)
    places = np.frombuffer(base64.b64decode(sent["xy"]), dtype="<u2").reshape(-1, 2)
    assert places.tolist() == [[0, 32768], [65535, 32768], [16384, 65535]]
    assert list(base64.b64decode(sent["theme"])) == [1, 0, 0]
    assert sent["counts"] == [2, 1]


def test_a_map_is_sent_once() -> None:
    look = Look(ATLAS, 7, None)
    assert told(look, have=-1)["map"]["titles"] == ["Bats", "<b>Owls</b>", "Frogs"]
    assert told(look, have=7) == {"number": "1", "progress": None, "generation": 7}
    assert "map" in told(look, have=5)


def test_the_progress_is_told_while_the_last_map_stands() -> None:
    sent = told(Look(ATLAS, 7, Progress("layout", 0.5)), have=7)
    assert sent["progress"] == {"stage": "layout", "share": 0.5, "message": ""}
    assert "map" not in sent


@pytest.mark.parametrize(("language", "words"), [("en-US", EN), ("zh-CN", ZH), ("", EN)])
def test_words_come_in_the_browsers_language(language: str, words: Any) -> None:
    assert told(Look(None, -1, Progress()), have=-1, language=language)["words"]["themes"] == words.themes


def test_an_index_that_cannot_be_read_is_told() -> None:
    sent = told(IndexStoreError("The index is gone."))
    assert sent["progress"] == {"stage": "failed", "share": 0.0, "message": "The index is gone."}


def test_what_failed_is_begun_again_only_when_asked() -> None:
    maker = Maker(Look(None, -1, Progress("failed", message="no room")))
    answer = map_data(maker)  # type: ignore[arg-type]
    answer('{"number": "1"}')
    answer('{"number": "2", "again": true}')
    assert maker.again == [False, True]


def test_what_is_no_wish_is_not_answered() -> None:
    assert map_data(Maker(Look(None, -1, None)))("nonsense") == ""  # type: ignore[arg-type]
