"""Authors named in a question: "papers by Yoshua Bengio", "Bengio's papers", 作者是…."""

import re
from collections.abc import Iterator

from rag.index.facts import Facts
from rag.questions import is_cjk, is_content
from rag.text.sentences import Span
from rag.understanding.asking import Said
from rag.understanding.filters import Filter, tokens
from rag.understanding.people import OPENING, said_of_people
from rag.understanding.rankings import ranking_of
from rag.understanding.record_asks import Sort, record_ask_of

_PAPERS = r"(?:papers?|articles?|publications?|preprints?|studies|works?|research)"
_LETTER = r"[^\W\d_\u3040-\u9fff]"
_PART = rf"{_LETTER}(?:{_LETTER}|[’-]|\.(?={_LETTER})){{0,60}}\.?"
"""Of a name; Korean has no end to a word where another begins, and each of its letters may begin a name."""
_NAME = rf"{_PART}(?: {_PART}){{0,3}}"
_FULL_PART = rf"(?!(?:have|has|had|got|get|any|some|a|other|more|also|ever|both|and|co|jointly)\b){_PART}"
_FULL = rf"{_FULL_PART}(?: {_FULL_PART}){{0,3}}?"
_MOST_PARTS = 4
_PARTICLES = frozenset(
    ("van", "von", "de", "der", "den", "del", "della", "di", "da", "dos", "la", "le", "el", "bin", "ten")
)
_GOES_ON = re.compile(r"[A-ZÀ-Ž][a-zà-ž’'-]+\.?$")
_CITED = re.compile(r"\W*et al\b", re.IGNORECASE)
_BY = re.compile(
    rf"\b(?P<near>{_PAPERS} (?:(?:that|which) )?(?:(?:is|are|was|were) )?(?:(?:co-?)?(?:written|authored|published) )?"
    r"|(?:co-?)?(?:written|authored) )?(?P<said>(?:by|from) (?:both |either )?(?P<name>" + _NAME + r"))",
    re.IGNORECASE,
)
_MORE = re.compile(rf"(?:,| and| &| or) (?P<name>{_NAME})", re.IGNORECASE)
_OWN = re.compile(rf"(?P<said>(?P<name>{_NAME})['’]s?) {_PAPERS}\b", re.IGNORECASE)
_DID = re.compile(
    rf"\b(?:[Dd]id|[Hh]as|[Hh]ave|[Dd]oes|[Dd]o) (?P<said>(?P<name>{_FULL})(?P<more>(?:(?:, and| and|,| &) {_FULL})*))"
    r"(?: both| ever| also)? (?:(?:co-?|jointly )?(?:write|written|publish|published|author|authored)|propose"
    rf"|(?:have |got )?(?:any |some |a |other |more )?{_PAPERS}\b)"
)
_JOINT = re.compile(
    rf"(?P<said>(?P<name>{_NAME})(?P<more>(?:\s*(?:和|与|跟|、)\s*{_NAME})+))\s*(?:一起|共同|合作)?(?:合写|合著|合作"
    rf"|写|发表|撰写|的)"
)
_AND = re.compile(r"\s*(?:,? and |,| &|和|与|跟|、)\s*")
_WROTE = r"(?:(?:co-?)?(?:written|wrote|write|authored|author)|published|publish)"
_AUXILIARY = r"(?:is|are|was|were|has|have|had|do|does|did)"
_NOT_BY = re.compile(
    rf"(?:(?:,\s*|\b(?:but|and|that|which|who)\s+)*(?:\b{_AUXILIARY}(?:\s+(?:not|never)|n['’]t)|\b(?:not|never"
    rf"|neither|without"
    r"|except(?:ing)?(?:\s+for)?|excluding|exclude|other\s+than|apart\s+from|aside\s+from|leaving\s+out|minus))\s+"
    r"(?P<lead>(?:(?:been|any|the|those|ones|of|papers?|works?|articles?|also|co-?authors?|authors?|as|an?|with"
    r"|involving"
    rf"|include|including|have|by|from|{_WROTE})\s+)*)"
    r"|(?P<cjk>(?:作者(?:中|里|之中)?)?(?:并?不是|并?非|不属于|不包括|不包含|不含|不要|排除|去掉|除去|除了?|没有|未"
    r"|不)\s*(?:由|作者(?:是|为)?|和|与|跟)?\s*))"
    r"(?=[^\W\d_\u3040-\u9fff])",
    re.IGNORECASE,
)
"""Before an author whose papers are not wanted: "not by", "without", "excluding those by", 不是."""
_NOR = re.compile(r"(?:,? (?:or|and|nor)|,| &|\s*(?:或者?|和|与|、))\s*(?:by )?")
_CJK_NOT_END = re.compile(r"\s*(?:等人)?(?:所)?(?:(?:撰写|写|发表|合著|参与)过?|之外|以外|外)?的?")
_DID_NOT = re.compile(
    rf"\b(?:[Dd]id|[Hh]as|[Hh]ave|[Dd]oes) (?P<name>{_FULL}) (?:not|never) {_WROTE}\b"
    rf"|(?:\b(?:that|which) )?(?<!\w)(?P<late>{_FULL}) (?:did|has|have|does)(?: not| never|n['’]t) {_WROTE}\b"
    rf"|(?P<cjk>{_NAME})\s*(?:没有?|未|不曾)(?:参与)?(?:撰写|写|发表)过?的?"
)
_CHINESE = (
    (
        re.compile(
            rf"(?:作者(?:是|为|[:：])|由)\s*(?P<name>{_NAME}|[\u4e00-\u9fff]{{2,4}}?(?=的|所|写|撰|发|$|[？?，。]))"
        ),
        True,
    ),
    (
        re.compile(
            rf"(?<!关于)(?<!有关)(?<!关于 )(?P<name>{_NAME})\s*(?:等人?)?\s*(?:发表|撰写|写|关于|在|有哪些)?"
            r"(?:[^，。？A-Z]{0,30}?的)?[^，。？A-Z]{0,30}?(?:论文|文章|工作)"
        ),
        False,
    ),
)


