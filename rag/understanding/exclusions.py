"""What a question wants left out: "not on images", "except surveys".

Only clear words about which papers are wanted leave anything out. "Bats that do not echolocate", "no effect of
drug Q" and "trained without residual connections" say what a paper finds, and are ranked by like any other words.
"""

import re

from rag.questions import content_terms
from rag.text.sentences import Span
from rag.understanding.asking import is_fragment
from rag.understanding.chinese_exclusions import chinese_exclusions
from rag.understanding.excluded import Excluded, Exclusion, meet, parted, with_brackets

_HEAD = r"\b(?:papers|paper|works|articles|studies|publications|research|literature|surveys)\b|论文|文章|文献"
_TRIGGER = re.compile(
    r"(?:,|\s[—–-]+|—)?\s*\b(?:but |and )?(?:"
    r"not (?:on|about|related to|dealing with|concerning|with|using|by)"
    r"|except(?:ing)?(?: for)?|excluding|exclude|besides|apart from|aside from"
    r"|leaving (?:out|aside)|setting aside|minus"
    r"|with the exception of"
    r")\s+(?!only\b|limited\b|necessarily\b|just\b|always\b|that\b|when\b|if\b)",
    re.IGNORECASE,
)
_WITHOUT = re.compile(
    r",?\s*\b(?:but |and )?(?:(?P<other>other than"
    r"|(?:(?:that|which) )?(?:are|is|were|do|does|did)(?: not|n['’]t) (?:on|about|deal with|concern|study|cover|address"
    r"|discuss|consider|focus on))|without|not (?:using|involving)"
    r"|(?:(?:that|which) )?(?:do|does)(?: not|n['’]t) (?:use|involve|need|require|rely on))\s+",
    re.IGNORECASE,
)
_DONE = r"(?:use|involve|study|(?:are )?(?:about|on)|consider|address|deal with|discuss|need|require|rely on)"
_NAME = r"(?:[\w +#-]|\.(?=\d))"  # "GPT-3.5" goes on after its point
_NEITHER = re.compile(
    rf"\s(?:(?:that|which) )?(?:(?:are|{_DONE}) )?neither (?:{_DONE} )?(?P<what>{_NAME}{{2,40}}?) nor (?:{_DONE} )?"
    rf"(?P<nor>{_NAME}{{2,40}}?)(?=\s*[?.!]*\s*$)",
    re.IGNORECASE,
)
_WITHOUT_HEAD = re.compile(
    r"\b(?:papers|works|articles|studies|publications|literature)(?: (?:on|about|for|regarding)\b.*)?\s*$", re.I
)
_BREAK = r"(?:,|\s[—–-]+|—|[(（])"
_CLOSE = r"(?:,? please)?\s*(?:[)）]|[.!?]*$)"
_NO = re.compile(rf"(?:{_BREAK}\s*(?:but )?|\sbut )no (?P<what>{_NAME}{{3,30}}?)(?={_CLOSE})", re.IGNORECASE)
_BARE_NOT = re.compile(
    rf"(?:{_BREAK}\s*(?:but |and )?|\s(?:but|and) )not (?:(?:on|about|for|with|using|of|in|by) )?"
    rf"(?!only\b|limited\b|necessarily\b|just\b|always\b|that\b|when\b|if\b|so\b|yet\b)(?P<what>{_NAME}{{2,30}}?)"
    rf"(?=,?\s*(?:(?:but|and) )?not\b|{_CLOSE})",
    re.IGNORECASE,
)
"""Of a list asked for: "papers on transformers, not vision, not speech", "papers on RL (not offline)"."""
_QUALITY = re.compile(
    r"\s(?:that|which) (?:is|are)(?: not|n['’]t) (?:(?:on|about|for|in) )?(?P<what>[\w-]+(?: [\w-]+)?)(?=\s*[.?!]*$)"
    r"|\bnon[- ](?P<prefixed>[\w-]{3,})(?=\s\w)",
    re.IGNORECASE,
)
"""What a thing is not. Where papers call things "non-X", that is a quality of theirs, and leaves nothing out."""
_OF_PAPERS = re.compile(r"\b(?:papers?|works?|articles|studies|publications|literature)\b", re.IGNORECASE)
_BESIDES = re.compile(
    r"^\W*(?:besides|apart from|aside from|other than|in addition to|except(?: for)?)\s+(?P<what>[^,?]{2,50}?)\s*,\s*"
    r"(?=(?:what|which|who|how many|are there|is there|list|find|show|any)\b)",
    re.IGNORECASE,
)
_ALSO = re.compile(r"\b(?:also|as well|too|additionally)\b", re.IGNORECASE)
_OTHERS = re.compile(r"\b(?:others?|else)\b", re.IGNORECASE)
_ADDING = re.compile(r"\b(?:besides|apart from|aside from|in addition to)\b", re.IGNORECASE)
"""Leaves something out, or adds to it: "besides images, which papers also use video?" wants both."""
_LEAD = re.compile(r"(?:(?:any|all|the|those|these|ones|papers|works|about|on|for|of|from|with|using|in)\s+)+", re.I)
_STOP = re.compile(
    r"[,;:!?()，。？、]|\.(?!\d)|\s(?:that|which|in|at|by|since|from|on|for|but|published|using|with|than|please|are|is|do|does|use|uses|study|consider|address|apply|propose"
    r"|focus|also)\b"
)
_MOST_WORDS = 4
_FRAGMENT_WORDS = 12


