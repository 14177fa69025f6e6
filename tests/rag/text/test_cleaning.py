"""Cleaning keeps what authors meant and undoes what files did to it."""

import random
import time

import pytest

from rag.papers import content_id
from rag.text.cleaning import clean_line, clean_text, is_missing


@pytest.mark.parametrize(
    ("dirty", "clean"),
    [
        ("E\ufb03cient co\u00adop\u00adera\u00adtion", "Efficient cooperation"),
        ("5\u00a0kg zero\u200bwidth \ufeffmark", "5 kg zerowidth mark"),
        ("alpha\x00beta \x1b[31mgamma\x1b[0m\x07 \x0bdelta\x0cepsilon", "alpha beta gamma delta epsilon"),
        ("\x1b]8;;http://x.org\x07link\x1b]8;;\x07 &#27;[1mbold", "link bold"),
        ("ÃƒÂ©tude dâ€™Ã©cole", "étude d’école"),
        ("first\u2028second\u2029third\u0085fourth", "first second third fourth"),
        ("it\x92s \x93so\x94", "it’s “so”"),
        ("cafÃ© â€œsoâ€\x9d itâ€™s", "café “so” it’s"),
        ("â€œsoâ€ he said", "“so” he said"),
        ("e\u0301", "é"),
        ("\ud83d\ude00 and \ud83d", "\U0001f600 and \ufffd"),
        ("a \u202eb\u202c c", "a b c"),
        ("one\r\ntwo\rthree", "one\ntwo\nthree"),
        ("  many   spaces\t\tthere ", "many spaces there"),
        ("one\n \n\n\ntwo", "one\n\ntwo"),
        ("&amp;lt;p&amp;gt;x", "x"),
        (r"Erd\H{o}s &lt; G\&ouml;del", "Erdős < Gödel"),
    ],
)
def test_what_a_file_did_to_text_is_undone(dirty: str, clean: str) -> None:
    assert clean_text(dirty) == clean


@pytest.mark.parametrize(
    "text",
    [
        "10⁻³ and 5 µm² at 37 °C, ½ of ℝ",
        "$10^{-3}$, $x_{i}<y$ and \\(a>b\\)",
        "p<0.05 and q>3; fill <mask>",
        "🧪 and 👩\u200d💻 and ❤️",
        "我们提出了一种新方法，用于深度学习。",
        "می\u200cخواهم क्\u200dष",
        "*PepFlow* and **bold** and `code`",
        "ＡＢＣ①™",
        "from $5 to $10",
        "naïve “quotes” — and … dashes",
        "state-of-the-art",
    ],
)
def test_what_authors_meant_is_kept(text: str) -> None:
    assert clean_text(text) == text


@pytest.mark.parametrize(
    ("parted", "whole"),
    [
        ("the re-\nsult", "the result"),
        ("state-of-the-\nart", "state-of-the-art"),
        ("end-\nto-\nend", "end-to-end"),
        ("GPT-\n4 and 4-\nbit", "GPT-4 and 4-bit"),
        ("BERT-\nbased", "BERT-based"),
        ("t-\nSNE", "t-SNE"),
        ("co\u00ad\noperation", "cooperation"),
        ("repre\u2010\nsentation", "representation"),
        ("ﬁ-\nnd", "find"),
        ("a - \nb", "a -\nb"),
    ],
)
def test_a_word_parted_at_a_lines_end_is_whole(parted: str, whole: str) -> None:
    assert clean_text(parted) == whole


def test_lines_of_one_width_are_joined_and_lists_are_not() -> None:
    line = "We study bats and how they hear in the dark of night"
    assert clean_text("\n".join([line] * 3)) == " ".join([line] * 3)
    assert clean_text("We show:\n- bats\n- frogs") == "We show:\n- bats\n- frogs"


@pytest.mark.parametrize(
    "twin",
    ["deep nets for bats.", "{Deep} Nets for Bats", "Deep\u00a0 Nets\nfor Ba\u00adts", "Deep Nets &#102;or Bats"],
)
def test_spellings_of_one_title_give_one_id(twin: str) -> None:
    assert content_id(clean_line(twin), "We hear.") == content_id("Deep Nets for Bats", "We hear.")


def test_a_title_is_one_line() -> None:
    assert clean_line(" On\n\n Bats\tand  Bees ") == "On Bats and Bees"


@pytest.mark.parametrize(
    "value",
    [None, float("nan"), "", "  \n", "\u00a0\u200b\ufeff", "NaN", "nan", "N/A", "n.a.", "None", "null", "-", "—", "[]",
     "<NA>", "#N/A", "[No abstract available]", "No abstract available.", "Abstract not available", "暂无摘要", [], {}],
)  # fmt: skip
def test_a_field_that_says_nothing_is_missing(value: object) -> None:
    assert is_missing(value)


@pytest.mark.parametrize("value", ["NaN values are imputed.", "None of it", "x", "0", 0, False, "摘要", "Null results"])
def test_a_field_that_says_something_is_not_missing(value: object) -> None:
    assert not is_missing(value)


PIECES = (
    *("&", "amp;", "lt;", "gt;", "<", "b", ">", "</b>", "<p>", "&lt;", "\\", "'", "e", "{", "}", "$", "\n", "-\n", " "),
    *("  ", "\x1b", "[31m", "\u200b", "\u200d", "\u00ad", "\ufb01", "Ã", "©", "\u0301", "#", "39;", "B", "字", "😀"),
    *("\\&", "\\emph{", "\\H{o}", "`", "~", "<i>", "\r", "\t", "\u2028", "\x92", "â€", "™", "<sup>", "</sup>", "-3"),
    *("\ud83d", "\ude00", "<!--", "-->", "_", "^", "5", "\\%", "\\i", "word ", "<math>", "</math>", "fifty wide " * 5),
)


def test_cleaning_twice_is_cleaning_once() -> None:
    choose = random.Random(7)
    for _ in range(8000):
        text = "".join(choose.choice(PIECES) for _ in range(choose.randint(1, 12)))
        once = clean_text(text)
        assert clean_text(once) == once, text


@pytest.mark.parametrize("latex", [False, True])
def test_text_of_marks_alone_takes_no_longer_than_its_length_asks(latex: bool) -> None:
    marks = ("{", "\\", "$", "<", "&", "a-\n", " ", "a", "\\(", "\\[", "<!--", "<p ", "{\\'", "\u200d", "\\emph{",
             "&amp;", "\\begin{align}", "<math>", "$\\", "\\cite[", "\\o ", "深度")  # fmt: skip
    for mark in marks:
        start = time.process_time()
        clean_text(mark * (200_000 // len(mark)) + "\n<&\\{$字", latex=latex)
        assert time.process_time() - start < 8, mark


@pytest.mark.parametrize("between", [" ", "\n", "\t", "\r\n"])
def test_a_garbled_blank_goes_from_a_line_whatever_stands_in_for_its_second_half(between: str) -> None:
    line = clean_line(f"Â{between}0Ä¡")
    assert line == clean_line(line) == "0Ä¡"
