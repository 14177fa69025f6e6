"""CC-CEDICT: senses without grammar, traditional characters made simple."""

import pytest

from rag.languages.dictionary import Dictionary

LINES = [
    "# CC-CEDICT",
    "剪枝 剪枝 [jian3 zhi1] /to prune (branches etc)/",
    "學習 学习 [xue2 xi2] /to learn/to study/to read/",
    "高 高 [Gao1] /surname Gao/",
    "高 高 [gao1] /high/tall/",
    "框架 框架 [kuang4 jia4] /CL:個|个[ge4]/(construction) frame/(fig.) framework/",
    "乾淨 干净 [gan1 jing4] /clean; neat and tidy/",
    "怎麽 怎么 [zen3 me5] /variant of 怎麼|怎么[zen3 me5]/",
    "顯著 显著 [xian3 zhu4] /outstanding/notable/",
    "沿著 沿着 [yan2 zhe5] /along/",
    "看著 看着 [kan4 zhe5] /looking/",
    "么二 幺二 [yao1 er4] /one-two/",
    "火星 火星 [Huo3 xing1] /Mars (planet)/",
]


@pytest.mark.parametrize(
    ("word", "english"),
    [
        ("剪枝", "prune"),
        ("学习", "learn study"),
        ("高", "high tall"),
        ("框架", "frame framework"),
        ("干净", "clean"),
        ("怎么", ""),
        ("火星", "mars"),
        ("无", ""),
    ],
)
def test_a_word_has_its_first_two_senses_without_grammar_and_remarks(word: str, english: str) -> None:
    assert Dictionary(LINES).english(word) == english


def test_traditional_characters_become_simple_as_the_entries_have_them() -> None:
    assert Dictionary(LINES).simplified("學乾淨了") == "学干净了"


@pytest.mark.parametrize(
    ("text", "simple"),
    [
        ("顯著提升", "显著提升"),
        ("沿著", "沿着"),
        ("显著", "显著"),
        ("为什么二", "为什么二"),
    ],
)
def test_a_character_stays_in_the_words_that_keep_it(text: str, simple: str) -> None:
    dictionary = Dictionary([*LINES, "什麼 什么 [shen2 me5] /what/", "多麽 多么 [duo1 me5] /how/"])
    assert dictionary.simplified(text) == simple
