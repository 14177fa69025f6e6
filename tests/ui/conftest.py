"""The window served over the scripted engine."""

from __future__ import annotations

from collections.abc import Iterator

import gradio as gr
import pytest

from tests.ui.ports import free_port
from tests.ui.scripted import ScriptedEngine, scripted_engine, scripted_record
from ui.app import build_app, launch

EXAMPLE = "When do bats hunt?"


@pytest.fixture(autouse=True)
def _tidy(request: pytest.FixtureRequest) -> Iterator[None]:
    """Close what a test has opened in its module's browser: an open window goes on asking its server."""
    browser = request.getfixturevalue("browser") if "browser" in request.fixturenames else None
    before = list(browser.contexts) if browser else []
    yield
    for context in list(browser.contexts) if browser else ():
        if context not in before:
            context.close()


@pytest.fixture(scope="module")
def engine() -> ScriptedEngine:
    """The scripted engine behind this module's window."""
    return scripted_engine()


@pytest.fixture(scope="module")
def app(engine: ScriptedEngine) -> gr.Blocks:
    """The window over the scripted engine."""
    return build_app(
        engine,
        examples=[EXAMPLE],
        title="AskPapers",
        mode="extractive",
        papers=2634,
        make_record=scripted_record,
    )


@pytest.fixture(scope="module")
def live_url(app: gr.Blocks) -> Iterator[str]:
    """The address of the window, served for this module's tests."""
    yield launch(app, host="127.0.0.1", port=free_port())
    app.close(verbose=False)
