"""Aspect: what any paper may be asked ("the results?"), and the sentences of an abstract that tell it."""

import re

from rag.evidence.marks import claims
from rag.questions import content_terms, is_cjk
from rag.text.sentences import Span, sentence_spans
from rag.understanding.aspects import is_aspect
from rag.understanding.dependence import is_bare
from rag.understanding.shorts import Kind, short_of

_ASKS = (
    (Kind.CODE, r"\b(?:codes?|github|repositor(?:y|ies)|open[- ]?sourced?|source)\b|代码|开源"),
    (
        Kind.LIMITS,
        r"\b(?:limitations?|limits|drawbacks?|weakness(?:es)?|shortcomings?|caveats?|downsides?|future work)\b"
        r"|局限|不足|缺点|缺陷",
    ),
    (
        Kind.DATA,
        r"\b(?:data|data\s?sets?|benchmarks?|evaluat\w+|tested|experiments?|tasks?|domains?)\b|数据|基准|评测"
        r"|评估|实验|任务",
    ),
    (
        Kind.PROBLEM,
        r"\b(?:problems?|challenges?|issues?|motivat\w+|gaps?|solve|address|tackle|goals?|aims?)\b|问题|挑战|动机|目标",
    ),
    (
        Kind.METHOD,
        r"\b(?:methods?|approach(?:es)?|techniques?|propose|ideas?|contributions?|novel\w*|work|do)\b|方法|思路"
        r"|贡献|创新|提出|怎么做",
    ),
    (
        Kind.RESULTS,
        r"\b(?:results?|findings?|find|found|outcomes?|perform\w*|conclu\w+|achieve|best|better|worse|worst"
        r"|strongest|wins?|show"
        r"|improve\w*|gains?|fast\w*|accura\w*|effective\w*|efficien\w*|speed\w*|good|well)\b|结果|效果|性能"
        r"|表现|结论|发现|最好|更好|最佳|最优|更优|提升",
    ),
    (Kind.EXAMPLE, r"\bexamples?\b|例子"),
)
_SAYS = {
    Kind.CODE: r"https?://|\bgithub\b|\bcode\b.{0,60}\b(?:available|released?|at|public\w*|found)\b"
        r"|\bopen-?sourc|\bproject page\b",
    Kind.LIMITS: r"\b(?:our|this|the proposed)\s+(?:\w+\s+){0,2}(?:method|approach|work|analysis|study"
        r"|framework|model)s?\b.{0,60}\b(?:limit"
    r"|fail|cannot|does not|drawback|only (?:works|applies|holds))|\blimitations? of (?:our|this|the proposed)\b"
    r"|\bwe (?:also )?(?:discuss|acknowledge|identify|highlight|outline)\b.{0,40}\blimitations?\b"
    r"|(?<!facilitate )(?<!support )(?<!encourage )(?<!inspire )(?<!foster )\bfuture (?:work|research|directions?)\b"
    r"|\b(?:remains?|left) (?:an )?(?:open|for future)\b|\bat the (?:cost|expense|price) of\b",
    Kind.DATA: r"\b(?:data\s?sets?|benchmarks?|corpus|corpora|evaluat\w+|suites?|tasks?|experiments?|simulat\w+)\b",
    Kind.PROBLEM: r"^(?:However|Yet|Despite|Although|Unfortunately|Nevertheless|But|While|Existing|Current"
        r"|Previous|Prior)\b|\bchalleng|\bproblem\b"
    r"|\bdifficult|\bsuffer|\bstruggl|\black(?:s|ing)?\b|\bissues?\b|\bbottleneck|\bhinder|\bexpensive\b"
    r"|\bcostly\b|\blimit(?:s|ed|ation)"
    r"|\b(?:time-consuming|slow|inefficien\w+|prohibitive\w*|constrain\w*|fails?|overlook\w*|neglect\w*"
    r"|memory-bound)\b|\bunclear\b|\bto (?:address|tackle|overcome|solve|mitigate|alleviate|reduce)\b",
    Kind.RESULTS: r"\d\s?(?:\\?%|×|\\times|x\b|-fold|times\b)|\b(?:outperform|surpass|exceed|superior"
        r"|state[- ]of[- ]the[- ]art|improv"
    r"|achiev|effective|efficac|experiment|empirical|reduc|faster|speed)\w*|\b(?:we|results?) (?:also |further "
    r"|empirically |theoretically )?"
    r"(?:show|prove|find|demonstrate|observe|establish|reveal|indicate)",
    Kind.EXAMPLE: r"\b(?:for example|for instance|e\.g\.|such as|including)\b",
}  # fmt: skip
_STRONG = {
    Kind.RESULTS: r"\d\s?(?:\\?%|×|\\times|x\b|-fold|times\b)|\b(?:outperform|surpass|state[- ]of[- ]the[- ]art"
    r"|superior|achiev)|\bresults?\b",
    Kind.DATA: r"\b(?:data\s?sets?|benchmarks?|corpus|corpora|suites?)\b",
    Kind.PROBLEM: r"^(?:However|Yet|Despite|Unfortunately|Nevertheless)\b|\bproblem\b|\bchalleng"
    r"|\bto (?:address|tackle|overcome|solve)\b",
}
_ORDER = {kind: at for at, (kind, _) in enumerate(_ASKS)}
_ASKING = tuple((kind, re.compile(form, re.IGNORECASE)) for kind, form in _ASKS)
_SAYING = {kind: re.compile(form, re.IGNORECASE) for kind, form in _SAYS.items()}
_SURELY = {kind: re.compile(form, re.IGNORECASE) for kind, form in _STRONG.items()}
_GENERAL = re.compile(
    r"^\W*(?:which|what|who|how|do|does|did|are|is|where|any|and|but|so|tell|哪|什么|它|他|这|那)", re.I
)


def aspect_of(question: str) -> Kind | None:
    """The aspect of any paper that a question asks for, and nothing more special; None for any other question.

    Args:
        question: as asked, its subject being papers at hand.
    """
    if (short := short_of(question)) is not None:
        return short.kind
    special = [term for term in content_terms(question) if not is_aspect(term)]
    if is_cjk(question):
        special = []
    found = next((kind for kind, form in _ASKING if form.search(question)), None)
    if found is None or (special and not all(_ASKING[_ORDER[found]][1].search(term) for term in special)):
        return None
    return found if _GENERAL.match(question) or is_bare(question) else None


def telling(kind: Kind, abstract: str, most: int) -> list[Span]:
    """The sentences of an abstract that tell an aspect of its paper, in order; none where none does.

    Args:
        kind: the aspect.
        abstract: never empty.
        most: how many at most: the surest, and of these the last for results, the first for all else.
    """
    spans = sentence_spans(abstract)
    says = claims if kind is Kind.METHOD else lambda text: bool(_SAYING[kind].search(text))
    found = [span for span in spans if says(abstract[span.start : span.end])]
    if kind is Kind.METHOD and found:  # what it does follows where it is introduced
        return [span for span in spans if span.start >= found[0].start][:most]
    if strong := _SURELY.get(kind):
        found = [span for span in found if strong.search(abstract[span.start : span.end])] or found
    return found[-most:] if kind is Kind.RESULTS else found[:most]
