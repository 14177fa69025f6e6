"""Signing in with a real browser, which names the origin of a form as the page's policy lets it."""

from __future__ import annotations

from pathlib import Path

import bcrypt
import gradio as gr
import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed (it is in the `test` extra)")

from playwright.sync_api import Page, expect

from tests.ui.browsing import chromium
from tests.ui.ports import free_port
from ui.server import Serving, serve

pytestmark = pytest.mark.browser


def sign_in(page: Page, name: str, password: str) -> None:
    """Fill in the form and send it."""
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()


def test_two_who_share_a_browser_do_not_see_each_others_conversations(app: gr.Blocks, tmp_path: Path) -> None:
    users = tmp_path / "users.txt"
    hashed = bcrypt.hashpw(b"owls", bcrypt.gensalt(4)).decode()
    users.write_text(f"ann:{hashed}\nbob:{hashed}\n")
    running = serve(app, host="127.0.0.1", port=free_port(), serving=Serving(users=users))
    try:
        with chromium() as browser:
            page = browser.new_page()
            page.set_default_timeout(15_000)
            page.goto(running.url)
            for name, own in (("ann", "whales"), ("bob", "maths")):
                sign_in(page, name, "owls")
                page.locator("#ap-question textarea").fill(own)
                page.keyboard.press("Enter")
                page.locator(".ap-footer").wait_for()
                expect(page.locator("#ap-past .ap-talk")).to_have_text([own])
                expect(page.locator("#ap-user strong")).to_have_text(name)
                page.get_by_role("link", name="Sign out").click()
                page.get_by_label("Password").wait_for()
            sign_in(page, "ann", "owls")
            expect(page.locator("#ap-past .ap-talk")).to_have_text(["whales"])
    finally:
        running.close()


def test_a_reader_signs_in_and_has_the_linked_question_asked(app: gr.Blocks, tmp_path: Path) -> None:
    users = tmp_path / "users.txt"
    users.write_text(f"ann:{bcrypt.hashpw(b'owls in snow', bcrypt.gensalt(4)).decode()}\n")
    running = serve(app, host="127.0.0.1", port=free_port(), serving=Serving(users=users))
    try:
        with chromium() as browser:
            page = browser.new_page()
            page.goto(f"{running.url}?q=whales")
            sign_in(page, "ann", "bats")
            expect(page.get_by_role("alert")).to_have_text("This name or this password is wrong.")
            expect(page.get_by_label("Name")).to_have_value("ann")
            expect(page.get_by_label("Password")).to_be_focused()
            page.keyboard.type("owls in snow")
            page.keyboard.press("Enter")
            expect(page.locator(".ap-question")).to_have_text("whales", timeout=15_000)
    finally:
        running.close()


def test_a_question_too_many_waits_in_its_box_and_leaves_the_conversation_in_sight(app: gr.Blocks) -> None:
    running = serve(app, host="127.0.0.1", port=free_port(), serving=Serving(rate=1))
    try:
        with chromium() as browser:
            page = browser.new_page(locale="zh-CN")
            page.set_default_timeout(15_000)
            page.goto(running.url)
            for question in ("whales", "maths"):
                page.locator("#ap-question textarea").fill(question)
                page.keyboard.press("Enter")
                page.locator(".ap-footer").wait_for()
            expect(page.locator(".toast-body")).to_contain_text("提问太频繁")
            expect(page.locator("#ap-question textarea")).to_have_value("maths")
            expect(page.locator("#ap-chat > .wrap")).to_be_hidden()
            expect(page.locator(".ap-question")).to_be_visible()
    finally:
        running.close()
