"""Who may enter: the file of users, and how often one may try."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from rag.errors import ConfigError
from ui.gate.sessions import Sessions, credentials_of
from ui.gate.turnstile import BusyError
from ui.gate.users import Users, add_user

PASSWORD = "correct horse"


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file with one user, hashed fast."""
    from bcrypt import gensalt

    monkeypatch.setattr("ui.gate.users.bcrypt.gensalt", lambda: gensalt(4))
    path = tmp_path / "users.txt"
    add_user(path, "ann", PASSWORD)
    return path


def test_a_password_is_kept_hashed_where_its_owner_alone_can_read(file: Path) -> None:
    assert PASSWORD not in file.read_text()
    assert file.read_text().startswith("ann:$2b$04$")
    if os.name == "posix":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("name", "password", "right"),
    [
        ("ann", PASSWORD, True),
        ("ann", "wrong", False),
        ("bob", PASSWORD, False),
        ("", "", False),
        ("ann", "x" * 100, False),
        ("ann", PASSWORD + "\0", False),
        ("ann", "密码", False),
        ("ann", "\ud800", False),
    ],
)
def test_a_password_is_right_for_its_user_alone(file: Path, name: str, password: str, right: bool) -> None:
    users = Users(file)
    assert [users.is_right(name, password) for _ in range(2)] == [right, right]


def test_users_added_changed_and_taken_out_count_at_once(file: Path) -> None:
    users = Users(file)
    add_user(file, "bob", "another one")
    add_user(file, "ann", "a new word")
    assert (users.is_right("bob", "another one"), users.is_right("ann", PASSWORD)) == (True, False)
    file.unlink()
    assert "bob" not in users
    assert not users.is_right("bob", "another one")


@pytest.mark.parametrize("text", ["", "ann:secret\n", "ann:{SHA}x=\n", "an n:$2b$04$" + "a" * 53])
def test_a_file_of_another_form_is_refused_with_what_to_type(tmp_path: Path, text: str) -> None:
    path = tmp_path / "users.txt"
    path.write_text(text)
    with pytest.raises(ConfigError, match=r"python -m ui --add-user NAME --auth"):
        Users(path)


@pytest.mark.parametrize(("name", "password"), [("a:b", PASSWORD), ("ann", "short"), ("ann", "x" * 73)])
def test_names_and_passwords_that_will_not_do_are_refused(tmp_path: Path, name: str, password: str) -> None:
    with pytest.raises(ConfigError):
        add_user(tmp_path / "users.txt", name, password)


def test_a_session_ends_with_its_user_or_when_signed_out(file: Path) -> None:
    sessions = Sessions(Users(file))
    first, second = (sessions.sign_in("ann", PASSWORD, "1.2.3.4") or "" for _ in range(2))
    assert sessions.user_of(first) == sessions.user_of(second) == "ann"
    sessions.sign_out(first)
    assert (sessions.user_of(first), sessions.user_of("")) == (None, None)
    file.write_text("# nobody\n")
    assert sessions.user_of(second) is None


def test_after_ten_wrong_passwords_even_the_right_one_has_to_wait(file: Path) -> None:
    sessions = Sessions(Users(file))
    for number in range(10):
        assert sessions.sign_in("ann", "wrong", f"10.0.0.{number}") is None
    with pytest.raises(BusyError, match="wait a minute") as caught:
        sessions.sign_in("ann", PASSWORD, "10.0.0.99")
    assert 1 <= caught.value.retry_after <= 60


@pytest.mark.parametrize(
    ("header", "found"),
    [
        ("Bearer ann:a:b", ("ann", "a:b")),
        ("Basic YW5uOmE6Yg==", ("ann", "a:b")),
        ("basic !!", None),
        ("Basic gA==", None),
        ("Bearer token", None),
        ("", None),
    ],
)
def test_programs_send_name_and_password_in_either_form(header: str, found: tuple[str, str] | None) -> None:
    assert credentials_of({"authorization": header}) == found