def authors(question: str, facts: Facts) -> list[Said]:
    """The authors whose papers a question asks for; only those of a paper that is there.

    A surname alone counts where it stands right after "papers by"; elsewhere ("sped up by Adam") it is no author.

    Args:
        question: as asked.
        facts: tell which authors occur.
    """
    found: list[Said] = []
    denied = list(_denied(question, facts))
    if (ranking := ranking_of(question, facts)) is not None and ranking.names:
        return denied  # who of several has more papers is asked of all papers
    for match in _BY.finditer(question):
        near = match["near"] or ""
        if near or match["said"].lower().startswith("by"):
            said = list(_named(question, match, facts, surname_alone=bool(near)))
            # "Work by Machado et al." cites a paper, and does not ask for it.
            cited = said and _CITED.match(question, said[-1][1].end) and not near.lower().startswith("papers")
            found += [] if cited else said
    own = ((_OWN, True),) if re.search("['’]", question) else ()
    chinese = _CHINESE if re.search(r"[\u4e00-\u9fff]", question) else ()
    for match in (*_DID.finditer(question), *(_JOINT.finditer(question) if chinese else ())):
        found += _several(match, facts)
    joint = {said.value for said, _ in found}
    for pattern, alone in (*own, *chinese):
        for match in pattern.finditer(question):
            found += [said for said in _trailing(match, facts, surname_alone=alone) if said[0].value not in joint]
    placed = said_of_people(question, facts) if _is_open(question) else []
    if placed:  # of two readings of one name that which takes in its neighbours holds
        at = [span for _, span in placed]
        found = [said for said in found if not any(said[1].start < one.end and one.start < said[1].end for one in at)]
        found = [said for said in found if said[0].value not in {one.value for one, _ in placed}] + placed
    spans = [span for _, span in denied]
    wanted = [said for said in found if not any(said[1].start < at.end and at.start < said[1].end for at in spans)]
    return list(dict.fromkeys([*wanted, *denied]))


def _is_open(question: str) -> bool:
    """Whether papers are asked for, and not whether someone wrote the one that is named."""
    ask = record_ask_of(question)
    return ask is None or ask.sort is not Sort.AUTHOR


