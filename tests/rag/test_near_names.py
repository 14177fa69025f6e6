"""Many people ask at once, each for a made-up name one sign away from the others': nobody gets another's answer."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from rag.config import RagConfig
from rag.indexing import IndexStats
from rag.papers import Paper
from tests.conftest import ask, engine_over, paper

_NAMES = [f"ZONKEY{number}" for number in range(6)]


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
