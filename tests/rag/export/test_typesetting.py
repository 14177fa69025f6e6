"""Text as LaTeX, and LaTeX as the same text again."""

import pytest

from rag.export.typesetting import latex_of
from rag.text.cleaning import clean_text


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        ("5% of R&D, #1", r"5\% of R\&D, \#1"),
        ("costs $5 and $10", r"costs \$5 and \$10"),
        ("snake_case {x}", r"snake\_case \textbraceleft{}x\textbraceright{}"),
        ("~1 2^3", r"\textasciitilde{}1 2\textasciicircum{}3"),
        (r"\ours wins", r"\textbackslash{}ours wins"),
        ("a<b, <mask> | c", r"a\textless{}b, \textless{}mask\textgreater{} \textbar{} c"),
        (r"bound $O(\epsilon^{-2})$ holds", r"bound $O(\epsilon^{-2})$ holds"),
        (r"in \(x_1\), 5%", r"in \(x_1\), 5\%"),
        ("--flag", "-{}-flag"),
        ("Zürich 深度学习 ε", "Zürich 深度学习 ε"),
        ("first\n\nsecond", "first\n\nsecond"),
        ("list:\n- one\n- two", r"list:\\ - one\\ - two"),
    ],
)  # fmt: skip
def test_text_is_escaped_and_read_back(text: str, latex: str) -> None:
    assert latex_of(text) == latex
    assert clean_text(latex, latex=True) == text


def test_no_comment_begins_in_a_formula() -> None:
    assert latex_of("about $50%$ of it") == r"about $50\%$ of it"


@pytest.mark.parametrize("text", [r"$[0, \{1$ or", r"$k \in \\{1\\}$", "$x{$ or", "$}x{$"])
def test_braces_match_as_bibtex_counts_them(text: str) -> None:
    latex = latex_of(text)
    assert latex.count("{") == latex.count("}")


def test_capitals_within_words_of_a_title_are_guarded() -> None:
    latex = latex_of("PepFlow for R&D: a GPT-4 Study of $x_1$", guards=True)
    assert latex == r"{PepFlow} for R\&D: a {GPT-4} Study of $x_1$"
    assert clean_text(latex, latex=True) == "PepFlow for R&D: a GPT-4 Study of $x_1$"
