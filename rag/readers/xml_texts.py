"""XML texts: an element's name, and what stands in it."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml.etree import _Element as Element


def local_name(element: "Element") -> str:
    """An element's name without its namespace; empty for comments and entities."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def finder(element: "Element") -> Callable[[str], str]:
    """What gives the text at a path below an element; empty if nothing is there."""

    def _text(path: str) -> str:
        found = element.find(path)
        return "" if found is None else inner_of(found)

    return _text


def inner_of(element: "Element") -> str:
    """What stands between an element's tags, markup included: exponents are in it."""
    from lxml import etree

    if not len(element):
        return element.text or ""
    # Text is escaped as in the file; cleaning takes tags and entities out.
    children = (etree.tostring(child, encoding="unicode") for child in element)
    return re.sub(r" xmlns(?::\w+)?=\"[^\"]*\"", "", "".join([_escaped(element.text or ""), *children]))


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")
