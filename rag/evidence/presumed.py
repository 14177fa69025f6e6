"""Presumed: a fault or a need that a why-question takes a paper's own method to have, untold by its abstract."""

import re
from collections.abc import Sequence

from rag.evidence.attribute_kinds import OTHERS
from rag.evidence.evidence import Reading
from rag.evidence.marks import claims
from rag.questions import content_terms, is_cjk
from rag.text.analysis import analyze
from rag.text.sentences import Span
from rag.understanding.mentions import names_of

_NEAR = 0.6
"""Cosine from which a sentence speaks of a word of the question."""
_FAR = 0.5
"""Cosine below which nothing in the abstract does."""
_ADVERBS = (
    r"(?:(?:so|too|much|far|still|often|even|very|significantly|always|sometimes|more|quite|an?|get|gets|be|to|have"
    r"|has|itself)\s+)*"
)
_FAULTS = (
    r"(?:fail|lose|losing|loses|struggl|underperform|lag|degrad|break|suffer|overfit|collaps|diverg|forget|slow|hurt"
    r"|harm|worse|inferior|weak|unstable|inaccura|ineffici|inaccess|expensive|costly|unable|limited\b|restricted\b|poor"
    r"|bad|caught|detected\b|conflict|hinder|impair|deteriorat|unreliab|fragile|brittle|vulnerable|ineffective"
    r"|useless)\w*"
)
_WHY = re.compile(
    r"^\W*(?:and |but |so )?(?:why|how come)\s+(?:is|are|does|do|did|was|were|can|could|has|have|must)?"
    r"(?P<not>n['’]t| not)?\s*(?:the )?(?P<rest>[^?？]+)",
    re.IGNORECASE,
)
_HOW = re.compile(r"^\W*(?:and |but |so )?how\s+(?:does|do|did)(?P<not>)\s+(?:the )?(?P<rest>[^?？]+)", re.IGNORECASE)
_COMES_TO_GRIEF = re.compile(
    r"\W*(?:gets? caught|fails?\b|loses?\b|underperforms?|slows? down|falls? behind|makes?\b.*\bworse)", re.IGNORECASE
)
"""What "how does it …" presumes of a method as "why" does."""
_HEAD = re.compile(rf"\W*(?:method |model |framework |approach |algorithm )?{_ADVERBS}{_FAULTS}", re.IGNORECASE)
_TAIL = re.compile(
    r"\b(?:worse|poorly|badly|slower|slowly|worsens?)\b"
    r"|\b(?:much|large|high|significant|heavy|great|big|extra|considerable)\s+(?:\w+\s+){0,2}(?:overheads?|costs?|memory)\b"
    r"|\bonly\s+(?:works?|appl\w+|handles?|supports?|runs?)\b",
    re.IGNORECASE,
)
_NOT = re.compile(r"\b(?:not|cannot|never|no longer|unable to)\b|n['’]t\b", re.IGNORECASE)
_NEEDS = re.compile(
    r"\W*(?:still |also |always |so much |heavily |only )*(?:need|requir|rel(?:y|ies)|depend|assum|us(?:e|es)\b"
    r"|restrict)\w*(?: on| upon)?\s+(?P<what>.+)",
    re.IGNORECASE,
)
_MENDS = re.compile(
    r"\b(?:avoid|prevent|reduc|mitigat|alleviat|address|overcom|solv|without|less|resist|stop|fix|robust|help|improv"
    r"|outperform|beat|better|lift|handl|tackl|correct|punish|penali[sz]|detects?\b|fewer|faster|lower)\w*",
    re.IGNORECASE,
)
_WHY_CJK = re.compile(r"为什么|为何|怎么会|怎么就")
_FAULTS_CJK = re.compile(
    r"失败|不如|输给|较差|更差|很差|差[？?。]?$|很?慢[？?。]?$|变慢|越\S{1,4}越慢|加重|恶化|崩溃|冲突|受限|过拟合[？?]?$"
    r"|(?:很大|大量|额外|巨大)的?(?:计算)?(?:开销|代价|成本)|被\S{0,8}(?:发现|检测|识破)|只能|效果不好|不稳定|下降[？?]?$"
    r"|损害|降低了?(?:性能|精度|准确率)"
)
_NOT_CJK = re.compile(r"不能|无法|没有|不(?:会|支持|适用|可以|是)")
_NEEDS_CJK = re.compile(r"需要|依赖|必须|要用|要求")
_AGAIN_CJK = re.compile(r"从头|重新训练|重训")
_GOOD = re.compile(
    r"\b(?:outperform|surpass|superior|domina|robust|on par|state[- ]of[- ]the[- ]art|effective|improv|better|without"
    r"|achiev|excel|eliminat|enhanc|avoid|constant|tractable|closed[- ]form|mitigat|alleviat|lift|resolv|remarkable"
    r"|strong|reduc|favorable|faster|efficien|comparable|gains?)\w*",
    re.IGNORECASE,
)
_INSTEAD = re.compile(
    r"\b(?:different(?:ly)? from|unlike|instead of|rather than|in contrast to|without|no need|eliminat\w+|avoid\w*"
    r"|obviat\w+|remov\w+|free of|independent of|bypass\w*|does not|do not)\b(?P<after>[^.;]{0,140})",
    re.IGNORECASE,
)
_OTHERS = re.compile(OTHERS, re.IGNORECASE)
_OF_OTHERS = re.compile(
    r"(?:(?:However,|While|Although)\s+)?(?:Traditional|Existing|Current|Previous|Prior|Most|Many|Conventional|Earlier)\b",
    re.IGNORECASE,
)
_OF_METHOD = frozenset(analyze("method model framework approach algorithm why come still scale"))


