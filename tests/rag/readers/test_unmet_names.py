"""Names after --map that nothing in a file answers to."""

from pathlib import Path

import pytest

from rag.errors import SourceError
from rag.papers import Paper
from rag.readers import Refusal
from tests.rag.readers.reading import items_of

TABLE = "Title,Abstract\nOn Bats,We study bats.\n"


@pytest.mark.parametrize(
    ("mapping", "meant"),
    [("title=Titel", " Is Title meant?"), ("abstract=Abstrct", " Is Abstract meant?"), ("year=Jahr", "")],
)
def test_an_unknown_name_is_said_with_the_fields_and_the_nearest(tmp_path: Path, mapping: str, meant: str) -> None:
    refusal, paper = items_of(tmp_path, TABLE, "list.csv", mapping)
    name = mapping.partition("=")[2]
    why = f"no record has the field {name} that --map names; the fields are: Title, Abstract.{meant}"
    assert refusal == Refusal("list.csv", f"--map {mapping}", why)
    assert isinstance(paper, Paper)
    assert paper.title == "On Bats"


@pytest.mark.parametrize(
    ("content", "name", "mapping", "said"),
    [
        ("Kopf,Kurztext\nA,We a.\n", "list.csv", "title=Kopv,abstract=Kurztext", r"Kopf, Kurztext\. Is Kopf meant"),
        ('[{"c": {"Kopf": "A", "K": "We a."}}]', "list.json", "title=c.Kopv,abstract=c.K", r"Is c\.Kopf meant"),
        ("A,We a.\n", "list.csv", "title=5,abstract=2", r"the fields are: 1, 2"),
        ('{"stuff": [{"title": "A", "abstract": "x"}]}', "list.json", "records=stuf", r"no list at --map records=stuf"),
    ],
)
def test_papers_are_not_left_without_titles_for_a_slip(
    tmp_path: Path, content: str, name: str, mapping: str, said: str
) -> None:
    with pytest.raises(SourceError, match=said):
        items_of(tmp_path, content, name, mapping)


def test_a_name_that_one_record_has_is_met(tmp_path: Path) -> None:
    items = items_of(
        tmp_path, '[{"title": "A", "abstract": "x"}, {"Kopf": "B", "abstract": "y"}]', "l.json", "title=Kopf"
    )
    assert [item.title for item in items if isinstance(item, Paper)] == ["A", "B"]
    assert len(items) == 2


def test_a_label_that_no_line_has_is_said(tmp_path: Path) -> None:
    refusal, paper = items_of(tmp_path, "Title: A\nAbstract: We a.\n", mapping="title=Kop")
    assert refusal == Refusal("list.txt", "--map title=Kop", "no line begins with the label Kop that --map names")
    assert isinstance(paper, Paper)
