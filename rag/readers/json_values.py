"""JSON values from a stream: one record of a list at a time, so that a list may be larger than memory.

A list of records in an object is put by in a file where the object is long: what lies beside it tells what it is of.
"""

import json
import re
from collections.abc import Iterator
from typing import Any, TextIO

from rag.errors import SourceError
from rag.readers.refusals import whole_before
from rag.readers.spilled_lists import SpilledList

_CHUNK = 1 << 20
LARGEST = 1 << 26
"""Characters that one record of a list may have; beyond that the file is broken."""

_LONG = 1 << 23
"""Characters of an object from which on it is read by its parts."""


def _whole_number(digits: str) -> int | str:
    """An integer; one of thousands of digits, which Python refuses to make, stays text."""
    return int(digits) if len(digits) < 4_000 else digits


# Control characters inside strings are against the rules, and common.
DECODER = json.JSONDecoder(strict=False, parse_int=_whole_number)


_TOO_LONG = object()
_OPENED, _OF_RECORDS = re.compile(r"\[\s*"), re.compile(r"\[\s*\{")
_CUT = "the file ends before its list does: it was cut off"
_COMMA = "Expecting ',' delimiter"
_UNCLOSED = "a text begins here that is never closed: the file may be cut off"
_QUOTES = "a name is expected here, in double quotes"


def plainly(error: BaseException) -> str:
    """What is wrong, in words for somebody who has not read the JSON standard.

    Args:
        error: as the decoder raises it.
    """
    what: str = getattr(error, "msg", str(error))
    if what.startswith("Unterminated"):
        return _UNCLOSED
    return _QUOTES if what.startswith("Expecting property name") else what


class JsonValues:
    """The values of a JSON text; those of a list at the top one by one.

    Args:
        text: positioned at its start.
        source: for messages.
    """

    def __init__(self, text: TextIO, source: str) -> None:
        self._text = text
        self._source = source
        self._buffer = ""
        self._at = 0
        self._began = 0
        self._line, self._column = 1, 0
        self._ended = False
        self._count = 0
        self.in_list = False
        """Whether the last value was a member of a list."""

    def __iter__(self) -> Iterator[Any]:
        """Yield the values.

        Raises:
            SourceError: the text is broken; the message names line and column.
        """
        in_list = self.in_list
        while (mark := self._next_mark(",\ufeff" if in_list else "\ufeff")) or in_list:
            if not mark:
                raise self._broken(_CUT, self._at)
            if not in_list and mark == "[":
                self.in_list = in_list = True
                self._at += 1
            elif in_list and mark == "]":
                in_list = False
                self._at += 1
            else:
                self.in_list = in_list
                value = self._value(limit=LARGEST) if in_list else self._part(mark)
                self._count += 1
                yield value

    def has_more(self) -> bool:
        """Whether anything but blanks follows the last value."""
        return bool(self._next_mark("\ufeff"))

    def _next_mark(self, passed: str) -> str:
        while True:
            while self._at < len(self._buffer):
                mark = self._buffer[self._at]
                if not (mark.isspace() or mark in passed):
                    return mark
                self._at += 1
            if not self._fill(_CHUNK):
                return ""

    def _part(self, mark: str) -> Any:
        """A value that begins with a mark; that of a long object, or of a list of records in one, by its parts."""
        value = self._value(_LONG if mark == "{" else None, by_parts=True)
        return self._object() if value is _TOO_LONG else value

    def _object(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while not self._closes("}", first=not found):
            if self._next_mark("") != '"':
                raise self._broken(_QUOTES, self._at)
            name = self._value(LARGEST)
            if self._next_mark("") != ":":
                raise self._broken("Expecting ':' delimiter", self._at)
            self._at += 1
            mark = self._next_mark("")
            found[name] = self._records() if mark == "[" and self._holds_records() else self._part(mark)
        return found

    def _holds_records(self) -> bool:
        """Whether a list that begins here begins with a record."""
        while _OPENED.fullmatch(self._buffer, self._at) and self._fill(_CHUNK):
            pass
        return _OF_RECORDS.match(self._buffer, self._at) is not None

    def _records(self) -> SpilledList:
        found = SpilledList(DECODER.decode)
        while not self._closes("]", first=not found):
            self._next_mark("")
            self._value(LARGEST)
            found.add(self._buffer[self._began : self._at])
        return found

    def _closes(self, end: str, *, first: bool) -> bool:
        """Go past the mark that opens a list or an object, or stands after a member; whether there is no more."""
        if first:
            self._at += 1
        mark = self._next_mark("")
        if mark == end:
            self._at += 1
            return True
        if not first:
            if mark != ",":
                raise self._broken(_COMMA if mark else _CUT, self._at)
            self._at += 1
        return False

    def _value(self, limit: int | None, *, by_parts: bool = False) -> Any:
        """The value that begins here; `_TOO_LONG` for one that has more characters than the limit, if it may be."""
        while True:
            try:
                value, end = DECODER.raw_decode(self._buffer, self._at)
            except RecursionError:
                raise self._broken("its brackets are nested too deep", self._at) from None
            except ValueError as error:
                pos = getattr(error, "pos", self._at)
                what = plainly(error)
                # A fault far from the end of what was read will not be mended by reading on.
                unread = len(self._buffer) - self._at
                goes_on = what == _UNCLOSED or pos >= len(self._buffer) - 16
                if goes_on and by_parts and limit is not None and unread >= limit:
                    return _TOO_LONG
                if goes_on and (limit is None or unread < limit) and self._fill(max(_CHUNK, unread)):
                    continue
                raise self._broken(what, pos) from None
            if end == len(self._buffer) and self._fill(_CHUNK):
                continue  # a number may go on
            self._began, self._at = self._at, end
            return value

    def _fill(self, size: int) -> bool:
        more = "" if self._ended else self._text.read(size)
        self._ended = not more
        if not more:
            return False
        newline = self._buffer.rfind("\n", 0, self._at)
        self._line += self._buffer.count("\n", 0, self._at)
        self._column = self._at - newline - 1 if newline >= 0 else self._column + self._at
        self._buffer = self._buffer[self._at :] + more
        self._at = 0
        return True

    def _broken(self, what: str, at: int) -> SourceError:
        line = self._line + self._buffer.count("\n", 0, at)
        newline = self._buffer.rfind("\n", 0, at)
        column = at - newline if newline >= 0 else self._column + at + 1
        what += self._hint(at)
        return SourceError(
            f"{self._source} is broken JSON at line {line}, column {column}: {what}.{whole_before(self._count)} "
            "Export or download it again, or mend that line."
        )

    def _hint(self, at: int) -> str:
        """What commonly stands there instead of JSON."""
        mark = self._buffer[at : at + 1]
        if mark in ("/", "#"):
            return "; JSON has no comments"
        if mark == "'":
            return "; JSON has no single quotes"
        if mark in ("}", "]") and self._buffer[:at].rstrip().endswith(","):
            return "; a comma too many stands before it"
        return ""
