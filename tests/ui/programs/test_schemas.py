"""Calls made from the window's own descriptions of itself, right and wrong ones: none fails with a fault of ours."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from tests.ui.gate.test_gate import guarded_app

schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed (it is in the `test` extra)")

_FEW = settings(
    max_examples=15, deadline=None, derandomize=True, database=None, phases=(Phase.generate,),
    suppress_health_check=list(HealthCheck),
)  # fmt: skip
_MANY = settings(_FEW, max_examples=400, derandomize=False)
DESCRIPTIONS = ("/v1/openapi.json", "/gradio_api/openapi.json")


@pytest.fixture(scope="module")
def app() -> Any:
    """The window, as a test client calls it."""
    return guarded_app(hosts=frozenset({"testserver"}))


def operations(app: Any, description: str) -> Iterator[Any]:
    """What a description says can be called."""
    schema = schemathesis.openapi.from_asgi(description, app)
    for operation in schema.get_all_operations():
        yield operation.ok()


def try_calls(app: Any, description: str, few: settings) -> set[int]:
    """Call all that is described; returns the statuses met."""
    met: set[int] = set()
    for operation in operations(app, description):

        @few
        @given(operation.as_strategy())
        def holds(case: Any) -> None:
            if isinstance(case.body, dict) and "model" in case.body:
                case.body["model"] = "askpapers"  # any other name is refused before the rest is looked at
            reply = case.call()
            met.add(reply.status_code)
            assert reply.status_code < 500, reply.text

        holds()
    return met


@pytest.mark.parametrize("description", DESCRIPTIONS)
def test_no_call_that_is_described_fails_with_a_fault_of_ours(app: Any, description: str) -> None:
    assert 200 in try_calls(app, description, _FEW)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("description", DESCRIPTIONS)
def test_none_of_many_calls_fails_with_a_fault_of_ours(app: Any, description: str) -> None:
    assert 200 in try_calls(app, description, _MANY)
