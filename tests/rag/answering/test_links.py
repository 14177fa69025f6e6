"""Links in a model's answer become text, however the stream cuts them; the papers' own stay."""

import pytest

from rag.answering.links import Links

OWN = "https://bats.test/a_(1)"


def shown(text: str, size: int) -> str:
    links = Links([OWN, ""])
    pieces = [links.feed(text[i : i + size]) for i in range(0, len(text), size)]
    return "".join(pieces) + links.end()


@pytest.mark.parametrize("size", [1, 4, 1000])
@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("see ![p](http://evil.test/p?q=1) x", "see [p] x"),
        ("[data](javascript:alert(1)) [1]", "[data] [1]"),
        ('[a b](http://evil.test "t") c', "[a b] c"),
        ("[here] (http://evil.test)", "[here]"),
        (f"[paper]({OWN}) [1].", f"[paper]({OWN}) [1]."),
        (f"{OWN} is it", f"{OWN} is it"),
        ("at http://evil.test/x?y=1.", "at `http://evil.test/x?y=1`."),
        ("www.evil.test", "`www.evil.test`"),
        ("<https://evil.test/x> and <img src=x onerror=a> ok", "`https://evil.test/x` and  ok"),
        ("[x]: http://evil.test/p.png", "[x]: `http://evil.test/p.png`"),
        ("if a < b and c > d [1][2].", "if a < b and c > d [1][2]."),
        ("in [0, 1) it holds! [1]", "in [0, 1) it holds! [1]"),
        ("Bats hear![1]", "Bats hear[1]"),
        ("the method (see below) works", "the method (see below) works"),
        ("</think> <mask> $x<y$", "</think> <mask> $x<y$"),
    ],
)
def test_only_the_papers_addresses_can_be_followed(text: str, left: str, size: int) -> None:
    assert shown(text, size) == left


def test_text_without_links_is_shown_at_once() -> None:
    links = Links([])
    assert links.feed("Bats hear well, at p < 0.05 ") == "Bats hear well, at p < 0.05 "
