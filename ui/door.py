"""The door: signing in and out, and what tells whoever watches over the server how it does."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import anyio.to_thread
from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from rag.errors import AskPapersError
from ui.gate.gate import ADDRESS, USER
from ui.gate.login import login_page
from ui.gate.sessions import HOURS, Sessions
from ui.gate.turnstile import BusyError
from ui.programs.reception import Reception
from ui.release import release
from ui.watch import Watch


def door(title: str, sessions: Sessions | None, cookie: str, watch: Watch, reception: Reception | None) -> APIRouter:
    """The routes.

    Args:
        title: the window's name.
        sessions: who may enter; None for everybody.
        cookie: the name of the session's cookie.
        watch: has the counts.
        reception: knows the papers, if there is one.
    """
    router = APIRouter(include_in_schema=False)

    @router.get("/healthz", response_model=None)
    async def health(request: Request) -> JSONResponse:
        """Whether the index can be read; how many papers it has is for those who may enter."""
        try:
            state = {} if reception is None else await anyio.to_thread.run_sync(reception.desk.state)
        except AskPapersError as error:
            known: dict[str, Any] = {"status": "failing", "error": str(error)}
            return JSONResponse(_shown(request, known), status_code=503)
        return JSONResponse(_shown(request, {"status": "ok", **state, "version": release()}))

    @router.get("/metrics", response_model=None)
    async def metrics() -> Response:
        """The counts, for Prometheus."""
        return Response(watch.metrics(), media_type="text/plain; version=0.0.4; charset=utf-8")

    if sessions is not None:
        _add_sessions(router, title, sessions, cookie)
        _add_leaving(router, sessions, cookie)
    return router


def _shown(request: Request, state: dict[str, Any]) -> dict[str, Any]:
    stranger = USER in request.scope and request.scope[USER] is None
    return {"status": state["status"]} if stranger else state


def _add_sessions(router: APIRouter, title: str, sessions: Sessions, cookie: str) -> None:
    def page(
        request: Request, problem: str | None = None, status: int = 200, wait: int = 0, name: str = ""
    ) -> HTMLResponse:
        query = f"?{request.url.query}" if request.url.query else ""
        accepted, action = request.headers.get("accept-language", ""), f"{_root(request)}/login{query}"
        html = login_page(title, accepted, action, problem=problem, name=name)
        return HTMLResponse(html, status_code=status, headers={"Retry-After": str(wait)} if wait else None)

    @router.get("/login", response_model=None)
    async def show(request: Request) -> HTMLResponse:
        return page(request)

    @router.post("/login", response_model=None)
    async def sign_in(request: Request) -> Response:
        form = await request.form()
        name, password = str(form.get("username", "")), str(form.get("password", ""))
        wants_page = "text/html" in request.headers.get("accept", "")
        try:
            token = await anyio.to_thread.run_sync(sessions.sign_in, name, password, request.scope[ADDRESS])
        except BusyError as error:
            if wants_page:
                return page(request, str(error), 429, error.retry_after, name)
            raise
        if token is None:
            if wants_page:
                return page(request, "", 401, name=name)
            return JSONResponse({"detail": "This name or this password is wrong."}, status_code=401)
        query = f"?{request.url.query}" if request.url.query else ""
        entered: Response = JSONResponse({"success": True})
        if wants_page:
            entered = RedirectResponse(f"{_root(request)}/{query}", status_code=303)
        _set(entered, request, cookie, token, httponly=True)
        _set(entered, request, f"{cookie}-user", quote(name), httponly=False)
        return entered


def _add_leaving(router: APIRouter, sessions: Sessions, cookie: str) -> None:
    @router.get("/logout", response_model=None)
    async def sign_out(request: Request) -> RedirectResponse:
        sessions.sign_out(request.cookies.get(cookie, ""))
        left = RedirectResponse(f"{_root(request)}/login", status_code=303)
        for told in (cookie, f"{cookie}-user"):
            left.delete_cookie(told, path=_root(request) or "/")
        return left


def _set(response: Response, request: Request, cookie: str, value: str, *, httponly: bool) -> None:
    """Set a cookie for the window alone. The page reads one, with the name, to keep each user's conversations apart."""
    response.set_cookie(
        cookie, value, max_age=HOURS * 3600, path=_root(request) or "/", httponly=httponly, samesite="lax",
        secure=request.url.scheme == "https",
    )  # fmt: skip


def _root(request: Request) -> str:
    return str(request.scope.get("root_path", ""))
