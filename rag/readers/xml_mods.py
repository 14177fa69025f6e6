"""MODS: the XML of libraries and repositories, which Zotero and DSpace export, too."""

from typing import TYPE_CHECKING, Any

from rag.readers.xml_texts import finder

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

MODS = "{http://www.loc.gov/mods/v3}"
"""The namespace of its elements."""
_HOST = f"{MODS}relatedItem[@type='host']"
_DATES = ("dateIssued", "copyrightDate", "dateCreated")


def mods_record(element: "Element") -> dict[str, Any]:
    """The fields of one paper.

    Args:
        element: a `mods` element, complete.
    """
    text = finder(element)
    names = (f"{origin}/{MODS}{date}" for origin in _origins() for date in _DATES)
    return {
        "title": _title(element),
        "abstract": text(f"{MODS}abstract"),
        "authors": [author for name in element.iterfind(f"{MODS}name") if (author := _author(name))],
        "year": next(filter(None, map(text, names)), "") or text(f"{_HOST}/{MODS}part/{MODS}date"),
        "venue": text(f"{_HOST}/{MODS}titleInfo/{MODS}title"),
        "doi": text(f"{MODS}identifier[@type='doi']"),
        "url": text(f"{MODS}location/{MODS}url"),
        "type": text(f"{MODS}genre"),
    }


def _origins() -> tuple[str, str]:
    return f"{MODS}originInfo", f"{_HOST}/{MODS}originInfo"


def _title(element: "Element") -> str:
    text = finder(element)
    title, subtitle = (text(f"{MODS}titleInfo/{MODS}{part}") for part in ("title", "subTitle"))
    article = text(f"{MODS}titleInfo/{MODS}nonSort").strip()
    return f"{article} {title}: {subtitle}".strip() if subtitle else f"{article} {title}".strip()


def _author(name: "Element") -> list[str] | str:
    """A name of an author; empty for an editor's or a sponsor's."""
    text = finder(name)
    role = text(f"{MODS}role/{MODS}roleTerm").casefold()
    if role not in ("", "author", "aut", "creator", "cre"):
        return ""
    family, given = (text(f"{MODS}namePart[@type='{part}']") for part in ("family", "given"))
    return [family, given, ""] if family else text(f"{MODS}namePart")
