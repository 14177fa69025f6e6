"""Topic: what a question about the whole corpus is about, as facets that a paper must all show.

"flow matching for proteins, peptides or RNA (not crystals)" has two facets, the second with three alternatives.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rag.corpus.chinese import chinese_read
from rag.corpus.usage import without_usage
from rag.questions import is_content
from rag.text.abbreviations import called
from rag.text.analysis import analyze

_NOISE_WORDS = """
abstract addition additionally apart aside besides
against all also among analyse analyze any appear applied apply are aspect assess base benefit build
built case category check collect collection combine compare concern concerned consider contain corpus cover
database deal develop developed direct directly discuss discussed do empirically employ enumerate evaluate
everything examine examined exist experimentally explicitly exploit explore explored extend field finding
findings focus focused following found full fully get give handle help here icml identify improve include
latest newest including index investigate involve involved item keyword kind kinds leverage library list literature
look mainly mention mentioned name new number one ones other please possible present primarily propose proposed provide
published recent relate related relevant rely report research see seriously show some specifically studies study subject
suggest tackle talk target tell theme theoretically thing topic total touch type types use used using utilise
utilize write written wrote author various way within
"""
_NOISE = frozenset(term for word in _NOISE_WORDS.split() for term in analyze(word))
_GENERIC = frozenset(analyze("method approach technique algorithm problem task setting framework"))
_METHOD = re.compile(r"(?:methods?|techniques?)", re.IGNORECASE)
_OF_METHOD = re.compile(
    r"(?!\S*(?:al|ic|ive|ian|ous|ary|able|ed|ing|based|free)\s)[a-z-]{4,}\s(?:methods?|techniques?)"
)
"""A noun that means something else by itself: "kernel methods". What has an adjective before it is said by that."""
_ORDERS = re.compile(
    r"(?<=[?.!？。！；;,，])\s*(?:please\s+)?(?:which (?:ones?|are they|papers)|list (?:them|all|these)"
    r"|name (?:them|all)|what are they|and which|请|并?列出|分别是|是哪|有哪)[^?.!？。！]*[?.!？。！]?\s*$",
    re.IGNORECASE,
)
_KIND = r"(?:methods?|approach(?:es)?|techniques?|strateg(?:y|ies)|ways|solutions|algorithms?|models?|frameworks?)"
_FRAME = re.compile(
    r"\b(?:state[ -]of[ -]the[ -]art|sota)\s+(?=(?:on|in|for)\b)"
    r"|\b(?:latest|recent|newest|current)\s+(?:advances?|progress|developments?|results|work|research|findings)\b"
    rf"|\b(?:main|major|common|popular|different|existing|current|key|typical|known|best)\s+{_KIND}\s+(?=(?:to|for|of|in|on)\b)"
    rf"|^\W*(?:which|what)\s+{_KIND}\s+(?:is|are|works?|perform|performs|do|does)\s+(?:the\s+)?best\b"
    r"|\b(?:anyone|anybody)\s+(?:looked|look|tried|try|worked|work|thought)?\s*(?:at|into|on|about)?\b"
    r"|\b(?:research\s+)?(?:trends?|directions?)\s+(?=(?:in|on|of|for|within|around)\b)"
    r"|\b(?:looking|searching)\s+for\b|\binterested\s+in\b|\bi\s+(?:need|want)\b|\bi(?:\s+a|[’\x27])m\b|\bi\s+read\b|\b(?:recommend|suggest)\b"
    r"|\b(?:top|best)\s+(?:\d+|three|five|ten|few)?\s*(?=papers)|\breferences\b|\bthe most\b|\ba few\b"
    r"|\b(?:three|five|ten|\d{1,2})\s+(?=(?:\w+\s+)?papers)|\bco-?author(?:ed)?\b",
    re.IGNORECASE,
)
_ALTERNATIVES = re.compile(
    r"[,，]?\s*\b(?:such as|including|includes?|e\.g\.,?|for example|for instance|like|namely|i\.e\.,?"
    r"|in particular)\s+",
    re.IGNORECASE,
)
_BRACKETS = re.compile(r"\s*[(（]([^()（）]{1,120})[)）]")
_NOT = re.compile(
    r"^(?:but )?(?:not|rather than|as opposed to|except|excluding|不是|非)\s*(?:about\s+|on\s+|the\s+)?", re.IGNORECASE
)
_WORD = re.compile(r"[^\W_]+(?:[-‐‑'’.+/@][^\W_]+)*|[,，、;；:：?？!！。]|\.(?=\s|$)")
_MOST_ALTERNATIVES = 12
POSITION = "position paper"
"""A kind of paper, which its title or its abstract tells: of "the position papers" the second word is a topic, too."""
_POSITION_PAPERS = re.compile(r"\bposition[ -]papers?\b|(?:立场|观点)(?:性)?(?:论文|文章)", re.IGNORECASE)
_POSITION_MARK = "positionpaper"
_ARTICLES = frozenset(("a", "an", "the"))


@dataclass(frozen=True)
class Facet:
    """One thing that a paper must show, by any of its alternatives.

    Args:
        alternatives: phrases, as they were written.
        part_of: the phrase of several terms that it is one of, which papers show in one sentence; empty where it
            stands for itself.
    """

    alternatives: tuple[str, ...]
    part_of: str = ""


@dataclass(frozen=True)
class Topic:
    """What papers must be about.

    Args:
        facets: all must be shown; none, where the question names no topic.
        excluded: phrases that another sense of the topic shows, and this one does not.
        is_row: the facets are a row, "A, B and C".
    """

    facets: tuple[Facet, ...] = ()
    excluded: tuple[str, ...] = ()
    is_row: bool = False

    def any_of_row(self) -> "Topic":
        """The same, where one of the row is enough."""
        every = tuple(dict.fromkeys(phrase for facet in self.facets for phrase in facet.alternatives))
        return Topic((Facet(every),), self.excluded)

    def __str__(self) -> str:
        return " + ".join(" / ".join(f"“{phrase}”" for phrase in facet.alternatives) for facet in self.facets)


def topic_of(question: str, english: Callable[[str], str] = lambda _: "") -> Topic:
    """The topic of a question about the whole corpus.

    Args:
        question: in English or Chinese; conditions on years, venues and authors are taken out before.
        english: gives a Chinese term in English, or nothing.
    """
    marked = _POSITION_PAPERS.sub(f" . {_POSITION_MARK} . ", question)
    framed = _FRAME.sub(" , ", without_usage(_ORDERS.sub("", marked)))
    text = chinese_read(framed, english)
    excluded: list[str] = []
    aside: dict[str, list[str]] = {}
    while (match := _BRACKETS.search(text)) is not None:
        said: list[str] = []
        for piece in re.split(r"\s*[,;，、]\s*|\s+or\s+", _ALTERNATIVES.sub("", match[1])):
            if denied := _NOT.match(piece):
                excluded.append(piece[denied.end() :].strip())
            elif content(piece):
                said.append(piece.strip())
        mark = f"aside{len(aside)}mark"
        aside[mark] = said
        text = f"{text[: match.start()]} {mark} {text[match.end() :]}"
    facets = tuple(_facets(text, aside))
    joints = [by for by, _ in _enumerated(_phrases(text))]
    is_row = len(facets) > 1 and joints[:-1] == ["and"] * (len(facets) - 1)
    return Topic(facets, tuple(phrase for phrase in excluded if content(phrase)), is_row)


def content(phrase: str) -> list[str]:
    """The analysed terms of a phrase that carry meaning in a topic."""
    return [term for term in dict.fromkeys(analyze(phrase)) if is_content(term) and term not in _NOISE]


def is_of_method(phrase: str) -> bool:
    """Whether a phrase is a noun and "methods": the noun alone would mean other things, too."""
    return bool(_OF_METHOD.fullmatch(phrase))


def _facets(text: str, aside: dict[str, list[str]]) -> list[Facet]:
    facets: list[list[str]] = []
    joining = False  # the next phrase is an alternative of the last, rather than a facet of its own
    for at, part in enumerate(_ALTERNATIVES.split(text)):
        joining = listing = at > 0
        for by, phrase in _enumerated(_phrases(part)):
            if phrase in aside:
                if facets:
                    facets[-1] += [said for said in aside[phrase] if _names(said, facets[-1])]
                elif aside[phrase]:
                    facets.append(list(aside[phrase]))
                continue
            phrase = POSITION if phrase == _POSITION_MARK else phrase
            if joining and facets:
                facets[-1] += called(phrase)
            else:
                facets.append(called(phrase))
            joining = by == "or" or (listing and by in ("or", "and", ","))
            listing = listing and joining
    return [Facet(tuple(dict.fromkeys(phrases))[:_MOST_ALTERNATIVES]) for phrases in facets]


def _enumerated(phrases: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Phrases whose commas say what the joint at the end of their row says: "A, B or C" is A or B or C."""
    found: list[tuple[str, str]] = []
    last = ""
    for by, phrase in reversed(phrases):
        last = by if by != "," or last not in ("or", "and") else last
        found.append((last, phrase))
    return found[::-1]


