"""`python -m ui`: what it says when it cannot start, and when it opens to others."""

import socket
from dataclasses import dataclass
from typing import Any

import pytest

import ui.__main__ as start
from rag.errors import IndexStoreError


@dataclass
class SilentApp:
    """An app that serves nothing."""

    blocked: bool = False

    def block_thread(self) -> None:
        """Return at once, as if it had been stopped."""
        self.blocked = True


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch) -> SilentApp:
    """The window without an engine or a server behind it."""
    silent = SilentApp()
    monkeypatch.setattr(start, "open_engine", lambda config: start.OpenEngine(None, "extractive", 0, (), None))  # type: ignore[arg-type]
    monkeypatch.setattr(start, "build_app", lambda *args, **options: silent)
    monkeypatch.setattr(start, "launch", lambda app, host, port: f"http://{host}:{port}/")
    return silent


def test_it_tells_its_address_and_listens_to_this_machine_alone(
    app: SilentApp, capsys: pytest.CaptureFixture[str]
) -> None:
    assert start.main([]) == 0
    out, error = capsys.readouterr()
    assert "http://127.0.0.1:7860/" in out
    assert error == ""
    assert app.blocked


def test_opening_it_to_others_is_warned_of(app: SilentApp, capsys: pytest.CaptureFixture[str]) -> None:
    assert start.main(["--host", "0.0.0.0"]) == 0
    assert "Warning: anyone who reaches 0.0.0.0 can ask" in capsys.readouterr().err


@pytest.mark.usefixtures("app")
def test_a_host_that_cannot_be_listened_on_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def unknown(host: str) -> str:
        raise socket.gaierror(f"no such host {host}")

    monkeypatch.setattr(socket, "gethostbyname", unknown)
    assert start.main(["--host", "nowhere.invalid"]) == 2
    assert "error: nowhere.invalid:7860 is taken or not of this machine" in capsys.readouterr().err


@pytest.mark.usefixtures("app")
def test_an_index_that_cannot_be_opened_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def damaged(config: Any) -> Any:
        raise IndexStoreError(f"The index at {config.index} cannot be opened.")

    monkeypatch.setattr(start, "open_engine", damaged)
    assert start.main(["--index", "mine"]) == 2
    assert capsys.readouterr().err == "error: The index at mine cannot be opened.\n"
