"""arXiv query: what stands behind `arxiv:`, as ids or as a query of arXiv's own syntax."""

import re
from dataclasses import dataclass

from rag.errors import SourceError
from rag.readers.identifiers import arxiv_of

DEFAULT_LIMIT = 2_000
"""Papers taken of a query that says nothing else."""
WINDOW = 30_000
"""Papers that arXiv's API gives of one query at most."""

_LIMIT = re.compile(r"\s*#\s*(\d[\d,_]*)\s*$")
_SYNTAX = re.compile(
    r"\b(?:ti|au|abs|co|jr|cat|rn|id|all|submittedDate|lastUpdatedDate):\S|\b(?:AND|OR|ANDNOT)\b", re.ASCII
)
_WORD = re.compile(r'"[^"]*[^"\s][^"]*"|[^\s"]+')
# arXiv's index leaves these out, and a paper must have every word asked for.
_STOP_WORDS = re.compile(r"an?|and|as|at|by|for|from|in|into|is|of|on|or|the|to|via|with", re.IGNORECASE)
_LIKE_ID = re.compile(r"(?:arxiv:)?(?:\d{4}\.\d{3,6}|[a-z-]+(?:\.[a-z]{2})?/\d{6,8})(?:v\d+)?", re.IGNORECASE)


@dataclass(frozen=True)
class ArxivQuery:
    """What is asked of arXiv: ids, or a query.

    Args:
        ids: in the order typed, each once; "2305.12345v2" is that version.
        wrong: what stands among ids and is none.
        query: in arXiv's syntax.
        limit: papers taken at most.
        chosen: the limit is the user's own.
        by_words: it is a few words, so that the nearest come first; else the newest do.
    """

    ids: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    query: str = ""
    limit: int = DEFAULT_LIMIT
    chosen: bool = False
    by_words: bool = False

    @classmethod
    def parse(cls, text: str) -> "ArxivQuery":
        """Read what stands behind `arxiv:`.

        Args:
            text: ids with commas between; a query of arXiv's syntax; or a few words, which must all be in the paper.
                `#500` behind a query is how many papers to take.

        Raises:
            SourceError: there is nothing to ask for.
        """
        parts = [part for part in re.split(r"[,\s]+", text) if part]
        if any(map(_is_id, parts)) and ("," in text or all(map(_is_id, parts))):
            known = [(part, arxiv_of(part)) for part in parts]
            ids = dict.fromkeys("".join(found) for _, found in known if found)
            return cls(ids=tuple(ids), wrong=tuple(part for part, found in known if not found))
        limit = _LIMIT.search(text)
        query = " ".join(text[: limit.start() if limit else None].split())
        wanted = int(limit[1].replace(",", "").replace("_", "")) if limit else DEFAULT_LIMIT
        by_words = not _SYNTAX.search(query)
        query = _all_of(query) if by_words else query
        if not query or not wanted:
            raise SourceError(
                f"arxiv:{text} asks for nothing. Type words, a query or ids: 'arxiv:cat:cs.LG AND ti:diffusion', "
                "'arxiv:protein design#500', arxiv:2101.00001,2305.12345v2"
            )
        return cls(query=query, limit=min(wanted, WINDOW), chosen=bool(limit) and wanted <= WINDOW, by_words=by_words)


def _is_id(part: str) -> bool:
    return bool(arxiv_of(part) or _LIKE_ID.fullmatch(part))


def _all_of(words: str) -> str:
    """Each word or quoted phrase, in any field."""
    found = [word if word.startswith('"') else word.strip("()[]{}:;,.?!'*") for word in _WORD.findall(words)]
    return " AND ".join(f"all:{word}" for word in found if word and not _STOP_WORDS.fullmatch(word))
