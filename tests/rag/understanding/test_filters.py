"""Conditions in their explicit form, and which papers meet them."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from rag.config import RagConfig
from rag.engine import build_query_engine
from rag.errors import FilterError
from rag.index.facts import Facts, Noted
from rag.indexing import IndexStats
from rag.papers import Paper
from rag.testing import HashEmbedding
from rag.understanding.filters import Filter, is_author, parse_where
from rag.understanding.labels import label
from tests.conftest import engine_over, paper

Ingest = Callable[[Sequence[Paper]], IndexStats]
pytestmark = pytest.mark.stores("slowly")

PAPERS = [
    paper("Bats hear by echolocation.", "A", "a", year=2019, venue="ICML", authors=("Jane Doe", "Zed Volč")),
    paper("Bats fly by echolocation.", "B", "b", year=2021, venue="NIPS 2021", kind="Oral", authors=("Jan Döe",)),
    paper("Bats sleep all day long.", "C", "c", year=2023, venue="ICLR", status="rejected"),
    paper("Bats eat many insects.", "D", "d", kind="Poster"),
]


@pytest.mark.parametrize(
    ("text", "field", "operator", "value"),
    [
        ("year>=2023", "year", ">=", "2023"),
        ("Year == 2023", "year", "=", "2023"),
        ("venue=ICML|ICLR", "venue", "=", "ICML|ICLR"),
        ('author="Jane Doe"', "author", "=", "Jane Doe"),
        ("status!=rejected", "status", "!=", "rejected"),
        ("paper=doi:10.1/(SICI)3:1<1::A>2.0;2-P|b", "paper", "=", "doi:10.1/(SICI)3:1<1::A>2.0;2-P|b"),
        ('paper="my notes 3"|b|"c d"', "paper", "=", "my notes 3|b|c d"),
    ],
)
def test_an_explicit_condition_is_read(text: str, field: str, operator: str, value: str) -> None:
    assert Filter.parse(text) == Filter(field, operator, value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("since 2023", "'since 2023' is no condition"),
        ("colour=red", "'colour' in 'colour=red' is not a field"),
        ("venue=", "has no value"),
        ("year>=soon", "'soon' in 'year>=soon' is not a year"),
        ("venue>ICML", "compares one year alone"),
        ("status=liked", "Known: accepted, rejected"),
    ],
)
def test_a_condition_of_no_known_form_is_refused_by_name_with_those_that_are(text: str, said: str) -> None:
    with pytest.raises(FilterError, match=said) as caught:
        Filter.parse(text)
    assert "status!=rejected" in str(caught.value)


@pytest.mark.parametrize(
    ("where", "left"),
    [
        ("year>=2021", "bc"), ("year>2021", "c"), ("year<2021", "a"), ("year<=2021", "ab"), ("year=2019|2023", "ac"),
        ("year!=2019", "bcd"), ("venue=neurips", "b"), ("venue=ICML|ICLR", "ac"), ("venue!=ICML", "bcd"),
        ("author=Doe", "ab"), ('author="J. Doe"', "ab"), ("author=volc", "a"), ("author=Do", ""), ("kind=oral", "b"),
        ("status=accepted", "abd"), ("status!=rejected", "abd"), ("status=rejected", "c"),
        ("paper=a|d|nowhere", "ad"), ("paper!=a", "bcd"), ("paper=B", "b"), ("paper=nowhere", ""),
    ],
)  # fmt: skip
def test_papers_that_meet_a_condition(where: str, left: str) -> None:
    assert Noted(PAPERS).facts().meeting(Filter.parse(where)) == frozenset(left)


@pytest.mark.parametrize(
    ("author", "wanted", "same"),
    [
        ("Yoshua Bengio", "yoshua bengio", True),
        ("Bengio, Yoshua", "Yoshua Bengio", True),
        ("Y. Bengio", "Yoshua Bengio", True),
        ("Samy Bengio", "Yoshua Bengio", False),
        ("Yoshua Bengio", "Yoshua", True),
        ("Jürgen Schmidhuber", "Jurgen Schmidhuber", True),
        ("Ricky T. Q. Chen", "Tianlong Chen", False),
        ("Ricky T. Q. Chen", "Ricky Tian Chen", True),
        ("Ricky T. Q. Chen", "R. Chen", True),
    ],
)
def test_authors_are_told_apart_by_all_their_names(author: str, wanted: str, same: bool) -> None:
    assert is_author(author, wanted) is same


def test_ids_of_any_characters_are_named_and_read_back() -> None:
    named = Filter.naming(["a|b", "my notes, 3", "x"])
    assert Filter.parse(str(named)) == named
    assert named.values == ("a|b", "my notes, 3", "x")
    assert Filter.parse(str(Filter.naming(['"Bats"']))).values == ('"Bats"',)


def test_an_id_of_another_case_gives_way_to_the_very_id() -> None:
    facts = Noted([paper("Bats hear.", "A", "xA"), paper("Bats fly.", "B", "xa")]).facts()
    assert facts.meeting(Filter.parse("paper=xa")) == {"xa"}
    assert facts.meeting(Filter.parse("paper=XA")) == {"xA", "xa"}


def test_chosen_papers_are_counted_where_people_read_of_them(mixed: RagConfig) -> None:
    assert label(Filter.parse("paper=a")) == "paper a"
    assert label(Filter.parse("paper=a|b|c")) == "the choice of 3 papers"
    engine, _ = engine_over(mixed)
    assert engine.understand("bats", ["paper=x|y", "year>=2021"]).nothing_left() == (
        "No paper meets all of: the choice of 2 papers, year>=2021."
    )


def test_conditions_are_labelled_for_people() -> None:
    labels = [label(item) for item in parse_where(["year>=2023", "venue=ICML|ICLR", "status!=rejected"])]
    assert labels == ["year 2023 or later", "venue ICML or ICLR", "not status rejected"]


def test_facts_are_gathered_once_for_a_generation(tmp_path: Path) -> None:
    Facts.open(tmp_path, 1, Noted(PAPERS))
    assert Facts.open(tmp_path, 1, Noted([])).ids == ["a", "b", "c", "d"]
    assert Facts.open(tmp_path, 2, Noted(PAPERS[:1])).ids == ["a"]
    assert [path.name for path in tmp_path.iterdir()] == ["2.json"]


def test_facts_that_were_cut_off_are_gathered_anew(tmp_path: Path) -> None:
    (tmp_path / "1.json").write_text('{"ids": ["a"')
    assert Facts.open(tmp_path, 1, Noted(PAPERS)).years == [2019, 2021, 2023, None]


@pytest.fixture
def mixed(index: Ingest, config: RagConfig) -> RagConfig:
    index(PAPERS)
    return config


@pytest.mark.stores("both")
@pytest.mark.parametrize(
    ("where", "left"),
    [
        (["year>=2021"], "bc"),
        (["year>=2021", "status!=rejected"], "b"),
        (["keyword=echolocation"], "ab"),
        (["keyword!=echolocation"], "cd"),
        (['keyword="fly by"'], "b"),
    ],
)
def test_only_papers_that_meet_every_condition_are_ranked_and_cited(
    mixed: RagConfig, where: list[str], left: str
) -> None:
    fake = HashEmbedding()
    engine = build_query_engine(mixed, embed_model=fake, encoder=fake, where=where)
    response = engine.query("What do bats do?")
    assert sorted(node.node.node_id for node in response.source_nodes) == list(left)
    assert response.metadata is not None
    assert {citation["paper_id"] for citation in response.metadata["citations"]} <= set(left)
    assert [item["applied"] for item in response.metadata["filters"]] == [True] * len(where)


def test_a_question_may_carry_conditions_of_its_own(mixed: RagConfig) -> None:
    engine, _ = engine_over(mixed)
    assert [node.node.node_id for node in engine.retrieve(engine.understand("bats", ["year=2019"]))] == ["a"]
    assert len(engine.retrieve(engine.understand("bats"))) == 4


def test_explicit_conditions_that_leave_nothing_are_named(mixed: RagConfig) -> None:
    engine, _ = engine_over(mixed)
    response = engine.query(engine.understand("What do bats do?", ["year>=2030"]))
    assert str(response) == "No paper meets year>=2030."
    assert response.source_nodes == []


@pytest.mark.stores("both")
def test_many_papers_are_filtered_with_their_exact_cosines(index: Ingest, config: RagConfig) -> None:
    index([paper(f"Bat number {n} sings.", f"T{n}", f"p{n}", year=2000 + n % 2) for n in range(260)])
    engine, _ = engine_over(config)
    found = engine.retrieve(engine.understand("Which is bat number 131?", ["year=2001"]))
    assert found[0].node.node_id == "p131"
    assert {node.node.metadata["year"] for node in found} == {2001}


@pytest.mark.parametrize(
    ("condition", "told"),
    [
        ("year>=2023", "2023 年及以后"),
        ("year!=2023", "2023 年以外"),
        ("venue=ICML|ICLR", "会议或期刊为 ICML 或 ICLR"),
        ("firstauthor!=Ann", "第一作者不是 Ann"),
        ("paper=a|b", "所选的 2 篇论文"),
    ],
)
def test_a_condition_reads_in_chinese_where_it_was_asked_so(condition: str, told: str) -> None:
    assert label(parse_where(condition)[0], cjk=True) == told
