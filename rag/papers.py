"""Paper: the record, its identity, its label."""

import hashlib
import re
import unicodedata
from dataclasses import dataclass, field

_NAMED = re.compile(
    r"\b(?:call(?:ed)?|named?|dubbed|termed|propos(?:e|es|ed|ing)|introduc(?:e|es|ed|ing)|present(?:s|ed|ing)?"
    r"|develop(?:s|ed|ing)?|propose to use)\s+(?:(?:it|this|our|the|a|an|new|novel|method|approach|framework|algorithm"
    r"|model)\s+){0,3}"
    r"(?P<name>[^\W\d_a-z][\w∂]*(?:[-+.][\w]+)*(?:\s+(?:and\s+)?[A-Z][\w-]+){0,3})"
)
_SHORTHAND = re.compile(r"\((?P<name>[^\W\d_]*[A-Z∂][\w-]*[A-Z][\w-]*)\)")
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
    source: str = ""

    @property
    def label(self) -> str:
        """The title, or for a paper without one the method it names and its first words."""
        return self.title or label_of(self.abstract)

    @property
    def fingerprint(self) -> str:
        """A hash of every field but `source`: unchanged papers keep it, changed ones do not."""
        parts = (self.title, self.abstract, "\x1f".join(self.authors), self.year, self.venue, self.url, self.kind)
        return _digest("\x1e".join(str(part) for part in parts))


def content_id(title: str, abstract: str) -> str:
    """An id from the words alone, blind to case, spacing, punctuation and Unicode form."""
    text = unicodedata.normalize("NFKC", f"{title}\n{abstract}").casefold()
    return _digest(re.sub(r"[\W_]+", " ", text).strip())


def label_of(abstract: str) -> str:
    """A readable name for a paper without a title: `Method: its first words…`."""
    words = abstract.split()
    first = " ".join(words[:_LABEL_WORDS]).rstrip(",;:.")
    first += "…" if len(words) > _LABEL_WORDS else ""
    name = _method_name(abstract)
    return f"{name}: {first}" if name and name not in first else first


def _method_name(abstract: str) -> str:
    match = _NAMED.search(abstract)
    named = match["name"] if match else ""
    # A capital inside the name ("PepFlow", "CTAG"), or several capitalised words ("Tilt and Average"), tell a
    # name from an ordinary word that happens to be capitalised.
    if re.search(r"\w[A-Z∂]|[A-Z][\w-]+ .*[A-Z]", named):
        return named
    shorthand = _SHORTHAND.search(abstract)
    return shorthand["name"] if shorthand else ""


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
