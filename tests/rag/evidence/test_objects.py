"""What a question puts beside a paper's method."""

from pathlib import Path

import pytest

from rag.evidence.evidence import EvidenceReader
from rag.evidence.objects import unheard_object
from rag.lexical import LexicalIndex
from rag.testing import HashEmbedding
from tests.conftest import BATS, paper

NET = paper(
    "We propose a quiet net (QN) for speech. It was tested on tumor scans and calls tools without a draft model.",
    "A quiet net",
    "net",
)


def unheard(folder: Path, question: str) -> str:
    index = LexicalIndex.open(folder, 1, [BATS, NET])
    reader = EvidenceReader(HashEmbedding(), lambda: index)
    return unheard_object(question, reader.read(question, NET))


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("Was QN tested on protein sequences?", "protein sequences"),
        ("Does QN work with transformers?", "transformers"),
        ("Does QN support JavaScript?", "JavaScript"),
        ("What happens when QN is applied to robots?", "robots"),
        ("How does QN use blockchain?", "blockchain"),
        ("What role does blockchain play in QN?", "blockchain"),
        ("Why does QN fail on graphs?", "graphs"),
        ("How does QN apply reinforcement learning?", "reinforcement learning"),
    ],
)
def test_what_the_abstract_has_no_word_of_is_named(tmp_path: Path, question: str, asked: str) -> None:
    assert unheard(tmp_path, question) == asked


@pytest.mark.parametrize(
    "question",
    [
        "Was QN tested on tumor images?",
        "Does QN work with speech?",
        "Does QN use a draft model?",
        "How does QN work?",
        "How does QN use tools?",
        "Why does QN call tools without a draft model?",
        "Which net was tested on robots?",
    ],
)
def test_what_the_abstract_speaks_of_is_no_lack(tmp_path: Path, question: str) -> None:
    assert unheard(tmp_path, question) == ""


def test_a_chinese_word_of_two_meanings_lacks_none_where_the_abstract_has_one(tmp_path: Path) -> None:
    real = paper("We propose a quiet net (QN), which learns without real data.", "A quiet net", "real")
    index = LexicalIndex.open(tmp_path, 1, [BATS, real])
    reading = EvidenceReader(HashEmbedding(), lambda: index).read("QN need real true data?", real)
    assert unheard_object("QN 需要真实数据吗？", reading) == ""
