"""MathML in abstracts of publishers: formulas as text on one line, powers and indices kept apart."""

import re
from typing import Any

from rag.text.scripts import raised

_ALTERNATIVES = re.compile(
    r"<(?:jats:)?alternatives>(?:(?!<(?:jats:)?alternatives>).)*?</(?:jats:)?alternatives>", re.DOTALL
)
_TEX = re.compile(r"<(?:jats:)?tex-math[^<>]*>(.*?)</(?:jats:)?tex-math>", re.DOTALL)
_DOCUMENT = re.compile(r"\\documentclass(?:(?!\\documentclass).)*?\\begin\{document\}(.*?)\\end\{document\}", re.DOTALL)
_MATHS = re.compile(
    r"<(?P<prefix>(?:\w{1,8}:)?)math(?:\s[^<>]*)?>(?:(?!<(?P=prefix)math[\s>]).)*?</(?P=prefix)math>", re.DOTALL
)


def plain_mathml(text: str) -> str:
    """Text whose formulas are readable: `10⁻³` for an msup, the TeX where a publisher gives both.

    Args:
        text: with or without `<math>`, `<alternatives>` and TeX documents made for one formula.
    """
    if "alternatives>" in text:
        text = _ALTERNATIVES.sub(lambda match: ((tex := _TEX.search(match[0])) and tex[1]) or match[0], text)
    if "\\documentclass" in text:
        text = _DOCUMENT.sub(lambda match: match[1].strip(), text)
    return _MATHS.sub(_formula, text) if "math" in text else text


def _formula(match: re.Match[str]) -> str:
    from lxml import etree

    parser = etree.XMLParser(recover=True, resolve_entities=False, no_network=True)
    bare = re.sub(r"<(/?)\w+:", r"<\1", re.sub(r"\s[\w:.-]+\s*=\s*(?:\"[^\"<>]*\"|'[^'<>]*')", "", match[0]))
    root = etree.fromstring(bare.encode("utf-8", "replace"), parser)
    return match[0] if root is None else _line(root)


def _line(node: Any) -> str:
    """A formula's node on one line."""
    tag = node.tag if isinstance(node.tag, str) else ""
    parts = [_line(child) for child in node]
    if tag in ("annotation", "annotation-xml") or not tag:
        return ""
    if tag in ("msup", "msub", "msubsup", "munderover", "munder", "mover") and len(parts) > 1:
        low = parts[1] if tag in ("msub", "msubsup", "munderover", "munder") else ""
        high = parts[-1] if tag in ("msup", "msubsup", "munderover", "mover") else ""
        return parts[0] + (_lowered(low) if low else "") + (raised(high) if high else "")
    if tag == "mfrac" and len(parts) > 1:
        return f"{_whole(parts[0])}/{_whole(parts[1])}"
    if tag == "msqrt":
        return f"√({''.join(parts)})"
    text = re.sub(r"\s+", " ", node.text or "")
    text = f" {text.strip()} " if tag == "mo" and text.strip() in ("<", ">", "=", "≤", "≥", "≈", "∈", "→") else text
    return (text.strip() if not parts and tag != "mo" else text) + "".join(parts)


def _lowered(text: str) -> str:
    return f"_{text}" if len(text) == 1 else f"_{{{text}}}"


def _whole(text: str) -> str:
    return text if re.fullmatch(r"[\w.]*", text) else f"({text})"
