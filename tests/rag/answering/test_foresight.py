"""Whether papers promise an answer, told before they are read."""

from collections.abc import Sequence

import pytest

from rag.config import RagConfig
from rag.encoding.minilm import TokenVectors
from rag.evidence.evidence import EvidenceReader
from tests.conftest import QUESTION, engine_over


@pytest.mark.parametrize(
    ("question", "promised"),
    [(QUESTION, True), ("How do bats navigate in the gloom?", True), ("Who painted the Mona Lisa?", False),
     ("How does WHALENET navigate in total darkness?", False), ("What is 40?", False)],
)  # fmt: skip
def test_words_and_signs_promise_an_answer_or_do_not(animals: RagConfig, question: str, promised: bool) -> None:
    engine, _ = engine_over(animals, [])
    foresight = engine._response_synthesizer._foresight  # type: ignore[attr-defined]
    assert foresight.promises(question, engine.retrieve(engine.understand(question))) is promised


def test_papers_are_not_read_before_the_llm_is_asked(animals: RagConfig, monkeypatch: pytest.MonkeyPatch) -> None:
    engine, llm = engine_over(animals, [[OSError("no LLM")]])
    assert llm is not None
    seen: list[int] = []
    read = EvidenceReader.read

    def watched(self: EvidenceReader, question: str, paper: object) -> object:
        seen.append(len(llm.requests))
        return read(self, question, paper)  # type: ignore[arg-type]

    monkeypatch.setattr(EvidenceReader, "read", watched)
    engine.query("How do bats navigate in total darkness?")
    assert set(seen) == {1}


def test_signs_of_another_width_promise_nothing(animals: RagConfig) -> None:
    engine, _ = engine_over(animals, [])
    foresight = engine._response_synthesizer._foresight  # type: ignore[attr-defined]

    class Narrow:
        def token_vectors(self, text: str) -> TokenVectors:
            import numpy as np

            return TokenVectors(np.ones((1, 8), np.float32), np.array([[0, len(text)]]))

    foresight._encoder = Narrow()
    question = "Which creatures find obstacles without light, echolocation?"
    nodes: Sequence[object] = engine.retrieve(engine.understand(question))
    assert foresight.promises(question, nodes) is False
