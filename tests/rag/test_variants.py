"""Variants: engines with settings of their own over one open index."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from rag.config import RagConfig
from rag.engine import PaperQueryEngine
from rag.errors import ConfigError
from rag.indexing import IndexStats
from rag.papers import Paper
from rag.testing import ScriptedLLM
from rag.variants import variant
from tests.conftest import BATS, FROGS, OWLS, QUESTION, ask, engine_over, paper


def test_a_variant_answers_with_its_own_model_over_the_same_index(animals: RagConfig) -> None:
    engine, _ = engine_over(animals)
    other = variant(engine, replace(animals, llm="owl@http://127.0.0.1:1/v1"), ScriptedLLM(["At 40 kHz [1]."]))
    record = ask(other)
    assert (record["answer"], record["mode"]) == ("At 40 kHz [1].", "openai-compatible:owl")
    assert ask(engine)["mode"] == "extractive"
    assert other.retriever.store is engine.retriever.store
    assert other.tools is engine.tools


def test_a_variant_finds_as_many_papers_as_it_is_set_to(animals: RagConfig) -> None:
    engine, _ = engine_over(animals)
    other = variant(engine, replace(animals, top_k=1), None)
    assert [len(ask(one)["papers"]) for one in (other, engine)] == [1, 3]


def test_a_variant_shows_its_model_as_many_papers_as_it_is_set_to(animals: RagConfig) -> None:
    llm = ScriptedLLM(["At 40 kHz [1]."])
    ask(variant(engine_over(animals)[0], replace(animals, llm="owl@http://x/v1", evidence_k=1), llm))
    shown = str(llm.requests[0][-1].content)
    assert "BATNET" in shown
    assert "FROGNET" not in shown


@pytest.mark.parametrize(
    ("language", "said"), [("", "in the language of the question"), ("en", "in English"), ("zh", "in Chinese")]
)
def test_the_language_of_answers_is_told_to_the_model(animals: RagConfig, language: str, said: str) -> None:
    llm = ScriptedLLM(["At 40 kHz [1]."])
    ask(variant(engine_over(animals)[0], replace(animals, llm="owl@http://x/v1", language=language), llm))
    assert f"Write {said}" in str(llm.requests[0][0].content)


def test_new_papers_are_found_by_both_whoever_looks_first(
    animals: RagConfig, index: Callable[[Sequence[Paper]], IndexStats], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rag.index.current._LOOK_SECONDS", 0.0)
    engine, _ = engine_over(animals)
    other = variant(engine, animals, None)
    newts = paper("Newts regrow their tails in 30 days.", "NEWTNET", "newts")
    index([BATS, FROGS, OWLS, newts])
    for one in (other, engine, variant(other, animals, None)):
        assert ask(one, "How do newts regrow tails?")["papers"][0]["paper_id"] == "newts"


def test_an_engine_put_together_by_hand_has_no_variants(animals: RagConfig) -> None:
    built, _ = engine_over(animals)
    by_hand = PaperQueryEngine(built.retriever, built._response_synthesizer)  # type: ignore[arg-type]
    with pytest.raises(ConfigError, match="put together by hand"):
        variant(by_hand, animals, None)


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ConfigError, match="language='fr' is not known: give en or zh"):
        RagConfig(language="fr")


def test_a_variant_without_a_model_quotes(animals: RagConfig) -> None:
    engine, _ = engine_over(animals, ["At 40 kHz [1]."])
    assert ask(variant(engine, animals, None), QUESTION)["mode"] == "extractive"
