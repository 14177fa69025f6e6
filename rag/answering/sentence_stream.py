"""An answer parted into sentences while it comes in, each with the markers that belong to it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rag.answering.marker_forms import Piece
from rag.answering.markers import Marker
from rag.text.sentences import sentence_spans

_PREFIX = re.compile(r"[ \t]*(?:(?:[-*+•>]|\d{1,3}[.)、]|#{1,6})[ \t]+)*")
_PARTS = re.compile(r"\s|[。！？]|[^\s。！？]+")
_CLOSING = "*_\"'”’」』）)]`"
# After these words a marker is a word of its sentence.
_BEFORE_WORD = re.compile(
    r"(?:\b(?:to|in|by|of|from|with|as|per|see|than|unlike|like|and|or|both|on|at|under|via|following|against)"
    r"|根据|依据|按照|参见|如|在)$",
    re.IGNORECASE,
)
# Numbers in brackets that name no paper for certain, and state nothing either.
_BARE_NUMBERS = re.compile(r"(?:(?<=\s)|^)[(（]\d{1,2}[)）](?![\w(])|[\[【]\s*[-−]?\d{1,3}\s*[\]】]")
_ATTRIBUTION = re.compile(r"(?:according to|as (?:\w+ )?(?:in|by)|as per|per) it\s*,\s*", re.IGNORECASE)
_MAY_END = re.compile(rf"[.!?。！？…][{re.escape(_CLOSING)}]*\s*$")


@dataclass(frozen=True)
class Layout:
    """White space, a list's dash, code: what is no sentence.

    Args:
        text: as it stands.
        ends_line: whether a line ends with it.
    """

    text: str
    ends_line: bool = False


@dataclass(frozen=True)
class Sentence:
    """A sentence that is complete.

    Args:
        pieces: its text and its markers.
        prefix: what stood before it on its line: a dash, a number, a heading's signs.
        tops: it stands in the first row of a table, or in the line of dashes under that.
    """

    pieces: tuple[Piece, ...]
    prefix: str = ""
    tops: bool = False

    @property
    def plain(self) -> str:
        """Its text without markers."""
        return "".join(piece for piece in self.pieces if isinstance(piece, str)).strip()

    @property
    def checked(self) -> str:
        """What it states, for people's words alone: "it" for a marker that is a word, no numbers of other markers."""
        said = "".join(piece if isinstance(piece, str) else " it" for piece in self.readable)
        return _without_attribution(_BARE_NUMBERS.sub("", said).strip())

    @property
    def readable(self) -> Iterator[Piece]:
        """Its text, and those of its markers that are words of it: "According to [1]", "[2] shows"."""
        before = ""
        for k, piece in enumerate(self.pieces):
            if isinstance(piece, str):
                before += piece
                yield piece
                continue
            after = "".join(p for p in self.pieces[k + 1 :] if isinstance(p, str)).lstrip()[:1]
            begins = not before.strip() and (
                (after.islower() and after.isascii()) or (after > "\u3000" and after.isalpha())
            )
            if begins or _BEFORE_WORD.search(before.rstrip()):
                yield piece

    @property
    def is_finished(self) -> bool:
        """Whether it ends as sentences do."""
        return bool(_MAY_END.search(self.plain))

    @property
    def numbers(self) -> list[int]:
        """What its markers name, each once, in order."""
        return list(dict.fromkeys(n for piece in self.pieces if isinstance(piece, Marker) for n in piece.numbers))


Event = Layout | Sentence


def _without_attribution(text: str) -> str:
    """A sentence without the "According to it," that it begins with."""
    begun = _ATTRIBUTION.match(text)
    return text[begun.end() :] if begun else text


