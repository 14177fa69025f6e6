"""XML shapes: what an element of each known kind says about a paper."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rag.readers.aliases import ALIASES, plain_name
from rag.readers.xml_mods import MODS, mods_record
from rag.readers.xml_texts import finder, inner_of, local_name

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_ATOM = "{http://www.w3.org/2005/Atom}"
_ARXIV = "{http://arxiv.org/schemas/atom}"
_TITLES, _ABSTRACTS = frozenset(ALIASES["title"]), frozenset(ALIASES["abstract"]) - {"text", "abs"}
_PEOPLE = ("author", "authors", "creator", "editor")
_FAMILY = ("last", "keyname", "surname", "last_name")
_GIVEN = ("first", "forenames", "given-names", "givenName", "first_name")
_MEMBERS = ("author", "name", "keyname", "creator", "Person")
_FEEDS = ("item", "arXivRaw")
# The ACL Anthology guards capitals and marks formulas with tags of its own.
_FIXED_CASE = re.compile(r"</?fixed-case>")
_TEX = re.compile(r"<tex-math>(.*?)</tex-math>", re.DOTALL)


def _pubmed(article: "Element") -> dict[str, Any]:
    text = finder(article)
    parts = []
    for part in article.iterfind(".//Abstract/AbstractText"):
        label, inner = part.get("Label", ""), inner_of(part)
        parts.append(f"{label}: {inner}" if label and label.upper() != "UNASSIGNED" else inner)
    pmid = text("MedlineCitation/PMID") or text("BookDocument/PMID")
    return {
        "pmid": pmid,
        "title": text(".//ArticleTitle") or text(".//BookTitle"),
        "abstract": "\n\n".join(filter(None, parts)),
        "authors": [_author(author) for author in article.iterfind(".//AuthorList/Author")],
        "year": text(".//JournalIssue/PubDate/Year") or text(".//PubDate/MedlineDate") or text(".//ArticleDate/Year"),
        "venue": text(".//Journal/Title") or text(".//Journal/ISOAbbreviation"),
        "doi": text("PubmedData/ArticleIdList/ArticleId[@IdType='doi']") or text(".//ELocationID[@EIdType='doi']"),
        "url": f"https://pubmed.ncbi.nlm.nih.gov/{pmid}/" if pmid else "",
        "type": [inner_of(kind) for kind in article.iterfind(".//PublicationTypeList/PublicationType")],
        "retracted": bool(article.findall(".//CommentsCorrections[@RefType='RetractionIn']")),
    }


def _author(author: "Element") -> list[str] | str:
    text = finder(author)
    if collective := text("CollectiveName"):
        return collective
    return [text("LastName"), text("ForeName") or text("Initials"), text("Suffix")]


def _atom(entry: "Element") -> dict[str, Any]:
    text = finder(entry)
    return {
        "id": text(f"{_ATOM}id"),
        "title": text(f"{_ATOM}title"),
        "abstract": text(f"{_ATOM}summary") or text(f"{_ATOM}content"),
        "authors": [inner_of(name) for name in entry.iterfind(f"{_ATOM}author/{_ATOM}name")],
        "year": text(f"{_ATOM}published") or text(f"{_ATOM}updated"),
        "venue": text(f"{_ARXIV}journal_ref"),
        "doi": text(f"{_ARXIV}doi"),
        "url": next((link.get("href", "") for link in entry.iterfind(f"{_ATOM}link[@rel='alternate']")), ""),
        "withdrawn": bool(re.search(r"\bwithdrawn\b", text(f"{_ARXIV}comment"), re.IGNORECASE)),
    }


def _endnote(record: "Element") -> dict[str, Any]:
    def _plain(path: str) -> str:
        found = record.find(path)
        return "" if found is None else "".join(found.itertext())

    return {
        "title": _plain("titles/title"),
        "abstract": _plain("abstract"),
        "authors": ["".join(author.itertext()) for author in record.iterfind("contributors/authors/author")],
        "year": _plain("dates/year") or _plain("dates/pub-dates/date"),
        "venue": _plain("periodical/full-title") or _plain("titles/secondary-title"),
        "doi": _plain("electronic-resource-num"),
        "url": _plain("urls/related-urls/url"),
        "type": next((kind.get("name", "") for kind in record.iterfind("ref-type")), ""),
    }


def _jats(article: "Element") -> dict[str, Any]:
    meta = article.find("front/article-meta")
    if meta is None:
        return {}
    text = finder(meta)
    names = meta.iterfind("contrib-group/contrib/name")
    abstract = next((part for part in meta.iterfind("abstract") if not part.get("abstract-type")), None)
    return {
        "title": text("title-group/article-title"),
        "abstract": "" if abstract is None else inner_of(abstract),
        "authors": [[finder(name)("surname"), finder(name)("given-names"), ""] for name in names],
        "year": text("pub-date/year"),
        "venue": finder(article)("front/journal-meta/journal-title-group/journal-title"),
        "doi": text("article-id[@pub-id-type='doi']"),
        "pmid": text("article-id[@pub-id-type='pmid']"),
        "type": article.get("article-type", ""),
    }


def plain_record(element: "Element") -> dict[str, Any] | None:
    """The fields of an element that has a title among its children, by their names; None for any other.

    This reads the ACL Anthology, Dublin Core and whatever else names its parts plainly.

    Args:
        element: complete, with its children.
    """
    names = [(plain_name(local_name(child)), child) for child in element]
    if not any(name in _TITLES for name, _ in names) or local_name(element) == "channel":
        return None
    record: dict[str, Any] = dict(element.attrib)
    for name, child in names:
        if name in _PEOPLE:
            record.setdefault("editors" if name == "editor" else "authors", []).extend(_people(child, name))
        elif name and not record.get(name):
            record[name] = _TEX.sub(r"$\1$", _FIXED_CASE.sub("", inner_of(child)))
    if local_name(element) in _FEEDS:
        record["authors"] = "; ".join(record.get("authors", []))  # one text may name all of them
    if local_name(element) == "arXivRaw":
        record["created"] = inner_of(next(element.iterfind(".//{*}date"), element))
    if local_name(element) == "paper" and (volume := element.getparent()) is not None:
        record |= _of_volume(record, volume)
    return record


def _people(element: "Element", name: str) -> list[str]:
    if name != "authors":
        return [_person(element)]
    # Zotero's RDF has a sequence of list items between; what is found lies in nothing else that is found.
    members = [part for part in element.iterfind(".//*") if local_name(part) in _MEMBERS]
    inner = {part for member in members for part in member.iterdescendants()}
    return [_person(part) for part in members if part not in inner] or [_person(element)]


def note_volume(element: "Element") -> None:
    """Keep what the Anthology says of a volume with the volume: its papers are read when that part is gone.

    Args:
        element: complete; of another kind than the volume's `meta`, it says nothing.
    """
    volume = element.getparent()
    if local_name(element) == "meta" and volume is not None and local_name(volume) == "volume":
        text = finder(element)
        volume.set("venue", _FIXED_CASE.sub("", text("booktitle") or text("journal-title")))
        volume.set("year", text("year"))


def _of_volume(record: dict[str, Any], volume: "Element") -> dict[str, Any]:
    """What a paper of the Anthology has from its volume, and its id and address, which may be made of numbers alone."""
    told = {name: value for name in ("venue", "year") if (value := volume.get(name)) and not record.get(name)}
    url, collection = str(record.get("url", "")), volume.getparent()
    if not url and collection is not None and collection.get("id") and record.get("id"):
        url = _anthology_id(str(collection.get("id")), volume.get("id", ""), str(record["id"]))
    return told | {"id": url, "url": f"https://aclanthology.org/{url}/"} if url and "://" not in url else told


def _anthology_id(collection: str, volume: str, paper: str) -> str:
    """As "2023.acl-long.1", or of before 2020 "P19-1001", for workshops "W19-0101"."""
    if not collection[:1].isalpha():
        return f"{collection}-{volume}.{paper}"
    numbers = volume.zfill(2) + paper.zfill(2) if collection[0] == "W" else volume + paper.zfill(3)
    return f"{collection}-{numbers}"


def has_abstract(record: dict[str, Any]) -> bool:
    """Whether one of a plain record's fields is known for an abstract."""
    return not _ABSTRACTS.isdisjoint(map(plain_name, record))


def _person(element: "Element") -> str:
    parts = {name: "".join(part.itertext()).strip() for part in element if (name := local_name(part))}
    family = next((parts[name] for name in _FAMILY if parts.get(name)), "")
    given = next((parts[name] for name in _GIVEN if parts.get(name)), "")
    return f"{given} {family}".strip() if family else " ".join("".join(element.itertext()).split())


SHAPES: dict[str, dict[str, Callable[["Element"], dict[str, Any]]]] = {
    "PubmedArticleSet": {"PubmedArticle": _pubmed, "PubmedBookArticle": _pubmed},
    "PubmedArticle": {"PubmedArticle": _pubmed},
    "feed": {f"{_ATOM}entry": _atom},
    "entry": {f"{_ATOM}entry": _atom},
    "xml": {"record": _endnote},
    "modsCollection": {f"{MODS}mods": mods_record},
    "mods": {f"{MODS}mods": mods_record},
    "article": {"article": _jats},
    "pmc-articleset": {"article": _jats},
}
"""Root -> the elements that are papers, and how each is read."""
