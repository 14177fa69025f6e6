"""The papers chosen for the next questions: what they mean to the engine, and how they are shown."""

from __future__ import annotations

import asyncio
import json
from types import SimpleNamespace
from typing import Any

import pytest

from rag.understanding.filters import Filter
from tests.ui.scripted import scripted_engine, scripted_record
from ui.chosen import chosen_html, conditions_of_choice
from ui.source_words import EN, ZH
from ui.where import line_of
from ui.window import Window


def told(*papers: tuple[str, str]) -> str:
    """A choice as the page's script writes it."""
    return json.dumps([{"id": paper_id, "title": title} for paper_id, title in papers])


def test_the_chosen_papers_alone_may_answer() -> None:
    (condition,) = conditions_of_choice(told(("2401.1", "A"), ("my notes | 3", "B"), ("2401.1", "A")))
    assert Filter.parse(condition) == Filter.naming(["2401.1", "my notes | 3"])


@pytest.mark.parametrize("text", ["", "[]", "{", "7", '[{"title": "A"}]', '["a"]', "null"])
def test_what_is_no_choice_limits_nothing(text: str) -> None:
    assert conditions_of_choice(text) == ()
    assert chosen_html(text, EN) == ""


def test_the_choice_is_not_written_into_the_line_of_filters() -> None:
    assert line_of(("year>=2023", *conditions_of_choice(told(("a", "A"))), "paper=b")) == "year>=2023, paper=b"


def test_each_chosen_paper_is_a_chip_whose_title_is_text_with_formulas() -> None:
    html = chosen_html(told(("a", "On <mask> & $x^2$")), EN)
    assert 'On &lt;mask&gt; &amp; <span class="ap-math">\ue000x^2\ue001</span>' in html
    assert '<span class="ap-raw">a</span>' in html
    assert "Asking only about" in html


def test_many_chosen_papers_are_folded_under_their_number() -> None:
    html = chosen_html(told(*((str(n), f"T{n}") for n in range(120))), ZH)
    assert "<details><summary>已选 120 篇论文</summary>" in html
    assert html.count("ap-pick") == 100
    assert "另有 20 篇" in html


def test_a_question_is_asked_of_the_chosen_papers_alone() -> None:
    engine = scripted_engine()
    reader: Any = SimpleNamespace(session_hash="s", headers={})
    choice = told(("a", "A"), ("b", "B"))

    async def asking() -> None:
        async for _ in Window(engine, scripted_record).converse("bats?", "year>=2023", choice, (), reader):
            pass

    asyncio.run(asking())
    assert engine.understood[-1].where == ["year>=2023", "paper==a|b"]
