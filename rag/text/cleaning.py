"""Cleaning: what files do to text is undone, what authors meant is kept.

Maths (`$…$`, `a<b`, `10⁻³`), emphasis marks, `<mask>`-like tokens and emoji stay as they are.
"""

import re
import unicodedata
from functools import cache
from typing import Any

from rag.text.latex import plain_accents, plain_latex
from rag.text.markup import plain_markup

# What could be markup, LaTeX, a wrapped line or a character to mend: text without it needs nothing done.
_SUSPECT = re.compile(r"[^ -%'-;=-\[\]-z|}~]")
_ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])")
_BLANK_LINES = re.compile(r"\n[ \t]*(?:\n[ \t]*)+")
_WRAPPED = re.compile(r"(?<![^\W_])([^\W_]+)[-\u2010]\n[ \t]*(?=([^\W_]+))")
_SOURCE_LINE = re.compile(r"\n(?!(?:[-*•]|\(?\d{1,2}[.)])\s)")
_SOFT_WRAPPED = re.compile(r"\u00ad[ \t]*\n[ \t]*")
_MOJIBAKE = re.compile(r"[\u00c2-\u00f4\u0152\u0160\u0178\u017d][\u0080-\u00bf\u0152-\u0192\u02c6-\u02dc\u2013-\u2122]")
_CUT_QUOTE = re.compile("â€(?![\u0080-\u00bf‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ€])")
# A joiner means something in Persian, in Indic scripts and between emoji; between Latin letters it only hides.
_LATIN_JOINERS = re.compile(r"(?<=[\x00-\u036f])[\u200c\u200d]+|(?<![\u200c\u200d])[\u200c\u200d]+(?=[\x00-\u036f])")
_PASSES = 4
_WRAP_WIDTH = (45, 110)

_MISSING = frozenset(
    [
        *("nan", "n/a", "na", "#n/a", "none", "null", "nil", "undefined", "tbd", "tba", "abstract", "not available"),
        *("abstract missing", "missing abstract", "no abstract found", "abstract not found", "abstract not provided"),
        *("no abstract", "no abstract available", "abstract not available", "no abstract provided", "nat", "n.a"),
        *(
            "abstract unavailable",
            "not applicable",
            "no summary",
            "#value!",
            "#ref!",
            "无",
            "暂无",
            "无摘要",
            "暂无摘要",
        ),
    ]
)


def _characters() -> dict[int, str]:
    table = {code: " " for code in range(0x20) if chr(code) not in "\n\t"} | {0x7F: " "}
    for code in range(0x80, 0xA0):
        # Windows' own characters read as Latin-1; 0x85 is a line separator wherever it is met.
        known = bytes([code]).decode("cp1252", "replace")
        table[code] = " " if code == 0x85 or known == "\ufffd" else known
    table |= dict.fromkeys((0x2028, 0x2029, 0xA0, 0x1680, 0x202F, 0x205F, 0x3000, *range(0x2000, 0x200B)), " ")
    invisible = (0xAD, 0x200B, 0x2060, 0x180E, 0xFEFF, 0x200E, 0x200F, 0x061C, 0xFFFE, 0xFFFF, 0xFFF9, 0xFFFA, 0xFFFB)
    table |= dict.fromkeys((*invisible, *range(0x202A, 0x202F), *range(0x2061, 0x206A), *range(0xE0000, 0xE0080)), "")
    # The compatibility forms of these alone are taken: NFKC at large turns 10⁻³ into 10−3.
    return table | {code: unicodedata.normalize("NFKC", chr(code)) for code in range(0xFB00, 0xFB07)}


_TABLE = _characters()


def clean_line(text: str, *, latex: bool = False) -> str:
    """A title, a name or a venue: one line, single spaces. Arguments as for `clean_text`."""
    found, line = "", " ".join(clean_text(text, latex=latex).split())
    for _ in range(_PASSES):  # what a line's end parted may be a garbled character once it is one line
        if line == found or not _MOJIBAKE.search(line):
            break
        found, line = line, " ".join(_plain_characters(line).split())
    return line


