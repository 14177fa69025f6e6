"""A draft: shown as it comes, its sentences checked, marked or left out, and proved."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from llama_index.core.base.llms.types import ChatMessage, ChatResponse

from rag.answering.drafts import Draft
from rag.answering.marker_parser import MarkerParser, pieces_of
from rag.answering.markers import Marker
from rag.answering.sentence_stream import Event, Layout, Sentence, SentenceStream
from rag.evidence.evidence import EvidenceReader
from rag.lexical import LexicalIndex
from rag.testing import HashEmbedding
from tests.conftest import BATS, FROGS, OWLS

PAPERS = [BATS, FROGS, OWLS]
MEANING = "\n\n† The abstracts do not bear this sentence out."


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> EvidenceReader:
    lexical = LexicalIndex.open(tmp_path_factory.mktemp("lexical"), 1, PAPERS)
    return EvidenceReader(HashEmbedding(), lambda: lexical)


def drafted(
    pieces: list[str], reader: EvidenceReader | None, *, strict: bool = False, cjk: bool | None = None
) -> tuple[Draft, list[str]]:
    draft = Draft(PAPERS, reader, strict=strict, cjk=cjk)
    shown = [draft.take(ChatResponse(message=ChatMessage(content=piece), delta=piece)) for piece in pieces]
    return draft, [*shown, draft.end()]


def answer(text: str, reader: EvidenceReader | None, *, strict: bool = False) -> str:
    return "".join(drafted([text], reader, strict=strict)[1])


def test_what_the_abstract_says_is_shown_as_written(reader: EvidenceReader) -> None:
    assert answer("Bats navigate at 40 kHz [1]. They hear well. [1]", reader) == (
        "Bats navigate at 40 kHz [1]. They hear well. [1]"
    )


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Bats navigate at 50 kHz [1]. They hear well [1].", "Bats navigate at 50 kHz [1].† They hear well [1]."),
        ("Bats hear well. [1] They navigate at 50 kHz. [1]", "Bats hear well. [1] They navigate at 50 kHz. [1]†"),
        ("- Bats navigate at 50 kHz [1]\n- Bats hear well [1]", "- Bats navigate at 50 kHz [1]†\n- Bats hear well [1]"),
        ("| Bats navigate at 50 kHz [1] |\n", "| Bats navigate at 50 kHz [1] † |\n"),
    ],
)
def test_what_it_does_not_say_is_marked_and_the_mark_explained_once(
    reader: EvidenceReader, text: str, shown: str
) -> None:
    assert answer(text, reader) == shown + MEANING


def test_the_mark_comes_with_the_end_of_its_sentence(reader: EvidenceReader) -> None:
    _, shown = drafted(["Bats navigate at ", "50 kHz [1]", ". They", " hear", " well [1]."], reader)
    assert shown[:4] == ["Bats navigate at", " 50 kHz", " [1].", "† They hear"]


def test_a_strict_answer_shows_what_is_checked_and_leaves_out_what_is_false(reader: EvidenceReader) -> None:
    draft, shown = drafted(
        ["Bats leap 9 metres [2]. Bats hear", " well [1]. They", " sing in choirs."], reader, strict=True
    )
    assert shown == ["", "", "Bats hear well [1].", ""]
    assert draft.removed == 2
    assert [citation.n for citation in draft.proof(reader)[0]] == [1]


def test_a_strict_list_keeps_its_true_items(reader: EvidenceReader) -> None:
    text = "# Bats\n\n- They navigate at 50 kHz [1].\n- They hear well [1].\n- They sing in choirs [1].\n"
    assert answer(text, reader, strict=True) == "# Bats\n\n- They hear well [1].\n"


def test_a_strict_answer_that_is_false_throughout_becomes_the_refusal(reader: EvidenceReader) -> None:
    draft, shown = drafted(["Bats sing in 7 choirs [1]."], reader, strict=True)
    assert "".join(shown) == "These papers do not say."
    assert draft.is_refusal


def test_papers_are_numbered_in_order_of_first_use_among_what_is_kept(reader: EvidenceReader) -> None:
    text = "Frogs sing in 7 choirs [2]. Owls hunt at night [3]."
    assert answer(text, reader) == "Frogs sing in 7 choirs [1].† Owls hunt at night [2]." + MEANING
    assert answer(text, reader, strict=True).strip() == "Owls hunt at night [1]."


def test_each_sentence_has_its_verdict_and_each_citation_its_quotes(reader: EvidenceReader) -> None:
    draft, _ = drafted(["Bats hear well and navigate at 40 kHz [1]. They sing [1]. Why?"], reader)
    citations, sentences = draft.proof(reader)
    assert [sentence["supported"] for sentence in sentences] == [True, False, None]
    assert [citation.quote for citation in citations] == [
        "Bats hear well.",
        "They navigate by echolocation at 40 kHz in total darkness.",
    ]
    assert all(BATS.abstract[c.start : c.end] == c.quote for c in citations)


def test_a_doubted_sentence_adds_no_quote_to_a_paper_that_bears_out_another(reader: EvidenceReader) -> None:
    draft, _ = drafted(["Bats hear well [1]. They navigate at 50 kHz in total darkness [1]."], reader)
    assert [citation.quote for citation in draft.proof(reader)[0]] == ["Bats hear well."]
    alone, _ = drafted(["Bats navigate at 50 kHz in total darkness [1]."], reader)
    assert {citation.n for citation in alone.proof(reader)[0]} == {1}


def test_a_sentence_of_two_papers_stands_on_both(reader: EvidenceReader) -> None:
    draft, _ = drafted(["Bats hear well and owls hunt at night [1, 3]."], reader)
    citations, sentences = draft.proof(reader)
    assert [(citation.n, citation.paper_id) for citation in citations] == [(1, "bats"), (2, "owls")]
    assert sentences[0] == {
        "text": "Bats hear well and owls hunt at night.", "citations": [1, 2], "supported": True,
    }  # fmt: skip


def test_a_sentence_without_citation_is_checked_against_every_paper_shown(reader: EvidenceReader) -> None:
    draft, _ = drafted(["Owls hunt at night. Owls hunt at 40 kHz."], reader)
    assert [sentence["supported"] for sentence in draft.proof(reader)[1]] == [True, False]


@pytest.mark.parametrize(
    "text",
    [
        "The abstract does not say how far bats fly [1].",
        "## Bats and owls",
        "Here is what they say:",
        "摘要没有提到距离。",
    ],
)
def test_where_nothing_is_stated_there_is_nothing_to_check(reader: EvidenceReader, text: str) -> None:
    draft, shown = drafted([text], reader)
    assert "".join(shown) == text
    assert [sentence["supported"] for sentence in draft.proof(reader)[1]] == [None]


def test_without_a_reader_nothing_is_marked_and_the_proof_checks(reader: EvidenceReader) -> None:
    draft, shown = drafted(["Bats navigate at 50 kHz [1][8]."], None)
    assert "".join(shown) == "Bats navigate at 50 kHz [1]."
    assert draft.proof(reader)[1][0]["supported"] is False
    assert draft.dropped_citations == 1


def test_a_chinese_answer_is_checked(reader: EvidenceReader) -> None:
    text = "蝙蝠用 40 kHz 的回声定位 [1]。蝙蝠用 50 kHz 的回声定位 [1]。"
    draft, shown = drafted([text], reader)
    assert "".join(shown) == "蝙蝠用 40 kHz 的回声定位 [1]。蝙蝠用 50 kHz 的回声定位 [1]。†\n\n† 摘要不支持这句话。"
    assert [sentence["supported"] for sentence in draft.proof(reader)[1]] == [True, False]


def test_a_marker_before_a_small_letter_belongs_to_what_follows(reader: EvidenceReader) -> None:
    draft, _ = drafted(["Bats hear well [1]. [3] says that owls hunt at night."], reader)
    assert [sentence["citations"] for sentence in draft.proof(reader)[1]] == [[1], [2]]


def test_code_is_no_sentence(reader: EvidenceReader) -> None:
    text = "Bats hear well [1].\n```py\nx[1] = 50\n```\n"
    draft, shown = drafted([text], reader)
    assert "".join(shown) == text
    assert len(draft.proof(reader)[1]) == 1


TEXTS = st.lists(
    st.sampled_from(
        [
            "Bats", " hear", " well", " 50 kHz", ".", "!", " ", "\n", "\n\n", "- ", "1. ", "# ", "[1]",
            " [2]", " [9]", "**", "```",
            "\n```\n", "蝙蝠", "。", "”", "e.g.", " vs.", " They", " owls", ":", "|", "$", "x", " [1][3]", "†",
        ]
    ),
    max_size=14,
)  # fmt: skip


@settings(deadline=None)
@given(TEXTS, st.data(), st.booleans(), st.booleans())
def test_however_an_answer_is_cut_it_is_the_same(
    reader: EvidenceReader, parts: list[str], data: st.DataObject, checked: bool, strict: bool
) -> None:
    text = "".join(parts)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=5)))
    pieces = [text[start:end] for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    whole, cut = (drafted(way, reader if checked else None, strict=strict)[0] for way in ([text], pieces))
    assert (whole.text, whole.proof(reader)) == (cut.text, cut.proof(reader))


@settings(deadline=None)
@given(TEXTS)
def test_an_answer_without_false_sentences_loses_nothing(parts: list[str]) -> None:
    text = "".join(parts)
    parser, stream = MarkerParser(), SentenceStream()
    events: list[Event] = [*stream.feed(parser.feed(text)), *stream.feed(parser.end()), *stream.end()]

    def told(event: Event) -> str:
        if isinstance(event, Layout):
            return event.text
        return event.prefix + "".join(piece.text if isinstance(piece, Marker) else piece for piece in event.pieces)

    assert "".join(told(event) for event in events) == text
    markers = [piece for event in events if isinstance(event, Sentence) for piece in event.pieces]
    in_code = "".join(event.text for event in events if isinstance(event, Layout))
    expected = [piece for piece in pieces_of(text) if isinstance(piece, Marker)]
    assert len([piece for piece in markers if isinstance(piece, Marker)]) + in_code.count("[") >= len(expected)
