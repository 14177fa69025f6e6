"""Who asks, for the line and the allowances, and in which request, for the log."""

from __future__ import annotations

import gradio as gr


def caller_of_event(request: gr.Request | None) -> str:
    """The user of one of Gradio's events, or else the address that it came from; empty where neither is known."""
    user, client = getattr(request, "username", None), getattr(request, "client", None)
    return str(user or (client.host if client else ""))


def request_of_event(request: gr.Request | None) -> str:
    """The id of the request that brought one of Gradio's events: the gate has put it there; empty without a gate."""
    headers = getattr(request, "headers", None)
    return str(headers.get("x-request-id", "")) if headers is not None else ""
