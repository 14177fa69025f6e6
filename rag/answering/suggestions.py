"""Questions to offer, made of the papers at hand: examples to begin with, and what to ask after an answer."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, islice, pairwise
from typing import Any

from rag.papers import Paper, method_name
from rag.questions import content_terms

_FORMS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "what": "What is {}, and how does it work?",
        "problem": "What problem does {} solve?",
        "well": "How well does {} perform?",
        "differ": "How do {} and {} differ?",
        "list": "Which papers study {}?",
        "themes": "What are the main themes of these papers?",
        "titled": "What does the paper “{}” show?",
    },
    "zh": {
        "what": "{} 是什么？它是如何工作的？",
        "problem": "{} 解决了什么问题？",
        "well": "{} 的效果如何？",
        "differ": "{} 和 {} 有什么不同？",
        "list": "哪些论文研究 {}？",
        "themes": "这些论文有哪些主要主题？",
        "titled": "论文“{}”有什么结论？",
    },
}
_READ = 200
"""Papers that the examples are drawn from."""
_TOPICAL = 0.02
"""Share of these papers that may have a topic in their titles: of a broader one, a list of papers says little."""
_ALIKE = 0.25
"""Share of one abstract's terms that another must have for the two to be worth comparing."""
_LONGEST_NAME = 40
_CHINESE = re.compile(r"(?<![\u3040-\u30ff])[\u4e00-\u9fff]{2}(?![\u3040-\u30ff])")
"""Of a question with English names in it, two such characters together tell that a Chinese reader asked."""
_NAMELIKE = re.compile(r"\w[A-Z]|[A-Z]\w+ ")
_TWO = re.compile(r"\$| and ")
_LONGEST_TITLE = 90
_RESULTS = re.compile(r"\d|outperform|state-of-the-art|improve|superior|competitive", re.IGNORECASE)
_COMPARED = 24
"""Papers that are compared with each other for being alike."""
_NEAR = 4
"""Papers that an answer does not cite, of which one may be asked next."""


def example_questions(papers: Iterable[Paper], count: int = 6, language: str = "en") -> list[str]:
    """Questions that these papers can be asked, of several kinds: each names what a paper that is there has.

    Args:
        papers: in the order of preference; reading stops once there are enough.
        count: how many at most.
        language: "en", or "zh" for Chinese.
    """
    read = list(islice(papers, _READ))
    forms = _FORMS["zh" if language == "zh" else "en"]
    told = {name: paper.abstract for paper in reversed(read) if (name := _name(paper.title, paper.abstract))}
    words = _words(paper.abstract for paper in read)
    names = [name for name in reversed(told) if not _is_word(name, words)]
    pair = next(iter(_alike([(name, told[name]) for name in names])), ())
    alone = [name for name in names if name not in pair] or names
    made = [forms["what"].format(name) for name in alone[:1]]
    made += [forms["list"].format(topic) for topic in _topics(read)[:1]]
    made += [forms["problem"].format(name) for name in alone[1:2]]
    made += [forms["themes"]] if len(read) > count else []
    made += [forms["differ"].format(*pair)] if pair else []
    made += [forms["well"].format(name) for name in alone[2:] if _RESULTS.search(told[name])][:1]
    more = [forms[kind].format(name) for name in names for kind in ("what", "problem")]
    more += [forms["titled"].format(title) for paper in read if (title := _title(paper.title))]
    return list(dict.fromkeys([*made, *more]))[:count]


