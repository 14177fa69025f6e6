"""Untrusted text as HTML: nothing in it runs, nothing in it is lost."""

from __future__ import annotations

import re
from html import unescape

import pytest

from ui.markup import markdown_blocks, plain_html, web_link
from ui.tex import INLINE_OPEN


def markdown(text: str, citations: dict[int, tuple[str, str]] | None = None) -> str:
    return "".join(markdown_blocks(text, citations or {}))


def visible(html: str) -> str:
    return unescape(re.sub(r"<[^>]*>", "", html))


@pytest.mark.parametrize(
    "text",
    [
        "<mask>",
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "<svg/onload=alert(1)>",
        "a < b & c",
    ],
)
@pytest.mark.parametrize("render", [markdown, plain_html])
def test_markup_is_shown_as_the_text_it_is(render: object, text: str) -> None:
    html = markdown(text) if render is markdown else plain_html(text)
    assert visible(html) == text
    assert set(re.findall(r"<(\w+)", html)) <= {"p"}


def test_money_stays_literal_and_formulas_are_handed_over() -> None:
    html = markdown("It costs $5 to $10 for $O(n)$; set $HOME; R\\_max.")
    assert html.count(INLINE_OPEN) == 1
    assert visible(html).startswith("It costs $5 to $10 for ")
    assert visible(html).endswith("; set $HOME; R_max.")


@pytest.mark.parametrize("text", ["a*b*c", "x**2 + y**2", "snake_case_name"])
def test_marks_inside_words_are_not_emphasis(text: str) -> None:
    assert markdown(text) == f"<p>{text}</p>"


def test_emphasis_works_beside_chinese() -> None:
    assert markdown("方法**很快**而且*简单*。") == "<p>方法<strong>很快</strong>而且<em>简单</em>。</p>"


def test_a_formula_is_not_read_as_markdown() -> None:
    assert "a_1*b_1*c_1" in markdown("$a_1*b_1*c_1$")


def test_a_display_formula_over_lines_is_one_formula() -> None:
    assert markdown("\\[\nx\n=\ny\n\\]").count("ap-display") == 1


@pytest.mark.parametrize("url", ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "//host/x", "#x"])
def test_only_web_links_are_links(url: str) -> None:
    assert "<a" not in markdown(f"[text]({url}) <{url}>")
    assert web_link(url) is None


def test_a_web_link_opens_elsewhere_and_tells_nothing() -> None:
    html = markdown("[text](https://e.test/?a=1&b=2)")
    assert '<a href="https://e.test/?a=1&amp;b=2" target="_blank" rel="noopener">text</a>' in html


def test_images_are_never_fetched() -> None:
    assert "<img" not in markdown("![pixel](https://tracker.test/p.png)")


def test_a_marker_leads_to_its_card_and_carries_the_quote() -> None:
    html = markdown("So [1].", {1: ("card-1", 'They said "<b>".')})
    assert '<a class="ap-cite" href="#card-1" title="They said &quot;&lt;b&gt;&quot;.">[1]</a>' in html


def test_several_numbers_in_one_marker_lead_to_their_own_cards() -> None:
    html = markdown("So [1, 2].", {1: ("c1", ""), 2: ("c2", "")})
    assert re.findall(r'href="(#\w+)"', html) == ["#c1", "#c2"]


def test_a_marker_without_a_source_is_no_link() -> None:
    assert markdown("So [7].") == '<p>So <span class="ap-cite">[7]</span>.</p>'


def test_a_marker_in_code_is_code() -> None:
    assert "<code>w[1]</code>" in markdown("`w[1]`", {1: ("c1", "")})


def test_code_keeps_its_blank_lines_in_one_line_of_html() -> None:
    (block,) = markdown_blocks("```\na\n\n<b>\n```", {})
    assert "\n" not in block
    assert visible(block) == "a\n\n<b>\n"


def test_each_top_level_block_is_its_own() -> None:
    assert len(markdown_blocks("one\n\n- two\n- three\n\nfour", {})) == 3


def test_the_pages_own_placeholder_cannot_be_written() -> None:
    assert "%%%LATEX_BLOCK_0%%%" not in plain_html("%%%LATEX_BLOCK_0%%%")


def test_marks_may_overlap_touch_and_stick_out() -> None:
    html = plain_html("abcdefgh", [(1, 3), (2, 4), (4, 5), (7, 99), (-3, 0)])
    assert html == "a<mark>bcde</mark>fg<mark>h</mark>"


def test_a_mark_that_cuts_a_formula_covers_it_whole() -> None:
    html = plain_html("a $x.y$ b", [(0, 5)])
    assert re.fullmatch(r'<mark>a <span class="ap-math">.x\.y.</span></mark> b', html)


def test_offsets_count_characters_of_the_original() -> None:
    text = "α\r\n𝔸 <b> & here."
    start = text.index("here")
    assert plain_html(text, [(start, start + 4)]).endswith("&amp; <mark>here</mark>.")


def test_plain_text_is_not_markdown() -> None:
    assert plain_html("# *a* [x](https://e.test)") == "# *a* [x](https://e.test)"


def test_a_table_cell_of_text_is_told_from_a_short_one() -> None:
    (table,) = markdown_blocks("| a | b |\n|---|---|\n| 2 bits | learned codebooks for all the layers |", {})
    assert "<td>2 bits</td>" in table
    assert '<td class="ap-wide">learned codebooks' in table
