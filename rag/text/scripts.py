"""Raised characters: an exponent must not fall down to the line, for 10⁻³ is not 10-3."""

_RAISED = str.maketrans("0123456789+-−=()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ")
_ORDINALS = frozenset(("st", "nd", "rd", "th", "®", "©", "™", "*", "†", "‡"))


def raised(text: str) -> str:
    """Superscript text as plain text: `⁻³` where Unicode has it, `^{k}` where not.

    Args:
        text: what stood raised.
    """
    text = text.strip()
    if not text or text.casefold() in _ORDINALS:
        return text
    up = text.translate(_RAISED)
    if all(before != after for before, after in zip(text, up, strict=True)):
        return up
    return f"^{text}" if len(text) == 1 else f"^{{{text}}}"
