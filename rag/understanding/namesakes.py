"""Namesake: whether a paper bears a name, by its title or for what it proposes, and does not merely mention it."""

import re
from functools import lru_cache

from rag.lexical import LexicalIndex
from rag.papers import Paper
from rag.questions import RARE, content_terms
from rag.text.analysis import analyze
from rag.understanding.bearers import spellings

_MARKUP = re.compile(
    r"\\?(?:textbf|texttt|textit|textsc|textrm|mathrm|mathbf|mathtt|mathsf|emph|bf|it|tt)\b\s*|[$*\\{}_`]"
)
_PROPOSE = (
    r"(?:propos|introduc|present|develop|design|releas|creat|construct|devis|formulat|offer|unveil|provid"
    r"|describ)\w*"
)
_FILLER = (
    r"(?:\s+(?!(?:of|for|in|on|to|with|than|from|over|into|against|using|via|based|by|and|or|like|that|which|as|when"
    r"|where|including|extending|extends|between|beyond|across|outperform|surpass|exceed|beat|match|how|whether|if"
    r"|is|are"
    r"|results?|experiments?|evaluations?|analysis)\b)[^\s.;:,()]+){0,6}?"
)
_VERBS = r"(?:outperform|surpass|exceed|beat|match|improve|on|in|of|for|with|to|than|from|across|over|and|or|by)"
_CALLED = r"(?:call(?:ed)?|dubbed|dub|named?|term(?:ed)?|coined|coin|denoted|abbreviated|namely|titled|entitled)"
_OUR = rf"(?:\s+(?!\w+s\b)(?!{_VERBS}\b)[^\s.;:,()]+){{0,3}}?"
_END = r"(?![\w+#]|-\w|/\w|['’]s\b| [A-Z][a-z])"
_PROPOSES = re.compile(rf"\b{_PROPOSE}\b|\bwe (?:call|term|name|dub)\b|\b{_CALLED}\b|\b(?:new|novel|our|this)\b", re.I)
_GOVERNED = re.compile(
    r"\b(?:of|for|in|on|to|with|than|from|over|into|against|using|via|based|by|like|as|including|between|beyond"
    r"|extending|extends|and|or)\s+(?:the\s+|an?\s+)?$",
    re.IGNORECASE,
)
_MOST_OF_SUBJECT, _MOST_OF_TITLE = 0.8, 0.75
_LEADING = 2


def bears(paper: Paper, name: str, lexical: LexicalIndex) -> bool:
    """Whether words are a paper's title, or the name that it gives to what it proposes.

    "X-2" or "X+" is not "X", and a paper that compares with X, or extends it, does not bear its name.

    Args:
        paper: that may bear it.
        name: as it stands in a question, without the words around it.
        lexical: tells how many papers have a name.
    """
    name = _plain(name).strip(" \"'“”.,?!:;()《》")
    if not _key(name):
        return False
    title = _plain(paper.title)
    head = title.partition(":")[0]
    bracketed = re.findall(r"\(([^()]+)\)", title)
    typeset = spellings(f"{paper.title}\n{paper.abstract}")
    if _key(name) in map(_key, (title, head, *bracketed, *typeset, title.removeprefix("Position:"))):
        return True
    return _is_titled(title, name) or _is_proposed(paper, name, lexical)


def _plain(text: str) -> str:
    return " ".join(_MARKUP.sub("", text).split())


def _key(text: str) -> str:
    """Letters and figures, and the signs that make another name: "A2Q+" is not "A2Q"."""
    return re.sub(r"[^\w+#]|_", "", text.casefold())


def _is_titled(title: str, name: str) -> bool:
    """Whether words are a title, a word or two left out or changed."""
    said, held = content_terms(name), content_terms(title)
    both = len(set(said) & set(held))
    if both < _LEADING or both < _MOST_OF_SUBJECT * len(said):
        return False
    begins = both > _LEADING and said[:_LEADING] == held[:_LEADING]
    return begins or both >= _MOST_OF_TITLE * len(held)


@lru_cache(maxsize=2048)
def _pattern(name: str) -> re.Pattern[str]:
    flags = re.IGNORECASE if name.islower() else re.NOFLAG
    word = r"[\s-]?".join(re.escape(part) for part in re.split(r"[\s-]+", name) if part)
    # A name in lower case may be the papers' own in capitals, but then it must be no word like any other.
    proposed = (
        rf"\b(?i:{_PROPOSE})(?i:{_FILLER})\s+{word}{_END}|\b(?i:{_CALLED})(?:\s+(?i:it|this|the|our|as|a|an|by))*"
        rf"(?:\s+(?!(?i:of|for|in|on|than|from)\b)[\w-]+){{0,4}}?[\s,:“\"'(]+{word}{_END}"
        rf"|(?:[,:(—–]|---?)\s*(?i:as |namely )?{word}\s*(?:[,:)—–.]|---?)"
        rf"|\b(?i:our|this work,|proposed)(?i:{_OUR})\s+{word}{_END}"
        rf"|(?:^|[.!?]\s+){word},? (?i:is|are) (?i:an?|the) (?i:new|novel|first|general|simple|framework|method"
        rf"|algorithm|model|benchmark|dataset)\b"
    )
    return re.compile(proposed, flags)


def _is_proposed(paper: Paper, name: str, lexical: LexicalIndex) -> bool:
    if not re.search(r"[A-Za-z0-9\u0370-\u03ff]", name):
        return False
    proposed, abstract = _pattern(name), _plain(paper.abstract)
    terms = analyze(name)
    held = len(lexical.phrase(terms)) if len(terms) > 1 else sum(map(lexical.document_frequency, terms))
    rare = held <= 1
    for sentence in re.split(r"(?<=[.!?])\s+(?=[A-Z(])", abstract):
        if not _PROPOSES.search(sentence):
            continue
        for match in proposed.finditer(sentence):
            listed = match[0][0] in ",:(—–-"
            if re.search(r"\w\s+[A-Z][\w-]*\s+$", match[0][: -len(name)]):
                continue  # "a Stackelberg Decision Transformer" has a longer name
            if held > RARE and (listed or not re.match(_PROPOSE, match[0], re.IGNORECASE)):
                continue  # many papers are on it, and to "our LoRA" or ", LoRA," no more is said
            if not listed or _introduces(sentence[: match.start()], name, bracketed=match[0][0] == "(", rare=rare):
                return True
    return False


def _introduces(before: str, name: str, *, bracketed: bool, rare: bool) -> bool:
    """Whether a name set off by a comma or a bracket is that of the thing that is proposed before it."""
    found = list(re.finditer(rf"\b(?:{_PROPOSE}|we (?:call|term|name|dub)|{_CALLED})\b", before, re.IGNORECASE))
    if not found:
        return False
    between = before[found[-1].end() :]
    if not bracketed:
        return not re.search(r"\b(?:such as|including|like|e\.g|than|with|on|and|or)\b", between)
    if rare:
        return True
    if re.search(r"[(,;:]|\b(?:that|which|to)\b", between[:-1]):
        return False
    words = re.findall(r"[\w]+", between)
    letters = [letter for letter in name if letter.isupper()]
    spelled = words[-max(len(letters), 1) :] if words else []
    at = between.rfind(spelled[0]) if spelled else 0
    return not _GOVERNED.search(before[: found[-1].end()] + between[:at])
