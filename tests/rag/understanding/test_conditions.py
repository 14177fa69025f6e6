"""Conditions that are read from the words of a question, and words that are none."""

from typing import Any

import pytest

from rag.index.facts import Facts, Noted
from rag.understanding.authorship import authors
from rag.understanding.conditions import conditions
from tests.conftest import paper

FIELDS: list[dict[str, Any]] = [
    {"year": 2019, "venue": "ICML", "kind": "Poster", "authors": ("Yoshua Bengio", "Geoffrey Hinton")},
    {"year": 2020, "venue": "NIPS", "kind": "Oral", "authors": ("Ian Goodfellow",)},
    {"year": 2021, "venue": "ICLR 2021", "kind": "Spotlight", "authors": ("Adam Smith", "张三")},
    {"year": 2024, "venue": "Nature Medicine", "status": "rejected", "authors": ("Jürgen Schmidhuber",)},
    {"venue": "ACL", "authors": ("Wei Wang",)},
]


@pytest.fixture(scope="module")
def facts() -> Facts:
    return Noted([paper(f"Text {n}.", paper_id=str(n), **fields) for n, fields in enumerate(FIELDS)]).facts()


def read(question: str, facts: Facts) -> list[str]:
    return [str(condition) for condition, _ in [*conditions(question, facts), *authors(question, facts)]]


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("ICML papers since 2023 about offline RL", ["venue=ICML", "year>=2023"]),
        ("Which papers were published between 2019 and 2021?", ["year>=2019", "year<=2021"]),
        ("papers on diffusion in 2024", ["year=2024"]),
        ("In 2024, which papers study bandits?", ["year=2024"]),
        ("recent work on LLMs after 2022", ["year>2022"]),
        ("papers from 2023 onwards on bandits", ["year>=2023"]),
        ("articles on bandits published before 2020", ["year<2020"]),
        ("2020 papers on bandits", ["year=2020"]),
        ("offline RL since 2023", ["year>=2023"]),
        ("Which papers on graphs were published at NeurIPS or ICLR?", ["venue=NIPS|ICLR"]),
        ("icml 2019 papers on bandits", ["venue=ICML", "year=2019"]),
        ("papers published in Nature Medicine since 2020", ["venue=\"Nature Medicine\"", "year>=2020"]),
        ("papers on RL excluding ICML", ["venue!=ICML"]),
        ("How many ICML2019 papers are about bandits?", ["venue=ICML", "year=2019"]),
        ("ICML'19 papers on bandits", ["venue=ICML", "year=2019"]),
        ("ICML 19 papers on bandits", ["venue=ICML", "year=2019"]),
        ("ICML 24 B parameter models", []),
        ("papers on bandits (ICML 2019)", ["venue=ICML", "year=2019"]),
        ("Proceedings of ICML 2019: which papers use bandits?", ["venue=ICML", "year=2019"]),
        ("papers on bandits from '19", ["year=2019"]),
        ("ICML2019 关于强化学习的论文", ["venue=ICML", "year=2019"]),
        ("2023年以来 ICML 上关于强化学习的论文", ["year>=2023", "venue=ICML"]),
        ("2019年到2021年的论文", ["year>=2019", "year<=2021"]),
        ("在2024年发表的关于扩散模型的论文", ["year=2024"]),
        ("papers at CVPR", ["venue=CVPR"]),
        ("Which papers were retracted?", ["status=retracted"]),
        ("有哪些被撤稿的论文？", ["status=retracted"]),
        ("How many papers were presented as orals?", ["kind=oral"]),
        ("有哪些spotlight论文研究强化学习？", ["kind=spotlight"]),
        ("Which methods watermark images since 2023?", ["year>=2023"]),
        ("有哪些方法自2023年以来用于图像水印？", ["year>=2023"]),
        ("accepted papers on RL", ["status=accepted"]),
        ("papers on RL, not rejected", ["status!=rejected"]),
        ("被接收的论文", ["status=accepted"]),
        ("oral and spotlight papers about RL", ["kind=oral|spotlight"]),
    ],
)  # fmt: skip
def test_years_venues_kinds_and_standing_are_read(question: str, found: list[str], facts: Facts) -> None:
    assert read(question, facts) == found


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("papers by Yoshua Bengio on attention", ['author="Yoshua Bengio"']),
        ("papers on GANs by Ian Goodfellow and Yoshua Bengio", ['author="Ian Goodfellow"', 'author="Yoshua Bengio"']),
        ("papers by Goodfellow or Hinton", ["author=Goodfellow|Hinton"]),
        ("Schmidhuber's papers on compression", ["author=Schmidhuber"]),
        ("What did Wei Wang propose?", ['author="Wei Wang"']),
        ("Yoshua Bengio 关于注意力的论文有哪些", ['author="Yoshua Bengio"']),
        ("作者是张三的论文", ["author=张三"]),
    ],
)
def test_authors_of_the_index_are_read(question: str, found: list[str], facts: Facts) -> None:
    assert read(question, facts) == found


@pytest.mark.parametrize(
    "question",
    [
        "the 2012 ImageNet challenge",
        "Llama 2 70B",
        "what does the paper by 2x mean",
        "GPT-4 since it is large",
        "Who scored the winning goal in the 2014 World Cup final?",
        "Which papers forecast electricity demand in 2020?",
        "Which papers use data from between 2019 and 2021?",
        "How did prices change between 2019 and 2021?",
        "What happens after 2000 steps of training?",
        "Does a network with 2048 units in 2024 dimensions work?",
        "Is training sped up by Adam?",
        "papers on the Adam optimizer",
        "关于Adam的论文",
        "papers by Nobody Known on bats",
        "It follows previous work by Goodfellow et al.",
        "audio generated from smith noise by wang",
        "Mortality remained stable between 2019-2021.",
        "Which papers treat tears of the ACL?",
        "the nature of medicine",
        "papers at cvpr",
        "papers on oral cancer",
        "Which null hypothesis is rejected?",
        "oral cancer detection",
        "accepted samples in MCMC",
    ],
)
def test_words_that_say_what_papers_are_about_filter_nothing(question: str, facts: Facts) -> None:
    assert read(question, facts) == []
