"""What is asked: the question made ready, its terms, its language."""

import re
from functools import lru_cache

from rag.errors import QuestionError
from rag.text.analysis import analyze, signed, words

MAX_CHARACTERS = 5_000
RARE = 12
"""Papers that have the name of a method or a dataset, at most."""

_FUNCTION_WORDS = """
a about above actually after all also am an and any anyone anything are as at be because been before being below
between both but by can cannot could did do does doing done down during each either else ever every exist exists
few for from further get gets give given go had has have having he her here him his how however i if in instead
into is it its itself just kind let like made make makes many may me might more most much must my need no nor not
now of off on once one only onto or other our out over own per please rather same say says shall she should show
shows so some someone something such tell than that the their them then there these they thing things this those
through to too under until up upon us use used uses using very was way we were what when where whether which while
who whom whose why will with without work works would yes yet you your
abstract article articles author authors called claim claims describe described explain find found introduce
introduced list mean meant method name named paper papers present presented propose proposed question report
reported research studied studies study summarise summarize work problem problems solve solves solved solving
address addresses addressed tackle tackles aim aims idea approach main key result results perform performs
的 了 吗 呢 是 在 有 和 与 或 把 被 对 到 这 那 什 么 哪 些 怎 样 如 何 为 及 其 中 请 给 里 上 下
不 没 个 能 可 以 会 要 做 用
"""
_STOP = frozenset(term for word in _FUNCTION_WORDS.split() for term in analyze(word))
_ASKS_NUMBER = re.compile(
    r"\bhow (?:many|much|large|big|long|far|fast|often)\b|\bbelow how\b|多少|几"
    r"|\bwhat (?:\S+ ){0,3}(?:accuracy|score|rate|number|percentage|size|speed|pass@1|regret|bound)",
    re.IGNORECASE,
)
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


_TOO_LONG = re.compile(r"([A-Za-z\u00c0-\u024f0-9]{200})[A-Za-z\u00c0-\u024f0-9]+")


def checked(question: str) -> str:
    """The question without surrounding white space, control characters and unpaired surrogates, its words cut to 200.

    No word is so long, and who looks for names goes to the end of a word from each of its letters.

    Raises:
        QuestionError: nothing is left, or it is longer than `MAX_CHARACTERS`.
    """
    text = re.sub(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]", " ", question).strip()
    if not text:
        raise QuestionError("The question is empty. Type what you want to know of the papers.")
    if len(text) > MAX_CHARACTERS:
        raise QuestionError(
            f"The question has {len(text):,} characters; at most {MAX_CHARACTERS:,} are taken. Ask it shorter."
        )
    return _TOO_LONG.sub(r"\1", text)


def is_content(term: str) -> bool:
    """Whether an analysed term carries meaning of its own."""
    return term not in _STOP


def content_terms(text: str) -> list[str]:
    """The analysed terms that carry meaning, each once, in order; function and question words are left out."""
    return [term for term in dict.fromkeys(analyze(text)) if is_content(term)]


def search_terms(text: str) -> list[str]:
    """The terms that papers are looked for by: those of `content_terms`, and those of `joined_terms`."""
    return list(dict.fromkeys([*content_terms(text), *joined_terms(text)]))


def joined_terms(text: str) -> list[str]:
    """The analysed terms of words with a hyphen, written as one: "Max-min" may be "MaxMin" in a paper."""
    found = re.findall(r"(?<![\w-])[^\W\d_]{2,}(?:-[^\W\d_]{2,})+(?![\w-])", text)
    return list(dict.fromkeys(term for word in found for term in analyze(word.replace("-", ""))))


def names(question: str) -> list[tuple[str, str]]:
    """The names in a question ("GRPO", "PepFlow"), each as its analysed term and its word.

    A name is a word with a capital inside. In "CLIP-style" it only describes, and is left out.
    """
    return list(_names(question))


@lru_cache(maxsize=512)
def _names(question: str) -> tuple[tuple[str, str], ...]:
    found = []
    for term, span in words(question):
        word, after = question[span.start : span.end], question[span.end : span.end + 1]
        if re.search(r"\w[A-Z]", word) and after != "-":
            found.append((term, signed(question, span)))
    return tuple(found)


def proper_nouns(question: str) -> list[tuple[str, str]]:
    """The words with a capital first letter that do not begin a sentence, each as its analysed term and its word.

    Of a question written like a title, in which most words have a capital, there are none to be told.
    """
    return list(_proper_nouns(question))


@lru_cache(maxsize=512)
def _proper_nouns(question: str) -> tuple[tuple[str, str], ...]:
    found = words(question)
    capital = [question[span.start].isupper() for _, span in found]
    if sum(capital) > len(found) / 2:
        return ()
    return tuple(
        (term, question[span.start : span.end])
        for (term, span), is_capital in zip(found, capital, strict=True)
        if is_capital and span.end - span.start > 2 and not re.search(r"(?:^|[.?!:;\"“(]\s*)$", question[: span.start])
    )


def asks_number(question: str) -> bool:
    """Whether a number would answer the question."""
    return bool(_ASKS_NUMBER.search(question))


_ENGLISH = re.compile(
    r"(?<![\w-])(?:the|an?|of|and|or|is|are|was|were|do|does|did|how|what|which|who|why|when|where|can|could|should|with"
    r"|for|from|in|on|to|by|that|this|these|those|there|its?|about|between|than|any|all)(?![\w-])"
)
"""Words that an English question can hardly do without."""
_ENGLISH_OPENING = re.compile(
    r"\W*(?:what|how|which|who|why|when|where|does|do|did|is|are|can|could|list|find|show|give|tell|explain|summari[sz]e"
    r"|compare|describe)\b(?!.*[\u3040-\u9fff]\W*$)",
    re.IGNORECASE | re.DOTALL,
)
_CHINESE_GRAMMAR = re.compile(
    r"[的是在吗呢了谁请]|什么|多少|哪[些个篇种里]|怎[么样]|如何|为何|为什么|有没有|是否|几[个篇种]"
)
"""Words that a Chinese question can hardly do without."""


def is_asked_in_cjk(question: str) -> bool:
    """Whether a question wants its answer framed in Chinese: it is Chinese but for the names in it, however many.

    Args:
        question: as a person typed it.
    """
    if is_cjk(question):
        return True
    said = [match.end() for match in _CHINESE_GRAMMAR.finditer(question)]
    english = [match.end() for match in _ENGLISH.finditer(question)]
    if said and not _ENGLISH_OPENING.match(question) and (not english or said[-1] > english[-1]):
        return True  # "Chain of Code 在 BIG-Bench Hard 上的成绩是多少？"
    return bool(_CJK.search(question)) and not english


def is_cjk(text: str) -> bool:
    """Whether the text is written, for the greater part, in Chinese, Japanese or Korean characters."""
    letters = sum(character.isalpha() for character in text)
    return letters > 0 and len(_CJK.findall(text)) > 0.3 * letters