class SentenceStream:
    """Parts a text that comes in pieces into sentences and layout; how it is cut makes no difference.

    A sentence is complete when the next one has begun, or its line has ended.
    """

    def __init__(self) -> None:
        self._open: list[Piece] = []
        self._plain = ""  # the open text without markers
        self._at_line_start = True
        self._word = ""  # a word that may go on
        self._fenced = False
        self._in_row, self._after_row = False, False

    def feed(self, pieces: Sequence[Piece]) -> list[Event]:
        """Take pieces; give back what is complete, in order."""
        events: list[Event] = []
        for piece in pieces:
            if isinstance(piece, Marker):
                events += self._flushed()
                self._open.append(piece)
                continue
            for part in _PARTS.findall(piece):
                if part.isspace() or part in "。！？":
                    events += self._flushed()
                    events += self._spaced(part)
                else:
                    self._word += part
        return events

    def end(self) -> list[Event]:
        """The rest, once no more is to come."""
        return [*self._flushed(), *self._all()]

    @property
    def certain(self) -> list[Piece]:
        """The pieces of the open sentence that surely belong to it: without what may begin the next one."""
        if not _MAY_END.search(self._plain):
            return [*self._open, *([self._word] if self._word else [])]
        kept = list(self._open)
        if kept and isinstance(kept[-1], str):
            kept[-1] = kept[-1].rstrip()
        return [piece for piece in kept if piece]

    def _flushed(self) -> Iterator[Event]:
        """The word that has come to its end joins the open text."""
        word, self._word = self._word, ""
        if word:
            cjk = self._plain[-1:] in ("。", "！", "？") and self._plain != ""
            if cjk and word[0] not in _CLOSING:
                yield from self._all()
            self._add(word)
            yield from self._complete()

    def _spaced(self, part: str) -> Iterator[Event]:
        if part == "\n":
            if re.match(r" {0,3}(?:```|~~~)", self._plain):
                self._fenced = not self._fenced
            yield from self._all()
            yield Layout(part, ends_line=True)
            self._at_line_start = True
            self._in_row, self._after_row = False, self._in_row
            return
        self._add(part)

    def _add(self, text: str) -> None:
        self._plain += text
        if self._open and isinstance(self._open[-1], str):
            self._open[-1] += text
        else:
            self._open.append(text)

    def _complete(self) -> Iterator[Event]:
        """The sentences that others follow already."""
        while True:
            start = self._prefix_end()
            spans = sentence_spans(self._plain[start:], points_apart=True) if not self._fenced else []
            ends = [self._closed(start + span.end) for span in spans[:-1]]
            # A boundary within a word is none: what was shown of the word cannot be taken back.
            apart = [end for end in ends if self._plain[end].isspace() or self._plain[end - 1] in "。！？"]
            if not apart or not self._plain[apart[0] :].strip():
                return
            end = apart[0]
            yield self._cut(end)
            gap = len(self._plain) - len(self._plain.lstrip())
            if gap and isinstance(self._open[0], str):
                yield Layout(self._drop(gap))

    def _closed(self, end: int) -> int:
        """Where a sentence ends with the quotes and brackets that close behind it."""
        while end < len(self._plain) - 1 and self._plain[end] in _CLOSING:
            end += 1
        return end

    def _all(self) -> Iterator[Event]:
        """What is open, as a sentence, at the end of a line or of all."""
        if not self._open:
            return
        whole = self._fenced or re.match(r" {0,3}(?:```|~~~)", self._plain)
        if whole or not (self._plain.strip() or any(isinstance(piece, Marker) for piece in self._open)):
            text = "".join(piece if isinstance(piece, str) else piece.text for piece in self._open)
            self._open, self._plain = [], ""
            yield Layout(text)
            return
        trailing = self._plain[len(self._plain.rstrip()) :]
        yield self._cut(len(self._plain.rstrip()))
        if trailing and self._plain:
            yield Layout(self._drop(len(self._plain)))

    def _prefix_end(self) -> int:
        first = self._open[0] if self._at_line_start and self._open else ""
        match = _PREFIX.match(first) if isinstance(first, str) else None
        return match.end() if match else 0

    def _cut(self, end: int) -> Sentence:
        """Take the sentence that ends at a place of the open text, with the markers up to there and right behind."""
        prefix = self._plain[: min(self._prefix_end(), end)]
        taken: list[Piece] = []
        rest: list[Piece] = []
        at = 0
        for k, piece in enumerate(self._open):
            if isinstance(piece, Marker):
                follows = next((p.lstrip() for p in self._open[k + 1 :] if isinstance(p, str) and p.strip()), "")
                # "…fly. [2] shows that…": a marker before a small letter is the next sentence's subject.
                mine = at < end or not (follows[:1].islower() and follows[:1].isascii())
                (taken if at <= end and mine and not rest else rest).append(piece)
                continue
            here = max(0, min(len(piece), end - at))
            if here and not rest:
                taken.append(piece[:here])
            if here < len(piece):
                rest.append(piece[here:])
            at += len(piece)
        self._in_row = self._in_row or (self._at_line_start and self._plain.lstrip().startswith("|"))
        tops = self._in_row and (not self._after_row or not re.search(r"[^\s|:-]", self._plain[:end]))
        self._open, self._plain = rest, self._plain[end:]
        self._at_line_start = False
        if prefix and taken and isinstance(taken[0], str):
            taken[0] = taken[0][len(prefix) :]
        return Sentence(tuple(piece for piece in taken if piece), prefix, tops)

    def _drop(self, count: int) -> str:
        text = self._plain[:count]
        self._plain = self._plain[count:]
        for k, piece in enumerate(self._open):
            if isinstance(piece, str):
                self._open[k] = piece[count:]
                break
        self._open = [piece for piece in self._open if piece]
        return text
