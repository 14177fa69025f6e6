"""Paper: the record, its identity, its label."""

import hashlib
import re
import unicodedata
from dataclasses import dataclass, field

_WORD = r"(?:\$[^$\s]{1,24}\$-?)?[^\W\d_a-z][\w∂]*(?:[-+.]\w+)*"
# "called X" names whatever follows; "we propose X" names it only where X looks like a name.
_CALLED = re.compile(
    rf"\b(?:called|named?|dubbed|termed)\s+(?:[a-z]+\s+){{0,2}}(?P<name>{_WORD}(?:\s+(?:and\s+)?{_WORD})*)"
)
_PROPOSED = re.compile(
    r"\b(?:propos|introduc|present|develop)(?:e|es|ed|ing|s)?\s+(?:(?:the|a|an|our|novel|new)\s+)*"
    rf"(?P<name>{_WORD}(?:\s+(?:and\s+)?{_WORD})*)(?:[ \w-]{{0,60}}\((?P<short>\w*[A-Z]\w*[A-Z]\w*)\))?"
)
_LABEL_WORDS = 12


@dataclass(frozen=True)
class Paper:
    """One paper as the index keeps it.

    Args:
        paper_id: the source's own id (OpenReview forum, arXiv id, DOI, poster number), else a hash of the
            normalised title and abstract: see `content_id`.
        title: may be empty; `label` is what people are shown then.
        abstract: never empty.
        authors: in order.
        year: of publication, where known.
        kind: what the source calls it ("Poster", "Workshop").
        status: "withdrawn", "retracted" or "rejected"; empty for a paper in good standing.
        identifiers: what other sources know it by too, as `arxiv:…`, `doi:…`, `pmid:…`.
        source: the file it was read from.
    """

    paper_id: str
    title: str
    abstract: str
    authors: tuple[str, ...] = field(default=())
    year: int | None = None
    venue: str = ""
    url: str = ""
    kind: str = ""
    status: str = ""
    identifiers: tuple[str, ...] = field(default=())
    source: str = ""

    @property
    def label(self) -> str:
        """The title, or for a paper without one the method it names and its first words."""
        return self.title or label_of(self.abstract)

    @property
    def heading(self) -> str:
        """The label, with the paper's standing where it is not a good one: "On Bats (retracted)"."""
        return f"{self.label} ({self.status})" if self.status else self.label

    @property
    def fingerprint(self) -> str:
        """A hash of every field but `source`: unchanged papers keep it, changed ones do not."""
        parts = (self.title, self.abstract, "\x1f".join(self.authors), self.year, self.venue, self.url, self.kind)
        known = (self.status, "\x1f".join(self.identifiers))
        return _digest("\x1e".join(str(part) for part in (*parts, *known)))


def content_id(title: str, abstract: str) -> str:
    """An id from the words alone, blind to case, spacing, punctuation and Unicode form."""
    text = unicodedata.normalize("NFKC", f"{title}\n{abstract}").casefold()
    return _digest(re.sub(r"[\W_]+", " ", text).strip())


def label_of(abstract: str) -> str:
    """A readable name for a paper without a title: `Method: its first words…`."""
    words = abstract.split()
    first = " ".join(words[:_LABEL_WORDS]).rstrip(",;:.")
    first += "…" if len(words) > _LABEL_WORDS else ""
    name = method_name(abstract)
    return f"{name}: {first}" if name and name not in first else first


def method_name(text: str) -> str:
    """The name that an abstract gives to what it proposes ("PepFlow"); empty where none is to be found."""
    plain = re.sub(r"\*+", "", text)
    for match in _PROPOSED.finditer(plain):
        # A capital inside the word ("CTAG"), a formula before it, or several capitalised words tell a name from a
        # word that merely starts with a capital.
        if match["short"] or re.search(r"^\$|\w[A-Z∂]|[A-Z][\w-]+ .*[A-Z]", match["name"]):
            return match["short"] or match["name"]
    called = _CALLED.search(plain)
    return called["name"] if called else ""


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
