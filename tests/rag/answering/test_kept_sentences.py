"""What is left of a draft: an answer as long as something that is kept states something."""

import pytest
from llama_index.core.base.llms.types import ChatMessage, ChatResponse

from rag.answering.drafts import Draft
from rag.evidence.evidence import EvidenceReader
from rag.lexical import LexicalIndex
from rag.testing import HashEmbedding
from tests.conftest import BATS, FROGS, OWLS

PAPERS = [BATS, FROGS, OWLS]


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> EvidenceReader:
    lexical = LexicalIndex.open(tmp_path_factory.mktemp("lexical"), 1, PAPERS)
    return EvidenceReader(HashEmbedding(), lambda: lexical)


def strict(text: str, reader: EvidenceReader, *, cjk: bool | None = None, cut: bool = False) -> tuple[str, Draft]:
    draft = Draft(PAPERS, reader, strict=True, cjk=cjk)
    shown = [draft.take(ChatResponse(message=ChatMessage(content=piece), delta=piece)) for piece in text]
    return "".join([*shown, draft.end(cut=cut)]), draft


def test_a_kept_sentence_that_cannot_be_checked_is_an_answer_if_it_cites(reader: EvidenceReader) -> None:
    text, draft = strict("蝙蝠用了 8 块 A100。蝙蝠用 40 kHz 的回声定位 [1]。", reader, cjk=True)
    assert text == "蝙蝠用 40 kHz 的回声定位 [1]。"
    assert not draft.is_refusal
    assert draft.proof(reader)[1][0]["citations"] == [1]


def test_that_the_abstract_does_not_say_more_is_not_denied(reader: EvidenceReader) -> None:
    text, draft = strict("Bats sing in 7 choirs [1]. The abstract does not say more.", reader)
    assert text == "The abstract does not say more."
    assert not draft.is_refusal


@pytest.mark.parametrize(
    "text", ["蝙蝠用了 8 块 A100 [1]。", "## 答案\n\n蝙蝠用了 8 块 A100 [1]。\n", "They say:\n- 7 bats [1].\n"]
)
def test_a_refusal_stands_alone_and_is_in_the_language_of_the_question(reader: EvidenceReader, text: str) -> None:
    shown, draft = strict(text, reader, cjk=True)
    assert shown == "这些论文没有说明。"
    assert draft.is_refusal


def test_a_heading_goes_with_all_that_stood_under_it(reader: EvidenceReader) -> None:
    text = "# Bats\n\n## A\n\nThey sing in 7 choirs [1].\n\n## B\n\nBats hear well [1].\n"
    shown, draft = strict(text, reader)
    assert shown == "# Bats\n\n## B\n\nBats hear well [1].\n"
    assert [sentence["text"] for sentence in draft.proof(reader)[1]] == ["Bats", "B", "Bats hear well."]


@pytest.mark.parametrize("leave", [True, False])
def test_half_a_sentence_is_not_called_unsupported(reader: EvidenceReader, leave: bool) -> None:
    draft = Draft(PAPERS, reader, strict=leave)
    said = "Bats hear well [1]. Bats sing in 7 choi"
    shown = draft.take(ChatResponse(message=ChatMessage(content=said), delta=said)) + draft.end(cut=True)
    assert shown.strip() == ("Bats hear well [1]." if leave else said)
    assert draft.removed == 0
    assert all(sentence["supported"] is not False for sentence in draft.proof(reader)[1])


@pytest.mark.parametrize(("cjk", "shown"), [(True, "这些论文没有说明。"), (False, "These papers do not say.")])
def test_the_models_own_refusal_is_said_in_the_language_of_the_question(
    reader: EvidenceReader, cjk: bool, shown: str
) -> None:
    text, draft = strict("These papers do not say.", reader, cjk=cjk)
    assert text == shown
    assert draft.is_refusal


def test_a_reply_of_white_space_shows_nothing(reader: EvidenceReader) -> None:
    assert strict("  \n\n ", reader)[0] == ""


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("According to [1], bats hear well.", "According to [1], bats hear well."),
        ("[1] says that bats hear well.", "[1] says that bats hear well."),
        ("Bats hear well [[1]].", "Bats hear well."),
        ("Bats hear well (1).", "Bats hear well (1)."),
        ("Bats hear well [-1].", "Bats hear well [-1]."),
    ],
)
def test_no_form_of_a_marker_harms_a_true_sentence(reader: EvidenceReader, text: str, told: str) -> None:
    _, draft = strict(text, reader)
    assert [(item["text"], item["supported"]) for item in draft.proof(reader)[1]] == [(told, True)]


TABLE = "| animal | pitch |\n|---|---|\n| Bats | 40 kHz [1] |\n| Bats | 50 kHz [1] |\n"


def test_a_table_keeps_its_first_row_and_its_true_rows(reader: EvidenceReader) -> None:
    text, draft = strict(TABLE, reader)
    assert text == "| animal | pitch |\n|---|---|\n| Bats | 40 kHz [1] |\n"
    assert [sentence["supported"] for sentence in draft.proof(reader)[1]] == [None, True]


def test_a_table_of_which_no_row_is_true_goes_with_its_first_row(reader: EvidenceReader) -> None:
    text, _ = strict("| animal | pitch |\n|---|---|\n| Bats | 50 kHz [1] |\n\nBats hear well [1].", reader)
    assert text.strip() == "Bats hear well [1]."


def test_a_row_may_hold_a_cell_of_each_paper(reader: EvidenceReader) -> None:
    table = "| bats [1] | owls [3] |\n|---|---|\n| navigate at 40 kHz | hunt at night |\n"
    text, _ = strict(table, reader)
    assert text == table.replace("[3]", "[2]")


def test_what_is_left_out_within_a_line_leaves_one_space(reader: EvidenceReader) -> None:
    text, _ = strict("Bats navigate at 40 kHz [1]. They sing in 7 choirs [1]. They hear well [1].", reader)
    assert text == "Bats navigate at 40 kHz [1]. They hear well [1]."
