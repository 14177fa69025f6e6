"""The field mapping: a record with obvious field names in, a Paper or a Refusal out."""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from rag.errors import SourceError
from rag.papers import Paper, content_id
from rag.readers.aliases import ALIASES, FIELDS, plain_name
from rag.readers.identifiers import address_of, forum_of, own_id, pmid_of, shared_id
from rag.readers.names import names_of, year_of
from rag.readers.notices import without_notices
from rag.readers.prose import longest_text
from rag.readers.refusals import Refusal
from rag.readers.standing import status_of
from rag.readers.values import abstract_of, flat, innermost, line_of, opened, people_in, text_of, value_at
from rag.text.cleaning import clean_line, clean_text, is_missing

# https://icml.cc//virtual/2024/poster/35005 names the venue, the year and the event's number.
_EVENT_URL = re.compile(r"^https?://(?P<venue>\w+)\.cc/+virtual/(?P<year>\d{4})/[\w-]+/(?P<id>\d+)", re.IGNORECASE)
# "ICLR 2021 Poster" is of 2021, whenever the note was made.
_VENUE_YEAR = re.compile(r"^\D*\b((?:19|20)\d{2})\b")
# Files of one venue and year are named for them: cvpr2019.json, www-2024.csv.
_VENUE_FILE = re.compile(r"(?:^|/)(?P<venue>[a-z]{2,12})[-_ ]?(?P<year>(?:19|20)\d{2})\.\w+(?:\.\w+)?$", re.IGNORECASE)
_ADDRESS = re.compile(r"https?://[^\s<>\"\x00-\x1f\x7f-\x9f]+", re.IGNORECASE)
_BILINGUAL = re.compile(r"[-/|()（）【】\[\]]")
_KNOWN = {field: frozenset(aliases) for field, aliases in ALIASES.items()}
_SHORT = 40
_ABSTRACT_WORDS = 12
_PLANS = 4096
_LARGEST_DATE = 10**15
Plan = Mapping[str, tuple[str, ...]]


class FieldMapping:
    """Knows which field of a record is which.

    Args:
        named: field of Paper -> the source's name for it, a path like `content.abs.value` where it lies deeper;
            these come before the names known.

    Raises:
        SourceError: `named` names something that a paper does not have.
    """

    def __init__(self, named: Mapping[str, str] | None = None) -> None:
        self.named = dict(named or {})
        unknown = [field for field in self.named if field not in (*FIELDS, "records")]
        if unknown:
            raise SourceError(
                f"--map does not know {', '.join(unknown)}. Its left sides are {', '.join(list(FIELDS)[:9])}; "
                "type for example: --map title=Title,abstract=AB"
            )
        self._plans: dict[tuple[str, ...], Plan] = {}

    @classmethod
    def parse(cls, text: str | None) -> "FieldMapping":
        """A mapping as typed: `title=Title,abstract=AB`.

        Raises:
            SourceError: it is not of that form.
        """
        pairs = [pair.partition("=") for pair in (text or "").split(",") if pair.strip()]
        if any(not (left.strip() and mark and right.strip()) for left, mark, right in pairs):
            raise SourceError(f"--map {text} is not of the form title=Title,abstract=AB. Type it so.")
        return cls({left.strip(): right.strip() for left, _, right in pairs})

    @property
    def is_numbered(self) -> bool:
        """Whether the user counted columns instead of naming them."""
        return bool(self.named) and all(name.isdecimal() for name in self.named.values())

    def knows(self, names: Iterable[str], field: str = "abstract") -> bool:
        """Whether one of a source's names is known for a field."""
        return bool(self.plan(tuple(names))[field])

    def means(self, name: str, field: str) -> bool:
        """Whether a single name is known for a field."""
        named = self.named.get(field)
        return plain_name(name) in _KNOWN[field] or (named is not None and plain_name(named) == plain_name(name))

    def first(self, fields: Mapping[str, Any], names: tuple[str, ...], field: str) -> Any:
        """The value of a field under the first of its names that has one."""
        return first_of(fields, self.plan(names)[field])

    def is_record(self, record: Any) -> bool:
        """Whether a value looks like a paper: it has a title or an abstract."""
        if not isinstance(record, Mapping):
            return False
        names = tuple(map(str, flat(record)))
        return any(self.knows(names, field) for field in ("title", "abstract")) or any(
            "." in path and value_at(record, path) is not None for path in self.named.values()
        )

    def paper(self, record: Mapping[str, Any], source: str, place: str, *, latex: bool = False) -> Paper | Refusal:
        """Turn a record into a paper.

        Args:
            record: field -> value, as the source has them.
            source: the file's name.
            place: how to find the record there ("record 12", "line 40"), for one without a title.
            latex: its text is LaTeX.
        """
        fields = flat(record)
        found = FoundFields(record, fields, self.plan(tuple(fields)), self.named, latex=latex)
        title, abstract = found.line("title"), clean_text(abstract_of(found.value("abstract")), latex=latex)
        told = without_notices(abstract)
        if not told and len(abstract.split()) > 1:
            return Refusal(source, title or place, "it has no abstract, only a notice of copyright")
        abstract = told
        if is_missing(abstract):
            return Refusal(source, title or found.line("paper_id") or place, self._without_abstract(found, fields))
        return _paper(found, title, abstract, source)

    def _without_abstract(self, found: "FoundFields", fields: Mapping[str, Any]) -> str:
        if found.plan["abstract"] or not fields:
            return "it has no abstract"
        if "abstract" in self.named:
            return f"it has no abstract: no field {self.named['abstract']}, nor one known by name"
        unknown = longest_text([fields])
        if unknown and len(str(fields[unknown]).split()) < _ABSTRACT_WORDS:
            unknown = None
        return "it has no abstract" + (f", unless {unknown} holds it: --map abstract={unknown}" if unknown else "")

    def plan(self, names: tuple[str, ...]) -> Plan:
        """For each field of ours, those of a record's names that may hold it, best first."""
        plan = self._plans.get(names)
        if plan is None:
            if len(self._plans) >= _PLANS:  # records with free keys must not fill the memory
                self._plans.clear()
            plan = self._plans[names] = self._resolved(names)
        return plan

    def _resolved(self, names: tuple[str, ...]) -> Plan:
        spelled: dict[str, str] = {}
        for name in names:
            spelled.setdefault(plain_name(str(name)), name)
        for name in map(str, names):
            if not name.isascii():  # "标题 (Title)", "Title / Titel"
                for part in _BILINGUAL.split(name):
                    spelled.setdefault(plain_name(part), name)
            if "." in name or ":" in name:
                spelled.setdefault(plain_name(innermost(name)), name)
        plan = {}
        for field, aliases in ALIASES.items():
            own = [name for name in names if self.named.get(field) == str(name).lstrip("\ufeff")]
            if not own and field in self.named:
                own = [spelled[alias] for alias in [plain_name(self.named[field])] if alias in spelled]
            plan[field] = tuple(dict.fromkeys([*own, *(spelled[alias] for alias in aliases if alias in spelled)]))
        return plan


