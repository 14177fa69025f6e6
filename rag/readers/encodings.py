"""From bytes to text: the encoding is told by the bytes, and one stray byte costs one character, not the file."""

import codecs

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_CANDIDATES = ["gb18030", "big5", "shift_jis", "euc_jp", "euc_kr", "cp1252", "cp1250", "cp1251", "cp1253", "cp1254"]
_SAMPLE = 20_000
_TELLING = 200
_COMMON = frozenset(
    "的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年论文方法提摘题标学习模型数据"
)
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
    decoded = codecs.getincrementaldecoder("utf-8")("replace").decode(head)
    bad = decoded.count("\ufffd")
    good = sum(character > "\x7f" for character in decoded) - bad
    # Latin-1 and GB18030 text is hardly ever UTF-8 by accident; a UTF-8 file with a few stray bytes stays one.
    if bad == 0 or good > bad:
        return "utf-8"
    return _guessed(head)


def _wide(head: bytes) -> str:
    """UTF-16 without a mark: every other byte of Latin text is zero."""
    sample = head[: _SAMPLE // 2 * 2]
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    if len(sample) >= 4 and max(even, odd) > len(sample) * 0.3 and min(even, odd) < len(sample) * 0.02:
        return "utf-16-be" if even > odd else "utf-16-le"
    return ""


def _guessed(head: bytes) -> str:
    import charset_normalizer

    # The lines that tell one encoding from another; a cut at the end must not look like a fault.
    lines = [line for line in head.splitlines(keepends=True)[:-1] or [head] if not line.isascii()]
    sample = b"".join(lines)[:_SAMPLE] or head[-_SAMPLE:]
    if _is_chinese(sample):
        return "gb18030"
    high = sum(byte > 0x7F for byte in sample)
    # Here and there an accent: Western text is by far the likeliest, and too little for statistics.
    if high < _TELLING and high < len(sample) * 0.2:
        return "cp1252"
    best = charset_normalizer.from_bytes(sample, cp_isolation=_CANDIDATES, threshold=0.5).best()
    return best.encoding if best is not None else "cp1252"


def _is_chinese(sample: bytes) -> bool:
    """GB18030, told by its commonest characters: short lists are too little for a statistical guess."""
    text = sample.decode("gb18030", "replace")
    wide = [character for character in text if character > "\x7f"]
    common = sum(character in _COMMON for character in wide)
    return len(wide) >= 4 and common / len(wide) > 0.08 and text.count("\ufffd") <= 1 + len(wide) // 200


def _stray(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    piece = error.object[error.start : error.end]
    if not error.encoding.startswith("utf-8") and not error.encoding.startswith("utf8"):
        return "\ufffd", error.end
    return piece.decode("cp1252", "replace").replace("\ufffd", " "), error.end


codecs.register_error(STRAY, _stray)