def next_questions(record: Mapping[str, Any], asked: Sequence[str] = (), count: int = 3) -> list[str]:
    """Questions to ask after an answer: each names a paper that it cites, or one that came near.

    Args:
        record: the answer in the form of the JSON contract.
        asked: the questions so far, the answered one last; nothing is offered twice, and it tells the language.
        count: how many at most.
    """
    forms = _FORMS["zh" if asked and _CHINESE.search(asked[-1]) else "en"]
    cited = list(dict.fromkeys(str(citation["paper_id"]) for citation in record["citations"]))
    papers = {str(paper["paper_id"]): paper for paper in record["papers"]}
    near = [paper for key, paper in papers.items() if key not in cited][:_NEAR]
    known = [papers[key] for key in cited if key in papers]
    words = _words(str(paper["abstract"]) for paper in papers.values())
    named, others = (
        [(name, str(paper["abstract"])) for paper in some if (name := _name_of(paper)) and not _is_word(name, words)]
        for some in (known, near)
    )
    made: list[str] = []
    for name, abstract in named[:2]:
        kinds = ("what", "well", "problem") if _RESULTS.search(abstract) else ("what", "problem")
        made += [forms[kind].format(name) for kind in kinds if not _said(forms[kind], name, asked)][:1]
    first = next(iter([*named, *others]), ("", ""))[0]
    made += [forms["differ"].format(*pair) for pair in _alike([*named, *others]) if pair[0] == first][:1]
    made += [forms["what"].format(name) for name, _ in others]
    made += [forms["titled"].format(title) for paper in [*known, *near] if (title := _title(str(paper["title"])))]
    before = {_folded(question) for question in asked}
    return [question for question in dict.fromkeys(made) if _folded(question) not in before][:count]


def _said(form: str, name: str, asked: Sequence[str]) -> bool:
    """Whether the like was asked of the name already: "What is CTAG?" before "What is CTAG, and how does it work?"."""
    start = _folded(form.partition(",")[0].partition("？")[0].format(name))
    return any(_folded(question).startswith(start) for question in asked)


def _folded(question: str) -> str:
    return re.sub(r"\W+", " ", question).strip().casefold()


def _name_of(paper: Mapping[str, Any]) -> str:
    return _name(str(paper["title"]), str(paper["abstract"]))


def _name(title: str, abstract: str) -> str:
    """A plain name: the title's part before its colon, else what the abstract proposes."""
    head, colon, _ = title.partition(":")
    name = head if colon and len(head.split()) == 1 else method_name(abstract)
    return name if len(name) <= _LONGEST_NAME and _NAMELIKE.search(name) and not _TWO.search(name) else ""


def _title(title: str) -> str:
    plain = title.strip().rstrip(".")
    return plain if len(plain) <= _LONGEST_TITLE and not re.search(r"[$\\“”\"<>]", plain) else ""


def _words(texts: Iterable[str]) -> set[str]:
    return {word for text in texts for word in re.findall(r"(?<![\w-])[a-z]+", text)}


def _is_word(name: str, words: set[str]) -> bool:
    """Whether a name in capitals is a word like any other: papers on moments are no papers on MOMENT."""
    return name.isupper() and bool({name.lower(), name.lower().rstrip("s")} & words)


def _alike(told: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Pairs of names whose abstracts share terms, the most alike first."""
    terms = {name: set(content_terms(abstract)) for name, abstract in told[:_COMPARED]}
    shares = {
        (one, other): len(terms[one] & terms[other]) / max(1, min(len(terms[one]), len(terms[other])))
        for one, other in combinations(terms, 2)
    }
    return [pair for pair in sorted(shares, key=lambda pair: -shares[pair]) if shares[pair] >= _ALIKE]


def _topics(papers: Sequence[Paper]) -> list[str]:
    """Pairs of words that several titles have next to each other, the most frequent first, the broadest left out."""
    found: Counter[str] = Counter()
    for paper in papers:
        words = re.findall(r"[a-z]+(?:-[a-z]+)*|[^\sa-z]", paper.title.lower())
        found.update({f"{one} {other}" for one, other in pairwise(words) if _carries(one) and _carries(other)})
    most = max(2, int(len(papers) * _TOPICAL))
    return [pair for pair, times in found.most_common() if 1 < times <= most]


def _carries(word: str) -> bool:
    return len(word) > 3 and word.isalpha() and bool(content_terms(word))
