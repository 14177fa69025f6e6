"""Enclosure: where code and maths of a text end, and whether a bracket is a link's, as far as the text has come."""

import re

_LINK = re.compile(r"\(\s*(?:<?https?:|#|/|www\.|mailto:|doi:)", re.IGNORECASE)
_LINK_STARTS = ("<https:", "<http:", "https:", "http:", "#", "/", "www.", "mailto:", "doi:")
_NEXT_OF_RANGE = re.compile(r"[-–—−]\[\s*(\d{1,3})\s*\]")
_NEXT_OF_RANGE_SOFAR = re.compile(r"[-–—−](?:\[\s*\d{0,3}\s*)?")
_BLANK = r"(?P<blank>\n[ \t\r]*\n)"
_ENDS = {
    "$": re.compile(rf"{_BLANK}|(?<!\\)\$"),
    "$$": re.compile(rf"{_BLANK}|(?<!\\)\$\$"),
    "\\)": re.compile(rf"{_BLANK}|\\\)"),
    "\\]": re.compile(rf"{_BLANK}|\\\]"),
}
_END_OF_CODE = re.compile(rf"{_BLANK}|`+")


def boundary(text: str, at: int, limit: int, closer: str, before: str, *, final: bool) -> tuple[int, bool]:
    """Where enclosed text ends, and whether by its closer; the end of the text if it is not there.

    Args:
        text: as far as it has come.
        at: where to look from, inside the code or maths.
        limit: where it must have ended.
        closer: what ends it.
        before: some characters that stand before `at`.
        final: no more is to come.
    """
    for match in _ENDS.get(closer, _END_OF_CODE).finditer(text, at):
        start, end = match.span()
        if start >= limit:
            break
        if match["blank"]:
            return start, False
        if closer[0] == "`":
            if end == len(text) and not final:
                return end, False
            if end - start == len(closer):
                return end, True
        elif closer == "$":
            after = peek(text, end, final=final)
            if after is None:
                return end, False
            last = (before + text[at:start])[-1:]
            return (start, False) if last.isspace() or after.isdigit() else (end, True)
        else:
            return end, True
    return min(limit, len(text)), False


def after_bracket(text: str, end: int, *, final: bool) -> "re.Match[str] | bool | None":
    """What a bracket is by what follows it.

    Args:
        text: as far as it has come.
        end: where the bracket ends.
        final: no more is to come.

    Returns:
        False: it is a link. A match: a range such as [1]–[3]. True: a marker as it is. None: not to be known yet.
    """
    after = peek(text, end, final=final)
    if after is None:
        return None
    rest = text[end : end + 24]
    if after == "(":
        if _LINK.match(rest):
            return False
        sofar = rest[1:].lstrip().casefold()
        undecided = any(start.startswith(sofar) for start in _LINK_STARTS) and end + len(rest) == len(text)
        return None if undecided and not final else True
    if after and after in "-–—−":
        if match := _NEXT_OF_RANGE.match(rest):
            return match
        if not final and _NEXT_OF_RANGE_SOFAR.fullmatch(rest) and end + len(rest) == len(text):
            return None
    return True


def peek(text: str, at: int, *, final: bool) -> str | None:
    """The character there: "" after the end of all, None if it has not come yet."""
    return text[at] if at < len(text) else "" if final else None
