"""JSON and JSON lines: one record's fault is that record's alone."""

import json
import time
from pathlib import Path
from typing import Any

import pytest

from rag.errors import SourceError
from rag.papers import Paper
from rag.readers import Refusal
from tests.rag.readers.reading import items_of, papers_of, refusals_of

A = '{"title": "A", "abstract": "We a."}'
B = '{"title": "B", "abstract": "We b."}'


@pytest.mark.parametrize(
    "content",
    [
        f"{A}\n{B}\n",
        f"{A}\r\n\r\n{B}",
        f"{A}\r{B}\r",
        f"\ufeff{A}\n\ufeff{B}\n",
        f"{A},\n{B},\n",
        f"[{A},\n{B}]\n",
        f"[{A},{B}]",
        f"\x1e{A}\n\x1e{B}\n",
        json.dumps(json.loads(A), indent=2) + "\n" + json.dumps(json.loads(B), indent=2),
    ],
    ids=["plain", "blank lines", "old Mac", "marks", "commas", "list", "list on a line", "sequence", "pretty-printed"],
)
@pytest.mark.parametrize("name", ["list.jsonl", "list.ndjson", "list.json"])
def test_json_lines_are_read_however_they_are_written(tmp_path: Path, content: str, name: str) -> None:
    if name == "list.json" and content.endswith(",\n"):
        return
    assert [item.title for item in papers_of(tmp_path, content, name)] == ["A", "B"]


@pytest.mark.parametrize("opening", ['{"papers": [\n', '{"venue": "ICML", "papers": [', '{\n"papers": [\n'])
def test_an_object_with_a_record_a_line_is_no_json_lines(tmp_path: Path, opening: str) -> None:
    items = items_of(tmp_path, f"{opening}{A},\n{B}\n]}}\n", "list.json")
    assert [item.title for item in items] == ["A", "B"]  # type: ignore[union-attr]


def test_unicode_line_separators_do_not_part_a_record(tmp_path: Path) -> None:
    first = json.dumps({"title": "Lines", "abstract": "first\u2028second\u2029third\u0085fourth"}, ensure_ascii=False)
    lines, following = papers_of(tmp_path, f"{first}\n{B}\n", "list.jsonl")
    assert (lines.title, lines.abstract) == ("Lines", "first second third fourth")
    assert following.title == "B"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('{"title": "B",', "a name is expected here, in double quotes at column 15"),
        ('{"title": "B", "abstr', "never closed"),
        (r'{"title": "B", "abstract": "\x41"}', "Invalid \\escape"),
        ('{"title": "B", "abstract": ' + "[" * 100_000, "its brackets are nested too deep"),
        ("half a line", "Expecting value at column 1"),
    ],
)
def test_a_broken_line_costs_that_line_alone(tmp_path: Path, line: str, why: str) -> None:
    first, broken, last = items_of(tmp_path, f"{A}\n{line}\n{B}\n", "list.jsonl")
    assert isinstance(first, Paper)
    assert isinstance(last, Paper)
    assert isinstance(broken, Refusal)
    assert (broken.record, why in broken.why) == ("line 2", True)


def test_broken_lines_at_the_start_cost_no_later_one(tmp_path: Path) -> None:
    items = items_of(tmp_path, "half\n" * 19 + A + "\n" + B, "list.jsonl")
    assert [item.record for item in items if isinstance(item, Refusal)] == [f"line {n}" for n in range(1, 20)]
    assert [item.title for item in items if isinstance(item, Paper)] == ["A", "B"]


def test_a_file_of_no_json_at_all_is_one_error_not_many_refusals(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"list\.jsonl .* none of its 30 lines is JSON \(line 1"):
        items_of(tmp_path, "just words\n" * 30, "list.jsonl")


def test_a_blank_abstract_in_whatever_form_is_refused_and_counted(tmp_path: Path) -> None:
    blank: list[Any] = [
        "",
        "   \n",
        "\u00a0\u200b\ufeff",
        None,
        "N/A",
        float("nan"),
        [],
        {},
        "[No abstract available]",
        "-",
        True,
    ]
    records = [{"title": f"T{at}", "abstract": value} for at, value in enumerate(blank)]
    items = items_of(tmp_path, json.dumps([*records, {"title": "E"}, {"title": " "}, json.loads(B)]), "list.json")
    refused = [item.record for item in items if isinstance(item, Refusal)]
    assert refused == [*(f"T{at}" for at in range(len(blank))), "E", "record 13"]
    assert [item.title for item in items if isinstance(item, Paper)] == ["B"]


def test_control_characters_become_blanks(tmp_path: Path) -> None:
    text = r'[{"title": "Zero\u0000", "abstract": "alpha\u0000beta \u001b[31mgamma\u0007 \u000bdelta"}]'
    (paper,) = papers_of(tmp_path, text, "list.json")
    assert (paper.title, paper.abstract) == ("Zero", "alpha beta gamma delta")


