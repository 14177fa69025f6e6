"""Literals: which papers have a word. "How many papers mention ImageNet?" is counted by the word, not by the topic."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rag.corpus.listing import Listing, Match, Sureness
from rag.corpus.topics import Facet, Topic
from rag.corpus.wording import TITLE
from rag.lexical import LexicalIndex
from rag.papers import Paper
from rag.questions import is_cjk
from rag.text.abbreviations import called
from rag.text.analysis import analyze
from rag.text.sentences import sentence_spans
from rag.text.writings import number_apart

_QUOTES = '"“”「」『』'
_WORD = r"(?:(?:the|a|an)\s+)?(?:exact\s+)?(?:words?|terms?|phrases?|expressions?|strings?)\s+"
_ASKS = re.compile(
    rf"\b(?:mention(?:s|ed|ing)?|(?:contain|includ|us|hav|say|featur)(?:e?s|e|ing|ed)?\s+(?={_WORD}|[{_QUOTES}])"
    rf"|(?:has|with|in which)\s+(?={_WORD}|[{_QUOTES}]))\s*(?:{_WORD})?(?:both\s+|either\s+)?(?P<what>[^?？]+)"
    r"|\btitles?\s+(?:(?:that|which)\s+)?(?:contain|mention|include|have|has|with)(?:s|ing)?\s+(?P<titled>[^?？]+)"
    rf"|\b(?:does|do|is|are)\s+(?:{_WORD})?(?P<occurring>[{_QUOTES}][^{_QUOTES}]+[{_QUOTES}](?:\s+(?:or|and)\s+[{_QUOTES}][^{_QUOTES}]+[{_QUOTES}])*)"
    r"\s+(?:ever\s+)?(?:appear|occur|stand|used|mentioned|found)\b"
    r"|\b(?:contain|include|have|with|has|use)(?:s|ing)?\s+(?P<placed>[^?？]+?)\s+in\s+(?:the|their|its)\s+(?:titles?|abstracts?)\b",
    re.IGNORECASE,
)
_ASKS_CJK = re.compile(
    r"(?P<both>[^？?，。]+?)\s*都(?:提到|提及)(?:了|过)?的(?:论文|文章|文献|工作)"
    r"|(?:提到|提及)(?:了|过)?\s*(?P<what>(?!的)[^？?，。]+)"
    r"|(?:标题|题目|题名)(?:中|里|上)?(?:都)?(?:包含|含有?|有|出现|带有?)(?:了|过)?\s*(?P<titled>[^？?，。]+)"
    rf"|(?:出现|包含|含有|带有|使用|用到)(?:了|过)?\s*(?P<quoted>[{_QUOTES}][^？?，。]+|[^？?，。]+?(?:这个|这一|一)(?:词|术语|短语|单词|字))"
)
_DENIED = re.compile(
    r"(?:\b(?:not|never|neither|without)|n['’]t)\s+(?:\w+\s+)?$|(?:(?<!有)没有?|未|不)(?:在)?(?:标题|题目|题名)?(?:中|里|上)?\s*$",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"\s+(?:in\s+(?:the|their|its|any)\s+(?:titles?|abstracts?|text)|at least once|anywhere|please|somewhere|literally"
    r"|verbatim|word for word|exactly)\b.*$"
    r"|\s*(?:这个|这一|一)(?:词|术语|短语|单词|字).*$|(?:的?(?:论文|文章|摘要|工作|文献)|的)?(?:有(?:多少|哪些|几篇)|是哪些)?\s*$",
    re.IGNORECASE,
)
_OF_TITLE = re.compile(r"\btitles?\b|标题|题目|题名", re.IGNORECASE)
_OR = re.compile(r"\s*(?:,\s*)?\bor\b\s*|\s*或者?\s*|\s*、\s*|\s*,\s*", re.IGNORECASE)
_AND = re.compile(r"\s*(?:,\s*)?(?:\band\b|&|(?!^)(?:和|与|以及))\s*", re.IGNORECASE)
_QUOTED = re.compile(rf"[{_QUOTES}](?P<text>[^{_QUOTES}]+)[{_QUOTES}]")
_MOST_WORDS = 6
_SHORTEST = 3
_ENDINGS = r"(?:e?s|e|e?d|ing)?"


@dataclass(frozen=True)
class Literal:
    """Words to be looked for as they are.

    Args:
        groups: of each, one of its phrases must be there; one in quotation marks keeps them.
        titles: they must be in the title.
    """

    groups: tuple[tuple[str, ...], ...]
    titles: bool = False

    @property
    def is_loose(self) -> bool:
        """Whether its words may be a description of what is sought: several, without quotation marks."""
        return any(len(phrase.split()) > 1 and not phrase.startswith('"') for group in self.groups for phrase in group)


def literal_of(question: str) -> Literal | None:
    """What words a question asks after; None where it asks after none.

    Args:
        question: without its conditions and exclusions.
    """
    found = _ASKS.search(question) or _ASKS_CJK.search(question)
    if found is None:
        return None
    said = next(text for text in found.groups() if text)
    said = _TAIL.sub("", said).strip(" .。!！,，")
    kept: list[str] = []

    def keep(match: re.Match[str]) -> str:
        kept.append(f'"{match["text"].strip()}"')
        return f" quoted{len(kept) - 1}mark "

    # "RAG (retrieval-augmented generation)" is one thing by two names.
    masked = re.sub(r"\s*[(（]([^()（）]+)[)）]?", r" 或 \1 ", _QUOTED.sub(keep, said))
    groups = []
    for part in _AND.split(masked):
        phrases = [phrase for phrase in map(_plain, _OR.split(part)) if re.search(r"\w", phrase)]
        groups.append(tuple(re.sub(r"quoted(\d+)mark", lambda m: kept[int(m[1])], phrase) for phrase in phrases))
    groups = [group for group in groups if group]
    if not groups or any(len(phrase.split()) > _MOST_WORDS for group in groups for phrase in group):
        return None
    return Literal(tuple(groups), bool(_OF_TITLE.search(question)))


def is_denied(question: str) -> bool:
    """Whether the words that a question asks after are those that papers are not to have."""
    found = _ASKS.search(question) or _ASKS_CJK.search(question)
    return found is not None and bool(_DENIED.search(question[: found.start()]))


def _plain(phrase: str) -> str:
    return re.sub(rf"^(?:{_WORD}|(?:the|a|an|both|either)\s+)", "", phrase.strip(), flags=re.IGNORECASE).strip()


def in_english(literal: Literal, is_known: Callable[[str], bool], english: Callable[[str], Sequence[str]]) -> Literal:
    """Words that no paper has, as they are in English.

    Args:
        literal: what to look for.
        is_known: whether papers have a phrase as it is.
        english: gives what a Chinese term may be in English.
    """

    def read(phrase: str) -> list[str]:
        if not is_cjk(phrase) or is_known(phrase):
            return [phrase]
        said = [name for words in english(phrase.strip('"')) if words for name in called(words)]
        return said or [phrase]

    groups = (tuple(name for phrase in group for name in read(phrase)) for group in literal.groups)
    return Literal(tuple(groups), literal.titles)


def listed(
    literal: Literal,
    lexical: LexicalIndex,
    get: Callable[[Sequence[str]], Sequence[Paper]],
    order: Sequence[str],
    allowed: frozenset[str] | None = None,
) -> Listing:
    """The papers that have the words, all of them sure.

    Args:
        literal: what to look for.
        lexical: the words of the papers.
        get: reads papers by id.
        order: the papers that retrieval ranks first, which come first here.
        allowed: the papers to choose from; None for all.
    """
    holding = [{key for phrase in group for key in _holding(phrase, lexical)} for group in literal.groups]
    wanted = set.intersection(*holding) if holding else set()
    wanted &= wanted if allowed is None else allowed
    place = {paper_id: at for at, paper_id in enumerate(order)}
    papers = get(sorted(wanted, key=lambda paper_id: (place.get(paper_id, len(place)), paper_id)))
    patterns = [re.compile("|".join(map(_pattern, group)), re.IGNORECASE) for group in literal.groups]
    matches = [match for paper in papers if (match := _match(paper, patterns, titles=literal.titles))]
    matches.sort(key=lambda match: match.sureness is not Sureness.ABOUT)
    topic = Topic(tuple(Facet(tuple(phrase.strip('"') for phrase in group)) for group in literal.groups))
    examined = len(lexical) if allowed is None else len(allowed)
    exact = all(phrase.startswith('"') for group in literal.groups for phrase in group)
    told = "titles" if literal.titles else "exactly" if exact else "literally"
    return Listing(topic, tuple(matches), len(matches), examined, told)


def having(
    phrases: Sequence[str], lexical: LexicalIndex, get: Callable[[Sequence[str]], Sequence[Paper]]
) -> frozenset[str]:
    """The ids of the papers that have one of some phrases, as a list of those that mention it would count them."""
    sought = Literal((tuple(phrases),))
    if any(map(is_cjk, phrases)):
        from rag.languages.glossary import chinese_glossary

        sought = in_english(sought, lambda phrase: bool(_holding(phrase, lexical)), chinese_glossary().readings)
    return frozenset(match.paper.paper_id for match in listed(sought, lexical, get, ()).matches)


def _holding(phrase: str, lexical: LexicalIndex) -> set[str]:
    terms = analyze(phrase)
    if not terms:
        return set()
    found = lexical.phrase(terms) if len(terms) > 1 else lexical.holding(terms, len(lexical))
    if (parted := _parted(phrase)) != phrase:
        found = [*found, *lexical.phrase(analyze(parted))]
    joined = analyze(re.sub(r"[\W_]", "", phrase)) if len(terms) == 2 else []
    return {*found, *(lexical.holding(joined, len(lexical)) if len(joined) == 1 else ())}


def _parted(phrase: str) -> str:
    """A phrase with the numbers of names apart; quoted words stay."""
    return phrase if phrase.startswith('"') else number_apart(phrase)


def _pattern(phrase: str) -> str:
    """What finds a phrase: in quotation marks its very words, else with any endings of theirs."""
    words = re.findall(r"[^\W_]+", _parted(phrase))
    forms = [re.escape(word) if phrase.startswith('"') else _forms(word) for word in words]
    joints = [r"[\W_]*" if after[0].isdigit() else r"[\W_]+" for after in words[1:]]
    body = "".join(form + joint for form, joint in zip(forms, [*joints, ""], strict=True))
    cjk = any("\u3040" <= character <= "\u9fff" for character in phrase)
    return body if cjk else rf"(?<![^\W_]){body}(?![^\W_])"


def _forms(word: str) -> str:
    """A word with any ending of its number and its time: "pruned", "prunes", "pruning"; no other word of its stem."""
    if len(word) < _SHORTEST or not word.isalpha() or re.search(r".[A-Z]", word):
        return re.escape(word) + ("s?" if word.isalpha() else "")
    base = re.sub(r"(?<=[a-z]{3})(?:ing|ed)$|(?<=[a-z]{2}[^sui])s$|(?<=(?:ch|sh|.x|ss))es$", "", word, flags=re.I)
    if base.lower().endswith("ie") and base != word:
        base = base[:-2] + "y"
    if re.search(r"[^aeiou]y$", base, re.I):
        return rf"{re.escape(base[:-1])}(?:y|ies|ied|ying)"
    base = re.sub(r"(?<=[a-z]{2})e$", "", base, flags=re.I)
    if base != word and re.search(r"([bdgmnprt])\1$", base):
        base = base[:-1]  # "mapping" of "map"
    return rf"{re.escape(base)}{re.escape(base[-1])}?{_ENDINGS}"


def _match(paper: Paper, patterns: Sequence[re.Pattern[str]], *, titles: bool) -> Match | None:
    spans = sentence_spans(paper.abstract)
    texts = {TITLE: paper.title} | {
        at: paper.abstract[span.start : span.end] for at, span in enumerate(spans) if not titles
    }
    places = [{at for at, text in texts.items() if pattern.search(text)} for pattern in patterns]
    if not all(places):
        return None
    together = set.intersection(*places) or set.union(*places)
    in_text = sorted(at for at in together if at != TITLE) or sorted(at for at in set.union(*places) if at != TITLE)
    often = TITLE in together or len(in_text) > 1
    evidence = spans[in_text[0]] if in_text else None
    return Match(paper, Sureness.ABOUT if often else Sureness.MENTIONS, evidence)