def _names(said: str, phrases: Sequence[str]) -> bool:
    """Whether words in brackets name the thing again: by letters, or by words of their own."""
    return bool(re.fullmatch(r"[\w.+-]{2,12}", said)) or len(content(said)) > 1 or not phrases


def _phrases(text: str) -> list[tuple[str, str]]:
    """The phrases of a text, each with what parts it from the next: "or", "and", ",", or nothing."""
    found: list[tuple[str, str]] = []
    run: list[str] = []

    def close(by: str) -> None:
        phrase = _trimmed(run)
        if phrase:
            found.append((by, phrase))
        elif found and by in ("or", "and", ","):
            found[-1] = (by if found[-1][0] in ("", ",") else found[-1][0], found[-1][1])
        run.clear()

    parts = _WORD.findall(text)
    for at, part in enumerate(parts):
        if re.fullmatch(r"aside\d+mark", part):
            close("")
            found.append(("", part))
        elif re.fullmatch(r"\W", part):
            close("," if part in ",，、;；" else "")
        elif part.lower() in ("or", "and", "and/or"):
            close("or" if part.lower() != "and" else "and")
        elif _is_inside(parts, at):
            run.append(part)
        else:
            close("")
            if found and found[-1][0] == "," and part.lower() not in _ARTICLES:
                found[-1] = ("", found[-1][1])  # ", which use" goes on with something else
    close("")
    return found


def _is_inside(parts: Sequence[str], at: int) -> bool:
    if content(parts[at]):
        return True
    if _METHOD.fullmatch(parts[at]):
        return at > 0 and is_of_method(f"{parts[at - 1]} {parts[at]}") and bool(content(parts[at - 1]))
    # "mixture of experts": a small word between two that carry meaning stays.
    inside = 0 < at < len(parts) - 1 and content(parts[at - 1]) and content(parts[at + 1])
    return parts[at].lower() == "of" and bool(inside)


def _trimmed(run: Sequence[str]) -> str:
    words = list(run)
    while len(words) > 2 and set(analyze(words[-1])) <= _GENERIC:
        words.pop()
    if len(words) == 1 and set(analyze(words[0])) <= _GENERIC:
        return ""
    return " ".join(words)
