"""What a citation marker is: [1], [1, 2], [1-3], 【1】, [Paper 1], (Paper 1), [^1], [[1], [2]], <sup>1</sup>."""

import re
from dataclasses import dataclass

_LABELS = (
    "abstract", "abstracts", "source", "sources", "paper", "papers", "ref", "refs", "reference", "references", "doc",
    "document", "documents", "citation", "citations", "no", "and", "to", "摘要", "论文", "来源", "文献", "参考文献",
)  # fmt: skip
_LOCATORS = ("page", "pages", "pp", "section", "sec")
CLOSERS = {"[": "]", "［": "］", "【": "】", "\\[": "\\]", "(": ")", "（": "）", "<sup>": "</sup>"}
"""What closes a marker, by what opens it."""
OPENING, CLOSING = "[［【", "]］】"
"""Brackets that may stand within each other."""
LABELLED = ("(", "（")
"""What opens a marker only where a word such as "Paper" follows: `(1)` may number what is listed."""
LONGEST = 64
_MOST_IN_RANGE = 20
_WORD = rf"(?:{'|'.join(sorted(_LABELS, key=len, reverse=True))})[.:]?"
_NUMBER = rf"(?:{_WORD}\s*)?#?\s*\d{{1,3}}(?::\d{{1,3}})?"
_ITEM = rf"{_NUMBER}(?:\s*(?:[-–—−~～]|to)\s*{_NUMBER})?"
_CONTENT = re.compile(rf"\s*\^?{_ITEM}(?:\s*(?:[,;、，；&/]|and)\s*{_ITEM})*(?:†[^\]】\n]{{0,30}})?\s*", re.IGNORECASE)
_LOCATOR = re.compile(
    r"\s*(?:\.|,?\s*(?:p{1,2}\.?|pages?|sec(?:tion|\.)?|§)\s*\d{1,4}(?:\s*[-–]\s*\d{1,4})?)\s*", re.IGNORECASE
)
_RANGE = re.compile(r"(\d{1,3})(?::\d{1,3})?(?:\s*(?:[-–—−~～]|to)\s*(?:[^\W\d]+\.?\s*)?#?\s*(\d{1,3})(?![\d:]))?")
_SOFAR = re.compile(r"[\s\d#:,;、，；&/.^§\-–—−~～]*")


RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_RAISED_SIGNS = "⁺⁻⁼⁽⁾ⁿⁱ"
_RAISABLE = [
    "km",
    "cm",
    "dm",
    "mm",
    "nm",
    "um",
    "µm",
    "μm",
    "ft",
    "in",
    "sec",
    "log",
    "ln",
    "exp",
    "sin",
    "cos",
    "tan",
    "px",
]
_STOPS = tuple(".,;:!?)]”’\"'。，；：！？）】")


@dataclass(frozen=True)
class Marker:
    """A citation marker.

    Args:
        text: as it was written, with the white space before it.
        numbers: the papers it names, as the prompt numbers them, in order, each once.
    """

    text: str
    numbers: tuple[int, ...]

    @property
    def space(self) -> str:
        """The white space before it."""
        return self.text[: len(self.text) - len(self.text.lstrip(" \t"))]


def numbers_of(content: str) -> tuple[int, ...]:
    """The papers that a bracket's content names, in order, each once; none where it is no marker.

    Args:
        content: what stands between the brackets.
    """
    found: list[int] = []
    located = re.fullmatch(rf"(.*?\d){_LOCATOR.pattern}", content, re.IGNORECASE)
    content = located[1] if located else content
    if "\n" in content or not _CONTENT.fullmatch(content):
        return ()
    for match in _RANGE.finditer(content.split("†")[0]):
        found += expanded(int(match[1]), int(match[2] or match[1]))
    if len(set(found)) > 1 and 0 in found:  # the interval [0, 1]
        return ()
    return tuple(dict.fromkeys(found))


def bare_of(nested: str) -> str:
    """What brackets within brackets hold, as one bracket would hold it: "1, 2" for `[[1],[2]]` and `[[1][2]]`."""
    apart = re.sub(rf"([{re.escape(CLOSING)}])(?=\s*[{re.escape(OPENING)}])", r"\1, ", nested)
    return re.sub(rf"[{re.escape(OPENING + CLOSING)}]", "", apart)


def may_go_on(content: str) -> bool:
    """Whether a bracket that is not closed yet may still become a marker."""
    if len(content) >= LONGEST or "\n" in content:
        return False
    if "†" in content:
        return bool(_CONTENT.fullmatch(content.split("†")[0]))
    words = re.findall(r"[^\W\d_]+", content)
    bare = re.sub(r"[^\W\d_]+", "", content)
    return bool(_SOFAR.fullmatch(bare.rstrip("\\"))) and all(
        any(label.startswith(word.casefold()) for label in (*_LABELS, *_LOCATORS)) for word in words
    )


def is_labelled(content: str) -> bool:
    """Whether a bracket's content begins with a word for a paper, as far as it has come."""
    word = re.match(r"[^\W\d_]*", content)
    found = word[0].casefold() if word else ""
    ended = len(found) < len(content)
    names = [label for label in _LABELS if label not in ("no", "and", "to")]
    return found in names if ended else any(label.startswith(found) for label in names)


def expanded(first: int, last: int) -> tuple[int, ...]:
    """The numbers of a range."""
    if first <= last <= first + _MOST_IN_RANGE:
        return tuple(range(first, last + 1))
    return (first, last)


def is_raised_marker(before: str, after: str) -> bool:
    """Whether raised digits are a marker, as in `word.¹`, and not a power, as in `x²`, `10⁻³` and `km²`.

    Args:
        before: some characters that stand before them.
        after: the character that follows; empty at the end.
    """
    word = re.search(r"([^\W\d_]+)$", before)
    letters = word[1] if word else ""
    after_word = (len(letters) >= 2 and letters not in _RAISABLE) or letters[-1:] > "\u3000"
    goes_on = after != "" and (after in _RAISED_SIGNS or (after.isalnum() and after < "\u3000"))
    return (after_word or before[-1:] in _STOPS) and not goes_on


def raised_number(text: str) -> int:
    """The number that raised digits write."""
    return int(text.translate(str.maketrans(RAISED, "0123456789")))
