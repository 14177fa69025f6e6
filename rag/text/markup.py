"""HTML and JATS in text: the tags that format prose go, and character entities become characters."""

import re
from html.entities import html5

from rag.text.mathml import plain_mathml
from rag.text.scripts import raised

# Tags that exports put into abstracts. `<mask>`, `<s>`, `<eos>` and `<image>` are words of machine-learning papers, and
# scripts or frames are shown as what they are rather than half removed.
_BLOCKS = r"p|div|ul|ol|li|br|hr|h[1-6]|blockquote|title|sec|list|list-item|abstract|abstracttext|disp-formula|label"
_INLINE = r"strong|em|span|italic|bold|underline|sc|tt|font|small|big|inline-formula|tex-math|xref|monospace"
_PAIRED = r"b|i|u|a|code|sub|sup|inf"
_NAMESPACED = r"(?:jats|mml|m|xhtml):[a-z-]+"
_ATTRIBUTES = r"(?:\s+[\w:-]+\s*=\s*(?:\"[^\"<]*\"|'[^'<]*'))*\s*/?"
_BLOCK_TAG = re.compile(rf"(?:(?<!\s)\s+)?</?(?:jats:)?(?:{_BLOCKS}){_ATTRIBUTES}>\s*", re.IGNORECASE)
_INLINE_TAG = re.compile(rf"</?(?:{_INLINE}|{_NAMESPACED}){_ATTRIBUTES}>", re.IGNORECASE)
_PAIR = re.compile(rf"<(?P<tag>(?:jats:)?(?:{_PAIRED})){_ATTRIBUTES}>(?P<inner>[^<>]*)</(?P=tag)\s*>", re.IGNORECASE)
_PASSES = 4
_UNSAFE_LINK = re.compile(r"<a\s[^>]*href\s*=\s*+[\"']?+\s*+(?!https?:|#|/|mailto:)", re.IGNORECASE)
# Comments, and the heading that says what the whole is anyway
_COMMENT = re.compile(
    r"<!--(?:(?!<!--).)*?-->|<((?:jats:)?title)>\s*(?:Abstract|Summary)\s*</\1>|<!\[CDATA\[|\]\]>", re.DOTALL
)
# Markup is escaped once and again (`&amp;lt;`), or escaped for BibTeX as well (`p \\&lt; 0.05`, `{\\&}amp;`).
_ENTITY = re.compile(
    r"(?:\{\\&\}|\\?&)(?:(?:amp|AMP|#0*38|#[xX]0*26);)*"
    r"(?:#(?P<decimal>\d{1,7})|#[xX](?P<hex>[0-9a-fA-F]{1,6})|(?P<name>[A-Za-z][A-Za-z0-9]{1,31}));"
)


def plain_markup(text: str) -> str:
    """Text without formatting tags and entities; `a<b`, `<mask>` and unknown tags are left alone."""
    for _ in range(_PASSES):  # entities may write tags, and tags part what then is an entity
        before = text
        if "<" in text:
            text = _untagged(text)
        if "&" not in text:
            break
        text = _ENTITY.sub(_character, text)
        if text == before:
            return text
    return _untagged(text) if "<" in text else text


def _untagged(text: str) -> str:
    text = plain_mathml(_COMMENT.sub("", text))
    text = _BLOCK_TAG.sub(_break, text)
    text = _INLINE_TAG.sub("", text)
    for _ in range(4):  # pairs inside pairs
        text, count = _PAIR.subn(_unwrapped, text)
        if not count:
            break
    return text


def _break(match: re.Match[str]) -> str:
    """A block parts words; an opening tag at the start, or a closing one at the end, parts nothing."""
    return "\n" if match.start() and match.end() < len(match.string) else ""


def _unwrapped(match: re.Match[str]) -> str:
    tag = match["tag"].lower().removeprefix("jats:")
    if tag == "a" and _UNSAFE_LINK.match(match[0]):
        # A token that looks like a tag must not survive as a live link's text; the rest is for the display to escape.
        return match[0]
    if tag == "sup":
        return raised(match["inner"])
    return match["inner"]


def _character(match: re.Match[str]) -> str:
    if match["name"]:
        return html5.get(f"{match['name']};", match[0])
    code = int(match["decimal"]) if match["decimal"] else int(match["hex"], 16)
    if code > 0x10FFFF or 0xD800 <= code < 0xE000:
        return match[0]
    return chr(code)
