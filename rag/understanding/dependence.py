"""Dependence: the signs by which a question leans on what was said before it."""

import re
from dataclasses import dataclass

from rag.questions import content_terms, is_cjk, names
from rag.understanding.aspects import is_aspect
from rag.understanding.ellipsis import is_without_thing, left_out

_NOUN = (
    r"(?:proposed\s+)?(?:authors?|papers?|articles?|methods?|approach(?:es)?|models?|frameworks?|algorithms?|systems?|"
    r"techniques?|works?|stud(?:y|ies)|ideas?|results?|settings?|cases?|conditions?|assumptions?|bounds?|guarantees?|"
    r"datasets?|benchmarks?|tasks?|problems?|experiments?|claims?|findings?|numbers?|loss(?:es)?|modules?|components?|"
    r"stages?|steps?|strateg(?:y|ies)|variants?|versions?|baselines?|metrics?|attacks?|defen[cs]es?|agents?|networks?|"
    r"flaws?|drawbacks?|weakness(?:es)?|issues?|ones?|tricks?|questions?|limitations?|gaps?|improvements?"
    r"|representations?|features?|theorems?|proofs?)"
)
_ENDS = r"(?=\s*(?:$|[?.,;:!)]|(?:is|are|was|were|has|have|had|do|does|did|can|could|will|would|work|works|"
_ENDS += r"hold|holds|be|fail|fail|fails|use|uses|need|needs|also|really|actually|then|with|on|in|at|for|against|over|"
_ENDS += r"by|to|scale|scales)\b))"