@pytest.mark.parametrize(
    "abstract", ["a" * 200_000, "| :--- " * 20_000, "深度学习模型" * 5000, "x" + "\\n" * 100_000 + "y"]
)
def test_text_without_spaces_or_ends_is_read_at_once_and_whole(tmp_path: Path, abstract: str) -> None:
    began = time.perf_counter()
    (paper,) = papers_of(tmp_path, '{"title": "T", "abstract": "' + abstract + '"}\n', "list.jsonl")
    assert time.perf_counter() - began < 5
    assert "".join(paper.abstract.split()) == "".join(abstract.replace("\\n", "").split())


def test_a_plain_list_of_abstracts_is_read_and_a_heading_in_it_refused(tmp_path: Path) -> None:
    abstract = "We study bats and show that they hunt in the dark by their ears alone, in woods and in caves."
    items = items_of(tmp_path, json.dumps([abstract, "我们研究了蝙蝠的听觉模型与学习方法。" * 10, "Bats"]), "list.json")
    assert [isinstance(item, Paper) for item in items] == [True, True, False]


@pytest.mark.parametrize("value", ["NaN", "Infinity", "-Infinity", "1e400", "9" * 400, "9" * 5000])
def test_odd_numbers_harm_no_record(tmp_path: Path, value: str) -> None:
    (paper,) = papers_of(tmp_path, f'[{{"title": "T", "abstract": "A", "year": {value}, "id": {value}}}]', "list.json")
    assert (paper.title, paper.year) == ("T", None)
    assert "inf" not in paper.paper_id


def test_a_value_nested_hundreds_deep_is_no_text_and_no_crash(tmp_path: Path) -> None:
    deep = "[" * 900 + '"x"' + "]" * 900
    first, second = items_of(tmp_path, f'[{{"title": "A", "abstract": {deep}}}, {B}]', "list.json")
    assert isinstance(first, Refusal)
    assert isinstance(second, Paper)


@pytest.mark.parametrize(
    ("content", "mapping"),
    [
        (
            '{"x": {"list": [{"meta": {"t": "T"}, "body": {"abs": "We."}}]}}',
            "records=x.list,title=meta.t,abstract=body.abs",
        ),
        ('{"v": [{"p": [{"t": "T", "a": "We."}]}]}', "records=v.p,title=t,abstract=a"),
        ('{"x": {"k1": {"t": "T", "a": "We."}}}', "records=x,title=t,abstract=a"),
        ('[{"t": ["x", "T"], "abs": [{"v": "We."}]}]', "title=t.1,abstract=abs.0.v"),
        ('[{"a.t": "T", "a.b": "We."}]', "title=a.t,abstract=a.b"),
        ('[{"title": "T", "abstract": "short", "long": "We."}]', "abstract=long"),
        ('{"x": {"t": "T", "a": "We."}}\n', "title=x.t,abstract=x.a"),
    ],
)
def test_the_users_mapping_finds_what_no_name_tells(tmp_path: Path, content: str, mapping: str) -> None:
    (paper,) = papers_of(tmp_path, content, "list.json", mapping)
    assert (paper.title, paper.abstract) == ("T", "We.")


def test_a_retraction_among_europe_pmcs_kinds_is_seen(tmp_path: Path) -> None:
    kinds = {"pubType": ["Journal Article", "Retracted Publication"]}
    record = {"title": "Bats", "abstractText": "They hear.", "pubTypeList": kinds}
    (paper,) = papers_of(tmp_path, json.dumps({"resultList": {"result": [record]}}), "x.json")
    assert paper.status == "retracted"


def test_an_address_with_a_control_character_is_none(tmp_path: Path) -> None:
    record = {"title": "Bats", "abstract": "They hear.", "url": "http://x.test/\0a"}
    (paper,) = papers_of(tmp_path, json.dumps([record]), "x.json")
    assert not paper.url


def test_journals_and_identifiers_that_services_keep_deeper_are_found(tmp_path: Path) -> None:
    bibjson = {"title": "Bats", "abstract": "They hear.", "identifier": [{"type": "doi", "id": "10.1/B"}]}
    records = [
        {"id": "d1", "bibjson": bibjson | {"journal": {"title": "Bat J"}}},
        {"title": "Frogs", "abstractText": "They jump.", "journalInfo": {"journal": {"title": "Frog J"}}},
    ]
    bats, frogs = papers_of(tmp_path, json.dumps({"results": records}), "x.json")
    assert (bats.identifiers, bats.venue, frogs.venue) == (("doi:10.1/b",), "Bat J", "Frog J")


@pytest.mark.parametrize("between", ["", " ", ", "])
@pytest.mark.parametrize("name", ["list.jsonl", "list.json"])
def test_several_records_on_one_line_are_all_read(tmp_path: Path, between: str, name: str) -> None:
    papers = papers_of(tmp_path, f"{A}{between}{B}\n{A}\n", name)
    assert [paper.title for paper in papers] == ["A", "B", "A"]


def test_what_follows_a_record_on_its_line_and_is_none_is_told(tmp_path: Path) -> None:
    (refusal,) = refusals_of(tmp_path, f"{A}\n{B} 7\n{A}\n", "list.jsonl")
    assert refusal.record == "line 2"
    assert "Extra data" in refusal.why


def test_the_mark_that_ended_files_in_dos_is_no_record(tmp_path: Path) -> None:
    assert len(items_of(tmp_path, f"{A}\r\n{B}\r\n\x1a", "list.jsonl")) == 2