def presumed(question: str, reading: Reading) -> tuple[str, Span | None] | None:
    """What a why-question presumes of a paper's method and its abstract does not tell, and the sentence against it.

    Args:
        question: as asked, in English or Chinese.
        reading: of the paper whose method it names.

    Returns:
        The words of the claim, with the sentence that says otherwise if there is one; None where the abstract may
        bear the claim out, or the question presumes no such thing.
    """
    claim = _claim(question, reading)
    if claim is None:
        return None
    said, faulty, needy = claim
    terms = [term for term in reading.asked if term not in reading.own and term not in _OF_METHOD]
    if needy:
        return _unneeded(said, content_terms(needy) or terms, reading)
    if faulty and not _is_borne_out(said, terms, reading):
        return said, _praising(terms, reading)
    return None


def _claim(question: str, reading: Reading) -> tuple[str, bool, str] | None:
    """What is claimed of the method: the words, whether it is a fault, and what it is said to need."""
    if is_cjk(question) or _WHY_CJK.search(question):
        if not _WHY_CJK.search(question) or not any(name in question for name in names_of(reading.paper)):
            return None
        said = _WHY_CJK.sub("", question).strip(" ？?。")
        if _AGAIN_CJK.search(said):
            return said, True, ""
        if _NEEDS_CJK.search(said) and not _NOT_CJK.search(said):
            own = reading.own
            return said, False, " ".join(term for term in reading.asked if term not in own)
        return (said, True, "") if _FAULTS_CJK.search(said) or _NOT_CJK.search(said) else None
    why, how = _WHY.match(question), _HOW.match(question)
    asked = why or how
    if asked is None:
        return None
    rest = asked["rest"].strip()
    name = next((n for n in names_of(reading.paper) if rest.casefold().startswith(n.casefold())), "")
    predicate = rest[len(name) :]
    if not name or predicate[:1] in "'’" or (how and not _COMES_TO_GRIEF.match(predicate)):
        return None
    if not how and _MENDS.search(predicate):
        return None
    if asked["not"] or _NOT.search(predicate) or _HEAD.match(predicate) or _TAIL.search(predicate):
        return rest, True, ""
    if re.match(r"\W*(?:re-?)(?:train|comput|fit|tun|initiali[sz])\w*", predicate):
        return rest, True, ""
    needs = _NEEDS.match(predicate)
    return (rest, False, needs["what"]) if needs else None


def _is_borne_out(said: str, terms: Sequence[str], reading: Reading) -> bool:
    """Whether a sentence of the method's own has the fault, in words that come near those of the claim."""
    faults = [term for term in terms if re.match(_FAULTS, term, re.IGNORECASE) or term in analyze("retrained again")]
    for at, text in enumerate(_texts(reading)):
        if not _is_own(text, reading) or _OTHERS.search(text):
            continue
        denies = bool(_NOT.search(text)) or bool(re.search(_FAULTS, text, re.IGNORECASE))
        near = [term for term in (faults or terms) if reading.nearness_in(at, term) >= _NEAR]
        if denies and near and not _GOOD.search(text):
            return True
    return False


def _praising(terms: Sequence[str], reading: Reading) -> Span | None:
    """The sentence that speaks of what is claimed, and well of the method: of those the one nearest to the claim."""
    best, most = None, 0.0
    telling = [term for term in terms if not re.match(_FAULTS, term, re.IGNORECASE)]
    for at, text in enumerate(_texts(reading)):
        if not (_GOOD.search(text) and _is_own(text, reading)):
            continue
        near = [reading.nearness_in(at, term) for term in telling]
        worth = sum(value for value in near if value >= _NEAR) / max(len(telling), 1)
        if worth > most:
            best, most = reading.sentences[at], worth
    return best if most >= _NEAR / 2 else None


def _unneeded(said: str, terms: Sequence[str], reading: Reading) -> tuple[str, Span | None] | None:
    """A need that only others are said to have, or that the paper says it does without."""
    terms = [term for term in terms if term not in reading.own and term in reading.asked] or list(terms)
    if not terms:
        return None
    telling = max(terms, key=lambda term: (reading.holds(term), len(term)))
    places = [at for at in range(len(reading.sentences)) if reading.nearness_in(at, telling) >= _NEAR]
    texts = _texts(reading)
    if any(set(terms) & set(analyze(instead["after"])) for instead in _INSTEAD.finditer(reading.paper.title)):
        return said, None
    for at in places:
        for instead in _INSTEAD.finditer(texts[at]):
            if set(terms) & set(analyze(instead["after"])):
                return said, reading.sentences[at]
    if not places:
        return (said, None) if reading.nearness(telling) < _FAR else None
    if all(_OF_OTHERS.match(texts[at]) and not _is_own(texts[at], reading) for at in places):
        return said, None
    return None


def _is_own(text: str, reading: Reading) -> bool:
    return claims(text) or any(name in text for name in reading.names) or bool(re.match(r"(?:It|Our|This)\b", text))


def _texts(reading: Reading) -> list[str]:
    return [reading.paper.abstract[span.start : span.end] for span in reading.sentences]
