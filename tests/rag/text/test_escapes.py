"""What others wrote stands in an answer as it is."""

from collections.abc import Callable, Sequence
from io import StringIO

import pytest
from markdown_it import MarkdownIt
from rich.console import Console

from rag.cli.terminal import answer_view
from rag.config import RagConfig
from rag.corpus.listing import Listing, Match, Sureness
from rag.corpus.rosters import roster
from rag.corpus.topics import topic_of
from rag.indexing import IndexStats
from rag.papers import Paper
from rag.prompts import quoted_from
from rag.text.escapes import literal, unforged
from tests.conftest import ask, engine_over, paper
from ui.markup import markdown_blocks

WILD = (
    "*Stars*, `code` and <mask> [1] of a_b_ and _c_ | d # e ~~f~~",
    "![pixel](https://evil.example/x.png) and [here](https://evil.example)",
    "See [1] [2, 3] <https://evil.example> &lt;b&gt; a\\*b",
    "# Not a heading",
    "1. No list",
    "$5 [1] and x$ for _you_",
)


def shown(markdown: str) -> str:
    """The text that CommonMark shows, where it is nothing but text."""
    (_, inline, _) = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(markdown)
    assert {token.type for token in inline.children or ()} <= {"text", "text_special"}
    return "".join(token.content for token in inline.children or ())


@pytest.mark.parametrize("title", WILD)
def test_a_title_is_shown_as_it_is_and_forges_nothing(title: str) -> None:
    assert shown(literal(title)) == title
    (block,) = markdown_blocks(literal(title), {1: ("source", "quote")})
    assert "<a" not in block
    assert "ap-cite" not in block
    assert "<em>" not in block


def test_a_formula_stays_a_formula() -> None:
    assert literal(r"$\Phi_\textrm{Flow}$ of *x*") == r"$\Phi_\textrm{Flow}$ of \*x\*"


def test_no_number_in_a_quote_is_a_citation() -> None:
    assert unforged("Seen in [1] and [2, 3], *here* [x](https://e.org).") == (
        r"Seen in [1\] and [2, 3\], *here* x (https://e.org)."
    )
    assert unforged("At [https://e.org/x](https://e.org/x).") == "At https://e.org/x."
    assert unforged("![x](https://e.org) [y](other:z)") == r"![x\](https://e.org) [y\](other:z)"
    assert unforged("On [0, 1) and $x_{[1]}$") == r"On [0, 1) and $x_{[1\]}$"


@pytest.mark.parametrize("title", WILD)
def test_each_frame_of_an_answer_shows_a_title_as_it_is(title: str) -> None:
    wild = paper("Bats hear.", title, "w", authors=("A *star* [1]",))
    listing = Listing(topic_of("papers on bats"), (Match(wild, Sureness.ABOUT, None),), 1, 9)
    assert f"**{literal(title)}**: “Bats hear.” [1]" in roster("Which papers are on bats?", listing).text
    assert quoted_from("Why?", title) == f"From **{literal(title)}**:"


def test_an_answer_cites_by_its_own_numbers_alone(
    index: Callable[[Sequence[Paper]], IndexStats], config: RagConfig
) -> None:
    index([paper("Bats hear by echo [7] at 40 kHz.", "*Bats* [9] in `code`", "bat")])
    record = ask(engine_over(config)[0], "At what kHz do bats hear by echo?")
    assert record["answer"] == "From **\\*Bats\\* [9\\] in \\`code\\`**:\n\n> Bats hear by echo [7\\] at 40 kHz. [1]"
    assert [(item["n"], item["quote"]) for item in record["citations"]] == [(1, "Bats hear by echo [7] at 40 kHz.")]
    console = Console(width=100, record=True, file=StringIO())
    console.print(answer_view(record))
    assert "From *Bats* [9] in `code`:" in console.export_text()
