"""What is asked of a paper's record beside who, when and where."""

import pytest

from rag.understanding.record_asks import RecordAsk, Sort, record_ask_of


@pytest.mark.parametrize(
    ("question", "ask"),
    [
        ("How many authors has BatNet?", RecordAsk("BatNet", Sort.COUNT)),
        ("What is the number of authors of BatNet?", RecordAsk("BatNet", Sort.COUNT)),
        ("BatNet 的作者有几位？", RecordAsk("BatNet", Sort.COUNT)),
        ("Was BatNet published at NeurIPS?", RecordAsk("BatNet", Sort.PLACE, "NeurIPS")),
        ("Is BatNet an ICML 2024 paper?", RecordAsk("BatNet", Sort.PLACE, "ICML", 2024)),
        ("Was BatNet published in 2022?", RecordAsk("BatNet", Sort.PLACE, "", 2022)),
        ("BatNet 是发表在 NeurIPS 的吗？", RecordAsk("BatNet", Sort.PLACE, "NeurIPS")),
        ("Did Ada Alder write BatNet?", RecordAsk("BatNet", Sort.AUTHOR, "Ada Alder")),
        ("Is Ada Alder the first author of BatNet?", RecordAsk("BatNet", Sort.AUTHOR, "Ada Alder", None, "first")),
        ("Ada Alder 是 BatNet 的作者吗？", RecordAsk("BatNet", Sort.AUTHOR, "Ada Alder")),
        ("Where can I read the BatNet paper?", RecordAsk("BatNet", Sort.LINK)),
        ("What is the DOI of BatNet?", RecordAsk("BatNet", Sort.IDENTIFIER, "DOI")),
    ],
)
def test_counts_claims_and_links_are_told_apart(question: str, ask: RecordAsk) -> None:
    assert record_ask_of(question) == ask


@pytest.mark.parametrize(
    ("question", "subject", "missing"),
    [
        ("Which university are the authors of BatNet from?", "BatNet", "affiliations"),
        ("What is the e-mail of the first author of BatNet?", "BatNet", "e-mail addresses"),
        ("How often has BatNet been cited?", "BatNet", "counts of citations"),
        ("How many pages does BatNet have?", "BatNet", "numbers of pages"),
        ("Which paper has the most citations?", "", "counts of citations"),
        ("BatNet 被引用了多少次？", "BatNet", "counts of citations"),
    ],
)
def test_what_no_record_has_is_known(question: str, subject: str, missing: str) -> None:
    ask = record_ask_of(question)
    assert ask is not None
    assert (ask.sort, ask.subject, ask.said.partition("|")[0]) == (Sort.ABSENT, subject, missing)


@pytest.mark.parametrize(
    "question",
    [
        "What is BatNet?",
        "Does BatNet use GANs?",
        "Is BatNet an LLM paper?",
        "How many samples are in BatNet?",
        "Has Ada Alder published here?",
        "BatNet用了多少个GPU？",
        "Which papers propose BatNet?",
    ],
)
def test_a_question_of_the_abstract_is_none_of_the_record(question: str) -> None:
    assert record_ask_of(question) is None
