"""What sources left of TeX and Markdown in abstracts, as a reader sees it."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ui import tex
from ui.markup import markdown_blocks, prose_html
from ui.typography import strokes

PROSE = [
    ("the ``extreme'' case", "the “extreme” case"),
    ("``e-detector\" and ''noise''", "“e-detector” and “noise”"),
    ("a `flat' prior", "a ‘flat’ prior"),
    ("models---big ones -- and 5--6", "models—big ones – and 5–6"),
    ("a --flag, a*b*c, x**2, R_max, f''(x)", "a --flag, a*b*c, x**2, R_max, f&#x27;&#x27;(x)"),
    ("*FrogNet* leaps", "<em>FrogNet</em> leaps"),
    ("**H**eart, T**i**me", "<strong>H</strong>eart, T<strong>i</strong>me"),
    ("2.1$\\times$ for $5 to $10", '2.1<span class="ap-math">\ue000\\times\ue001</span> for $5 to $10'),
]


@pytest.mark.parametrize(("text", "html"), PROSE)
def test_prose_and_answers_show_what_the_signs_mean(text: str, html: str) -> None:
    assert prose_html(text) == html
    assert markdown_blocks(text, {}) == [f"<p>{html}</p>"]


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("use `Clip_x` now", "use <code>Clip_x</code> now"),
        ("5\\% of \\{a\\}", "5% of {a}"),
        ("on [Git](https://a.b/c_d)", 'on <a href="https://a.b/c_d" target="_blank" rel="noopener">Git</a>'),
        ("on [Git](javascript:alert)", "on [Git](javascript:alert)"),
        ("<b>*x*</b>", "&lt;b&gt;<em>x</em>&lt;/b&gt;"),
    ],
)
def test_prose_shows_code_addresses_and_escaped_signs_and_no_tag(text: str, html: str) -> None:
    assert prose_html(text) == html


def test_a_highlight_keeps_its_place_whatever_signs_stand_before_and_in_it() -> None:
    text = "*FrogNet* is ``new''. It leaps *far*."
    start = text.index("It leaps")
    assert prose_html(text, [(start, len(text))]) == ("<em>FrogNet</em> is “new”. <mark>It leaps <em>far</em>.</mark>")


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="a 1*_`'\"$\\{}[](-)\n.é中", max_size=40))
def test_every_character_is_told_of_once_and_in_order(text: str) -> None:
    clean, at = tex.scrub(text), 0
    for stroke in strokes(clean):
        assert stroke.start == at
        at = stroke.end
    assert at == len(clean)
    assert len(re.findall(r"</?em>", prose_html(text))) % 2 == 0