_PERSONAL = re.compile(r"\b(?:it|its|they|them|their|theirs|he|him|his|she|her|hers)\b", re.I)
_EXPLETIVE = re.compile(
    r"\bit\s+(?:(?:still|even|always|ever|really|actually)\s+)?(?:possible|hard|easy|easier|difficult|harder|"
    r"necessary|better|worth|true|important|feasible|useful|safe|known|enough|sufficient|beneficial|desirable)\b"
    r"|\b(?:hard|easy|difficult|possible|necessary|important|useful|safe|expensive|common)\s+(?:is|was|would)\s+it\b"
    r"|\b(?:does|did|would|will|can)\s+it\s+(?:take|matter|make\s+sense|cost|mean)\b"
    r"|\bit\s+(?:is|was)\s+(?:\w+\s+)?(?:possible|hard|easy|difficult|necessary|known|true|that)\b",
    re.I,
)
_POINTING = re.compile(
    rf"\b(?:this|these|those|such(?:\s+an?)?)\s+(?:\w+[\s-]+)?{_NOUN}\b|\bthat\s+{_NOUN}{_ENDS}"
    r"|\b(?:of|in|on|for|with|than|by|from|under|is|was|does|did|do|like|about|if|why|and|after|before|to|at)\s+"
    r"(?:this|that|these|those)\s*(?:$|[?.,;!])"
    r"|\b(?:of|among|between)\s+(?:these|those|them)\b"
    r"|^(?:is|was|does|did|do|are|were|can|could|will|would|has|have|why\s+(?:is|does)|how\s+(?:is|does)|and|but)\s+"
    r"(?:this|these|those|that)\b",
    re.I,
)
_CORPUS = re.compile(
    r"\b(?:this|these|those)\s+(?:\w+\s+)?"
    r"(?:collection|list|index|corpus|abstracts|conference|year|field|area|papers)\b",
    re.I,
)
_DEFINITE = re.compile(
    rf"\bthe\s+{_NOUN}{_ENDS}(?!\s+(?:for|of|in|on|to|with)\s+\w)"
    r"|\bthe\s+(?:same|other|latter|former|previous|above|aforementioned|two|three|authors(?!\s+of\b))\b"
    rf"|\bthe\s+(?:first|second|third|fourth|last)\s+{_NOUN}\b(?!\s+(?:to|that|which)\b)|\bthe\s+(?:first"
    rf"|second|last)\s*\?"
    r"|\bboth\s*(?:$|\?|of\s+them|together\b)|\b(?:the|that|this|which)\s+(?:\w+\s+)?ones?\b",
    re.I,
)
_OPENING = re.compile(
    r"^(?:and|but|also|or|then|so)\b(?!\s+far\b)"
    r"|^(?:what|how)\s+about\b|^why\s*(?:not)?\s*\?*$|^how\s+(?:so|come)\b"
    r"|^(?:(?:can|could)\s+you\s+|please\s+)*(?:tell\s+me\s+more|(?:elaborate|explain\s+more|go\s+on|continue"
    r"|expand)\b)"
    r"|^(?:on|in|for|with|under|at|by|from|to|against|over)\s+(?:which|what|how\s+many)\s+[\w-]+(?:\s+[\w-]+)?\s*\?*$"
    r"|^(?:more\s+details?|any(?:thing)?\s+(?:else|more)|what\s+else|for\s+(?:example|instance)"
    r"|in\s+what\s+(?:way|sense))",
    re.I,
)
_OTHERS = re.compile(
    r"\b(?:other|another|similar|alternative|related|different|more|further)\s+(?:\w+\s+)?"
    r"(?:papers?|methods?|works?|approach(?:es)?|models?|studies|articles?|techniques?|ones?)\b"
    r"|\b(?:which|what|who|anyone|anything)\s+else\b|其他|其它|别的|类似|另外(?:的|还有)",
    re.I,
)
_AGAINST = re.compile(
    r"\b(?:than|over|to|with|against|beats?|outperforms?|from)\s+(?:(?:all|any|the|most|many)\s+)?(?:other|another|alternative|related"
    r"|different)\b|(?:比|与|和|跟|同|优于|超过)(?:其他|其它|别的)",
    re.I,
)
"""Other methods than the one talked of, with which it is compared: that one stays what is asked about."""
_NEW_TOPIC = re.compile(
    r"\b(?:new|different|another|next)\s+(?:topic|question|subject)\b|\b(?:chang"
    r"|switch)\w*\s+(?:the\s+)?(?:subject|topic)"
    r"|\bunrelated\b|换个(?:话题|问题)|另一个问题",
    re.I,
)
_CJK_SIGNS = re.compile(
    r"它|他们|她们|^他|^她|该(?:方法|论文|模型|文|工作|算法|框架|研究|作者|技术)|这(?!些论文|些摘要|里的论文"
    r"|个领域|份列表)"
    r"|^那|那(?:个|么|篇|种|些)|此(?:方法|文|模型)|(?<![A-Za-z0-9+]的)(?<![A-Za-z0-9+]\s的)(?<![A-Za-z0-9+]的\s)作者|上述|上面|前者|后者|两者|二者|两个|(?<![尤极与])其(?!他|它|实|余)"
    r"|^(?:和|与|跟|同|比)[^，。？]{1,24}(?:比|相较|不同|区别|更)|^还有|^另外|第[一二三两]|^(?:怎么说"
    r"|然后|所以|而且|但是?)|呢[？?]?$|^详细|^继续"
    r"|それ|これ|その|この|彼ら|著者|그것|이것|그들|저자"
)
_NAMED_BEFORE = re.compile(r"[A-Z][A-Za-z0-9+-]*[^，,；;。]*[，,；;。]\s*[^，,；;。]*$")
"""A name in the clause before a Chinese "it", which may be what it stands for: "LoRA+ 是什么，它怎么工作？"."""
_WH_PHRASE = re.compile(
    r"^\W*(?:(?:and|but|so|then|also)\s+)?(?:(?:on|in|for|with|under|at|by|from|to|against)\s+)?"
    r"(?:which|what|whose|how\s+(?:many|much))\b.*?\b(?=(?:do|does|did|is|are|was|were|can|could|has|have|had|will|"
    r"would|should|may|might)\b)",
    re.I,
)
_FRAGMENT = re.compile(
    r"^\W*(?:(?:and|but|so)\s+)?(?:which|whose)\s+(?!papers?\b)[a-z][\w-]*(?:\s+[a-z][\w-]*)?\s*\?*$", re.I
)
"""Without a verb: "Which simulator?"."""
_OF_KNOWN = re.compile(
    r"\b(?:is|are|was|were|do|does|did|of|in|on|with|to|has|have)\s+the\s+[a-z][\w-]*(?:\s+[a-z][\w-]*)?"
    r"(?=\s*(?:$|[?.!])|\s+(?:is|are|was|were|do|does|did|work|help|hold|matter|needed|used|trained|computed|chosen|defined|obtained"
    r"|learned|called|made|built)\b)", re.I,
)  # fmt: skip
_FEW_TERMS = 2
_CLAUSE = re.compile(r"[,;:]|\b(?:and|but|or|when|if|while|because|that|which|whether|so|where|how|why|what)\b", re.I)