def exclusions(question: str) -> list[Excluded]:
    """The topics that a question excludes, each with the place where it says so; those of Chinese words in Chinese."""
    found: list[Excluded] = []
    # What one reader has found leaves nothing of the same words to the next.
    for reader in (_worded, _bare, chinese_exclusions):
        found += [item for item in reader(question) if not any(meet(item[1], span) for _, span in found)]
    return found


def _worded(question: str) -> list[Excluded]:
    """What follows "except", "without" and their like."""
    found: list[Excluded] = []
    first = _BESIDES.match(question)
    if first and _adds(first[0], first["what"], question[first.end() :]):
        first = None
    if first:
        found += _said(question, parted(first["what"]), Span(first.start(), first.end()))
    found += _triggered(question, first.end() if first else 0)
    for match in _WITHOUT.finditer(question, first.end() if first else 0):
        if any(meet(Span(match.start(), match.end()), span) for _, span in found):
            continue
        before = question[: match.start()]
        if _WITHOUT_HEAD.search(before) or (before.endswith(("(", "（")) and re.search(_HEAD, before, re.IGNORECASE)):
            found += _said(question, *_topics(question, match), factor=0.0 if match["other"] else 0.5)
    for match in _NEITHER.finditer(question):
        if _WITHOUT_HEAD.search(question[: match.start()]):
            found += _said(question, [match["what"].strip(), match["nor"].strip()], Span(match.start(), match.end()))
    for match in _NO.finditer(question):
        found += _said(question, parted(match["what"]), Span(match.start(), match.end()))
    return found


def _triggered(question: str, start: int) -> list[Excluded]:
    """What follows "except" and its like, where papers are spoken of."""
    found: list[Excluded] = []
    short = is_fragment(question) and len(question.split()) <= _FRAGMENT_WORDS
    if short or re.search(_HEAD, question, re.IGNORECASE):
        for match in _TRIGGER.finditer(question, start):
            if not _adds(match[0], "", question[match.end() :]):
                found += _said(question, *_topics(question, match))
    return found


def _adds(said: str, what: str, rest: str) -> bool:
    """Whether "besides X" wants X as well: the rest "also" has something, and X is no name that others stand beside."""
    adding = bool(_ADDING.search(said)) and bool(_ALSO.search(rest)) and not _OTHERS.search(rest)
    return adding and not re.search(r"\w[A-Z]", what)


def _bare(question: str) -> list[Excluded]:
    """What follows a mere "not", and what a thing "is not"."""
    found: list[Excluded] = []
    if not _OF_PAPERS.search(question):
        return found
    for pattern in (_BARE_NOT, _QUALITY):
        for match in pattern.finditer(question):
            if question.count("(", 0, match.start()) > question.count(")", 0, match.start()):
                continue  # "SAM (the optimizer, not Segment Anything)" tells which sense is meant
            what = match.groupdict().get("prefixed") or match["what"]
            span = Span(match.start(), match.end())
            if not any(meet(span, other) for _, other in found):
                found += _said(question, parted(what), span, quality=pattern is _QUALITY)
    return found


def _said(
    question: str, topics: list[str], span: Span, *, factor: float = 0.0, quality: bool = False
) -> list[Excluded]:
    said = question[span.start : span.end].strip(" ,，、（()）—–-")
    whole = with_brackets(question, span)
    return [(Exclusion(topic, said, factor, quality), whole) for topic in topics]


def _topics(question: str, match: re.Match[str]) -> tuple[list[str], Span]:
    """The topics that follow a word of exclusion, none where a whole clause does, and their stretch with the word."""
    lead = _LEAD.match(question, match.end())
    start = lead.end() if lead else match.end()
    stop = _STOP.search(question, start)
    rest = question[start : stop.start() if stop else len(question)]
    some = " ".join(rest.split()[: _MOST_WORDS + 2])
    span = Span(match.start(), start + len(rest.rstrip()))
    if len(rest.split()) > _MOST_WORDS + 2 or not content_terms(some):
        return [], span
    return parted(some), span
