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

_HEAD = r"\b(?:papers|paper|works|articles|studies|publications|research|literature|surveys)\b|论文|文章|文献"
_TRIGGER = re.compile(
    r",?\s*\b(?:but |and )?(?:"
    r"not (?:on|about|related to|dealing with|concerning|with|using|by)"
    r"|except(?:ing)?(?: for)?|excluding|exclude|apart from|leaving out"
    r")\s+(?!only\b|limited\b|necessarily\b|just\b|always\b|that\b|when\b|if\b)",
    re.IGNORECASE,
)
_WITHOUT = re.compile(
    r",?\s*\b(?:(?P<other>other than)|without|not (?:using|involving)"
    r"|(?:(?:that|which) )?(?:do|does)(?: not|n['’]t) (?:use|involve|need|require|rely on))\s+",
    re.IGNORECASE,
)
_WITHOUT_HEAD = re.compile(
    r"\b(?:papers|works|articles|studies|publications|literature)(?: (?:on|about|for|regarding)\b.*)?\s*$", re.I
)
_NO = re.compile(r",\s*(?:but )?no (?P<what>[\w -]{3,30}?)(?:,? please)?\s*[.!]?$", re.IGNORECASE)
_BARE_NOT = re.compile(
    r"(?:,\s*(?:but |and )?|\s(?:but|and) )not (?:(?:on|about|for|with|using|of|in|by) )?"
    r"(?!only\b|limited\b|necessarily\b|just\b|always\b|that\b|when\b|if\b|so\b|yet\b)(?P<what>[\w -]{2,30}?)"
    r"(?=,?\s*(?:(?:but|and) )?not\b|(?:,? please)?\s*[.!?]*$)",
    re.IGNORECASE,
)
"""Of a list asked for: "papers on transformers, not vision, not speech"."""
_OF_PAPERS = re.compile(r"\b(?:papers?|works|articles|studies|publications|literature)\b", re.IGNORECASE)
_CHINESE = re.compile(
    r"[，,、]?\s*(?:但|且|并)?(?:不要?(?:包括|包含|涉及|含)|不要|排除|除去|不是关于|除了?)"
    r"(?P<what>[^，。？、,?的]{1,16}?)(?:之外|以外|外|相关|方面|类)?(?P<rest>的?(?:论文|文章|工作)?(?=[，。？?]|$)|的)"
)
_CHINESE_ALSO = re.compile(r"除了?[^。？]*(?:还|也|有没有|是否|吗|什么|怎)")
_LEAD = re.compile(r"(?:(?:any|all|the|those|these|ones|papers|works|about|on|for|of|from|with|using)\s+)+", re.I)
_STOP = re.compile(
    r"[,.;:!?()，。？、]|\s(?:that|which|in|at|by|since|from|on|for|but|published|using|with|than|please|are|is|do|does)\b"
)
_PAPERS = re.compile(r"\s+(?:papers?|articles?|works?|studies|ones|methods?|domains?|tasks?)$", re.IGNORECASE)
_MOST_WORDS = 4
_FRAGMENT_WORDS = 12
_EMPHASIS_FROM = 7
"""Words of a question from which a single plain word in quotation marks is emphasis and no phrase."""
_TOPICS = {
    "图像": "image", "图片": "image", "视觉": "vision", "视频": "video", "语音": "speech", "音频": "audio",
    "文本": "text", "综述": "survey", "强化学习": "reinforcement learning", "大模型": "large language model",
    "大语言模型": "large language model", "联邦学习": "federated learning", "扩散模型": "diffusion model",
    "医学": "medical", "机器人": "robot",
}  # fmt: skip
_SURVEYS = frozenset(("survey", "review", "overview"))
_OF_SURVEY = re.compile(
    r"\b(?:this|our|the|present|provides?|a|comprehensive|systematic) (?:survey|review|overview)\b", re.I
)
_DENIED = re.compile(
    r"\b(?:without|no|not|non|never|free of|instead of|rather than|avoid(?:s|ing)?|bypass(?:es|ing)?|beyond"
    r"|independent of|eliminat(?:es|ing))\W+(?:[\w-]+\W+){0,3}$",
    re.IGNORECASE,
)
_QUOTED = re.compile(
    r"(?:(?<=^)|(?<=[\s(（，,、:：])|(?<=[\u3000-\u9fff]))[\"“「](?P<text>[^\"“”「」]{3,200})[\"”」](?=$|[\s?.,;:!)），。？、'’]|[\u3000-\u9fff])"
)


