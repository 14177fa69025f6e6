"""Initials: whether words of a text spell a short name by their first letters."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

_SHORT_NAME = 12
"""Letters of a name that words spell, at most."""
_TOKEN = re.compile(r"[^\W_]+")
_STOP_BETWEEN = re.compile(r"[.,;:()!?|]")
_HYPHENS = ("-", "‐", "‑", "–")
_FEW_LETTERS = 3
"""Letters of a short name up to which a small word gives none: "Optimal Transport" is OT, "of Things" is not."""
_SMALL = "a an and as at by for from in into of on or the through to under using via with"
_SMALL_WORDS = frozenset(_SMALL.split())
_NEVER_IN_NAMES = """
that which this these those is are was were be been being can could may might will would should we our us it its they
their them not has have had do does did than then when where while if how what why such also both but because so there
"""
_STOPS = frozenset(_NEVER_IN_NAMES.split())
# The parts that words are put together from whose second part gives a letter of its own in "full name (SHORT)".
_SEAM = re.compile(
    r"auto|multi|micro|macro|hyper|inter|intra|super|semi|sub|over|under|pre|non|self|feed|back|down|up|cross|trans|meta"
    r"|co|re|un|pseudo|quasi|bi|uni|mono|tele|bio|neuro|electro|geo|photo|spatio|audio|video|soft|hard|data|work|frame"
)


def is_spelled_out(name: str, text: str) -> bool:
    """Whether words of a text spell a short name by their initials: "Vision Transformer" spells "ViT".

    The words stand one after the other with no stop and no "that" or "is" between, and each gives its first letter;
    small words, and what follows a hyphen, may be passed over. A word gives further letters where the name has them
    small ("ViT"), where the text has them in capitals ("SPARse"), and at the seam of what it is put together from
    ("autoencoder").

    Args:
        name: such as "ViT" or "PDEs".
        text: of a paper.
    """
    letters = re.sub(r"[\W_]", "", re.sub(r"(?<=[A-Z])s$", "", name))
    if not 1 < len(letters) <= _SHORT_NAME:
        return False
    first = letters[0].casefold()
    # One word that starts like the name spells nothing out: at least two are needed.
    return any(
        run[at].text[0].casefold() == first
        and any(_spells(letters[n:], run, at + 1, len(letters)) for n in _given(letters, run[at].text))
        for run in _runs(text)
        for at in range(len(run))
    )


@dataclass(frozen=True)
class _Token:
    text: str
    follows_hyphen: bool
    is_small: bool


@lru_cache(maxsize=256)
def _runs(text: str) -> tuple[tuple[_Token, ...], ...]:
    """The words of a text, run by run of those with no stop between."""
    runs: list[list[_Token]] = [[]]
    end = 0
    for match in _TOKEN.finditer(text):
        between, end = text[end : match.start()], match.end()
        is_stop = match[0] in _STOPS
        if is_stop or _STOP_BETWEEN.search(between):
            runs.append([])
        if is_stop:
            continue
        runs[-1].append(_Token(match[0], between in _HYPHENS, match[0].casefold() in _SMALL_WORDS))
    return tuple(map(tuple, runs))


def _spells(rest: str, run: Sequence[_Token], at: int, length: int) -> bool:
    if at >= len(run) or not rest:
        return False
    token = run[at]
    for n in _given(rest, token.text) if not token.is_small or length > _FEW_LETTERS or rest[0].islower() else ():
        if n == len(rest) or _spells(rest[n:], run, at + 1, length):
            return True
    # Two letters begin any two words: only those side by side spell them.
    return length > 2 and (token.follows_hyphen or token.is_small) and _spells(rest, run, at + 1, length)


def _given(letters: str, token: str) -> list[int]:
    """How many of the letters a word may give, at least its first."""
    if token[0].casefold() != letters[0].casefold():
        return []
    counts, at = [1], 1
    seam = _SEAM.match(token.casefold())
    for n, letter in enumerate(letters[1:], 1):
        found = token.casefold().find(letter.casefold(), at)
        if found < 0:
            break
        while found >= 0 and not (letter.islower() or token[found].isupper() or (seam and found == seam.end())):
            found = token.casefold().find(letter.casefold(), found + 1)
        if found < 0:
            break
        at = found + 1
        counts.append(n + 1)
    return counts
