"""Many people ask at once, each for a made-up name one sign away from the others': nobody gets another's answer."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from rag.config import RagConfig
from rag.indexing import IndexStats
from rag.papers import Paper
from tests.conftest import ask, engine_over, paper

_NAMES = [f"ZONKEY{number}" for number in range(6)]


@pytest.mark.parametrize("question", ["where does {} sing?", "{} 在哪里唱歌？", "what is {}?"])
def test_a_name_in_lower_case_gets_no_answer_of_one_with_another_number(
    index: Callable[[Sequence[Paper]], IndexStats], config: RagConfig, question: str
) -> None:
    index([paper(f"{name} sings in cave {at}.", name, f"p{at}") for at, name in enumerate(("zonkey0", "zonkey1"))])
    engine, _ = engine_over(config)
    record = ask(engine, question.format("zonkey2"))
    assert (record["verdict"], record["citations"]) == ("not_in_papers", [])
    known = ask(engine, "where does zonkey1 sing?")
    assert [found["paper_id"] for found in known["citations"]][:1] == ["p1"]


def test_each_asker_gets_the_answer_that_they_get_alone(
    index: Callable[[Sequence[Paper]], IndexStats], config: RagConfig
) -> None:
    index([paper(f"{name} sings in cave {at}.", name, f"p{at}") for at, name in enumerate(_NAMES[:-1])])
    engine, _ = engine_over(config)

    def told(name: str) -> dict[str, Any]:
        record = ask(engine, f"Where does {name} sing?")
        return {key: record[key] for key in ("question", "answer", "verdict", "citations", "corrections")}

    alone = {name: told(name) for name in _NAMES}
    assert [alone[name]["citations"][0]["paper_id"] for name in _NAMES[:-1]] == [f"p{at}" for at in range(5)]
    assert alone["ZONKEY5"]["citations"] == []
    with ThreadPoolExecutor(len(_NAMES)) as crowd:
        asked = _NAMES * 5
        assert list(crowd.map(told, asked)) == [alone[name] for name in asked]
