"""Slip: how far a name was mistyped: letters swapped, doubled, left out, put in, or hit beside the right key."""

import re

_BESIDE = {
    "q": "wa", "w": "qeas", "e": "wrsd", "r": "etdf", "t": "ryfg", "y": "tugh", "u": "yihj", "i": "uojk", "o": "ipkl",
    "p": "ol", "a": "qwsz", "s": "weadzx", "d": "ersfxc", "f": "rtdgcv", "g": "tyfhvb", "h": "yugjbn", "j": "uihknm",
    "k": "iojlm", "l": "opk", "z": "asx", "x": "sdzc", "c": "dfxv", "v": "fgcb", "b": "ghvn", "n": "hjbm", "m": "jkn",
}  # fmt: skip
"""The keys that touch a key, of a QWERTY keyboard."""
_SWAPPED, _DOUBLED, _BESIDE_KEY, _LOST, _OTHER = 0.8, 0.8, 0.9, 1.0, 1.5
_NEVER = 9.0
LEAST_COST = min(_SWAPPED, _DOUBLED, _BESIDE_KEY, _LOST, _OTHER)
"""The least that anything costs."""
ONE_SLIP = 1.0
"""The most that a slip of the fingers costs; a letter put in place of a distant one is seldom that."""
ONE_LETTER = _OTHER
"""The most that a single letter costs."""


def slip_cost(one: str, other: str) -> float:
    """What it takes from one key to another; a slip costs about 1, one in the first letter, a digit or a sign far more.

    Args:
        one: in lower case, without signs.
        other: the same.
    """
    if one[:1] != other[:1] or re.findall(r"\d+|[+#]+", one) != re.findall(r"\d+|[+#]+", other):
        return _NEVER
    before: list[float] = []
    row = [_LOST * j for j in range(len(other) + 1)]
    for i, a in enumerate(one, 1):
        earlier, before, row = before, row, [_LOST * i]
        for j, b in enumerate(other, 1):
            changed = _LOST if a != b and _is_doubled(one, i - 1) and _is_doubled(other, j - 1) else _changed(a, b)
            cost = min(before[j] + _put_in(one, i - 1), row[j - 1] + _put_in(other, j - 1), before[j - 1] + changed)
            if i > 1 and j > 1 and a != b and a == other[j - 2] and one[i - 2] == b:
                cost = min(cost, earlier[j - 2] + _SWAPPED)
            row.append(cost)
    return row[-1]


def _put_in(word: str, at: int) -> float:
    return _DOUBLED if _is_doubled(word, at) else _LOST


def _is_doubled(word: str, at: int) -> bool:
    """Whether a letter stands twice; the wrong one doubled is a slip, too: "SMM" for "SSM"."""
    return word[at] in (word[at - 1 : at], word[at + 1 : at + 2])


def _changed(one: str, other: str) -> float:
    if one == other:
        return 0.0
    if other in _BESIDE.get(one, ""):
        return _BESIDE_KEY
    return _LOST if one in "aeiou" and other in "aeiou" else _OTHER
