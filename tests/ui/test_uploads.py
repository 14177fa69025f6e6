from pathlib import Path

import pytest
from gradio.utils import get_upload_folder

from ui import uploads
from ui.library_texts import TEXTS
from ui.run_words import EN
from ui.server import Serving
from ui.uploads import UploadError, Uploads, forget


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Gradio's upload folder, for this test."""
    monkeypatch.setenv("GRADIO_TEMP_DIR", str(tmp_path / "uploads"))
    assert get_upload_folder() == str(tmp_path / "uploads")
    (tmp_path / "uploads" / "1").mkdir(parents=True)
    return tmp_path / "uploads" / "1"


def test_an_upload_is_moved_out_of_reach_and_deleted_in_the_end(folder: Path) -> None:
    (folder / "a.bib").write_text("@misc{a}")
    taken = Uploads.taken([str(folder / "a.bib")], EN)
    assert [file.name for file in taken.files] == ["a.bib"]
    assert taken.files[0].read_text() == "@misc{a}"
    assert not folder.exists()
    taken.drop()
    assert not taken.folder.exists()


def test_two_uploads_of_one_name_stay_two(folder: Path) -> None:
    other = folder.parent / "2"
    other.mkdir()
    for place in (folder, other):
        (place / "a.bib").write_text(place.name)
    taken = Uploads.taken([str(folder / "a.bib"), str(other / "a.bib")], EN)
    assert [file.read_text() for file in taken.files] == ["1", "2"]
    taken.drop()


def test_nothing_outside_the_upload_folder_is_read_or_deleted(folder: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("a secret")
    (folder / "link.txt").symlink_to(secret)
    places = [str(secret), str(folder / ".." / ".." / "secret.txt"), str(folder / "link.txt"), str(folder), "no.txt"]
    for place in places:
        with pytest.raises(UploadError, match="not there any more"):
            Uploads.taken([place], EN)
    forget(places)
    assert secret.read_text() == "a secret"


def test_a_file_that_is_not_read_is_told_by_its_name_and_costs_no_other(folder: Path) -> None:
    (folder / "a.bib").write_text("@misc{a}")
    (folder / ("<img src=x onerror=1>" + "y" * 100 + ".exe")).write_text("")
    taken = Uploads.taken([str(path) for path in folder.iterdir()], EN)
    assert [file.name for file in taken.files] == ["a.bib"]
    shown = "<img src=x onerror=1>" + "y" * 59 + "…"
    assert taken.refused == (f"{shown} is of no type that is read here: see the types above.",)
    assert not folder.exists()
    taken.drop()


@pytest.mark.parametrize(("name", "said"), [("a.exe", "no type that is read"), ("a.bib", "4 MB at most")])
def test_a_wrong_type_and_too_large_a_file_are_refused(
    folder: Path, name: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploads, "LARGEST", 4_000_000)
    (folder / name).write_bytes(b"x" * 5_000_000)
    with pytest.raises(UploadError, match=said):
        Uploads.taken([str(folder / name)], EN)
    forget([str(folder / name)])
    assert not (folder / name).exists()


def test_no_files_and_too_many_are_refused(folder: Path) -> None:
    with pytest.raises(UploadError, match="Choose a file"):
        Uploads.taken([], EN)
    with pytest.raises(UploadError, match="20 files"):
        Uploads.taken([str(folder / "a.bib")] * 21, EN)


def test_what_is_told_of_the_size_is_what_the_server_takes() -> None:
    assert Serving().upload == uploads.LARGEST
    assert f"{uploads.LARGEST // uploads.MEGABYTE} MB" in TEXTS["library.files_note"][0]
