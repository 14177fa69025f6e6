import io
from pathlib import Path

import pytest

from rag.errors import SourceError
from rag.papers import Paper
from rag.readers.arxiv_query import ArxivQuery
from rag.readers.content import Content
from rag.readers.fields import FieldMapping
from rag.readers.live import read_live
from rag.readers.refusals import Refusal
from rag.readers.xml_records import read_xml
from tests.rag.readers.replay import (
    Answer,
    FakeTime,
    Replay,
    Request,
    arxiv_error,
    arxiv_field,
    arxiv_of_many,
    entry,
    feed,
    once,
    replay,
    settings_for,
)

BUSY = Answer(b"Rate exceeded.", status=429)


def fetch(place: str, server: Replay, folder: Path, time: FakeTime | None = None) -> list[Paper | Refusal]:
    return list(read_live(place, FieldMapping(), folder, settings_for(server.url, time)))


def ids(items: list[Paper | Refusal]) -> list[str]:
    return [item.paper_id if isinstance(item, Paper) else item.record for item in items]


def starts(server: Replay) -> list[int]:
    return [int(request.query["start"]) for request in server.asked]


def test_the_pages_of_a_query_come_in_order_three_seconds_apart(tmp_path: Path) -> None:
    time = FakeTime()
    with replay(arxiv_of_many(250)) as server:
        items = fetch("arxiv:cat:cs.LG AND ti:frogs", server, tmp_path, time)
    assert ids(items) == [f"2101.{number:05d}" for number in range(1, 251)]
    assert starts(server) == [0, 100, 200]
    assert time.slept == [3.0, 3.0]
    assert server.asked[0].query["search_query"] == "cat:cs.LG AND ti:frogs"
    assert server.asked[0].query["sortBy"] == "submittedDate"
    assert server.asked[0].headers["user-agent"].startswith("AskPapers/")


def test_papers_come_while_further_pages_are_still_to_be_asked_for(tmp_path: Path) -> None:
    with replay(arxiv_of_many(250)) as server:
        items = read_live("arxiv:frogs", FieldMapping(), tmp_path, settings_for(server.url))
        assert isinstance(next(items), Paper)
        assert starts(server) == [0]


def test_a_paper_equals_the_one_that_the_reader_of_atom_files_gives(tmp_path: Path) -> None:
    more = (
        arxiv_field("comment", "Withdrawn by the authors")
        + arxiv_field("doi", "10.1/X")
        + arxiv_field("journal_ref", "J 1")
    )
    page = feed([entry("2101.00001v3", title="On $x &lt; y$\n  leaps", more=more), entry("hep-th/9901001v1")], total=2)
    with replay(lambda _: page) as server:
        live = fetch("arxiv:leaps", server, tmp_path)
    content = Content.of(io.BytesIO(page.body), "arxiv:leaps")
    assert live == list(read_xml(content, FieldMapping()))
    first = live[0]
    assert isinstance(first, Paper)
    assert (first.paper_id, first.status, first.year, first.authors) == (
        "2101.00001",
        "withdrawn",
        2021,
        ("Ada Löf", "Bo Ek"),
    )
    assert (first.url, first.source) == ("http://arxiv.org/abs/2101.00001v3", "arxiv:leaps")


def test_a_query_that_is_cut_says_so_and_how_to_have_more(tmp_path: Path) -> None:
    with replay(arxiv_of_many(81_233)) as server:
        items = fetch("arxiv:cat:cs.LG", server, tmp_path)
    assert len(items) == 2_001
    assert items[-1] == Refusal(
        "arxiv:cat:cs.LG",
        "the other 79,233 papers",
        "arXiv has 81,233 papers for this query; the 2,000 newest were taken: "
        "add #30000 to take more, or #2000 to be content with these",
    )


def test_a_chosen_number_of_papers_is_taken_without_complaint(tmp_path: Path) -> None:
    with replay(arxiv_of_many(81_233)) as server:
        items = fetch("arxiv:tree frogs#120", server, tmp_path)
    assert ids(items) == [f"2101.{number:05d}" for number in range(1, 121)]
    assert server.asked[0].query["search_query"] == "all:tree AND all:frogs"
    assert server.asked[0].query["sortBy"] == "relevance"


def test_more_than_arxiv_gives_is_cut_with_advice_to_part_the_query() -> None:
    asked = ArxivQuery.parse("cat:cs.LG#50,000")
    assert (asked.query, asked.limit, asked.chosen) == ("cat:cs.LG", 30_000, False)


@pytest.mark.parametrize(
    ("typed", "query"),
    [
        ('"tree frogs" leap', 'all:"tree frogs" AND all:leap'),
        ("BERT: pre-training of transformers", "all:BERT AND all:pre-training AND all:transformers"),
        ("frogs ANDNOT toads", "frogs ANDNOT toads"),
        ("C# generics", "all:C# AND all:generics"),
    ],
)
def test_words_are_searched_in_all_fields_and_syntax_is_left_alone(typed: str, query: str) -> None:
    assert ArxivQuery.parse(typed).query == query


@pytest.mark.parametrize("typed", ["", "  ", "#5", "frogs#0", "the of"])
def test_a_query_that_asks_for_nothing_is_refused_at_once(typed: str, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"asks for nothing. Type words, a query or ids"):
        read_live(f"arxiv:{typed}", FieldMapping(), tmp_path)


