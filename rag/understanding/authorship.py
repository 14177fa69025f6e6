"""Authors named in a question: "papers by Yoshua Bengio", "Bengio's papers", 作者是…."""

import re
from collections.abc import Iterator

from rag.index.facts import Facts
from rag.questions import is_cjk, is_content
from rag.text.sentences import Span
from rag.understanding.conditions import Said
from rag.understanding.filters import Filter, tokens

_PAPERS = r"(?:papers?|articles?|publications?|preprints?|studies|works?|research)"
_LETTER = r"[^\W\d_\u3040-\u9fff]"
_PART = rf"{_LETTER}(?:{_LETTER}|[’-]|\.(?={_LETTER}))*\.?"
_NAME = rf"{_PART}(?: {_PART}){{0,3}}"
_FULL_PART = rf"(?!(?:have|has|had|got|get|any|some|a|other|more|also|ever|both|and|co|jointly)\b){_PART}"
_FULL = rf"{_FULL_PART}(?: {_FULL_PART}){{0,3}}?"
_MOST_PARTS = 4
_PARTICLES = frozenset(
    ("van", "von", "de", "der", "den", "del", "della", "di", "da", "dos", "la", "le", "el", "bin", "ten")
)
_CITED = re.compile(r"\W*et al\b", re.IGNORECASE)
_BY = re.compile(
    rf"\b(?P<near>{_PAPERS} (?:(?:that|which) )?(?:(?:is|are|was|were) )?(?:(?:co-?)?(?:written|authored|published) )?"
    r"|(?:co-?)?(?:written|authored) )?(?P<said>(?:by|from) (?:both )?(?P<name>" + _NAME + r"))",
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
    return list(dict.fromkeys(found))


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
        if name in match["name"] and _is_known(name, len(parts) - first, facts, surname_alone=surname_alone):
            start = match.start("name") + match["name"].rindex(name)
            end = match.end("said") if "said" in match.re.groupindex else start + len(name)
            yield Filter("author", "=", name, match.string[start:end]), Span(start, end)
            return
