"""The process that reads a workbook: whatever becomes of it, the file is refused by name."""

import subprocess
import sys
from pathlib import Path

import pytest

from rag.errors import SourceError
from rag.readers import sheet_process, workbooks
from rag.readers.sheet_process import TOO_MUCH_MEMORY
from tests.rag.readers.reading import items_of, papers_of
from tests.rag.readers.test_workbooks import PAPERS, changed, ods, xlsx

_SHEET = xlsx({"S": [["Title", "Abstract"], ["A", "We a."]]})
_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="the system bounds no memory")


def refusal_of(folder: Path, content: bytes, name: str = "list.xlsx") -> str:
    with pytest.raises(SourceError, match=rf"^{name} cannot be read as a workbook \(") as caught:
        items_of(folder, content, name)
    assert str(caught.value).endswith("). Open it and save it again, or as CSV.")
    return str(caught.value).partition("(")[2].rpartition(")")[0]


def bats_with(at: int, data: bytes) -> bytes:
    bats = Path(__file__).with_name("bats.xls").read_bytes()
    return bats[:at] + data + bats[at + len(data) :]


@pytest.mark.parametrize("name", ["bats.xls", "bats.xlsb"])
def test_an_old_and_a_binary_workbook_are_read(tmp_path: Path, name: str) -> None:
    bats, frogs = papers_of(tmp_path, Path(__file__).with_name(name).read_bytes(), name)
    assert (bats.title, bats.authors, bats.year) == ("On Bats", ("A B", "C D"), 2020)
    assert (frogs.title, frogs.abstract, frogs.year) == ("On Frogs", "We.", None)


def test_an_endless_reading_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbooks, "_require_whole", lambda *_: None)  # which would refuse this one at once
    monkeypatch.setattr(workbooks, "_SECONDS", 1)
    endless = changed(ods([["Title", "Abstract"], ["A", "We a."]]), "content.xml", "</table:table>", "")
    assert refusal_of(tmp_path, endless, "list.ods") == "it cannot be read within 1 seconds"


def test_a_process_that_does_not_end_itself_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stand_in: Path
) -> None:
    monkeypatch.setattr(workbooks, "_SECONDS", 0)
    monkeypatch.setattr(workbooks, "_GRACE", 0.2)
    stand_in.write_text("import time; time.sleep(60)")
    assert refusal_of(tmp_path, _SHEET) == "it cannot be read within 0 seconds"


def test_a_library_that_breaks_down_is_told_of(tmp_path: Path, stand_in: Path) -> None:
    stand_in.write_text("import os; os._exit(7)")
    assert refusal_of(tmp_path, _SHEET) == "the library that reads it broke down, with code 7"


@_LINUX
@pytest.mark.parametrize("place", ["9" * 40, "99999999999", "1048576"])
def test_a_cell_that_is_too_far_off_is_refused(tmp_path: Path, place: str) -> None:
    far = changed(_SHEET, "xl/worksheets/s1.xml", '<row r="2"><c', f'<row r="{place}"><c r="XFD{place}"')
    assert refusal_of(tmp_path, far) == "reading it takes more than 1024 MiB of memory"


@_LINUX
def test_an_old_workbook_with_a_number_far_too_large_is_refused(tmp_path: Path) -> None:
    far = bats_with(1735, b"\xff\xff\xff\x7f")
    assert refusal_of(tmp_path, far, "list.xls") == "reading it takes more than 1024 MiB of memory"


def test_an_old_workbook_that_the_librarys_own_fault_meets_is_refused(tmp_path: Path) -> None:
    why = refusal_of(tmp_path, bats_with(1426, b"\x7f"), "list.xls")
    assert why == "the library that reads it broke down, with code 1"


@_LINUX
def test_rows_of_opendocument_that_repeat_a_long_text_are_bounded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workbooks, "_MEMORY", 1 << 27)
    rows = ods([["Title", "Abstract"], ["A", "We see. " * 1000]])
    repeated = "</table:table-row><table:table-row", ' table:number-rows-repeated="1000000">'
    many = changed(rows, "content.xml", f"{repeated[0]}>", "".join(repeated))
    assert refusal_of(tmp_path, many, "list.ods") == "reading it takes more than 128 MiB of memory"


def test_cells_that_hold_more_than_a_program_can_take_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workbooks, "_WRITTEN", 1 << 20)
    rows = ods([["Title", "Abstract"], ["A", "We see. " * 100]])
    many = changed(
        rows, "content.xml", "row><table:table-row", 'row><table:table-row table:number-rows-repeated="9999"'
    )
    assert refusal_of(tmp_path, many, "list.ods") == "its cells hold more than 1 MiB"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not tell it so")
def test_where_the_system_bounds_no_memory_the_process_does() -> None:
    watched = "from rag.readers.sheet_process import _watch; _watch(1 << 20)"
    assert subprocess.run([sys.executable, "-c", watched], timeout=60).returncode == TOO_MUCH_MEMORY


def test_dates_keep_their_years(tmp_path: Path) -> None:
    sheet = changed(xlsx({"S": PAPERS}), "xl/worksheets/s1.xml", "<c><v>2020</v></c>", '<c t="d"><v>2019-05-04</v></c>')
    assert [paper.year for paper in papers_of(tmp_path, sheet, "list.xlsx")] == [2019, None]


@pytest.fixture
def stand_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program in the place of the one that reads."""
    program = tmp_path / "program.py"
    monkeypatch.setattr(sheet_process, "__file__", str(program))
    return program
