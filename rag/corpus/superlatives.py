"""Superlatives: what was counted in the papers' records, how it is told, and what cannot be counted there."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rag.answering.quotations import Quotation
from rag.citations import Citation
from rag.evidence.verdicts import Verdict
from rag.papers import Paper
from rag.questions import is_asked_in_cjk
from rag.text.escapes import literal, unforged
from rag.text.sentences import sentence_spans

_MOST = r"(?:the )?(?:most|highest number of|largest number of|greatest number of)"
_AUTHOR = re.compile(
    rf"\b(?:who|which|what|authors?|researchers?)\b[^?.]{{0,40}}\b{_MOST}\s+"
    r"(?:papers|articles|works|publications|abstracts)\b"
    r"|\bmost (?:prolific|productive) (?:authors?|researchers?)\b"
    r"|(?:论文|文章)(?:数量|数)?最多的(?:作者|人)|(?:谁|哪(?:位|个|些)作者)的?(?:发表的?)?(?:论文|文章)(?:数量"
    r"|数)?最多",
    re.IGNORECASE,
)
_OTHER = re.compile(r"(?:哪所|哪个|哪位|哪家|哪国|哪些)[^，。？?]{0,10}(?:论文|文章)(?:数量|数)?最多", re.IGNORECASE)
_RECORD = "(Counted in the papers' records, not in their abstracts.)"
_WORDS = "(Counted in words, as spaces part them.)"
_WORDS_CJK = "（按空格分隔的词统计。）"
_LETTERS = "(Counted letter by letter, without regard to case.)"
_LETTERS_CJK = "（逐字统计，不论大小写。）"
_BY_NAME = "(Counted in the papers' records, by names as printed: two people may share one.)"
_BY_NAME_CJK = "（据论文的著录信息按署名统计，不是摘要；同名者无法区分。）"
_RECORD_CJK = "（据论文的著录信息统计，不是摘要。）"


def uncounted(question: str) -> str:
    """Why it cannot be told what has the most papers, in the question's language; empty where that is not asked.

    Records tell authors, years, venues and links: "which university" and "which woman" ask for more.

    Args:
        question: that asks for no ranking of what records tell (see `rag.understanding.rankings`).
    """
    if not (_AUTHOR.search(question) or _OTHER.search(question)):
        return ""
    if is_asked_in_cjk(question):
        return (
            "这些论文没有说明。这里只按作者、年份和出处统计论文数；著录信息里没有作者的单位、国籍或性别，"
            "主题、方法和数据集也不按论文数排名。"
        )
    return (
        "These papers do not say. Papers are counted here by their authors, years and venues; no record tells "
        "affiliations, countries or genders, and neither topics, methods nor datasets are ranked by their papers."
    )


@dataclass(frozen=True)
class Superlative:
    """What was counted.

    Args:
        lead: the line that says it.
        paper_ids: of the papers behind it, the first ones first.
        in_words: words were counted, not what the records say.
        by_name: authors were told apart by their names alone.
        verbatim: letters were compared, not what the records say.
        last: the end of an abstract shows it, and not its beginning.
        those: what is said right before the papers.
    """

    lead: str
    paper_ids: tuple[str, ...]
    in_words: bool = False
    by_name: bool = False
    verbatim: bool = False
    last: bool = False
    those: str = ""


def told(found: Superlative, question: str, get: Callable[[Sequence[str]], list[Paper]]) -> Quotation:
    """The answer, with each paper's first sentence for proof of which it is.

    Args:
        found: what was counted.
        question: as asked; the answer is framed in its language.
        get: reads papers by id.
    """
    papers = get(list(found.paper_ids))
    at = slice(-1, None) if found.last else slice(1)
    citations = [
        Citation.of(n, paper, span) for n, paper in enumerate(papers, 1) for span in sentence_spans(paper.abstract)[at]
    ]
    cjk = is_asked_in_cjk(question)
    record = (_BY_NAME_CJK if cjk else _BY_NAME) if found.by_name else _RECORD_CJK if cjk else _RECORD
    counted = _WORDS_CJK if cjk else _WORDS
    letters = _LETTERS_CJK if cjk else _LETTERS
    note = counted if found.in_words else letters if found.verbatim else record
    lead = f"{found.lead} {note} {found.those}".strip()
    lines = [f"- **{literal(papers[item.n - 1].heading)}**: “{unforged(item.quote)}” [{item.n}]" for item in citations]
    quoted = Quotation.of("\n".join([lead, "", *lines]), citations, Verdict.ANSWERED)
    first = {"text": lead, "citations": [item.n for item in citations], "supported": None}
    return Quotation(quoted.text, quoted.verdict, quoted.citations, (first, *quoted.sentences))