def _denied(question: str, facts: Facts) -> Iterator[Said]:
    """The authors whose papers are not wanted, each with the words that say so: none may be by any of them."""
    by_author = bool(_BY.search(question))
    for match in _NOT_BY.finditer(question):
        alone = (
            by_author or bool(match["cjk"]) or bool(re.search(r"\b(?:by|author)", match["lead"] or "", re.IGNORECASE))
        )
        names, end = [], match.end()
        while name := _longest(question[end:], facts, surname_alone=alone):
            names.append(name)
            end += len(name)
            if (more := _NOR.match(question, end)) is None or not _longest(
                question[more.end() :], facts, surname_alone=alone
            ):
                break
            end = more.end()
        if names:
            tail = _CJK_NOT_END.match(question, end) if match["cjk"] else None
            end = tail.end() if tail else end
            yield Filter("author", "!=", "|".join(names), question[match.start() : end]), Span(match.start(), end)
    for match in _DID_NOT.finditer(question):
        text = match["name"] or match["late"] or match["cjk"]
        parts = text.split()
        for first in range(len(parts)):
            name = " ".join(parts[first:])
            if _is_known(name, len(parts) - first, facts, surname_alone=True):
                start = match.start() if first == 0 else match.start() + match[0].index(name)
                yield Filter("author", "!=", name, question[start : match.end()]), Span(start, match.end())
                break


def _several(match: re.Match[str], facts: Facts) -> list[Said]:
    """The authors joined by "and", all of them; none where one is unknown."""
    names = [match["name"], *(name for name in _AND.split(match["more"]) if name)]
    if not all(_is_known(name, len(name.split()), facts, surname_alone=True) for name in names):
        return list(_trailing(match, facts, surname_alone=True)) if not match["more"] else []
    span = Span(match.start("said"), match.end("said"))
    return [(Filter("author", "=", name, match["said"]), span) for name in names]


def _named(question: str, match: re.Match[str], facts: Facts, *, surname_alone: bool) -> Iterator[Said]:
    """The author after "by", and those joined to it by "and" or "or"."""
    start, at, joined = match.start("said"), match.start("name"), ""
    names: list[str] = []
    while name := _longest(question[at:], facts, surname_alone=surname_alone):
        names.append(name)
        end = at + len(name)
        more = _MORE.match(question, end)
        joined = more[0].split()[0] if more else ""
        if more is None or (joined == "or") != (" or " in question[match.start("name") : more.start("name")]):
            break
        at = more.start("name")
    if names:
        said = question[start:end]
        if f"{names[0]} or " in said:
            yield Filter("author", "=", "|".join(names), said), Span(start, end)
        else:
            for name in names:
                yield Filter("author", "=", name, said), Span(start, end)


def _longest(text: str, facts: Facts, *, surname_alone: bool) -> str:
    """The longest name of a known author that a text begins with."""
    name = re.match(_NAME, text)
    parts = re.findall(_PART, name[0])[:_MOST_PARTS] if name else []
    for count in range(len(parts), 0, -1):
        if count < len(parts) and _GOES_ON.match(parts[count]):
            continue  # "Yoshua" is not who is meant by "Yoshua Nobody"
        shown = re.match(r"\s".join(map(re.escape, parts[:count])), text)
        if shown and _is_known(shown[0], count, facts, surname_alone=surname_alone):
            return shown[0].rstrip(".") if not text[shown.end() :].strip() else shown[0]
    return ""


def _is_known(name: str, count: int, facts: Facts, *, surname_alone: bool) -> bool:
    """Whether words are an author's name; those in lower case must be all of it."""
    if is_cjk(name):
        return bool(facts.by_author(name))
    parts = [part for part in name.split() if part.lower() not in _PARTICLES]
    if count == 1 and not (surname_alone and len(name) > 2 and name[0].isupper()):
        return False
    if name.islower():
        return all(map(is_content, tokens(name))) and bool(facts.by_author(name, in_full=True))
    return all(part[0].isupper() for part in parts) and bool(facts.by_author(name))


def _trailing(match: re.Match[str], facts: Facts, *, surname_alone: bool) -> Iterator[Said]:
    """The author at the end of the words before "'s papers"."""
    parts = re.findall(_PART, match["name"]) or [match["name"]]
    for first in range(len(parts)):
        name = " ".join(parts[first:])
        if first and _GOES_ON.match(parts[first - 1]) and not OPENING.match(parts[first - 1] + " "):
            break  # nor "Song" by "Nobody Song"
        if name in match["name"] and _is_known(name, len(parts) - first, facts, surname_alone=surname_alone):
            start = match.start("name") + match["name"].rindex(name)
            end = match.end("said") if "said" in match.re.groupindex else start + len(name)
            yield Filter("author", "=", name, match.string[start:end]), Span(start, end)
            return
