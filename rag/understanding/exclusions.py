"""What a question wants left out ("not on images", "except surveys"), and the phrases that it quotes.

Only clear words about which papers are wanted leave anything out. "Bats that do not echolocate", "no effect of
drug Q" and "trained without residual connections" say what a paper finds, and are ranked by like any other words.
"""

import re
from dataclasses import dataclass

from rag.questions import content_terms
from rag.text.analysis import analyze, words
from rag.text.sentences import Span
from rag.understanding.conditions import is_fragment
from rag.understanding.filters import Filter

_HEAD = r"\b(?:papers|paper|works|articles|studies|publications|research|literature|surveys)\b|论文|文章|文献"
_TRIGGER = re.compile(
    r"(?:,|\s[—–-]+|—)?\s*\b(?:but |and )?(?:"
    r"not (?:on|about|related to|dealing with|concerning|with|using|by)"
    r"|except(?:ing)?(?: for)?|excluding|exclude|apart from|aside from|leaving (?:out|aside)|setting aside|minus"
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
_NEITHER = re.compile(
    rf"\s(?:(?:that|which) )?(?:(?:are|{_DONE}) )?neither (?:{_DONE} )?(?P<what>[\w -]{{2,40}}?) nor (?:{_DONE} )?"
    r"(?P<nor>[\w -]{2,40}?)(?=\s*[?.!]*\s*$)",
    re.IGNORECASE,
)
_WITHOUT_HEAD = re.compile(
    r"\b(?:papers|works|articles|studies|publications|literature)(?: (?:on|about|for|regarding)\b.*)?\s*$", re.I
)
_BREAK = r"(?:,|\s[—–-]+|—|[(（])"
_CLOSE = r"(?:,? please)?\s*(?:[)）]|[.!?]*$)"
_NO = re.compile(rf"(?:{_BREAK}\s*(?:but )?|\sbut )no (?P<what>[\w -]{{3,30}}?)(?={_CLOSE})", re.IGNORECASE)
_BARE_NOT = re.compile(
    rf"(?:{_BREAK}\s*(?:but |and )?|\s(?:but|and) )not (?:(?:on|about|for|with|using|of|in|by) )?"
    r"(?!only\b|limited\b|necessarily\b|just\b|always\b|that\b|when\b|if\b|so\b|yet\b)(?P<what>[\w -]{2,30}?)"
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
_CHINESE_END = (
    r"(?:相关|方面|类)?(?P<rest>的?(?:论文|文章|工作|研究|文献|方法)?的?\s*(?=[，。？！,?!（）()；;]|$)|的(?=\S))"
)
_CHINESE_WHAT = r"(?P<what>[^，。？！,?!（）()；;的]{1,20}?)"
_CHINESE = (
    re.compile(
        r"[，,、（(]?\s*(?:但|且|并且?|而)?(?:是|也)?(?:不要?(?:包括|包含|涉及|含|关于|属于|研究|讨论|针对)|(?:未|(?<!有)没有?)涉及|不是(?:关于|研究|针对)?|不要"
        rf"|排除掉?|除去|剔除|去掉|而非|而不是){_CHINESE_WHAT}{_CHINESE_END}"
    ),
    re.compile(rf"[，,、（(]?\s*(?:但|且)?除了?{_CHINESE_WHAT}(?:之外|以外|外|，|,){_CHINESE_END}?(?P<also>)"),
    re.compile(
        r"[，,、（(]?\s*(?:但|且|并且?|而)?(?:又|都|也)?(?P<soft>不(?:使用|采用|利用|依赖|需要|借助|用)|没有?(?:使用|采用|用到|涉及)"
        rf"|未(?:使用|采用|涉及)){_CHINESE_WHAT}{_CHINESE_END}"
    ),
    re.compile(r"(?P<quality>非)(?P<what>[^，。？！,?!（）()；;的非]{2,8}?)(?P<rest>的(?=\S))"),
)
_CHINESE_ALSO = re.compile(r"除了?[^。？]*(?:还|也|有没有|是否|吗|什么|怎)")
_CHINESE_BESIDES = re.compile(
    r"除了?[^。？?]{1,30}?(?:之外|以外|外|[，,])[，,\s]*(?:你|库里|这里)?(?:还|也)?(?:有)?(?:没有)?(?:哪些|什么|多少|哪几|几篇|其[他它]|别的)"
)
"""The rest is asked for, and what is named is known: "besides X, which other papers …"."""
_BESIDES = re.compile(
    r"^\W*(?:besides|apart from|aside from|other than|in addition to|except(?: for)?)\s+(?P<what>[^,?]{2,50}?)\s*,\s*"
    r"(?=(?:what|which|who|how many|are there|is there|list|find|show|any)\b)",
    re.IGNORECASE,
)
_CHINESE_PAPERS = re.compile(r"论文|文章|工作|研究|文献")
_LEAD = re.compile(r"(?:(?:any|all|the|those|these|ones|papers|works|about|on|for|of|from|with|using|in)\s+)+", re.I)
_STOP = re.compile(
    r"[,.;:!?()，。？、]|\s(?:that|which|in|at|by|since|from|on|for|but|published|using|with|than|please|are|is|do|does)\b"
)
_PAPERS = re.compile(r"\s+(?:papers?|articles?|works?|studies|ones|methods?|domains?|tasks?)$", re.IGNORECASE)
_MOST_WORDS = 4
_FRAGMENT_WORDS = 12
_EMPHASIS_FROM = 7
"""Words of a question from which a single plain word in quotation marks is emphasis and no phrase."""
_CHINESE_FRAME = re.compile(r"有没有|有哪些|有多少|哪些|多少|篇|论文|文章|工作|研究|文献|关于|有关|列出|的")
_SURVEYS = frozenset(("survey", "review", "overview"))
_OF_SURVEY = re.compile(
    r"\b(?:this|our|the|present|provides?|a|comprehensive|systematic) (?:survey|review|overview)\b", re.I
)
_DENIED = re.compile(
    r"\b(?:without|no|not|non|never|free of|instead of|rather than|avoid(?:s|ing)?|bypass(?:es|ing)?|beyond"
    r"|independent of|eliminat(?:es|ing))\W+(?:[\w-]+\W+){0,3}$",
    re.IGNORECASE,
)
_EITHER = re.compile(r"\s*,?\s*(?:\bor\b|或者?|、)\s*(?:(?:the|word|words|term|phrase)\s+)*", re.IGNORECASE)
_QUOTED = re.compile(
    r"(?:(?<=^)|(?<=[\s(（，,、:：])|(?<=[\u3000-\u9fff]))[\"“「](?P<text>[^\"“”「」]{3,200})[\"”」](?=$|[\s?.,;:!)），。？、'’]|[\u3000-\u9fff])"
)


@dataclass(frozen=True)
class Exclusion:
    """A topic that is not wanted.

    Args:
        topic: as it is looked for in the papers; several names of one thing are parted by `|`.
        said: the words of the question.
        factor: what the score of a paper that deals with it is multiplied by; 0 puts it behind all others.
        quality: it is said of a thing that it is not so, which leaves nothing out where papers call things "non-" so.
    """

    topic: str
    said: str
    factor: float = 0.0
    quality: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """What it may be called."""
        return tuple(self.topic.split("|"))

    @property
    def is_of_surveys(self) -> bool:
        """Whether a kind of paper is not wanted, rather than a topic."""
        wanted = analyze(self.topic)
        return len(wanted) == 1 and wanted[0] in _SURVEYS

    def concerns(self, title: str, abstract: str) -> bool:
        """Whether a paper deals with the topic: "without images" and "image-free" do not."""
        if self.is_of_surveys:
            return bool(re.search(r"\b(?:survey|review|overview)\b", title, re.I) or _OF_SURVEY.search(abstract))
        text = f"{title}. {abstract}"
        return any(asserted(name, text) for name in self.names)


def asserted(name: str, text: str) -> bool:
    """Whether a text has the words of a name, in any form, and does not deny them."""
    wanted, found = analyze(name), words(text)
    terms = [term for term, _ in found]
    for at in range(len(terms) - len(wanted) + 1):
        if terms[at : at + len(wanted)] == wanted:
            start, end = found[at][1].start, found[at + len(wanted) - 1][1].end
            before = re.split(r"[.;]\s", text[max(0, start - 60) : start])[-1]
            if not _DENIED.search(before) and not text[end:].startswith(("-free", "-less")):
                return True
    return False


Excluded = tuple[Exclusion, Span]
"""An exclusion and its place in the question."""


def exclusions(question: str) -> list[Excluded]:
    """The topics that a question excludes, each with the place where it says so; those of Chinese words in Chinese."""
    found: list[Excluded] = []
    # What one reader has found leaves nothing of the same words to the next.
    for reader in (_worded, _bare, _chinese):
        found += [item for item in reader(question) if not any(_meet(item[1], span) for _, span in found)]
    return found


def _worded(question: str) -> list[Excluded]:
    """What follows "except", "without" and their like."""
    found: list[Excluded] = []
    if first := _BESIDES.match(question):
        found += _said(question, _parted(first["what"]), Span(first.start(), first.end()))
    short = is_fragment(question) and len(question.split()) <= _FRAGMENT_WORDS
    if short or re.search(_HEAD, question, re.IGNORECASE):
        for match in _TRIGGER.finditer(question, first.end() if first else 0):
            found += _said(question, *_topics(question, match))
    for match in _WITHOUT.finditer(question, first.end() if first else 0):
        if any(_meet(Span(match.start(), match.end()), span) for _, span in found):
            continue
        before = question[: match.start()]
        if _WITHOUT_HEAD.search(before) or (before.endswith(("(", "（")) and re.search(_HEAD, before, re.IGNORECASE)):
            found += _said(question, *_topics(question, match), factor=0.0 if match["other"] else 0.5)
    for match in _NEITHER.finditer(question):
        if _WITHOUT_HEAD.search(question[: match.start()]):
            found += _said(question, [match["what"].strip(), match["nor"].strip()], Span(match.start(), match.end()))
    for match in _NO.finditer(question):
        found += _said(question, _parted(match["what"]), Span(match.start(), match.end()))
    return found


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
            if not any(_meet(span, other) for _, other in found):
                found += _said(question, _parted(what), span, quality=pattern is _QUALITY)
    return found


def _said(
    question: str, topics: list[str], span: Span, *, factor: float = 0.0, quality: bool = False
) -> list[Excluded]:
    said = question[span.start : span.end].strip(" ,，、（()）—–-")
    whole = _with_brackets(question, span)
    return [(Exclusion(topic, said, factor, quality), whole) for topic in topics]


def _chinese(question: str) -> list[Excluded]:
    besides = bool(_CHINESE_BESIDES.search(question))
    if not besides and not _CHINESE_PAPERS.search(question):
        return []
    found: list[Excluded] = []
    for pattern in _CHINESE:
        for match in pattern.finditer(question):
            groups = match.groupdict()
            if "also" in groups and not besides and _CHINESE_ALSO.search(question):
                continue
            rest = match["rest"] or ""
            end = match.end() - len(rest) + (rest.startswith("的") and len(rest) == 1)
            span = _with_brackets(question, Span(match.start(), end))
            if any(_meet(span, other) for _, other in found):
                continue
            if groups.get("soft") and not content_terms(_CHINESE_FRAME.sub("", question[: span.start])):
                continue  # "papers that need no labels" tells what they are about
            said = question[match.start() : match.start("rest") if match["rest"] else match.end()].strip("，, 、（(")
            topics = _parted(re.sub(r"^(?:关于|有关|使用|涉及)|(?:之外|以外)$", "", match["what"].strip()))
            factor = 0.5 if groups.get("soft") else 0.0
            found += [(Exclusion(topic, said, factor, bool(groups.get("quality"))), span) for topic in topics]
    return found


def _meet(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end


def _with_brackets(question: str, span: Span) -> Span:
    """A stretch with the brackets that stand around nothing else."""
    start, end = span.start, span.end
    while start < end and question[start] in " (（":
        start += 1
    before, after = question[:start].rstrip(), question[end:].lstrip()
    if before.endswith(("(", "（")) and after.startswith((")", "）")):
        return Span(len(before) - 1, len(question) - len(after) + 1)
    return span


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
    return _parted(some), span


def _parted(text: str) -> list[str]:
    topics = re.split(r"\s*(?:,|/|、|\bor\b|\band\b|或|和|与)\s*", text)
    cleaned = [_PAPERS.sub("", topic.strip()) for topic in topics]
    return [topic for topic in cleaned if content_terms(topic) or set(analyze(topic)) & _SURVEYS]


def phrases(question: str) -> list[tuple[str, Span]]:
    """The phrases that a question quotes, each with its place."""
    return [
        (" ".join(match["text"].split()), Span(match.start(), match.end()))
        for match in _QUOTED.finditer(question)
        if re.search(r"\w\w", match["text"])
        and (re.search(r"\w\W+\w|[A-Z0-9\u3000-\u9fff]", match["text"]) or len(question.split()) < _EMPHASIS_FROM)
    ]


def quotations(question: str) -> list[tuple[Filter, Span]]:
    """The conditions that papers have what a question quotes; of two joined by "or", either is enough."""
    found: list[tuple[Filter, Span]] = []
    for text, at in phrases(question):
        if found and _EITHER.fullmatch(question[found[-1][1].end : at.start]):
            before, span = found.pop()
            at, text = Span(span.start, at.end), f"{before.value}|{text}"
        found.append((Filter("keyword", "=", text, question[at.start : at.end]), at))
    return found


def has_phrase(phrase: str, text: str) -> bool:
    """Whether a text has the words of a phrase one after the other, whatever their case and what parts them."""
    sought = re.findall(r"\w+", phrase.casefold())
    pattern = r"[\W_]+".join(map(re.escape, sought))
    return bool(sought) and bool(re.search(rf"(?<!\w){pattern}(?!\w)", text.casefold()))
