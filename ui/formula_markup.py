"""Formulas as MathML, which browsers show without scripts or fonts of ours: for pages that leave the window."""

from __future__ import annotations

from html import escape, unescape
from typing import Any

_TAGS = frozenset((
    *("math", "menclose", "merror", "mfrac", "mi", "mmultiscripts", "mn", "mo", "mover", "mpadded", "mphantom"),
    *("mprescripts", "mroot", "mrow", "ms", "mspace", "msqrt", "mstyle", "msub", "msubsup", "msup", "mtable", "mtd"),
    *("mtext", "mtr", "munder", "munderover", "none"),
))  # fmt: skip
_ATTRIBUTES = frozenset((
    *("accent", "columnalign", "columnlines", "depth", "display", "displaystyle", "fence", "form", "height"),
    *("linethickness", "lspace", "mathvariant", "maxsize", "minsize", "movablelimits", "notation", "rowlines"),
    *("rspace", "scriptlevel", "separator", "stretchy", "symmetric", "width", "xmlns"),
))  # fmt: skip


def mathml(tex: str, *, display: bool) -> str:
    """Return a formula as MathML, or as its source where it is none.

    Only the tags and attributes that typeset are kept: what a paper calls a formula may hold links, styles and tags.

    Args:
        tex: without its delimiters.
        display: it stands on a line of its own.
    """
    from latex2mathml.converter import convert_to_element

    try:
        root = convert_to_element(tex, display="block" if display else "inline")
        return _element(root)
    except Exception:  # the converter raises errors of any kind at what only looks like a formula
        return f"<code>{escape(tex)}</code>"


def _element(element: Any) -> str:
    # The converter keeps signs as entities in its text, and leaves all else as it was.
    inside = escape(unescape(element.text or "")) + "".join(
        _element(child) + escape(unescape(child.tail or "")) for child in element
    )
    if element.tag not in _TAGS:
        return inside
    said = "".join(f' {name}="{escape(value)}"' for name, value in element.attrib.items() if name in _ATTRIBUTES)
    return f"<{element.tag}{said}>{inside}</{element.tag}>"
