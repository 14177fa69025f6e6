"""Citation markers in a text that comes in pieces, however it is cut."""

import re
from collections.abc import Iterator

from rag.answering.enclosures import after_bracket, boundary, peek
from rag.answering.markers import (
    CLOSERS,
    LABELLED,
    LONGEST,
    RAISED,
    Marker,
    expanded,
    is_labelled,
    is_raised_marker,
    may_go_on,
    numbers_of,
    raised_number,
)

_MONEY = re.compile(r"[\d.,]+")
_MATHS_AFTER_NUMBER = frozenset("\\^_{$=<>+*/")
_PLAIN = re.compile(r"[^\s\[［【(（<\\`$⁰¹²³⁴⁵⁶⁷⁸⁹]+")
_HALF = re.compile(r"(?:`+|\$+|\\|\n[ \t\r]*)$")
_CANDIDATE = re.compile(r"[ \t]*(?:\\?[\[［【]|[⁰¹²³⁴⁵⁶⁷⁸⁹])|[ \t\\]+$")
_MOST_ENCLOSED = 1000
_RAISING = "<sup>"
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")

Piece = str | Marker


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
            return self._opened(at, start, following)
        if following == "<":
            return self._tagged(at, start)
        if following == "\\" and (start == at or self._peek(start + 1) in (None, "[")):
            return self._escaped(at, start)
        if start > at:
            return start, self._text[at:start]
        return self._unspaced(character)

    def _unspaced(self, character: str) -> tuple[int, Piece] | None:
        if character in "`$":
            return self._opener(character)
        if character in RAISED:
            return self._superscript()
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
            found = self._bracketed(at, start, "\\[")
            if found is None or isinstance(found[1], Marker):
                return found
        if after in ("[", "("):
            self._room = _MOST_ENCLOSED
            self._closer = {"[": "\\]", "(": "\\)"}[after]
        return min(start + 2, len(self._text)), self._text[at : start + 2]

    def _opened(self, at: int, start: int, opener: str) -> tuple[int, Piece] | None:
        """A marker, or the bracket alone; `[[1]]` is one marker."""
        if opener != "[":
            return self._bracketed(at, start, opener)
        second = self._peek(start + 1)
        if second is None:
            return None
        if second == "[":
            found = self._bracketed(at, start, "[[")
            if found is None or isinstance(found[1], Marker):
                return found
        return self._bracketed(at, start, "[")

    def _tagged(self, at: int, start: int) -> tuple[int, Piece] | None:
        """A marker that HTML raises; or the sign alone, if it is none."""
        literal: tuple[int, Piece] = (start + 1, self._text[at : start + 1])
        inside = start + len(_RAISING)
        opened, closer = self._text[start:inside].casefold(), CLOSERS[_RAISING]
        if opened != _RAISING:
            return None if not self._final and _RAISING.startswith(opened) else literal
        close = self._text.casefold().find(closer, inside, inside + LONGEST)
        if close < 0:
            digits, tag, rest = self._text[inside:].partition("<")
            goes_on = closer.startswith((tag + rest).casefold()) and may_go_on(digits.lstrip(" [").rstrip(" ]"))
            return None if not self._final and goes_on else literal
        content, end = self._text[inside:close].strip(), close + len(closer)
        after = self._peek(end)
        if after is None:
            return None
        bare = content[1:-1] if content[:1] == "[" and content[-1:] == "]" else content
        numbers = numbers_of(bare)
        if not numbers or (bare == content and not is_raised_marker(self._before + self._text[at:start], after)):
            return literal
        return end, Marker(self._text[at:end], numbers)

    def _bracketed(self, at: int, start: int, opener: str) -> tuple[int, Piece] | None:
        """A marker, with the white space before it; or the bracket alone, if it opens none."""
        inside = start + len(opener)
        literal: tuple[int, Piece] = (inside, self._text[at:inside])
        closer = CLOSERS[opener]
        close = self._text.find(closer, inside, inside + LONGEST)
        sofar = self._text[inside:] if close < 0 else self._text[inside:close]
        if opener in LABELLED and not is_labelled(sofar):
            return literal
        if close < 0:
            goes_on = may_go_on(sofar.removesuffix("]") if opener == "[[" else sofar)
            return None if not self._final and goes_on else literal
        numbers = numbers_of(sofar)
        if not numbers:
            return literal
        end = close + len(closer)
        if sofar.startswith("^") and (self._before + self._text[at:start]).rstrip(" ").endswith("\n"):
            after = self._peek(end)
            if after is None or after == ":":  # a footnote's own text
                return None if after is None else literal
        if opener in ("[", "[["):
            more = after_bracket(self._text, end, final=self._final)
            if more is None:
                return None
            if more is False:
                return literal
            if isinstance(more, re.Match) and len(numbers) == 1:
                numbers, end = expanded(numbers[0], int(more[1])), end + len(more[0])
        return end, Marker(self._text[at:end], numbers)

    def _superscript(self) -> tuple[int, Piece] | None:
        end = next(i for i in range(self._at, len(self._text) + 1) if self._text[i : i + 1] not in tuple(RAISED))
        after = self._peek(end)
        if after is None:
            return None
        text = self._text[self._at : end]
        return end, Marker(text, (raised_number(text),)) if is_raised_marker(self._before, after) else text
