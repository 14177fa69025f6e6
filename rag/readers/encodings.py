"""From bytes to text: the encoding is told by the bytes, and one stray byte costs one character, not the file."""

import codecs
import re
import unicodedata
from collections.abc import Callable

from rag.readers.alphabets import accents_of, alphabet_of

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_EASTERN = ["gb18030", "big5", "shift_jis", "euc_jp", "euc_kr"]
_CANDIDATES = [*_EASTERN, "cp1252", "cp1250", "cp1251", "cp1253", "cp1254"]
_WIDE_LIKENESS = 0.02
_SAMPLE = 20_000
_SEQUENCES = 2
"""Characters of UTF-8 that are no accident."""
_COMMON = {
    "gb18030": "的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年论文方法提摘题标学习"
    "模型数据",
    "big5": "的一是在不了有和人這中大為上個國我以要他時來用們生到作地於出就分對成會可主發年論文方法提摘題標學習"
    "模型數據",
}
_COMMON_SHARE = 0.08
_JAPANESE = ("cp932", "euc_jp")
_KANA = re.compile("[ぁ-んァ-ヶ]")
_KANA_SHARE = 0.2
_ESCAPED_JAPANESE = re.compile(rb"\x1b\$[@B]")
STRAY = "askpapers.stray"
"""The error handler for text streams: a byte that is no UTF-8 is read as Windows would."""


def encoding_of(head: bytes) -> str:
    """The encoding of a text, by its mark, by UTF-8's own rules, and else by charset-normalizer.

    Args:
        head: the first bytes; a character cut at their end does no harm.
    """
    for mark, name in _BOMS:
        if head.startswith(mark):
            return name
    if wide := _wide(head):
        return wide
    if _ESCAPED_JAPANESE.search(head):
        return "iso2022_jp"
    decoded = codecs.getincrementaldecoder("utf-8")("replace").decode(head)
    bad = decoded.count("\ufffd")
    good = sum(character > "\x7f" for character in decoded) - bad
    # Latin-1 and GB18030 text is hardly ever UTF-8 by accident; a UTF-8 file with a few stray bytes stays one.
    if bad == 0 or good > bad or _is_mixed(head):
        return "utf-8"
    return _guessed(head)


def _wide(head: bytes) -> str:
    """UTF-16 without a mark: every other byte of Latin text is zero, and in any text those of spaces and lines are."""
    sample = head[: _SAMPLE // 2 * 2]
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    if len(sample) >= 4 and max(even, odd) > len(sample) * 0.3 and min(even, odd) < len(sample) * 0.02:
        return "utf-16-be" if even > odd else "utf-16-le"
    if not (even or odd) or _is_clean_utf8(sample):
        return ""
    known = {name: _likeness(sample.decode(name, "replace")) for name in ("utf-16-le", "utf-16-be")}
    best = max(known, key=lambda name: known[name])
    return best if known[best] > _WIDE_LIKENESS else ""


def _is_clean_utf8(sample: bytes) -> bool:
    """Whether it is UTF-8 but for a stray zero byte."""
    text = sample.replace(b"\0", b"").decode("utf-8", "replace")
    return sum((character < " " and character not in "\t\r\n\f") or character == "\ufffd" for character in text) < 3


def _likeness(text: str) -> float:
    """How like a text that people write: its share of spaces, line ends and stops; 0 if it has odd characters."""
    odd = sum(unicodedata.category(character) in ("Cn", "Co", "Cs", "Cc") for character in text)
    lines = sum(text.count(character) for character in "\t\r\n")
    if odd - lines + text.count("\ufffd") > len(text) * 0.01:
        return 0.0
    return (lines + sum(text.count(character) for character in " ，。、：,.:")) / len(text)


def _guessed(head: bytes) -> str:
    import charset_normalizer

    # The lines that tell one encoding from another; a cut at the end must not look like a fault.
    whole = head[: head.rfind(b"\n") + 1] or head
    lines = [line for line in whole.splitlines(keepends=True) if not line.isascii()]
    sample = b"".join(lines)[:_SAMPLE] or head[-_SAMPLE:]
    if name := _eastern(sample):
        return name
    paired = _is_paired(sample)
    if _is_in_words(sample) and (name := alphabet_of(sample)):
        return name
    if not paired and not _is_in_words(sample):
        return accents_of(sample)
    candidates = _EASTERN if paired else _CANDIDATES
    best = charset_normalizer.from_bytes(sample, cp_isolation=candidates, threshold=0.5).best()
    return best.encoding if best is not None else ("gb18030" if paired else "cp1252")


def _is_mixed(head: bytes) -> bool:
    """Whether some lines are UTF-8 and the others Western: nobody writes two bytes that are UTF-8 by accident."""
    lines = [line for line in head.splitlines() if not line.isascii()]
    bad = [line for line in lines if "\ufffd" in line.decode("utf-8", "replace")]
    good = [line.decode("utf-8") for line in lines if line not in bad]
    rest = b"\n".join(bad)
    western = not (_is_in_words(rest) or _is_paired(rest) or _eastern(rest))
    return western and sum(character > "\x7f" for line in good for character in line) >= _SEQUENCES


def _is_in_words(sample: bytes) -> bool:
    """Whether bytes beyond ASCII stand in whole words, as in Cyrillic; accents stand among Latin letters."""
    runs = [len(run) for run in re.findall(rb"[\x80-\xff]+", sample)]
    return sum(run for run in runs if run >= 3) > sum(runs) * 0.6


def _is_paired(sample: bytes) -> bool:
    """Whether bytes beyond ASCII come two by two, as in Chinese among English; accents come one by one."""
    runs = [len(run) for run in re.findall(rb"[\x80-\xff]+", sample)]
    return len(runs) > 1 and sum(run % 2 == 0 for run in runs) >= 0.95 * len(runs)


def _eastern(sample: bytes) -> str:
    """Japanese, told by its syllables, or Chinese, by its commonest characters; "" for neither.

    Short lists are too little for a statistical guess.
    """
    for name in _JAPANESE:
        if _share(sample, name, _KANA.match) >= _KANA_SHARE:
            return name
    shares = {name: _share(sample, name, common.__contains__) for name, common in _COMMON.items()}
    best = max(shares, key=lambda name: shares[name])
    return best if shares[best] > _COMMON_SHARE else ""


def _share(sample: bytes, name: str, is_common: Callable[[str], object]) -> float:
    """How many of the characters beyond ASCII are common ones; 0 for too few of them, or where bytes make no sense."""
    wide = [character for character in sample.decode(name, "replace") if character > "\x7f"]
    if len(wide) < 4 or wide.count("\ufffd") > 1 + len(wide) // 200:
        return 0.0
    return sum(bool(is_common(character)) for character in wide) / len(wide)


def _stray(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    piece = error.object[error.start : error.end]
    if not error.encoding.startswith("utf-8") and not error.encoding.startswith("utf8"):
        return "\ufffd", error.end
    return piece.decode("cp1252", "replace").replace("\ufffd", " "), error.end


codecs.register_error(STRAY, _stray)