def test_ids_are_asked_for_together_and_each_unknown_one_is_refused(tmp_path: Path) -> None:
    def script(request: Request) -> Answer:
        return feed([entry("2101.00001v4"), entry("math/0309136v1"), entry("2305.12345v2")], total=5)

    with replay(script) as server:
        items = fetch(
            "arXiv:2101.00001, math.GT/0309136,2305.12345v2,2401.99999,2101.00002v9,9999.1234", server, tmp_path
        )
    assert ids(items) == ["9999.1234", "2101.00001", "math/0309136", "2305.12345", "2401.99999", "2101.00002v9"]
    whys = [item.why for item in items if isinstance(item, Refusal)]
    assert whys == [
        "it is no arXiv id: they are like 2101.00001, 2101.00001v2, hep-th/9901001",
        "arXiv has no paper of this id. Check it: https://arxiv.org/abs/2401.99999",
        "arXiv has no paper of this id and version. Check it: https://arxiv.org/abs/2101.00002v9",
    ]
    assert [request.query["id_list"] for request in server.asked] == [
        "2101.00001,math.GT/0309136,2305.12345v2,2401.99999,2101.00002v9"
    ]


@pytest.mark.parametrize("status", [200, 400])
def test_an_id_that_arxiv_calls_wrong_costs_no_other(status: int, tmp_path: Path) -> None:
    def script(request: Request) -> Answer:
        if "2513.00001" in request.query["id_list"] or "0712.00001" in request.query["id_list"]:
            return arxiv_error("incorrect id format for 0712.00001", status)
        return feed([entry("2101.00001v1")], total=1)

    with replay(script) as server:
        items = fetch("arxiv:0712.00001,2101.00001", server, tmp_path)
    assert ids(items) == ["0712.00001", "2101.00001"]


@pytest.mark.parametrize("status", [200, 400])
def test_a_query_that_arxiv_does_not_understand_is_refused_in_its_words(status: int, tmp_path: Path) -> None:
    with (
        replay(lambda _: arxiv_error("bad query", status)) as server,
        pytest.raises(SourceError, match=r"does not understand the query ti:\( \(bad query\)"),
    ):
        fetch("arxiv:ti:(", server, tmp_path)
    assert len(server.asked) == 1


def test_a_query_without_papers_is_an_error(tmp_path: Path) -> None:
    with replay(arxiv_of_many(0)) as server, pytest.raises(SourceError, match=r"arXiv has no paper for all:frgos"):
        fetch("arxiv:frgos", server, tmp_path)


def test_an_empty_page_in_the_middle_is_asked_for_again(tmp_path: Path) -> None:
    with replay(once(feed([], total=250, start=100), arxiv_of_many(250), at=2)) as server:
        items = fetch("arxiv:frogs", server, tmp_path)
    assert len(items) == 250
    assert starts(server) == [0, 100, 100, 200]


@pytest.mark.parametrize("asked_to_wait", ["25", "Thu, 01 Jan 1970 00:00:00 GMT"])
def test_a_busy_answer_is_waited_for_as_long_as_it_says(asked_to_wait: str, tmp_path: Path) -> None:
    time = FakeTime()
    busy = Answer(b"", status=503, headers={"Retry-After": asked_to_wait})
    with replay(once(busy, arxiv_of_many(1))) as server:
        assert len(fetch("arxiv:frogs", server, tmp_path, time)) == 1
    assert time.slept[0] == (25.0 if asked_to_wait == "25" else 0.0)


def test_a_drop_in_the_middle_of_a_page_is_asked_for_again(tmp_path: Path) -> None:
    script = arxiv_of_many(150)
    cut = Answer(script(Request("", {"start": "100", "max_results": "100"}, {})).body, cut_after=3000)
    with replay(once(cut, script, at=2)) as server:
        items = fetch("arxiv:frogs", server, tmp_path)
    assert len(items) == 150
    assert starts(server) == [0, 100, 100]


def test_a_fetch_that_breaks_off_goes_on_from_there(tmp_path: Path) -> None:
    healthy = arxiv_of_many(350)
    with replay(lambda request: BUSY if request.query["start"] == "200" else healthy(request)) as server:
        came: list[Paper | Refusal] = []
        with pytest.raises(SourceError, match=r"HTTP 429 .* 200 papers had come by then; another try"):
            came.extend(read_live("arxiv:frogs", FieldMapping(), tmp_path, settings_for(server.url)))
        server.script = healthy
        server.asked.clear()
        items = fetch("arxiv:frogs", server, tmp_path)
    assert starts(server) == [200, 300]
    assert ids(items) == [f"2101.{number:05d}" for number in range(1, 351)]
    assert list(tmp_path.iterdir()) == []


def test_a_login_page_of_the_network_is_named(tmp_path: Path) -> None:
    page = Answer(b"<!doctype html><html><body>Log in<br></body></html>")
    with (
        replay(lambda _: page) as server,
        pytest.raises(SourceError, match=r"is no feed of papers. If this network has a login"),
    ):
        fetch("arxiv:frogs", server, tmp_path)
