"""Chinese read word for word: terms of the field from a glossary of our own, the rest from a dictionary.

The result is no sentence, but it holds the words that English abstracts hold: all that ranking needs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from rag.languages.dictionary import Dictionary, bundled_dictionary

_HAN = re.compile(r"[\u3400-\u9fff]+")
_PUNCTUATION = re.compile(r"[\u3000-\u303f\uff00-\uffef“”‘’…—]")
_LONGEST = 12
"""Characters of the longest term looked for."""
_MOST_READINGS = 4
_SQUARE = 2
"""Long words win: a stretch is worth its length to this power, so that 强化学习 is one term, not two words."""
_TRUST = 0.9
"""What a word of the dictionary is worth beside a term of the glossary of the same length."""


class Glossary:
    """Reads Chinese as English words.

    Args:
        terms: in simple characters, with their English, in lower case; `|` parts words of which any may be meant; empty
            for words that say nothing of the topic.
        dictionary: knows the words that are no terms.
    """

    def __init__(self, terms: Mapping[str, str], dictionary: Dictionary) -> None:
        self._terms = terms
        self._dictionary = dictionary

    def english(self, text: str) -> str:
        """A text in English words, in its own order; what stands in Latin letters stays as it is.

        Args:
            text: in simple or traditional characters.
        """
        return " ".join(_PUNCTUATION.sub(" ", "".join(f" {english} " for _, english in self.read(text))).split())

    def read(self, text: str) -> list[tuple[str, str]]:
        """A text's words in order, each with its English, which may be empty; other stretches stand as they are.

        Args:
            text: in simple or traditional characters.
        """
        parts: list[tuple[str, str]] = []
        at = 0
        for run in _HAN.finditer(text):
            parts.append((text[at : run.start()], text[at : run.start()]))
            parts += [(word, self._word(word)) for word in self._parted(self._dictionary.simplified(run[0]))]
            at = run.end()
        return [*parts, (text[at:], text[at:])]

    def words(self, text: str) -> list[tuple[str, str]]:
        """The Chinese words of a text in its order, each with its English; empty for those that say nothing.

        Args:
            text: in simple or traditional characters.
        """
        runs = (self._parted(self._dictionary.simplified(run[0])) for run in _HAN.finditer(text))
        return [(word, self._word(word)) for words in runs for word in words]

    def readings(self, text: str) -> list[str]:
        """What a short text may be in English: its words side by side, each by one of those that may be meant.

        Args:
            text: of a few words, in simple or traditional characters.
        """
        found = [""]
        at = 0
        for run in _HAN.finditer(text):
            choices = [self._choices(word) for word in self._parted(self._dictionary.simplified(run[0]))]
            for choice in [[text[at : run.start()]], *choices]:
                found = [f"{before} {said}" for said in choice for before in found][:_MOST_READINGS]
            at = run.end()
        tidy = (" ".join(_PUNCTUATION.sub(" ", f"{said}{text[at:]}").split()) for said in found)
        return list(dict.fromkeys(tidy))

    def terms_with(self, characters: str) -> list[str]:
        """The terms that mean something and have any of some characters, the longest first."""
        found = [
            term for term, english in self._terms.items() if english and len(term) > 1 and set(term) & set(characters)
        ]
        return sorted(found, key=lambda term: (-len(term), term))

    def _choices(self, word: str) -> list[str]:
        return self._terms[word].split("|") if word in self._terms else [self._word(word)]

    def _word(self, word: str) -> str:
        if word in self._terms:
            return self._terms[word].replace("|", " ")
        # A single character that is no term means too many things.
        return self._dictionary.english(word) if len(word) > 1 else ""

    def _parted(self, run: str) -> list[str]:
        """A run of characters as words: of all ways to part it, the one whose words are worth most together."""
        worth = [0.0] * (len(run) + 1)
        start = [0] * (len(run) + 1)
        for end in range(1, len(run) + 1):
            worth[end], start[end] = worth[end - 1], end - 1
            for begin in range(max(0, end - _LONGEST), end):
                gain = self._worth(run[begin:end])
                if gain and worth[begin] + gain > worth[end]:
                    worth[end], start[end] = worth[begin] + gain, begin
        words: list[str] = []
        end = len(run)
        while end:
            words.append(run[start[end] : end])
            end = start[end]
        return words[::-1]

    def _worth(self, word: str) -> float:
        if word in self._terms:
            return float(len(word) ** _SQUARE)
        # 面的 is a minibus, but 分类面的 ends in a particle.
        known = word in self._dictionary and (len(word) == 1 or word[-1] not in "的了")
        return _TRUST * len(word) ** _SQUARE if known else 0.0


@cache
def chinese_glossary() -> Glossary:
    """The glossary of this package, over the dictionary installed with it.

    Raises:
        ModelError: the dictionary is absent.
    """
    return Glossary(chinese_terms(), bundled_dictionary())


@cache
def chinese_terms() -> Mapping[str, str]:
    """The terms of the field that this package knows, with their English."""
    lines = Path(__file__).with_name("zh_terms.tsv").read_text(encoding="utf-8").splitlines()
    pairs = (line.partition("\t") for line in lines if not line.startswith("#"))
    return {term: english for term, _, english in pairs}