@dataclass(frozen=True)
class Exclusion:
    """A topic that is not wanted.

    Args:
        topic: as it is looked for in the papers.
        said: the words of the question.
        factor: what the score of a paper that deals with it is multiplied by; 0 puts it behind all others.
    """

    topic: str
    said: str
    factor: float = 0.0

    def concerns(self, title: str, abstract: str) -> bool:
        """Whether a paper deals with the topic: "without images" and "image-free" do not."""
        wanted = analyze(self.topic)
        if set(wanted) & _SURVEYS and len(wanted) == 1:
            return bool(re.search(r"\b(?:survey|review|overview)\b", title, re.I) or _OF_SURVEY.search(abstract))
        text = f"{title}. {abstract}"
        found = words(text)
        terms = [term for term, _ in found]
        for at in range(len(terms) - len(wanted) + 1):
            if terms[at : at + len(wanted)] == wanted:
                start, end = found[at][1].start, found[at + len(wanted) - 1][1].end
                before = re.split(r"[.;]\s", text[max(0, start - 60) : start])[-1]
                if not _DENIED.search(before) and not text[end:].startswith(("-free", "-less")):
                    return True
        return False


def exclusions(question: str) -> list[tuple[Exclusion, Span]]:
    """The topics that a question excludes, each with the place where it says so."""
    found: list[tuple[Exclusion, Span]] = []
    short = is_fragment(question) and len(question.split()) <= _FRAGMENT_WORDS
    if short or re.search(_HEAD, question, re.IGNORECASE):
        found += [item for match in _TRIGGER.finditer(question) for item in _topics(question, match, 0.0)]
    for match in _WITHOUT.finditer(question):
        if _WITHOUT_HEAD.search(question[: match.start()]):
            found += _topics(question, match, 0.0 if match["other"] else 0.5)
    if last := _NO.search(question):
        said, span = last[0].strip(" ,"), Span(last.start(), last.end())
        found += [(Exclusion(topic, said), span) for topic in _parted(last["what"])]
    if _OF_PAPERS.search(question):
        told = [span for _, span in found]
        for match in _BARE_NOT.finditer(question):
            span = Span(match.start(), match.end())
            if not any(span.start < other.end and other.start < span.end for other in told):
                found += [(Exclusion(topic, match[0].strip(" ,")), span) for topic in _parted(match["what"])]
    if not _CHINESE_ALSO.search(question) and re.search(r"论文|文章|工作|研究|文献", question):
        for match in _CHINESE.finditer(question):
            span = Span(match.start(), match.start("rest"))
            topics = _parted(re.sub(r"^(?:关于|有关)|(?:之外|以外)$", "", match["what"].strip()))
            found += [
                (Exclusion(_TOPICS.get(topic, topic), question[span.start : span.end].strip("，, ")), span)
                for topic in topics
            ]
    return found


def _topics(question: str, match: re.Match[str], factor: float) -> list[tuple[Exclusion, Span]]:
    lead = _LEAD.match(question, match.end())
    start = lead.end() if lead else match.end()
    stop = _STOP.search(question, start)
    rest = question[start : stop.start() if stop else len(question)]
    some = " ".join(rest.split()[: _MOST_WORDS + 2])
    if len(rest.split()) > _MOST_WORDS + 2 or not content_terms(some):
        return []
    span = Span(match.start(), start + len(rest.rstrip()))
    said = question[span.start : span.end].strip(" ,")
    return [(Exclusion(topic, said, factor), span) for topic in _parted(some)]


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


def has_phrase(phrase: str, text: str) -> bool:
    """Whether a text has the words of a phrase one after the other, whatever their case and what parts them."""
    sought = re.findall(r"\w+", phrase.casefold())
    pattern = r"[\W_]+".join(map(re.escape, sought))
    return bool(sought) and bool(re.search(rf"(?<!\w){pattern}(?!\w)", text.casefold()))
