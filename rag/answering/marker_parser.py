"""Citation markers in a text that comes in pieces, however it is cut."""

import re
from collections.abc import Iterator

from rag.answering.enclosures import boundary, peek
from rag.answering.marker_forms import Piece, Place
from rag.answering.markers import LONGEST, RAISED, Marker

_MONEY = re.compile(r"[\d.,]+")
_MATHS_AFTER_NUMBER = frozenset("\\^_{$=<>+*/")
_PLAIN = re.compile(r"[^\s\[［【(（<\\`$⁰¹²³⁴⁵⁶⁷⁸⁹]+")
_HALF = re.compile(r"(?:`+|\$+|\\|\n[ \t\r]*)$")
_CANDIDATE = re.compile(r"[ \t]*(?:\\?[\[［【]|[⁰¹²³⁴⁵⁶⁷⁸⁹])|[ \t\\]+$")
_MOST_ENCLOSED = 1000
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")


def pieces_of(text: str) -> list[Piece]:
    """A whole text as runs of prose and markers."""
    parser = MarkerParser()
    return [*parser.feed(text), *parser.end()]


class MarkerParser:
    """Finds the markers of a text that comes in pieces; however it is cut, what comes out is the same.

    Code, maths, links and footnotes stay as they are. Only what may still become a marker is held back, with what
    follows it inside code or maths that is not closed yet: if it never is, it was prose.
    """

    def __init__(self) -> None:
        self._text = ""
        self._at = 0
        self._before = "\n"  # what has been given out, its last characters
        self._closer = ""  # of the code or maths that is open; a fence closes with a line, the others with this text
        self._room = 0
        self._fence = ""
        self._final = False

    def feed(self, delta: str) -> list[Piece]:
        """Take a piece of the text; give back what is certain."""
        self._text = self._text[self._at :] + delta
        self._at = 0
        return self._joined(self._run())

    def end(self) -> list[Piece]:
        """The rest, once no more is to come."""
        self._final = True
        return self.feed("")

    @staticmethod
    def _joined(found: Iterator[Piece]) -> list[Piece]:
        pieces: list[Piece] = []
        for piece in found:
            if isinstance(piece, str) and pieces and isinstance(pieces[-1], str):
                pieces[-1] += piece
            elif piece:
                pieces.append(piece)
        return pieces

    def _run(self) -> Iterator[Piece]:
        while self._at < len(self._text):
            end_piece = self._in_fence() if self._fence else self._enclosed() if self._closer else self._prose()
            if end_piece is None:
                return
            end, piece = end_piece
            self._before = (self._before + self._text[self._at : end])[-8:]
            self._at = end
            if piece:
                yield piece

    def _place(self) -> Place:
        return Place(self._text, self._at, self._before, self._final)

    def _peek(self, at: int) -> str | None:
        return peek(self._text, at, final=self._final)

    # Each of the following reads what stands at the place that is reached, and gives where it ends and what it
    # is; None asks for more text.

    def _in_fence(self) -> tuple[int, Piece] | None:
        end = self._text.find("\n", self._at)
        line = self._text[self._at : end if end >= 0 else None]
        at_start = self._before.endswith("\n")
        if not at_start or not re.fullmatch(rf" {{0,3}}{re.escape(self._fence[0])}*[ \t\r]*", line):
            end = len(self._text) if end < 0 else end + 1
            return end, self._text[self._at : end]
        if end < 0 and not self._final:
            return None
        if len(line.strip()) >= len(self._fence):
            self._fence = ""
        end = len(self._text) if end < 0 else end + 1
        return end, self._text[self._at : end]

    def _enclosed(self) -> tuple[int, Piece] | None:
        """Inside code or maths: up to its end, or up to where it turns out that there is none."""
        limit = self._at + self._room
        stop, closes = boundary(self._text, self._at, limit, self._closer, self._before, final=self._final)
        if closes:
            self._closer = ""
            return stop, self._text[self._at : stop]
        candidate = _CANDIDATE.search(self._text, self._at, stop)
        first = candidate.start() if candidate else stop
        if stop < len(self._text) or self._final:
            self._closer = ""  # it was prose; openers that were passed stay passed, however the text was cut
            return (first, self._text[self._at : first]) if first > self._at else self._prose()
        # A closer, or the blank line that ends all hope of one, may be half there.
        tail = _HALF.search(self._text, self._at)
        first = min(first, tail.start() if tail else stop)
        if first == self._at:
            return None
        self._room -= first - self._at
        return first, self._text[self._at : first]

    def _prose(self) -> tuple[int, Piece] | None:
        at, character = self._at, self._text[self._at]
        if self._before.endswith("\n") and character in " `~":
            fence = self._fenced()
            if fence != (at, ""):
                return fence
        start = next(i for i in range(at, len(self._text) + 1) if self._text[i : i + 1] not in (" ", "\t"))
        if start - at > LONGEST:
            return at + LONGEST, self._text[at : at + LONGEST]
        following = self._peek(start)
        if following is None:
            return None
        if following and following in "[［【(（":
            return self._place().opened(start, following)
        if following == "<":
            return self._place().tagged(start)
        if following == "\\" and (start == at or self._peek(start + 1) in (None, "[")):
            return self._escaped(at, start)
        if start > at:
            return start, self._text[at:start]
        return self._unspaced(character)

    def _unspaced(self, character: str) -> tuple[int, Piece] | None:
        if character in "`$":
            return self._opener(character)
        if character in RAISED:
            return self._place().superscript()
        plain = _PLAIN.match(self._text, self._at)
        end = plain.end() if plain else self._at + 1
        return end, self._text[self._at : end]

    def _fenced(self) -> tuple[int, Piece] | None:
        """A line of code begins; (place, "") if none does."""
        none: tuple[int, Piece] = (self._at, "")
        end = self._text.find("\n", self._at)
        line = self._text[self._at : end if end >= 0 else None]
        if end < 0 and not self._final:
            if re.fullmatch(r" {0,3}(`{0,2}|~{0,2})", line):
                return None
            if re.fullmatch(r" {0,3}(?:`{3,}[^`]*|~{3,}.*)", line):
                return None
        opened = _FENCE.match(line)
        if opened is None or (opened[1][0] == "`" and "`" in line[opened.end() :]):
            return none
        self._fence = opened[1]
        end = len(self._text) if end < 0 else end + 1
        return end, self._text[self._at : end]

    def _opener(self, character: str) -> tuple[int, Piece] | None:
        self._room = _MOST_ENCLOSED
        run = re.compile(r"`+|\$\$?").match(self._text, self._at)
        end = run.end() if run else self._at + 1
        after = self._peek(end)
        if after is None:
            return None
        opened = self._text[self._at : end]
        if character == "`" or opened == "$$":
            self._closer = opened
        elif after and not after.isspace() and not self._before[-1:].isalnum():
            if after.isdigit():
                amount = _MONEY.match(self._text, end)
                follows = self._peek(amount.end() if amount else end)
                if follows is None:
                    return None
                if follows and follows in _MATHS_AFTER_NUMBER:
                    self._closer = "$"
            else:
                self._closer = "$"
        return end, opened

    def _escaped(self, at: int, start: int) -> tuple[int, Piece] | None:
        after = self._peek(start + 1)
        if after is None:
            return None
        if after == "[":  # `\[1\]` is an escaped marker, `\[x\]` is maths
            found = self._place().bracketed(start, "\\[")
            if found is None or isinstance(found[1], Marker):
                return found
        if after in ("[", "("):
            self._room = _MOST_ENCLOSED
            self._closer = {"[": "\\]", "(": "\\)"}[after]
        return min(start + 2, len(self._text)), self._text[at : start + 2]
