"""What counts as a formula, and what is held back while one is being written."""

from __future__ import annotations

import pytest

from ui.tex import DISPLAY_OPEN, INLINE_CLOSE, INLINE_OPEN, formula_html, pieces, scrub, settled


def formulas(text: str) -> list[str]:
    return [piece.tex for piece in pieces(scrub(text)) if piece.tex is not None]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a bound of $O(n\\log n)$ here", ["O(n\\log n)"]),
        ("\\(x_1\\) and \\[y^2\\]", ["x_1", "y^2"]),
        ("$$\\int_0^1 f$$", ["\\int_0^1 f"]),
        ("up to $\\sim$$30\\%$ of", ["\\sim", "30\\%"]),
        ("$10$-$100$ times", ["10", "100"]),
        ("$x$ is 5", ["x"]),
        ("factor \\begin{equation*} a \\end{equation*}.", ["\\begin{equation*} a \\end{equation*}"]),
    ],
)
def test_formulas_are_found(text: str, expected: list[str]) -> None:
    assert formulas(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "$5 to $10",
        "set $HOME and $PATH",
        "US$5 and US$10",
        "costing $1.60 and \\\\$0.13 per run",
        "\\$x\\$",
        "$5",
        "价格$5到$10元",
    ],
)
def test_money_and_variables_are_not_formulas(text: str) -> None:
    assert formulas(text) == []


def test_pieces_cover_the_text_without_gaps() -> None:
    text = "a $b$ c\r\n\\(d\\) \\[e\\] $$f$$ \\begin{align}g\\end{align} h"
    found = list(pieces(scrub(text)))
    assert "".join(text[piece.start : piece.end] for piece in found) == text
    assert [piece.display for piece in found if piece.tex] == [False, False, True, True, True]


def test_the_page_delimiters_cannot_be_smuggled_in() -> None:
    assert scrub(f"a{INLINE_OPEN}b{DISPLAY_OPEN}") == "a\ufffdb\ufffd"


def test_scrubbing_keeps_the_length() -> None:
    text = "a\r\nb\rc\x00\ue000d"
    assert len(scrub(text)) == len(text)


def test_a_formula_with_unmatched_braces_is_shown_as_its_source() -> None:
    assert formula_html("\\frac{a", display=False) == "<code>\\frac{a</code>"


def test_escaped_braces_need_no_partner() -> None:
    assert INLINE_OPEN + "\\{a" + INLINE_CLOSE in formula_html("\\{a", display=False)


def test_markup_inside_a_formula_is_escaped() -> None:
    assert "1&lt;p&lt;2" in formula_html("1<p<2", display=False)


@pytest.mark.parametrize(
    ("growing", "shown"),
    [
        ("The bound $O(n", "The bound "),
        ("a \\(x", "a "),
        ("a \\", "a "),
        ("It is $$\\int", "It is "),
        ("done $x$", "done $x$"),
        ("it costs $5 to", "it costs $5 to"),
        ("earlier $x\n\nnext paragraph", "earlier $x\n\nnext paragraph"),
    ],
)
def test_a_half_written_formula_is_held_back(growing: str, shown: str) -> None:
    assert settled(growing) == shown


def test_what_only_looked_like_a_formula_is_held_back_for_a_while_only() -> None:
    text = "set $HOME " + "and go on " * 40
    assert settled(text) == text