class FoundFields:
    """A record seen through a plan.

    Args:
        record: as the source has it.
        fields: the same, laid flat.
        plan: which of the fields holds what.
        named: what the user named, for paths.
        latex: text is LaTeX.
    """

    def __init__(
        self, record: Mapping[str, Any], fields: Mapping[str, Any], plan: Plan, named: Mapping[str, str], *, latex: bool
    ) -> None:
        self.plan = plan
        self._record = record
        self._fields = fields
        self._paths = {field: path for field, path in named.items() if "." in path and path not in fields}
        self._latex = latex

    def value(self, field: str) -> Any:
        """The first value that says something; None if there is none."""
        if self._paths and field in self._paths and (found := value_at(self._record, self._paths[field])) is not None:
            return opened(found)
        names = self.plan[field]
        return first_of(self._fields, names) if names else None

    def line(self, field: str) -> str:
        """The value as one line of clean text."""
        value = self.value(field)
        if value is None:
            return ""
        text = line_of(value)
        # Venues, kinds and the like are the same in record after record.
        return (_short_line if len(text) <= _SHORT else clean_line)(text, latex=self._latex)

    def address(self) -> str:
        """The first web address: an export's `link` may be a relative path, and `javascript:` is no address."""
        for name in self.plan["url"]:
            text = text_of(opened(self._fields[name])).strip()
            if _ADDRESS.fullmatch(text):
                return text
        return ""


@lru_cache(maxsize=4096)
def _short_line(text: str, *, latex: bool) -> str:
    return clean_line(text, latex=latex)


def _paper(found: FoundFields, title: str, abstract: str, source: str) -> Paper:
    own, url, file = found.line("paper_id"), found.address(), _VENUE_FILE.search(source)
    known = _identifiers(own, found, url)
    own = own or next((name.partition(":")[2] for name in known if not name.startswith("pmid")), "")
    own = own or next(iter(known), "") or found.line("record_id")
    event = _EVENT_URL.match(url)
    when, venue = event or file, found.line("venue")
    return Paper(
        paper_id=own_id(own) or (event["id"] if event else "") or forum_of(url) or content_id(title, abstract),
        title=title,
        abstract=abstract,
        authors=names_of(people_in(found.value("authors"))),
        year=_year(found, venue, when),
        venue=venue or (when["venue"].upper() if when else ""),
        url=url or address_of(own, known),
        kind=found.line("kind"),
        status=status_of(found.value, title, abstract),
        identifiers=known,
        source=source,
    )


def _year(found: FoundFields, venue: str, when: re.Match[str] | None) -> int | None:
    """The year of publication; the date of a record's making only where nothing else is known."""
    stated = found.value("year")
    # JSON's numbers may have hundreds of digits: no date has.
    if not (isinstance(stated, int) and stated > _LARGEST_DATE) and (year := year_of(stated)):
        return year
    named = _VENUE_YEAR.match(venue)
    return int(when["year"]) if when else int(named[1]) if named else year_of(found.value("dated"))


def _identifiers(own: str, found: FoundFields, url: str) -> tuple[str, ...]:
    texts = (own, found.line("arxiv"), found.line("doi"), url)
    known = [identifier for text in texts if text and (identifier := shared_id(text))]
    pmid = pmid_of(found.line("pmid"))
    return tuple(dict.fromkeys([*known, f"pmid:{pmid}"] if pmid else known))


def first_of(fields: Mapping[str, Any], names: Iterable[str]) -> Any:
    """The first value under these names that says something; None if there is none."""
    for name in names:
        value = opened(fields[name])
        if not is_missing(value):
            return value
    return None
