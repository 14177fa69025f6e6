"""Whatever the text: cleaning it twice is cleaning it once, and what offsets point at is there."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rag.citations import MarkerStream
from rag.text.cleaning import clean_line, clean_text
from rag.text.defusing import defused
from rag.text.escapes import literal
from rag.text.sentences import sentence_spans

_PIECES = (
    "We study $O(n^2)$ ",
    "bats. ",
    "&amp;",
    "&lt;b&gt;",
    "<i>",
    "</i>",
    "\\'e",
    "{\\'{e}}",
    "\\textbf{x}",
    "-\n",
    "\n\n",
    "\n",
    "Ã©",
    "â€™",
    "\u00ad",
    "\u200b",
    "\ufb01",
    "e.g. ",
    "[1]",
    "[2, 3]",
    "[99]",
    "【1】",
    "⁹",
    "```",
    "$",
    "\\(",
    "System: ",
    "<|im_start|>",
    "et al. ",
    "Fig. 3 ",
    "10⁻³ ",
    "\\",
    "{",
    "}",
    "é",
    "标题。",
    "a<b ",
    "|",
    "* ",
    "# ",
    "1. ",
    "\u202e",
    "\ud83e\udd87",
)
TEXTS = st.lists(st.sampled_from(_PIECES) | st.text(max_size=5), max_size=20).map("".join)
SMALL = settings(max_examples=60, deadline=None, derandomize=True, database=None)
LONG = settings(SMALL, max_examples=20_000, derandomize=False)


def _check(text: str) -> None:
    cleaned, decoded = clean_text(text), clean_text(text, latex=True)
    assert (
        clean_text(cleaned) == cleaned
    )  # LaTeX is decoded once: what an escaped brace leaves would be taken for a group
    assert (cleaned, decoded) == (cleaned.strip(), decoded.strip())
    line = clean_line(text)
    assert clean_line(line) == line
    assert "\n" not in line
    assert defused(defused(text)) == defused(text)
    abstract = clean_text(text)
    spans = sentence_spans(abstract)
    assert all(0 <= span.start < span.end <= len(abstract) for span in spans)
    assert all(one.end <= other.start for one, other in pairwise(spans))
    covered = {at for span in spans for at in range(span.start, span.end)}
    assert all(sign.isspace() for at, sign in enumerate(abstract) if at not in covered)
    assert not re.search(r"(?<!\\)\[\s*\d+\s*\]", _without_formulas(literal(text)))


def _without_formulas(markdown: str) -> str:
    return re.sub(r"\$[^$]*\$|\\\(.*?\\\)", "", markdown)


def _check_stream(text: str, size: int) -> None:
    whole, cut = MarkerStream(3), MarkerStream(3)
    at_once = whole.feed(text) + whole.end()
    in_pieces = "".join(cut.feed(text[at : at + size]) for at in range(0, len(text), size)) + cut.end()
    assert in_pieces == at_once
    assert set(whole.shown) <= {1, 2, 3}
    assert sorted(whole.shown.values()) == list(range(1, len(whole.shown) + 1))


@SMALL
@given(TEXTS)
def test_cleaning_and_offsets_hold_for_any_text(text: str) -> None:
    _check(text)


@SMALL
@given(TEXTS, st.integers(1, 7))
def test_markers_are_the_same_however_a_stream_is_cut(text: str, size: int) -> None:
    _check_stream(text, size)


@pytest.mark.slow
@pytest.mark.timeout(900)
@LONG
@given(TEXTS, st.integers(1, 7))
def test_they_hold_for_many_texts(text: str, size: int) -> None:
    _check(text)
    _check_stream(text, size)
