"""Citation, and the [n] markers of a streamed answer."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

_MARKER = re.compile(r"\[(\s*\d{1,3}\s*(?:[,;、，]\s*\d{1,3}\s*)*)\]")
_OPENING = re.compile(r"\[[\d\s,;、，]{0,40}$")


@dataclass(frozen=True)
class Citation:
    """A number in an answer and the words it stands on.

    Args:
        n: as shown in the answer.
        title: the paper's title, or its label where it has none.
        quote: exactly `abstract[start:end]`.
    """

    n: int
    paper_id: str
    title: str
    url: str
    quote: str
    start: int
    end: int


class MarkerStream:
    """Renumbers the [n] of a streamed answer in order of first use, and drops numbers that name no paper.

    Args:
        sources: how many papers the prompt numbered, from 1.
    """

    def __init__(self, sources: int) -> None:
        self._sources = sources
        self._shown: dict[int, int] = {}
        self._held = ""
        self.dropped = 0

    @property
    def shown(self) -> Mapping[int, int]:
        """The number shown, by the number in the prompt, for the papers cited so far."""
        return self._shown

    def feed(self, delta: str) -> str:
        """Take a piece of the answer; give back what can be shown, holding a marker that may go on."""
        text = self._held + delta
        opening = _OPENING.search(text)
        self._held = text[opening.start() :] if opening else ""
        return _MARKER.sub(self._renumber, text[: opening.start()] if opening else text)

    def end(self) -> str:
        """The rest, once no more is to come."""
        rest, self._held = self._held, ""
        return _MARKER.sub(self._renumber, rest)

    def _renumber(self, match: re.Match[str]) -> str:
        shown = []
        for number in map(int, re.findall(r"\d+", match[1])):
            if 1 <= number <= self._sources:
                shown.append(self._shown.setdefault(number, len(self._shown) + 1))
            else:
                self.dropped += 1
        return "".join(f"[{n}]" for n in dict.fromkeys(shown))


def cited_numbers(text: str) -> list[int]:
    """The numbers of a text's markers, each once, in order."""
    return list(dict.fromkeys(int(n) for group in _MARKER.findall(text) for n in re.findall(r"\d+", group)))


def without_markers(text: str) -> str:
    """The text without its markers and the space before them."""
    return re.sub(rf"[ \t]*{_MARKER.pattern}", "", text)
