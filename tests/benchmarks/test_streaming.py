"""The streaming benchmark measures what it says."""

import json

import pytest

from benchmarks.streaming import main
from rag.config import RagConfig


def test_it_prints_the_times_of_each_stage(
    animals: RagConfig, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from rag.testing import HashEmbedding

    fake = HashEmbedding()
    monkeypatch.setattr("benchmarks.streaming.QUESTIONS", ("At what kHz do bats navigate by echolocation?",))
    monkeypatch.setattr("benchmarks.streaming._CHUNKS", 3)
    monkeypatch.setattr("rag.engine.build_embedding", lambda *_, **__: fake)
    monkeypatch.setattr("rag.engine._encoder", lambda embed_model: embed_model)
    monkeypatch.setattr("benchmarks.streaming.EMBEDDING", animals.embedding)
    assert main(["--index", animals.index, "--runs", "2"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["questions"] == 2
    for stage in ("before_request", "added_per_chunk", "until_stopped"):
        assert 0 < printed[stage]["median"] <= printed[stage]["most"] < 5000
