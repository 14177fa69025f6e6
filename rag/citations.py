"""Citation, and the numbers by which an answer cites papers."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rag.answering.marker_forms import Piece
from rag.answering.marker_parser import MarkerParser, pieces_of
from rag.answering.markers import Marker
from rag.papers import Paper
from rag.text.sentences import Span


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

    @classmethod
    def of(cls, n: int, paper: Paper, span: Span) -> "Citation":
        """The citation of a stretch of a paper's abstract."""
        quote = paper.abstract[span.start : span.end]
        return cls(n, paper.paper_id, paper.label, paper.url, quote, span.start, span.end)


class Numbering:
    """Numbers papers in order of first use, and drops numbers that name none.

    Args:
        sources: how many papers the prompt numbered, from 1.
    """

    def __init__(self, sources: int) -> None:
        self._sources = sources
        self._shown: dict[int, int] = {}
        self.dropped = 0

    @property
    def shown(self) -> Mapping[int, int]:
        """The number shown, by the number in the prompt, for the papers cited so far."""
        return self._shown

    def known(self, marker: Marker) -> list[int]:
        """The numbers of a marker that name a paper of the prompt; the others are counted."""
        known = [number for number in marker.numbers if 1 <= number <= self._sources]
        self.dropped += len(marker.numbers) - len(known)
        return known

    def show(self, sources: Iterable[int]) -> list[int]:
        """The numbers shown for numbers in the prompt, each given at its first use."""
        return [self._shown.setdefault(number, len(self._shown) + 1) for number in sources]


class MarkerStream:
    """Renumbers the markers of a streamed answer in order of first use, and drops numbers that name no paper.

    Args:
        sources: how many papers the prompt numbered, from 1.
    """

    def __init__(self, sources: int) -> None:
        self._parser = MarkerParser()
        self._numbering = Numbering(sources)

    @property
    def shown(self) -> Mapping[int, int]:
        """The number shown, by the number in the prompt, for the papers cited so far."""
        return self._numbering.shown

    @property
    def dropped(self) -> int:
        """How many numbers named no paper."""
        return self._numbering.dropped

    def feed(self, delta: str) -> str:
        """Take a piece of the answer; give back what can be shown, holding a marker that may go on."""
        return self._written(self._parser.feed(delta))

    def end(self) -> str:
        """The rest, once no more is to come."""
        return self._written(self._parser.end())

    def _written(self, pieces: Iterable[Piece]) -> str:
        return "".join(piece if isinstance(piece, str) else self._marker(piece) for piece in pieces)

    def _marker(self, marker: Marker) -> str:
        shown = self._numbering.show(self._numbering.known(marker))
        return written(marker.space, shown)


def written(space: str, numbers: Iterable[int]) -> str:
    """A marker as answers show it: `[1][2]` after its white space; without numbers, nothing."""
    text = "".join(f"[{n}]" for n in numbers)
    return space + text if text else ""


def cited_numbers(text: str) -> list[int]:
    """The numbers of a text's markers, each once, in order."""
    return list(dict.fromkeys(n for piece in pieces_of(text) if isinstance(piece, Marker) for n in piece.numbers))


def without_markers(text: str) -> str:
    """The text without its markers and the space before them."""
    return "".join(piece for piece in pieces_of(text) if isinstance(piece, str))
