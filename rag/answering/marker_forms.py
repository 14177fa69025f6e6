"""Which form of a citation marker stands at a place of a text that comes in pieces."""

import re
from dataclasses import dataclass
from itertools import accumulate

from rag.answering.enclosures import after_bracket, peek
from rag.answering.markers import (
    CLOSERS,
    CLOSING,
    LABELLED,
    LONGEST,
    OPENING,
    RAISED,
    Marker,
    bare_of,
    expanded,
    is_labelled,
    is_raised_marker,
    may_go_on,
    numbers_of,
    raised_number,
)

_RAISING = "<sup>"

Piece = str | Marker


@dataclass(frozen=True)
class Place:
    """A place of a text, as far as it has come.

    Each method reads what stands there, and gives where it ends and what it is: a marker with the white space before
    it, or text that is none; None asks for more text.

    Args:
        text: that it is a place of.
        at: where; a marker's white space begins here.
        before: some characters that stand before it.
        final: no more is to come.
    """

    text: str
    at: int
    before: str
    final: bool

    def opened(self, start: int, opener: str) -> tuple[int, Piece] | None:
        """A marker, or the bracket alone; `[[1]]` and `[[1], [2]]` are one marker.

        Args:
            start: where the bracket stands, after white space.
            opener: the bracket.
        """
        if opener in OPENING:
            second = self._peek(start + 1)
            if second is None:
                return None
            if second and second in OPENING + " ":
                found = self._nested(start)
                if found is None or isinstance(found[1], Marker):
                    return found
        return self.bracketed(start, opener)

    def _nested(self, start: int) -> tuple[int, Piece] | None:
        """Brackets within brackets, as one marker where they hold numbers of papers alone."""
        literal: tuple[int, Piece] = (start + 1, self.text[self.at : start + 1])
        reach = self.text[start : start + 2 * LONGEST]
        depths = accumulate((c in OPENING) - (c in CLOSING) for c in reach)
        end = next((start + i + 1 for i, depth in enumerate(depths) if depth == 0), None)
        content = bare_of(self.text[start:end] if end else reach)
        if end is None:
            goes_on = len(reach) < 2 * LONGEST and may_go_on(content)
            return None if not self.final and goes_on else literal
        numbers = numbers_of(content)
        if not numbers:
            return literal
        more = after_bracket(self.text, end, final=self.final)
        if more is None or more is False:
            return None if more is None else literal
        return end, Marker(self.text[self.at : end], numbers)

    def tagged(self, start: int) -> tuple[int, Piece] | None:
        """A marker that HTML raises; or the sign alone, if it is none."""
        literal: tuple[int, Piece] = (start + 1, self.text[self.at : start + 1])
        inside = start + len(_RAISING)
        opened, closer = self.text[start:inside].casefold(), CLOSERS[_RAISING]
        if opened != _RAISING:
            return None if not self.final and _RAISING.startswith(opened) else literal
        close = self.text.casefold().find(closer, inside, inside + LONGEST)
        if close < 0:
            digits, tag, rest = self.text[inside:].partition("<")
            goes_on = closer.startswith((tag + rest).casefold()) and may_go_on(digits.lstrip(" [").rstrip(" ]"))
            return None if not self.final and goes_on else literal
        content, end = self.text[inside:close].strip(), close + len(closer)
        after = self._peek(end)
        if after is None:
            return None
        bare = content[1:-1] if content[:1] == "[" and content[-1:] == "]" else content
        numbers = numbers_of(bare)
        if not numbers or (bare == content and not is_raised_marker(self.before + self.text[self.at : start], after)):
            return literal
        return end, Marker(self.text[self.at : end], numbers)

    def bracketed(self, start: int, opener: str) -> tuple[int, Piece] | None:
        """A marker, with the white space before it; or the bracket alone, if it opens none."""
        inside = start + len(opener)
        literal: tuple[int, Piece] = (inside, self.text[self.at : inside])
        closer = CLOSERS[opener]
        close = self.text.find(closer, inside, inside + LONGEST)
        sofar = self.text[inside:] if close < 0 else self.text[inside:close]
        if opener in LABELLED and not is_labelled(sofar):
            return literal
        if close < 0:
            goes_on = may_go_on(sofar)
            return None if not self.final and goes_on else literal
        numbers = numbers_of(sofar)
        if not numbers:
            return literal
        end = close + len(closer)
        if sofar.startswith("^") and (self.before + self.text[self.at : start]).rstrip(" ").endswith("\n"):
            after = self._peek(end)
            if after is None or after == ":":  # a footnote's own text
                return None if after is None else literal
        if opener == "[":
            more = after_bracket(self.text, end, final=self.final)
            if more is None:
                return None
            if more is False:
                return literal
            if isinstance(more, re.Match) and len(numbers) == 1:
                numbers, end = expanded(numbers[0], int(more[1])), end + len(more[0])
        return end, Marker(self.text[self.at : end], numbers)

    def superscript(self) -> tuple[int, Piece] | None:
        """Raised digits: a marker, or a power."""
        end = next(i for i in range(self.at, len(self.text) + 1) if self.text[i : i + 1] not in tuple(RAISED))
        after = self._peek(end)
        if after is None:
            return None
        text = self.text[self.at : end]
        return end, Marker(text, (raised_number(text),)) if is_raised_marker(self.before, after) else text

    def _peek(self, at: int) -> str | None:
        return peek(self.text, at, final=self.final)
