import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from rag.errors import SourceError
from rag.papers import Paper
from rag.readers.fields import FieldMapping
from rag.readers.live import is_live, read_live
from tests.rag.readers.replay import Answer, FakeTime, Request, arxiv_of_many, entry, feed, replay, settings_for


@pytest.mark.parametrize("place", ["arxiv:frogs", "arXiv:2101.00001", "OpenReview:A", "http://a/b", "HTTPS://a/b"])
def test_live_places_are_told_by_their_beginning(place: str) -> None:
    assert is_live(place)


@pytest.mark.parametrize("place", ["arxiv.json", "papers/arxiv", "ftp://a/b", "-", "C:\\papers.json", ""])
def test_files_are_not_live(place: str) -> None:
    assert not is_live(place)


@pytest.mark.parametrize(
    ("place", "asked"),
    [
        ("https://arxiv.org/abs/2101.00001", "2101.00001"),
        ("http://www.arxiv.org/pdf/2101.00001v2.pdf", "2101.00001v2"),
        ("https://arxiv.org/pdf/2101.00001?download=1#page=3", "2101.00001"),
        ("https://arxiv.org/abs/hep-th/9901001", "hep-th/9901001"),
    ],
)
def test_a_page_of_arxiv_is_its_paper(place: str, asked: str, tmp_path: Path) -> None:
    with replay(lambda request: feed([entry(request.query["id_list"])], total=1)) as server:
        items = list(read_live(place, FieldMapping(), tmp_path, settings_for(server.url)))
    assert [request.query["id_list"] for request in server.asked] == [asked]
    assert isinstance(items[0], Paper)
    assert items[0].source == place


def test_an_address_without_a_host_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"is no web address"):
        read_live("https:///papers.json", FieldMapping(), tmp_path)


def test_nothing_is_asked_or_written_before_the_first_paper_is_wanted(tmp_path: Path) -> None:
    with replay(arxiv_of_many(3)) as server:
        read_live("arxiv:frogs", FieldMapping(), tmp_path / "live", settings_for(server.url))
        assert server.asked == []
    assert not (tmp_path / "live").exists()


def test_two_fetches_of_a_run_keep_the_distance_together(tmp_path: Path) -> None:
    time = FakeTime()
    with replay(arxiv_of_many(3)) as server:
        settings = settings_for(server.url, time)
        for place in ("arxiv:frogs", "arxiv:toads"):
            list(read_live(place, FieldMapping(), tmp_path, settings))
    assert time.slept == [3.0]


def test_a_process_that_is_killed_leaves_pages_that_the_next_one_uses(tmp_path: Path) -> None:
    script = """
        import os, sys
        from pathlib import Path
        from rag.readers.fields import FieldMapping
        from rag.readers.live import read_live
        from rag.readers.live_settings import LiveSettings
        settings = LiveSettings(arxiv_url=sys.argv[1] + "/api/query", arxiv_delay=0)
        for number, _ in enumerate(read_live("arxiv:frogs", FieldMapping(), Path(sys.argv[2]), settings), 1):
            if number == 101:
                os.kill(os.getpid(), 9)
    """
    with replay(arxiv_of_many(250)) as server:
        command = [sys.executable, "-c", textwrap.dedent(script), server.url, str(tmp_path)]
        root = Path(__file__).resolve().parents[3]
        killed = subprocess.run(command, check=False, cwd=root, env={"PYTHONPATH": str(root)}, timeout=60)
        assert killed.returncode == -9
        assert [request.query["start"] for request in server.asked] == ["0", "100"]
        server.asked.clear()
        items = list(read_live("arxiv:frogs", FieldMapping(), tmp_path, settings_for(server.url)))
    assert [request.query["start"] for request in server.asked] == ["200"]
    assert len(items) == 250


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "live").write_text("a file in its place")
    with (
        replay(arxiv_of_many(3)) as server,
        pytest.raises(SourceError, match=r"cannot be kept in .*another index folder"),
    ):
        list(read_live("arxiv:frogs", FieldMapping(), tmp_path / "live", settings_for(server.url)))


def test_its_packages_are_not_imported_before_they_are_needed() -> None:
    code = "import sys, rag.readers.live; print({'arxiv', 'openreview', 'requests', 'lxml'} & set(sys.modules) or '')"
    root = Path(__file__).resolve().parents[3]
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, cwd=root, capture_output=True, text=True, timeout=60
    )
    assert done.stdout.strip() == ""


def test_importing_the_packages_asks_nobody() -> None:
    code = """
        import socket
        def refuse(*_, **__): raise SystemExit("it asks the network")
        socket.socket.connect = socket.getaddrinfo = refuse
        import arxiv, openreview.api
    """
    pytest.importorskip("openreview")
    subprocess.run([sys.executable, "-c", textwrap.dedent(code)], check=True, timeout=60)


def test_a_busy_arxiv_page_names_the_place_and_ends(tmp_path: Path) -> None:
    def script(_: Request) -> Answer:
        return Answer(b"", 503)

    with (
        replay(script) as server,
        pytest.raises(SourceError, match=r"arXiv answers HTTP 503 at 127.0.0.1:\d+ after 6 tries"),
    ):
        list(read_live("arxiv:frogs", FieldMapping(), tmp_path, settings_for(server.url)))
    assert len(server.asked) == 6
