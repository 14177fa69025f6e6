"""Conditions said in the words of a question: "ICML papers since 2023" asks for a venue and a year.

A phrase counts only where it says which papers are wanted. "The 2012 ImageNet challenge", a method "sped up by
Adam" and "forecasting demand in 2020" say what the papers are about, and are left alone.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from rag.index.facts import Facts
from rag.text.sentences import Span
from rag.understanding.filters import ELSEWHERE, Filter, folded, venue_names

Said = tuple[Filter, Span]
"""A condition and its place in the question."""

_PAPER = r"(?:papers?|articles?|publications?|preprints?|submissions?|studies|works?|research|literature)"
_HEAD = re.compile(
    rf"\b{_PAPER}\b|\bpublished\b|\bbeen (?:done|proposed|published|shown|studied)\b|\bwhat(?:'s| is) new\b"
    r"|论文|文章|工作|研究|文献|发表",
    re.IGNORECASE,
)
_OF_METHODS = re.compile(
    r"^\W*(?:which|what|list|show|find|compare|any)\b[^?.]{0,30}\b(?:methods|approaches|models|algorithms|techniques"
    r"|benchmarks|datasets|frameworks)\b|(?:哪些|什么|列出)[^？?]{0,6}(?:方法|模型|算法|技术|数据集|基准)",
    re.IGNORECASE,
)
"""What papers bring: dated like these, where the date stands apart from the rest."""
_APART = re.compile(r"\s*(?:[?.!？。]|$)|以来|至今|以后|起|之后")
_ASKING = re.compile(
    r"\W*(?:what|who|whom|whose|where|when|why|how|which|is|are|was|were|do|does|did|can|could|should|would|will|has"
    r"|have|if)\b",
    re.IGNORECASE,
)
_ENDS = (
    r"(?=\s*(?:$|[?.,;:!()\u3000-\u9fff，。？、]|(?:about|on|for|that|which|who|with|by|and|or|but|at|in|of|from|using"
    r"|since|after|before|between|until|not|except|excluding|regarding|concerning|accepted|presented|published"
    r"|are|were|is|was|study|use|deal|propose|address|discuss|investigate|explore|mention|consider|report|apply"
    rf"|{_PAPER})\b))"
)
_Y = r"(?<!\d)((?:19[5-9]|20\d)\d)(?!\d)"
_YEARS: tuple[tuple[str, tuple[str, ...], bool], ...] = (
    # pattern, operators of its groups, whether it may follow any words about papers
    (
        rf"\b(?:published )?(?:between|from) {_Y}(?: and | to | until | till |\s?[-–]\s?){_Y}{_ENDS}",
        (">=", "<="),
        False,
    ),
    (rf"\b(?:from|since|starting (?:in|from)) {_Y} (?:on|onwards?){_ENDS}", (">=",), True),
    (rf"\b(?:in )?{_Y} (?:or|and) (?:later|newer|after)\b", (">=",), True),
    (rf"\b(?:published )?since {_Y}{_ENDS}", (">=",), True),
    (rf"\b(?:published )?after {_Y}{_ENDS}", (">",), False),
    (rf"\b(?:published )?(?:before|earlier than|prior to) {_Y}{_ENDS}", ("<",), False),
    (rf"\b(?:published )?(?:until|till|up to|through|no later than) {_Y}{_ENDS}", ("<=",), False),
    (rf"\b(?:published )?(?:in|during|of|from) (?:the year )?{_Y}{_ENDS}", ("=",), False),
    (rf"{_Y}(?= (?:[\w-]+ )?(?:papers|articles|publications|preprints)\b)", ("=",), True),
    (rf"从?{_Y}\s*年?\s*(?:到|至|[-–—~～])\s*{_Y}\s*年?(?:之间|间|期间)?", (">=", "<="), True),
    (rf"(?:自从?)?{_Y}\s*年?\s*(?:以来|至今|以后|起)", (">=",), True),
    (rf"{_Y}\s*年?\s*(?:之后|后)", (">",), True),
    (rf"{_Y}\s*年?\s*(?:之前|以前|前)", ("<",), True),
    (rf"在?{_Y}\s*年(?=\s*(?:的|发表|关于|有关|论文|文章|[A-Z]))", ("=",), True),
)
# What may stand between "papers" and a year that says when they appeared.
_LINK = re.compile(
    r"\s*(?:$|[,，]|on\b|about\b|for\b|from\b|at\b|by\b|in\b|of\b|with\b|using\b|regarding\b|concerning\b|related\b"
    r"|dealing\b|published\b|accepted\b|presented\b|appear|that (?:were|was|are|is) (?:published|accepted|presented))",
    re.IGNORECASE,
)
_OPENING = re.compile(r"\W*$")
_FRAGMENT_WORDS = 8
_REFUSED = (
    r"(?:(?:\b(?:that|which|but|and) )*\b(?:(?:is|are|was|were|has|have|had|do|does|did)(?: not| never|n['’]t)"
    r"|not|never|neither) (?:been )?(?:(?:published|accepted|presented|appear(?:ed|ing)?|come|coming) )?"
    r"(?:at|in|from|by|to) (?:the )?"
    r"|\b(?:excluding|except(?: for)?|other than|outside(?: of)?|apart from|aside from|without) "
    r"(?:(?:those|papers|ones|published|at|in|from|the|of) )*|\bnon[- ]"
    r"|(?:不包括|除去|除了?|并?非|并?不是|不在|未在|没有?在|不属于|不来自|(?:未|没有?|不)(?=发表))\s*(?:是"
    r"|在)?(?:发表|来自)?(?:在|于)?\s*)"
)
"""Before a venue whose papers are not wanted: "not published at", "outside", 不是发表在."""
_REFUSED_END = r"(?:\s*(?:大会|会议)?(?:上|中)?(?:发表)?的?(?:之外|以外|外))?"
_JOINT = r"\s*[,，、/]\s*|\s*(?:,\s*)?(?:\bor\b|\band\b|或者?|和|以及|与)\s*"
_NOT_NAMES = frozenset(("nips", "colt", "acl", "www", "uai", "kdd", "eacl", "coling", "interspeech"))
_STATUS = "rejected|withdrawn|retracted"
_STANDINGS: tuple[tuple[str, str, str], ...] = (
    (rf"\b(?:(?:that|which) (?:were|are|was|is) )?(?:not (?:been )?|excluding |except |without )({_STATUS})"
     rf"(?: {_PAPER}| ones)?\b", "!=", ""),
    (r"(?:未|没有?|(?:不包括|不要|除了|排除)\s?)被拒[稿绝]?的?", "!=", "rejected"),
    (rf"\b({_STATUS})(?= {_PAPER}\b)", "=", ""),
    (rf"(?<=\bpapers )(?:(?:that|which) )?(?:(?:has|have) been|is|are|was|were)(?: later)? ({_STATUS})\b", "=", ""),
    (r"(?:已?被)?(?:撤稿|撤回)了?的?(?=论文|文章)|(?<=论文)(?:已?被)(?:撤稿|撤回)了?", "=", "retracted"),
    (rf"(?<=papers ){_STATUS.join('()')}{_ENDS}", "=", ""),
    (r"被拒[稿绝]?的?(?=论文|文章)", "=", "rejected"),
    (rf"\baccepted(?= (?:\w+ )?{_PAPER}\b| at\b| to\b)|(?:被接收|被录用|已接收|已录用|接收|录用)的?(?=论文|文章)",
     "=", "accepted"),
)  # fmt: skip
_KIND = r"(oral|spotlight|poster|workshop|tutorial)s?"
_TALK = r"(?:presentations?|talks?|submissions?)"
_KINDS = re.compile(
    rf"(?<![A-Za-z-]){_KIND}(?:(?: and | or |[/,] ?){_KIND})?"
    rf"(?= (?P<between>\w+ )?{_PAPER}\b| {_TALK}\b|的?论文| ?论文)"
    rf"|(?:\b(?:presented|accepted|selected) |(?<=papers ))as (?:an? )?{_KIND}\b"
    rf"|(?<=\bpapers )(?:(?:that|which) )?(?:are|were) (?:an? )?{_KIND}(?=\s*(?:$|[?.,;]|(?:and|on|about)\b))"
    rf"|^\W*{_KIND}(?= (?:on|about)\b)",
    re.IGNORECASE,
)
_AWARD = re.compile(
    r"\b(?:award[- ]winning|(?:best|outstanding)[- ]paper awards?)\b|\boutstanding(?= papers?\b)"
    r"|(?:最佳|杰出|优秀)论文奖?",
    re.IGNORECASE,
)
_KINDS_ZH = {"口头报告": "oral", "口头": "oral", "海报": "poster", "焦点": "spotlight"}


def conditions(question: str, facts: Facts) -> list[Said]:
    """The conditions on year, venue, standing and kind that a question states, in the order of their places.

    Args:
        question: as asked.
        facts: tell which venues and kinds occur.
    """
    venues = list(_venues(question, facts))
    found = [*venues, *_years(question, venues), *_standings(question), *_kinds(question, facts)]
    kept: list[Said] = []
    for condition, span in found:  # of two readings of the same words the first holds
        others = (other for said, other in kept if said.said != condition.said)
        if (condition, span) in kept:
            continue
        if not any(span.start < other.end and other.start < span.end for other in others):
            kept.append((condition, span))
    return sorted(kept, key=lambda said: said[1].start)


def asks_for_papers(question: str) -> bool:
    """Whether a question is about which papers there are, and not only about what they say."""
    return bool(_HEAD.search(question))


def is_fragment(question: str) -> bool:
    """Whether it is search words rather than a question."""
    return not _ASKING.match(question) and not re.search(r"[?？]", question)


def _years(question: str, venues: list[Said]) -> Iterator[Said]:
    for pattern, operators, loose in _YEARS:
        for match in re.finditer(pattern, question, re.IGNORECASE):
            short = is_fragment(question) and len(question.split()) <= _FRAGMENT_WORDS
            of_methods = (
                operators in ((">=",), (">",))
                and bool(_OF_METHODS.search(question))
                and (bool(_APART.match(question, match.end())) or bool(_APART.search(match[0])))
            )
            fits = (
                (loose and (asks_for_papers(question) or bool(venues)))
                or of_methods
                or (short and operators in ((">=",), (">",)))
            )
            if fits or _dates_papers(question, match, venues):
                for operator, year in zip(operators, match.groups(), strict=True):
                    yield Filter("year", operator, year, match[0]), Span(match.start(), match.end())
    for venue, span in venues:  # "ICML 2024 papers"
        if venue.operator == "=" and (near := re.compile(rf"\s?{_Y}{_ENDS}").match(question, span.end)):
            yield Filter("year", "=", near[1], near[1]), Span(near.start(1), near.end(1))


def _dates_papers(question: str, match: re.Match[str], venues: list[Said]) -> bool:
    """Whether a year says when papers appeared: it follows "papers", "papers on …", a venue, or opens the question."""
    if match[0].lower().startswith("published "):
        return True
    before = question[: match.start()]
    if re.search(r"\b(?:published|appear(?:ed|ing)?|accepted|presented|released)\s+$", before, re.IGNORECASE):
        return True
    if any(0 <= match.start() - span.end <= 2 for _, span in venues):
        return True
    if _OPENING.match(before):
        return asks_for_papers(question)
    heads = [head for head in _HEAD.finditer(before) if head[0].lower() not in ("published",)]
    return bool(heads) and bool(_LINK.match(before[heads[-1].end() :]))


def _venues(question: str, facts: Facts) -> Iterator[Said]:
    known = _venue_words(facts)
    for form, operator, needs_head in _venue_forms(facts):
        for match in form.finditer(question):
            states = re.match(r"published|accepted|presented|appearing|发表", match[0], re.IGNORECASE)
            if needs_head and not states and not asks_for_papers(question):
                continue
            names = [name for name in re.split(_JOINT, match["list"]) if folded(name) in known]
            if names and all(_is_written_as_name(name) and _is_there(name, facts) for name in names):
                canonical = dict.fromkeys(known[folded(name)] for name in names)
                yield (
                    Filter("venue", operator, "|".join(canonical), match[0].strip()),
                    Span(match.start(), match.end()),
                )


@lru_cache(maxsize=4)
def _venue_forms(facts: Facts) -> tuple[tuple[re.Pattern[str], str, bool], ...]:
    """How a venue is named: a pattern, the operator it stands for, whether the question must speak of papers."""
    known = _venue_words(facts)
    word = "(?:" + "|".join(sorted(map(re.escape, known), key=len, reverse=True)) + ")"
    listed = rf"(?<![A-Za-z0-9_-]){word}(?:(?:{_JOINT}){word})*(?![A-Za-z0-9_-])"
    years = rf"(?:(?:\s|['’])?{_Y})?"
    latter = (
        rf"(?={years}\s*(?:(?:{_KIND}|accepted|conference)\s+)*{_PAPER}\b|{years}\s*(?:orals|spotlights|posters)\b)"
    )
    chinese = r"(?=\s*(?:\d{4})?\s*年?\s*(?:大?会议?)?\s*(?:上|中|里|的|接收|录用|发表|论文))"
    before = r"(?:(?:published|accepted|presented|appear(?:ing|ed)?)\s+)?\b(?:at|in|from)\s+(?:the\s+)?"
    forms = (
        (rf"{_REFUSED}(?P<list>{word}(?:(?:{_JOINT}){word})*(?![A-Za-z0-9_-])){_REFUSED_END}", "!=", False),
        (rf"(?:{before})?(?P<list>{listed}){latter}", "=", False),
        (rf"{before}(?P<list>{listed})(?={years}{_ENDS})", "=", True),
        (rf"(?:在|发表于|发表在)?\s*(?P<list>{listed}){chinese}", "=", True),
        (rf"^\W*(?P<list>{listed})(?=\s{_Y}\W)", "=", False),
    )
    return tuple((re.compile(form, re.IGNORECASE), operator, head) for form, operator, head in forms)


@lru_cache(maxsize=4)
def _venue_words(facts: Facts) -> dict[str, str]:
    """What a venue may be called in a question, folded -> as the index calls it, if papers are of it."""
    return {folded(name): name for name in ELSEWHERE} | _venues_here(facts)


@lru_cache(maxsize=4)
def _venues_here(facts: Facts) -> dict[str, str]:
    found: dict[str, str] = {}
    for venue in facts.known_venues:
        acronyms = re.findall(r"(?<![A-Za-z0-9_-])[A-Z][A-Za-z]*[A-Z][A-Za-z]*(?![A-Za-z0-9_-])", venue)
        for name in acronyms or ([venue] if " " in venue.strip() else []):
            for alias in venue_names(name):
                found.setdefault(alias, name)
    return found


def _is_there(name: str, facts: Facts) -> bool:
    """Whether papers are of a venue, or it is written as venues are: that no paper is of it is an answer, too."""
    return folded(name) in _venues_here(facts) or len(re.findall(r"[A-Z]", name)) > 1


def _is_written_as_name(name: str) -> bool:
    """Lower case is taken for a venue only where it is no word or name of another thing."""
    return " " in name or len(re.findall(r"[A-Z]", name)) > 1 or (len(name) > 3 and name.lower() not in _NOT_NAMES)


def _standings(question: str) -> Iterator[Said]:
    for pattern, operator, status in _STANDINGS:
        for match in re.finditer(pattern, question, re.IGNORECASE):
            if asks_for_papers(question):
                value = status or match[1].lower()
                yield Filter("status", operator, value, match[0].strip()), Span(match.start(), match.end())


def _kinds(question: str, facts: Facts) -> Iterator[Said]:
    """The kinds that are asked for, also where no paper is of them: that, too, is an answer."""
    for match in _KINDS.finditer(question):
        kinds = [group.lower() for group in match.groups() if group and group != match["between"]]
        # "oral cancer papers" are no talks, where no paper is known to be one.
        if all(kind in facts.known_kinds for kind in kinds) or not match["between"]:
            yield Filter("kind", "=", "|".join(kinds), match[0].strip()), Span(match.start(), match.end())
    for match in _AWARD.finditer(question):
        yield Filter("kind", "=", "award", match[0].strip()), Span(match.start(), match.end())
    for word, kind in _KINDS_ZH.items():
        for match in re.finditer(rf"{word}(?=的?论文)", question):
            yield Filter("kind", "=", kind, match[0]), Span(match.start(), match.end())
