"""`python -m ui`: what it says when it cannot start, when it opens to others, and when a user is added."""

import socket
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import ui.command as start
from rag.config import RagConfig
from rag.errors import IndexStoreError
from ui.__main__ import main
from ui.collection import Collection
from ui.gate.users import Users
from ui.server import Serving


@dataclass
class Served:
    """A server that has ended already, and how it was started."""

    url: str = ""
    closed: bool = False
    built: dict[str, Any] = field(default_factory=dict)
    serving: Serving = field(default_factory=Serving)

    def wait(self) -> None:
        """Return as Ctrl+C has it."""
        raise KeyboardInterrupt

    def close(self) -> None:
        """Note that it was closed."""
        self.closed = True


OPENED = start.OpenEngine(None, "extractive", 0, (), Collection(RagConfig(), None, None))  # type: ignore[arg-type]


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> Served:
    """The window without an engine or a server behind it."""
    silent = Served()

    def serve(app: Any, *, host: str, port: int, serving: Serving, **_others: Any) -> Served:
        silent.url, silent.serving = f"http://{host}:{port}/", serving
        return silent

    monkeypatch.setattr(start, "write_log", lambda level, as_json: None)
    monkeypatch.setattr(start, "open_engine", lambda config: OPENED)
    monkeypatch.setattr(start, "build_app", lambda *args, **options: silent.built.update(options))
    monkeypatch.setattr(start, "serve", serve)
    return silent


def test_it_tells_its_address_and_listens_to_this_machine_alone(
    served: Served, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([]) == 0
    out, error = capsys.readouterr()
    assert "http://127.0.0.1:7860/" in out
    assert error == ""
    assert served.closed
    assert (served.serving.users, served.serving.rate, served.serving.mcp) == (None, 0, False)


@pytest.mark.parametrize("wish", [["--host", "0.0.0.0"], ["--host", "::"], ["--share"]])
@pytest.mark.usefixtures("served")
def test_opening_it_to_others_takes_passwords(wish: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(wish) == 2
    said = capsys.readouterr().err
    assert "python -m ui --add-user NAME --auth users.txt" in said
    assert f"python -m ui {' '.join(wish)} --auth users.txt" in said


def test_with_passwords_it_opens_to_others_and_limits_each(served: Served, tmp_path: Path) -> None:
    users = str(tmp_path / "users.txt")
    assert main(["--host", "0.0.0.0", "--auth", users, "--root-path", "papers/", "--mcp"]) == 0
    assert served.serving.users == Path(users)
    assert (served.serving.rate, served.serving.root_path, served.serving.mcp) == (30, "/papers", True)


@pytest.mark.usefixtures("served")
def test_a_user_is_added_with_a_password_typed_twice(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = iter(["correct horse", "correct horse", "correct horse", "another one"])
    monkeypatch.setattr(start, "getpass", lambda prompt: next(typed))
    file = str(tmp_path / "users.txt")
    assert main(["--add-user", "ann", "--auth", file]) == 0
    assert Users(Path(file)).is_right("ann", "correct horse")
    assert main(["--add-user", "bob", "--auth", file]) == 2
    assert main(["--add-user", "bob"]) == 2
    said = capsys.readouterr().err
    assert "These two differ" in said
    assert "--add-user bob --auth users.txt" in said


@pytest.mark.usefixtures("served")
def test_a_public_address_that_cannot_be_opened_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def unreachable(*args: Any) -> str:
        raise RuntimeError("no way out")

    monkeypatch.setattr("gradio.networking.setup_tunnel", unreachable)
    assert main(["--share", "--auth", str(tmp_path / "users.txt")]) == 2
    assert "No public address could be opened: no way out. Start it without --share" in capsys.readouterr().err


@pytest.mark.usefixtures("served")
def test_a_host_that_cannot_be_listened_on_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def unknown(host: str, *args: Any, **options: Any) -> Any:
        raise socket.gaierror(f"no such host {host}")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    assert main(["--host", "nowhere.invalid"]) == 2
    assert "error: nowhere.invalid:7860 is taken or not of this machine" in capsys.readouterr().err


@pytest.mark.usefixtures("served")
def test_an_index_that_cannot_be_opened_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def damaged(config: Any) -> Any:
        raise IndexStoreError(f"The index at {config.index} cannot be opened.")

    monkeypatch.setattr(start, "open_engine", damaged)
    assert main(["--index", "mine"]) == 2
    assert capsys.readouterr().err == "error: The index at mine cannot be opened.\n"


@pytest.mark.parametrize(
    ("options", "trusted"), [([], True), (["--allow-host", "papers.lab"], False), (["--root-path", "/papers"], False)]
)
def test_papers_are_added_by_who_sits_at_the_machine_alone(served: Served, options: list[str], trusted: bool) -> None:
    assert main(options) == 0
    assert (served.built["collection"].editable, served.built["any_server"]) == (trusted, trusted)
    assert main([*options, "--allow-edits"]) == 0
    assert served.built["collection"].editable


@pytest.mark.parametrize("port", ["0", "99999", "-1", "web"])
def test_a_port_that_is_none_is_told_with_those_that_are(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["--port", port])
    assert f"'{port}' is no port: give a number from 1 to 65535" in capsys.readouterr().err


def test_a_password_that_is_typed_once_alone_is_asked_for_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = iter(["a long word"])

    def once(prompt: str) -> str:
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr(start, "getpass", once)
    assert main(["--add-user", "ann", "--auth", str(tmp_path / "users.txt")]) == 2
    assert "was not typed twice" in capsys.readouterr().err
    assert not (tmp_path / "users.txt").exists()
