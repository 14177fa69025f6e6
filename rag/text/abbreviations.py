"""Abbreviation: the short name of a thing and the full one, as papers introduce them: "full name (SHORT)"."""

import re
from itertools import pairwise

from rag.text.initials import is_spelled_out

_REACH = 200
"""Characters before a short name in which the full one stands."""
_SAME_ROOT = 5
"""First letters that two words of one root share."""


def expansion(short: str, text: str) -> str:
    """What a text says a short form stands for, in "full name (SHORT)"; empty where it does not say.

    Args:
        short: such as "SNN" or "PINNs".
        text: of a paper.
    """
    letters = re.sub(r"s$", "", short)
    for match in re.finditer(rf"\(\s*{re.escape(letters)}s?\b[^)]{{0,30}}\)", text):
        words = re.search(
            rf"(?:[\w'’-]+[ -]){{1,{len(letters) + 3}}}$", text[max(0, match.start() - _REACH) : match.start()]
        )
        before = words[0].split() if words else []
        for first in range(len(before) - 1, -1, -1):
            full = " ".join(before[first:])
            if full[0].casefold() == letters[0].casefold() and is_spelled_out(letters, full):
                return full
    return ""


def abbreviations(phrase: str, text: str, *, shortest: int = 3) -> list[str]:
    """The short names that a text introduces for a phrase, each as often as it does.

    Args:
        phrase: such as "spiking neural networks".
        text: of a paper.
        shortest: letters at least; two of them alone stand for too many things.
    """
    pattern = r"[\W_]+".join(
        rf"{re.escape(word[: max(3, len(word) - 2)])}\w*" for word in re.findall(r"[^\W_]+", phrase)
    )
    found = re.findall(rf"(?<!\w){pattern}\s*\(\s*([A-Z][\w-]*[A-Z]\w*|[A-Z]{{2,}})\b", text, re.IGNORECASE)
    shorts = (re.sub(r"s$", "", short) for short in found if re.search(r"[A-Z].*[A-Z]", short))
    return [short for short in shorts if len(short) >= shortest and is_spelled_out(short, phrase)]


def called(phrase: str) -> list[str]:
    """The names in a run of words: one that ends in its initials ("large language model llm") is two of one thing.

    So is one of two words of one root, as a dictionary gives both ("molecule molecular").
    """
    *words, last = phrase.split()
    initials = "".join(part[0] for word in words for part in word.split("-") if part).casefold()
    if len(words) > 1 and last.casefold() == initials:
        return [" ".join(words), last.upper()]
    if len(words) == 1 and len(last) >= _SAME_ROOT and words[0][:_SAME_ROOT] == last[:_SAME_ROOT]:
        return [words[0], last]
    every = [*words, last]
    for at in range(2, len(every) - 1):  # "large language model llm watermark"
        if len(every[at]) > 1 and "".join(word[0] for word in every[:at]).casefold() == every[at].casefold():
            rest = every[at + 1 :]
            return [" ".join([*every[:at], *rest]), " ".join([every[at].upper(), *rest])]
    for at, (one, other) in enumerate(pairwise(every)):
        if len(one) >= _SAME_ROOT and one[:_SAME_ROOT] == other[:_SAME_ROOT]:  # "generation molecule molecular"
            return [" ".join([*every[:at], either, *every[at + 2 :]]) for either in (one, other)]
    return [phrase]


def is_short(phrase: str) -> bool:
    """Whether a phrase is a short name: one word of at most 10 characters with two capitals."""
    return bool(re.fullmatch(r"[\w.+-]{2,10}", phrase) and re.search(r"[A-Z].*[A-Z]", phrase))
