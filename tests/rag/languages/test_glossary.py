"""Chinese read word for word."""

import re
from importlib import resources

import pytest

from rag.languages.dictionary import Dictionary
from rag.languages.glossary import Glossary, chinese_glossary

DICTIONARY = Dictionary(
    [
        "強化 强化 [qiang2 hua4] /to strengthen/",
        "學習 学习 [xue2 xi2] /to learn/",
        "面的 面的 [mian4 di1] /minivan taxi/",
        "咖啡 咖啡 [ka1 fei1] /coffee/",
    ]
)
GLOSSARY = Glossary(
    {"强化学习": "reinforcement learning", "的": "", "分类": "classification", "有没有": ""}, DICTIONARY
)


@pytest.mark.parametrize(
    ("chinese", "english"),
    [
        ("强化学习", "reinforcement learning"),
        ("強化學習", "reinforcement learning"),
        ("有没有学习咖啡的？", "learn coffee"),
        ("分类面的学习", "classification learn"),
        ("AQLM的强化，2.5 bits", "AQLM strengthen 2.5 bits"),
        ("no Chinese", "no Chinese"),
    ],
)
def test_the_longest_terms_win_and_latin_names_stay(chinese: str, english: str) -> None:
    assert GLOSSARY.english(chinese) == english


def test_a_question_becomes_the_words_that_an_abstract_holds() -> None:
    read = chinese_glossary().english("有沒有用強化學習做自適應腦刺激的工作？")
    assert read == "reinforcement learning adaptive adaptation brain stimulation"


def test_the_glossary_file_has_each_term_once_with_english_in_lower_case() -> None:
    text = (resources.files("rag.languages") / "zh_terms.tsv").read_text(encoding="utf-8")
    rows = [line.split("\t") for line in text.splitlines() if not line.startswith("#")]
    assert [row for row in rows if len(row) != 2 or re.search(r"[A-Z]", row[1])] == []
    assert len({term for term, _ in rows}) == len(rows)


def test_a_term_of_several_english_words_may_be_read_by_any_of_them() -> None:
    assert chinese_glossary().readings("变分自编码器") == ["variational autoencoder", "vae"]
    assert chinese_glossary().english("变分自编码器") == "variational autoencoder vae"
