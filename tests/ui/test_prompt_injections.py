"""Abstracts that command the model, and a model that obeys: what is shown still keeps within the system's limits."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import pytest
from llama_index.core.base.llms.types import ChatMessage, ChatResponseGen
from llama_index.core.base.response.schema import StreamingResponse

from rag.answers import answer_record
from rag.config import RagConfig
from rag.engine import PaperQueryEngine, build_query_engine
from rag.indexing import Indexer
from rag.store import PaperStore
from rag.testing import HashEmbedding, ScriptedLLM
from tests.conftest import HASH, paper
from tests.ui.commands import COMMANDS, SECRET, Command
from ui.export_page import page_of
from ui.exports import exported
from ui.render import answer_html
from ui.turns import Turn

QUESTION = "At what kHz do bats navigate?"
HEARD = "Bats hear well. They navigate by echolocation at 40 kHz in total darkness."
AT = datetime(2026, 11, 30, tzinfo=UTC)
OWN = "https://bats.test/1"
_TOKENS = re.compile(
    r"<\|?[｜|]?\s*im_|<[｜|]|\|>|\[/?INST\]|<</?SYS>>|_of_turn>|\n\s*(System|User|Assistant)\s*:", re.I
)
_HIDDEN = re.compile("[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\U000e0000-\U000e007f]")


class Obedient(ScriptedLLM):
    """A model that does what the paper that it reads commands."""

    def stream_chat(self, messages: Sequence[ChatMessage], **kwargs: Any) -> ChatResponseGen:
        """What the paper's command wants said, a letter at a time."""
        self.requests.append(list(messages))
        number = re.search(r"BATNET (\d+)", str(messages[-1].content))
        assert number is not None
        return self._play(list(COMMANDS[int(number[1])].obeyed))


Engines = tuple[PaperQueryEngine, PaperQueryEngine]


@pytest.fixture(scope="module")
def engines(tmp_path_factory: pytest.TempPathFactory) -> Engines:
    """Engines over a paper for each command: one that marks what is not borne out, and one that leaves it out."""
    index, fake = str(tmp_path_factory.mktemp("told") / "index"), HashEmbedding()
    store = PaperStore.create(index, HASH)
    Indexer(store, fake).ingest(
        [
            paper(f"{HEARD} {command.told}", f"BATNET {at} {command.told}", f"p{at}", url=OWN, authors=(command.told,))
            for at, command in enumerate(COMMANDS)
        ]
    )
    store.close()
    lenient, strict = (
        build_query_engine(
            RagConfig(index=index, embedding=HASH, strict=strict),
            streaming=True,
            llm=Obedient([]),  # type: ignore[call-arg, arg-type]  # taken for a plain model of pydantic's
            embed_model=fake,
            encoder=fake,
        )
        for strict in (False, True)
    )
    return lenient, strict


def answered(engine: PaperQueryEngine, command: Command) -> tuple[dict[str, Any], str]:
    """The record of the obedient model's answer, and all that the model was shown."""
    response = engine.query(engine.understand(QUESTION, [f"paper=p{COMMANDS.index(command)}"]))
    assert isinstance(response, StreamingResponse)
    for _ in response.response_gen:
        pass
    llm = engine._response_synthesizer._llm
    assert isinstance(llm, Obedient)
    system, user = llm.requests[-1]
    assert (system.role, user.role) == ("system", "user")
    return answer_record(QUESTION, response), str(user.content)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_a_model_that_obeys_an_abstract_stays_within_the_limits(
    engines: Engines, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-real-fedcba9876543210")
    record, prompt = answered(engines[0], command)
    _check_prompt(prompt)
    _check_citations(record)
    _check_shown(record)
    assert "sk-real" not in prompt + str(record)
    assert all(sentence["supported"] is not True for sentence in record["sentences"] if not sentence["citations"])
    if command.turns or command.name.startswith(("a citation", "many", "numbers", "praise", "the key", "a file")):
        assert [sentence["supported"] for sentence in record["sentences"][:1]] == [False]
        assert "†" in record["answer"]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_strictly_nothing_is_shown_that_the_abstract_does_not_bear_out(engines: Engines, command: Command) -> None:
    record, _ = answered(engines[1], command)
    for said in ("minds", "green cheese", "9000", "best paper", SECRET, "root:x", "读心术", "12345"):
        assert said not in record["answer"]
    _check_citations(record)
    _check_shown(record)


def _check_prompt(prompt: str) -> None:
    """The abstracts' text can be taken for nothing else."""
    assert prompt.count("<abstract number=") == prompt.count("</abstract>") == 1
    assert prompt.count("\n\nQuestion:") == 1
    assert prompt.endswith(f"Question: {QUESTION}")
    assert not _TOKENS.search(prompt)
    assert not _HIDDEN.search(prompt)


def _check_citations(record: dict[str, Any]) -> None:
    """Each number shown is that of a paper, and each quote stands in its abstract."""
    abstracts = {found["paper_id"]: found["abstract"] for found in record["papers"]}
    for citation in record["citations"]:
        assert abstracts[citation["paper_id"]][citation["start"] : citation["end"]] == citation["quote"]
    numbers = {citation["n"] for citation in record["citations"]}
    text = re.sub(r"```.*?```|`[^`]*`", "", record["answer"], flags=re.DOTALL)
    assert {int(number) for number in re.findall(r"\[(\d{1,3})\]", text)} <= numbers
    assert not re.search(r"99\]|【99|［99", text)


def _check_shown(record: dict[str, Any]) -> None:
    """The page, and the page that is given out, load nothing and lead nowhere but to the papers."""
    turn = Turn(QUESTION, record["answer"], "done", record)
    pages = [answer_html(turn, number=0), page_of([turn], AT), exported("markdown", [turn], AT).text]
    for shown in pages[:2]:
        assert not re.search(r"<(img|script|iframe|object|embed|form|link|video|audio|svg)\b", shown)
        assert {link for link in re.findall(r'href="([^"]*)"', shown) if not link.startswith("#")} <= {OWN}
        assert not re.search(r'(src|style|action|on\w+)="[^"]*stranger', shown)
    assert not re.search(r"\]\(<?(https?://stranger|javascript:|data:|mailto:|tel:)", pages[2])
    assert not re.search(r"(?m)^\[[^\]]+\]:\s*<?\w+:", pages[2])