@dataclass(frozen=True)
class Dependence:
    """How a question leans on what came before.

    Args:
        certain: a sign that nothing within the question explains; else it may lean, and the papers decide.
        others: it asks for other papers than those talked of.
    """

    certain: bool
    others: bool = False


def dependence_of(question: str) -> Dependence | None:
    """The way in which a question cannot be understood by itself; None where it can."""
    text = question.strip()
    if _NEW_TOPIC.search(text):
        return None
    others = bool(_OTHERS.search(_AGAINST.sub("", text)))
    if is_cjk(text):
        sign = _CJK_SIGNS.search(text)
        named = sign is not None and sign[0][0] in "它其" and _NAMED_BEFORE.search(text[: sign.start()])
        certain = not named if sign else left_out(text)
        return None if certain is None else Dependence(certain, others)
    if _OPENING.search(text) or _bare(text):
        return Dependence(True, others)
    masked = _EXPLETIVE.sub(lambda match: "-" * len(match[0]), _CORPUS.sub(lambda match: "-" * len(match[0]), text))
    signs = [match for pattern in (_PERSONAL, _POINTING, _DEFINITE) for match in pattern.finditer(masked)]
    if signs:
        return Dependence(any(not _explained(text, sign) for sign in signs), others)
    return Dependence(True, others) if _FRAGMENT.match(text) else Dependence(False, others) if _details(text) else None


def _details(text: str) -> bool:
    """Whether a question speaks of "the perturbations" and hardly anything else: of a paper that has such."""
    match = _OF_KNOWN.search(text)
    return match is not None and sum(not is_aspect(term) for term in content_terms(text)) <= _FEW_TERMS


def begins_anew(question: str) -> bool:
    """Whether a question says that it is on something else than what was talked of."""
    return bool(_NEW_TOPIC.search(question))


def is_bare(question: str) -> bool:
    """Whether a question has no subject of its own: "Which benchmark?", "效果如何？"."""
    text = question.strip()
    return is_without_thing(text) if is_cjk(text) else _bare(text)


def _bare(text: str) -> bool:
    """Whether a question has no subject of its own: "Which benchmark?", "How much faster?"."""
    return all(is_aspect(term) for term in content_terms(text))  # "How many GPUs?" names nothing, either


def _explained(text: str, sign: re.Match[str]) -> bool:
    """Whether what a word like "it" stands for may come before it in the question itself.

    "How do transformers store facts, and can they be edited?" explains itself; "Which LLMs did they train?" does
    not: what it asks for is not whom it speaks of. Nor does "Does pruning hurt it?": within one clause, "it" is
    another than the subject.
    """
    before = text[: sign.start()]
    opening = _WH_PHRASE.match(text)
    if opening:
        before = before[opening.end() :]
    subjects = [term for term in content_terms(before) if not is_aspect(term)]
    if not subjects:
        return False
    if names(before):
        return True
    possessive = sign[0].lower() in ("its", "their", "his", "her")
    return possessive or any(content_terms(before[: cut.start()]) for cut in _CLAUSE.finditer(before))
