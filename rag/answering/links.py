"""Links: addresses in a model's answer, of which only the papers' own may be followed.

A model can be talked into an image or a link whose address carries the reader's question to a stranger; a page
that shows Markdown would fetch it. What is left here is text.
"""

import re
from collections.abc import Collection

_LONGEST = 2000
_TAGS = "a|img|iframe|script|style|link|object|embed|form|input|button|video|audio|svg|meta|base|source|picture"
_ADDRESS = r"(?:[^()\s]|\([^()\s]*\))*"
_HELD = re.compile(
    rf"!$|\][ \t]*(?:\({_ADDRESS}(?:\([^()\s]*)?(?:\s[^)]*)?)?$"
    rf"|<(?:/?[a-z]{{0,8}}|/?(?:{_TAGS})\b[^<>]*|(?:https?|ftp|mailto|javascript|data):[^<>\s]*)$"
    r"|(?<![\w(])(?:h|ht|htt|https?:?/?|w|ww|www|(?:https?://|www\.)[^\s<>\]`]*)$"
    r"|\((?:h|ht|htt|https?:?/?|w|ww|www|(?:https?://|www\.)[^\s<>\]`)]*)?$",
    re.I,
)
_TARGET = re.compile(rf"(?P<closing>\])[ \t]*\((?P<address>{_ADDRESS})(?:\s[^)]*)?\)")
_IMAGE = re.compile(r"!(?=\[)")
_TAG = re.compile(rf"</?(?:{_TAGS})\b[^<>]*>", re.I)
_AUTOLINK = re.compile(r"<((?:https?|ftp|mailto|javascript|data):[^<>\s]*)>", re.I)
_BARE = re.compile(r"(?<!\]\()(?<![\w`/])(?:https?://|www\.)[^\s<>\]`]*[^\s<>\]`.,;:!?'\")]", re.I)


class Links:
    """Makes plain text of a streamed answer's links and images, save those to `allowed` addresses.

    `[here](https://stranger.test)` becomes `[here]`, a bare address code, `<img …>` nothing.

    Args:
        allowed: the addresses of the papers at hand.
    """

    def __init__(self, allowed: Collection[str]) -> None:
        self._allowed = frozenset(address for address in allowed if address)
        self._held = ""

    def feed(self, delta: str) -> str:
        """Take a piece of the answer; give back what can be shown, holding a link that may go on."""
        text = self._held + delta
        held = _HELD.search(text, max(0, len(text) - _LONGEST))
        cut = held.start() if held else len(text)
        self._held = text[cut:]
        return self._plain(text[:cut])

    def end(self) -> str:
        """The rest, once no more is to come."""
        rest, self._held = self._held, ""
        return self._plain(rest)

    def _plain(self, text: str) -> str:
        text = _IMAGE.sub("", _TARGET.sub(self._target, text))
        text = _AUTOLINK.sub(r"\1", _TAG.sub("", text))
        return _BARE.sub(self._address, text)

    def _target(self, match: re.Match[str]) -> str:
        return match[0] if match["address"] in self._allowed else match["closing"]

    def _address(self, match: re.Match[str]) -> str:
        own = match[0] in self._allowed or f"{match[0]})" in self._allowed
        return match[0] if own else f"`{match[0]}`"
