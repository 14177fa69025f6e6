r"""Writing: one way of writing a name, and the key that all its writings share.

"LLaMA 2", "Llama-2" and "llama2" are one name, as are `$\alpha$-NeuS` and "alpha-NeuS".
"""

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from rag.text.formulas import plain_math
from rag.text.sentences import Span

_CJK = r"\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_LETTER = rf"[^\W_{_CJK}]"
_FORMULA = r"\$[^$\n]{1,60}\$"
# A name goes on after a hyphen, a point or a formula, and may end in signs: "E$^2$GAN", "GPT-3.5", "A2Q+", "C++".
_WRITING = re.compile(
    rf"(?:{_LETTER}++|{_FORMULA})(?:[-‐‑–.+](?={_LETTER}|\$)|{_FORMULA}|{_LETTER}++)*+(?:[+#]+(?!{_LETTER}))?"
)
_VERSION = re.compile(r"(?!\d[dD]$)[vV]?\d[\dA-Za-z.]*")
_NUMBER = re.compile(r"(?<=[^\W\d_]{2})(?=\d)")
_MOST_WORDS = 4
_NAMELIKE = re.compile(r"\w[A-Z]|[^\W\d_]\d|\d[^\W\d_]|[-‐‑–.$+#\u0370-\u03ff∂ℓ]")


@dataclass(frozen=True)
class Writing:
    """What may be a name, as a text has it.

    Args:
        text: with its formulas as plain characters.
        key: shared by all writings of the name; never empty.
        span: its place.
    """

    text: str
    key: str
    span: Span


def key_of(name: str) -> str:
    """The key of a name: its letters in Latin and lower case, its digits, and "+" and "#" at its end."""
    return _key(name)


@lru_cache(maxsize=1 << 16)
def _key(name: str) -> str:
    plain = plain_math(name.replace(r"\#", "#"))
    plain = re.sub(r"(?<=[A-Z])s$", "", plain)  # "SNNs" is "SNN"
    latin = in_latin(plain).casefold()
    tail = re.search(r"[+#]+$", latin)
    # "3.5" is not "35".
    return re.sub(r"(?<!\d)\.|\.(?!\d)|[^a-z0-9.]", "", latin) + (tail[0] if tail else "")


def number_apart(text: str) -> str:
    """A text with the number of each name apart, as it is often written: "Llama 2" for "Llama2"."""
    return _NUMBER.sub(" ", text)


def in_latin(name: str) -> str:
    """A name without accents, its Greek letters by their names: "PhiFlow" for "ΦFlow"."""
    return "".join(map(_latin, unicodedata.normalize("NFKD", name)))


def _latin(character: str) -> str:
    if character == "∂":
        return "partial"
    if not "\u0370" <= character <= "\u03ff":
        return "" if unicodedata.combining(character) else character
    letter = "".join(unicodedata.name(character, "").split()[-1:])
    return letter.title() if character.isupper() else letter.lower()


def writings(text: str) -> list[Writing]:
    """All words of a text, those with hyphens whole, and two where the second counts versions: "LLaMA 2"."""
    return list(_writings(text, lambda match: True))


def _writings(text: str, is_wanted: Callable[[re.Match[str]], bool]) -> Iterator[Writing]:
    before: Writing | None = None
    for match in _WRITING.finditer(text):
        if not is_wanted(match) or not (key := key_of(match[0])):
            before = None
            continue
        word = Writing(plain_math(match[0].replace(r"\#", "#")), key, Span(match.start(), match.end()))
        is_version = _VERSION.fullmatch(match[0]) and before and text[before.span.end : match.start()] == " "
        if before and is_version and re.search(r"[A-Z]", before.text):
            yield _joined([before, word])
        yield word
        before = word


@lru_cache(maxsize=64)
def runs(text: str) -> tuple[Writing, ...]:
    """The words of a text, and up to four that stand side by side, the longest first."""
    words = [word for word in writings(text) if " " not in word.text]
    beside = [text[a.span.end : b.span.start] == " " for a, b in pairwise(words)]
    return tuple(
        _joined(words[at : at + length]) if length > 1 else words[at]
        for length in range(_MOST_WORDS, 0, -1)
        for at in range(len(words) - length + 1)
        if all(beside[at : at + length - 1])
    )


def _joined(words: list[Writing]) -> Writing:
    span = Span(words[0].span.start, words[-1].span.end)
    return Writing(" ".join(word.text for word in words), "".join(word.key for word in words), span)


def names_in(title: str, abstract: str) -> list[Writing]:
    """What may be a name in a paper, in order; the places are in title, line break and abstract.

    That is a word with a capital or a digit inside, with a hyphen or a formula, or with a capital at its front in the
    middle of a sentence; and what a title has before its colon.

    Args:
        title: of the paper.
        abstract: of the paper.
    """
    text = f"{title}\n{abstract}"
    found = []
    if (head := title.partition(":")[0]) != title and 1 < len(head.split()) <= _MOST_WORDS and (key := key_of(head)):
        found.append(Writing(plain_math(head).strip(), key, Span(0, len(head))))
    start = len(title) + 1
    return [*found, *_writings(text, lambda match: _is_namelike(match, start))]


def _is_namelike(match: re.Match[str], start: int) -> bool:
    word, text = match[0], match.string
    if word.islower() and word.isalpha() and word.isascii():
        return match.start() == 0 and text[match.end() : match.end() + 1] == ":"
    if _NAMELIKE.search(word) or _VERSION.fullmatch(word):
        return True
    if match.start() == 0:  # all that stands before a title's colon
        return text[match.end() : match.end() + 1] == ":"
    # a capital where no sentence asks for one
    is_inside = match.start() > start and bool(re.search(r"[a-z,] \(?$", text[match.start() - 3 : match.start()]))
    return is_inside and word[0].isupper()
