"""Word forms: how a phrase may be written otherwise: in American spelling, joined or parted, as a quality."""

import re
from collections.abc import Callable, Sequence

from rag.text.analysis import analyze

KINDS = frozenset(analyze("models methods networks approaches techniques algorithms systems problems attacks tasks"))
"""What a thing is, after the words that tell which."""
_SHORTEST = 3
_NUMBERED = re.compile(r"([^\W\d_]{2,})([-‐‑]?)(\d[\w.]*)")
_JOINED = 8
"""Letters from which a word may be two words written as one."""
_RELATIVES = tuple(
    (re.compile(ending), instead)
    for ending, instead in (
        (r"ory$", "oretical"), (r"ance$", "ant"), (r"ence$", "ent"), (r"acy$", "ate"), (r"ability$", "able"),
        (r"ibility$", "ible"), (r"(?<=[a-z]{4})ity$", "e"), (r"eity$", "eous"), (r"archy$", "archical"),
        (r"(?<=[a-z]{3})(?:et|ol|om)ry$", "etric"), (r"ology$", "ological"), (r"ality$", "al"),
    )
)  # fmt: skip
_SHARED = 3
"""Words from which the first of two alternatives may lend its beginning to the second."""
_SPELLINGS = (
    (re.compile(r"isations?\b"), "ization"),
    (re.compile(r"(?<=[a-z]{3})is(e|ed|es|er|ers|ing)\b"), r"iz\1"),
    (re.compile(r"yse(d|s|r|rs)?\b"), r"yze\1"),
    (re.compile(r"(?<=[a-z]{2})our(s|al|ed|ing)?\b"), r"or\1"),
    (re.compile(r"elling\b"), "eling"),
    (re.compile(r"elled\b"), "eled"),
    (re.compile(r"\bcentre"), "center"),
    (re.compile(r"(?<=[a-z]{2})bre\b"), "ber"),
)


def in_american(phrase: str) -> str:
    """A phrase in American spelling."""
    for pattern, instead in _SPELLINGS:
        phrase = pattern.sub(instead, phrase)
    return phrase


def with_shared_words(phrases: Sequence[str], is_attested: Callable[[str], bool]) -> list[str]:
    """Give "KV cache compression or KV cache quantization" for "KV cache compression or quantization"."""
    found = list(phrases)
    first = phrases[0].split()
    tail = phrases[-1].split()[1:]
    for at, phrase in enumerate(phrases[:-1]):
        if len(tail) == 1 and " " not in phrase and is_attested(f"{phrase} {tail[0]}"):
            found[at] = f"{phrase} {tail[0]}"  # "speech or audio generation"
    for at, phrase in enumerate(phrases[1:], 1):
        whole = " ".join([*first[:-1], phrase])
        if len(first) >= _SHARED and " " not in phrase and is_attested(whole):
            found[at] = whole
    return found


def words(phrase: str) -> list[str]:
    """The words of a phrase, those of "meta-learning" apart."""
    return re.findall(r"[^\W_]+", phrase)


def relatives(word: str) -> list[str]:
    """What has the quality that a noun names: "theoretical" for "theory", "equivariant" for "equivariance"."""
    return [pattern.sub(instead, word) for pattern, instead in _RELATIVES if pattern.search(word)]


def quality(phrase: str) -> str:
    """Give "multimodal" for "multimodal models"."""
    match = re.fullmatch(r"(?!neural)([\w-]{5,}(?:al|ive|ed))\s+(\w+)", phrase)
    return match[1] if match and set(analyze(match[2])) <= KINDS else ""


def other_forms(word: str) -> list[str]:
    """A word without its hyphen, or with one in every place where it may be two words: "CIFAR10" is "CIFAR-10"."""
    parts = re.split(r"[-‐‑]", word)
    if numbered := _NUMBERED.fullmatch(word):
        return [numbered[1] + numbered[3] if numbered[2] else f"{numbered[1]}-{numbered[3]}"]
    if len(parts) == 2 and all(len(part) >= _SHORTEST for part in parts):
        return ["".join(parts)]
    if len(parts) > 1 or len(word) < _JOINED or not word.isalpha():
        return []
    return [f"{word[:at]}-{word[at:]}" for at in range(_SHORTEST, len(word) - _SHORTEST + 1)]