def clean_text(text: str, *, latex: bool = False) -> str:
    """An abstract as its authors meant it.

    Hard-wrapped lines are joined; other line ends, and maths, stay.

    Args:
        text: as it was in the file.
        latex: the whole text is LaTeX (BibTeX), not prose with a LaTeX accent here and there.
    """
    if not latex and "  " not in text and not _SUSPECT.search(text):
        return text.strip()
    text = _plain_characters(_whole_characters(text))
    if latex and "\n" in text:  # where lines end in a source says nothing
        text = _unwrapped(text, always=True)
    marked = plain_markup(text)
    plain = plain_latex(marked) if latex else plain_accents(marked)
    if plain != marked:  # reference managers write `{\textless}i{\textgreater}`, `{\&}lt;`
        plain = plain_markup(plain)
    if plain != text:  # entities and accents may stand for any character
        plain = _plain_characters(_ESCAPES.sub("", plain))
    text = re.sub(r"[ \t]{2,}", " ", plain).strip()
    if "\n" not in text:
        return text
    return re.sub(r" ?\n ?", "\n", text) if latex else _unwrapped(text)


def is_missing(value: Any) -> bool:
    """Whether a field says nothing: empty, NaN, "N/A", "[No abstract available]", only invisible characters."""
    if value is None or value != value:  # NaN alone differs from itself
        return True
    if not isinstance(value, str):
        return isinstance(value, list | tuple | dict) and not value
    if len(value) > 40 and value[0].isalnum():
        return False
    plain = (value if value.isascii() else value.translate(_TABLE)).strip(" \t\r\n[]()<>.。").casefold()
    # A dash or two says nothing; a long table without a letter is still somebody's text.
    return not plain or plain in _MISSING or (len(plain) <= 40 and not any(map(str.isalnum, plain)))


def _whole_characters(text: str) -> str:
    """Surrogate pairs joined (JSON may carry halves, which no store can keep), terminal escapes gone."""
    text = _ESCAPES.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    if text.isascii() or text.isprintable():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _plain_characters(text: str) -> str:
    if text.isascii():
        return text.translate(_TABLE)
    for _ in range(_PASSES):
        text = _SOFT_WRAPPED.sub("", _mended(text)).translate(_TABLE)
        text = unicodedata.normalize("NFC", _LATIN_JOINERS.sub("", text))
        if not (_MOJIBAKE.search(text) or _CUT_QUOTE.search(text)):
            break
    return text


def _mended(text: str) -> str:
    if not (_MOJIBAKE.search(text) or _CUT_QUOTE.search(text)):
        return text
    from ftfy import TextFixerConfig, fix_encoding, fix_encoding_and_explain

    # Windows has no character for the last byte of a closing quote, so that byte is often lost.
    text = _CUT_QUOTE.sub("”", text)
    # Else only what can be turned back exactly: guesses at lost bytes would invent text.
    exact = TextFixerConfig(replace_lossy_sequences=False, restore_byte_a0=False, fix_c1_controls=False)
    mended, plan = fix_encoding_and_explain(text, exact)
    if len(plan or ()) > 2 and any(step.parameter == "macroman" for step in plan or ()):
        # Of a text garbled once here and twice there, a Macintosh's encoding makes something else altogether.
        return re.sub(r"\S+", lambda word: fix_encoding(word[0], exact), text)
    return mended


def _unwrapped(text: str, *, always: bool = False) -> str:
    text = _WRAPPED.sub(_rejoined, text)
    return "\n\n".join(_one_line(part, always=always) for part in _BLANK_LINES.split(text))


def _one_line(paragraph: str, *, always: bool) -> str:
    lines = [line.strip() for line in paragraph.split("\n")]
    if always:
        return _SOURCE_LINE.sub(" ", "\n".join(lines))
    narrow, wide = _WRAP_WIDTH
    full = [len(line) for line in lines[:-1]]
    # An editor breaks lines near one width; lists, verses and headings have lines of any length.
    if full and min(full) >= narrow and max(full) <= wide and len(lines[-1]) <= wide:
        return " ".join(lines)
    return "\n".join(lines)


def _rejoined(match: re.Match[str]) -> str:
    """A word parted at a line's end, whole again; `state-of-the-art` keeps its hyphens."""
    left, right = match[1], match[2]
    known = english_words()
    halves = left.casefold() in known and right.casefold() in known
    if right.islower() and (left + right).isalpha() and ((left + right).casefold() in known or not halves):
        return left
    return f"{left}-"


@cache
def english_words() -> frozenset[str]:
    """Whole English words, as the bundled model's tokenizer lists them."""
    from rag.encoding.minilm import bundled_tokenizer

    return frozenset(bundled_tokenizer().get_vocab())
