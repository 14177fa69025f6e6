from types import SimpleNamespace
from typing import Any, cast

from rag.ingestion.errands import State
from ui.library_strip import LibraryStrip
from ui.library_words import EN, ZH


def running(number: int = 1, phase: str = "running") -> Any:
    return SimpleNamespace(number=number, errand=SimpleNamespace(remove=()), state=lambda: State(phase))


def strip_of(errands: Any) -> LibraryStrip:
    return LibraryStrip(cast(Any, errands))


def test_a_refusal_stays_beside_the_run_that_caused_it_for_the_one_who_was_refused() -> None:
    errands = SimpleNamespace(latest=running())
    strip = strip_of(errands)
    first = strip.refused("Wait.", EN, "ann")
    assert first == strip.drawn(EN, "ann")
    assert "Wait." in first
    assert EN.run.reading in first
    assert "Wait." not in strip.drawn(ZH, "bob")
    errands.latest = running(phase="stopped")
    assert "Wait." not in strip.drawn(EN, "ann")


def test_each_refusal_has_a_number_of_its_own() -> None:
    strip = strip_of(SimpleNamespace(latest=running(7)))
    assert '{"run":-1}' in strip.refused("Wait.", EN, "ann")
    again = strip.refused("Wait.", EN, "ann")
    assert '{"run":-2}' in again
    assert '{"run":-1}' not in again


def test_a_new_run_forgets_what_was_refused_before() -> None:
    strip = strip_of(SimpleNamespace(latest=running()))
    strip.refused("Wait.", EN, "ann")
    strip.begun(2, ("a.exe is not read.",))
    assert "Wait." not in strip.drawn(EN, "ann")


def test_without_a_run_a_refusal_stands_alone() -> None:
    strip = strip_of(SimpleNamespace(latest=None))
    assert "Wait." in strip.refused("Wait.", EN, "ann")
    assert strip.drawn(EN, "ann") == ""
