"""XML: PubMed's articles and arXiv's Atom feeds, one element at a time."""

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from rag.errors import SourceError
from rag.papers import Paper
from rag.readers.content import Content
from rag.readers.fields import FieldMapping
from rag.readers.records import Record, papers_of
from rag.readers.refusals import Refusal

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_ROOT = re.compile(r"<(?![?!])(?:[\w.-]+:)?([\w.-]+)")
_ATOM = "{http://www.w3.org/2005/Atom}"
_ARXIV = "{http://arxiv.org/schemas/atom}"


def root_of(content: Content) -> str:
    """The name of an XML text's first element; empty if it is no XML."""
    text = content.head_text.lstrip()
    if not text.startswith("<"):
        return ""
    match = _ROOT.search(re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL))
    return match[1] if match else ""


def read_xml(content: Content, mapping: FieldMapping) -> Iterator[Paper | Refusal]:
    """Read PubMed XML or an Atom feed.

    Raises:
        SourceError: the XML is broken (line and column named), or of another kind.
    """
    return papers_of(_records(content), content.name, mapping)


def _records(content: Content) -> Iterator[Record]:
    from lxml import etree

    seen: dict[str, None] = {}
    number = 0
    # No entity is expanded and nothing is fetched: an export needs neither, an attack does.
    safe = {"resolve_entities": False, "no_network": True, "load_dtd": False, "huge_tree": False}
    try:
        for _, element in etree.iterparse(content.stream, events=("end",), **safe):
            name = element.tag if isinstance(element.tag, str) else ""
            if len(seen) < 12:
                seen.setdefault(name.rpartition("}")[2])
            fields = _SHAPES.get(name)
            if fields is None:
                continue
            number += 1
            yield f"record {number} (line {element.sourceline})", fields(element)
            _forget(element)
    except etree.XMLSyntaxError as error:
        line, column = error.position
        raise SourceError(
            f"{content.name} is broken XML at line {line}, column {column}: {error.msg}. "
            f"The {number} records before it are whole. Download or export it again."
        ) from error
    if not number:
        raise SourceError(
            f"{content.name} is XML of a kind that is not known; its elements are: {', '.join(filter(None, seen))}. "
            "PubMed XML and arXiv's Atom feeds are known; export it as RIS, BibTeX, CSV or JSON."
        )


def _forget(element: "Element") -> None:
    """Give back the memory of what was read."""
    element.clear()
    while element.getprevious() is not None:
        del element.getparent()[0]


def _pubmed(article: "Element") -> dict[str, Any]:
    text = _finder(article)
    parts = []
    for part in article.iterfind(".//Abstract/AbstractText"):
        label, inner = part.get("Label", ""), _inner(part)
        parts.append(f"{label}: {inner}" if label and label.upper() != "UNASSIGNED" else inner)
    pmid = text("MedlineCitation/PMID") or text("BookDocument/PMID")
    return {
        "pmid": pmid,
        "title": text(".//ArticleTitle") or text(".//BookTitle"),
        "abstract": "\n\n".join(filter(None, parts)),
        "authors": [_author(author) for author in article.iterfind(".//AuthorList/Author")],
        "year": text(".//JournalIssue/PubDate/Year") or text(".//PubDate/MedlineDate") or text(".//ArticleDate/Year"),
        "venue": text(".//Journal/Title") or text(".//Journal/ISOAbbreviation"),
        "doi": text(".//ArticleIdList/ArticleId[@IdType='doi']") or text(".//ELocationID[@EIdType='doi']"),
        "url": f"https://pubmed.ncbi.nlm.nih.gov/{pmid}/" if pmid else "",
        "type": [_inner(kind) for kind in article.iterfind(".//PublicationTypeList/PublicationType")],
        "retracted": bool(article.findall(".//CommentsCorrections[@RefType='RetractionIn']")),
    }


def _author(author: "Element") -> list[str] | str:
    text = _finder(author)
    if collective := text("CollectiveName"):
        return collective
    return [text("LastName"), text("ForeName") or text("Initials"), text("Suffix")]


def _atom(entry: "Element") -> dict[str, Any]:
    text = _finder(entry)
    return {
        "id": text(f"{_ATOM}id"),
        "title": text(f"{_ATOM}title"),
        "abstract": text(f"{_ATOM}summary") or text(f"{_ATOM}content"),
        "authors": [_inner(name) for name in entry.iterfind(f"{_ATOM}author/{_ATOM}name")],
        "year": text(f"{_ATOM}published") or text(f"{_ATOM}updated"),
        "venue": text(f"{_ARXIV}journal_ref"),
        "doi": text(f"{_ARXIV}doi"),
        "url": next((link.get("href", "") for link in entry.iterfind(f"{_ATOM}link[@rel='alternate']")), ""),
        "withdrawn": bool(re.search(r"\bwithdrawn\b", text(f"{_ARXIV}comment"), re.IGNORECASE)),
    }


def _finder(element: "Element") -> Callable[[str], str]:
    def _text(path: str) -> str:
        found = element.find(path)
        return "" if found is None else _inner(found)

    return _text


def _inner(element: "Element") -> str:
    """What stands between an element's tags, markup included: exponents are in it."""
    from lxml import etree

    if not len(element):
        return element.text or ""
    # Text is escaped as in the file; cleaning takes tags and entities out.
    children = (etree.tostring(child, encoding="unicode") for child in element)
    return re.sub(r" xmlns(?::\w+)?=\"[^\"]*\"", "", "".join([_escaped(element.text or ""), *children]))


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")


_SHAPES: dict[str, Callable[["Element"], dict[str, Any]]] = {
    "PubmedArticle": _pubmed,
    "PubmedBookArticle": _pubmed,
    f"{_ATOM}entry": _atom,
}
