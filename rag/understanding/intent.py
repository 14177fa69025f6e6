"""Intent: what kind of answer a question asks for."""

import re
from enum import StrEnum
from functools import lru_cache


class Intent(StrEnum):
    """What a question wants.

    Existence ("are there papers on…?") and an overview ("what do these papers say about…?") are lists where several
    papers match, and lookups where hardly one does.
    """

    LOOKUP = "lookup"
    LIST = "list"
    COUNT = "count"
    THEMES = "themes"
    EXISTENCE = "existence"
    OVERVIEW = "overview"


_PAPERS = r"(?:papers|works|articles|studies|publications|abstracts|titles|preprints|submissions)"
_PLAIN = r"(?:[\w-]+\s+){0,4}?"
_COUNT = re.compile(
    rf"\bhow many\s+{_PLAIN}{_PAPERS}\b|\b(?:number|count) of\s+{_PLAIN}{_PAPERS}\b"
    rf"|\bcount (?:the|all)\s+{_PLAIN}{_PAPERS}\b"
    r"|\bhow many\s+(?:(?:oral|spotlight|poster|workshop)\s+(?:presentations|talks)|orals|spotlights|posters)\b"
    r"|^\W*how many\s+(?:(?:do|does|did)(?:\s+not|n['’]t)\s+|never\s+)?mention\b"
    rf"|\b(?:percentage|percent|share|fraction|proportion)\s+(?:of\s+{_PLAIN}{_PAPERS}\s+)?(?:(?:do|does)(?:\s+not"
    rf"|n['’]t)\s+|never\s+)?mention"
    r"|^\W*how often (?:do|does|is|are) (?:the )?(?:words?|phrase|term|expression)\b"
    rf"|\bin how many\s+(?:of the\s+)?{_PAPERS}\b"
    r"|(?:多少|几)\s*篇|(?:论文|文章|摘要).{0,6}(?:百分之(?:多少|几)|比例)|(?:百分之(?:多少|几)|多大比例)的?(?:论文"
    r"|文章|摘要)"
    r"|多少(?:(?!方法|模型)[^，。？?这那]){0,16}?(?:论文|文章|文献)"
    r"|(?<![篇本这那])(?:论文|文章|文献)(?:一共|总共|大概|大约)?(?:共)?有多少(?:呢|啊)?\W*$",
    re.IGNORECASE,
)
_THEMES = re.compile(
    r"\b(?:what|which|list|name|give|show|summari[sz]e|describe|identify)\b.{0,30}?\b(?:main|major|key|common|dominant|"
    r"principal|central|biggest|overall|general|different|research|hot|broad)\s+(?:\w+\s+)?"
    r"(?:themes?|topics?|trends?|clusters?|areas?|directions?|strands?|subjects?)\b"
    r"|\b(?:themes|clusters|topics) (?:of|in|among|across) (?:the|these|this|all)\b"
    r"|\bwhat (?:are (?:the )?)?(?:recent |current )?(?:themes|topics|trends)\b"
    r"|\bsub-?(?:topics|themes|areas|fields|directions)\b|子(?:方向|领域|主题|话题)"
    r"|\b(?:what|which)\s+(?:themes|topics|areas|directions)\s+(?:do|does|are|is)\b.{0,60}\b(?:cover(?:ed)?|address(?:ed)?|stud(?:y|ied))\b"
    r"|^\W*(?:(?:the|recent|current|main|major|key|common|research|hot)\s+)*(?:themes|trends|topics|directions)\s+(?:in|of|on|within|among)\b"
    r"|^\W*(?:the\s+)?(?:(?:main|major|key|common|central)\s+)+(?:themes|topics)\W*$"
    r"|^[^，。？?]{2,20}的?(?:主要|主流|热门)?(?:研究)?(?:趋势|热点|主题|方向)[。？?]?$"
    r"|\bwhat (?:is|are) (?:the|this|these|my) (?:corpus|collection|library|papers|index|conference) about\b"
    r"|研究(?:热点|趋势|主题|方向)(?:是|有)(?:什么|哪些)"
    r"|(?:总结|概括|归纳|梳理)[^，。？?]{0,30}(?:主题|话题|议题|研究方向|趋势|热点)"
    r"|(?:总结|概括|归纳|介绍)(?:一下|下)?(?:这个|这批|这些|该|整个|本|你的|全部|所有)(?:的)?(?:论文|文献|文章"
    r"|资料)?(?:库|集合|集|数据库)"
    r"|(?:这些|这批|所有|全部|库里的?|库中的?|索引里的?|索引中的?)(?:论文|文章|文献)(?:总体|整体|大体|大致|主要"
    r"|大概)(?:上|来说|来看)?(?:都)?(?:在|是)?"
    r"(?:讨论|讲|研究|关于|说|关注|涉及|探讨)(?:的|些|了)?(?:是)?(?:什么|哪些)"
    r"|(?:主要|主流|热门|核心|有哪些|哪些|什么)(?:的)?(?:研究)?(?:了)?(?:什么|哪些)?(?:的)?(?:主题|话题|方向|趋势"
    r"|领域|议题)",
    re.IGNORECASE,
)
_LIST = re.compile(
    rf"\b(?:which|what)\s+{_PLAIN}{_PAPERS}\b"
    rf"|\b(?:list|find|name|give|show|enumerate|collect|get|tell|identify"
    rf"|recommend|suggest)\b[^.?!]{{0,40}}?\b{_PAPERS}\b"
    r"|\b(?:list|find|show|give me|enumerate|collect)\s+(?:me\s+)?(?:everything|all|every)\b"
    rf"|\b(?:all|every)\s+(?:the\s+)?{_PAPERS}\b"
    rf"|^\W*(?:(?:recent|new|the|top|best|\d+|three|five|ten)\s+){{0,3}}{_PAPERS}\s+(?:on|about|that|which|using|by"
    rf"|from"
    rf"|since|in|with|related|published|written|presented|accepted)\b"
    rf"|^\W*(?:[\w-]+\s+){{1,5}}papers\W*$"
    rf"|\b(?:(?:looking|searching) for|interested in)\s+{_PLAIN}(?:{_PAPERS}|references|literature)\b"
    r"|^\W*[\w ]{0,20}\b(?:need|want|find|give|show|recommend|suggest)\b[^.?!]{0,20}\b(?:references|literature)\b"
    r"|\bwhat (?:should|could|can) i read\b"
    r"|有哪些\S{0,12}?(?:论文|文章|工作|文献|研究)"
    r"|哪些(?:关于|有关)[^，。？?]{1,20}的(?:论文|文章|文献)"
    r"|(?:哪些|哪几篇)(?:的)?\s?[A-Za-z\d ]{0,20}(?:论文|文章|工作|文献|研究|摘要|标题)"
    r"|(?:哪些|哪几篇)(?!方法|模型|算法|技术|数据集|基准|任务|指标|实验|问题|因素|作者"
    r"|机构)[^，。？?、这那该本在]{1,14}?(?:论文|文章|文献)"
    r"|(?<![篇本])(?:论文|文章|文献)(?:里面?|中|当中|之中)(?:有)?(?:哪些|哪几篇)(?:是|做|用|研究|涉及|关于|提到|讨论"
    r"|专门|针对)"
    r"|的\s*(?:papers?|articles?)(?:\s*(?:有哪些|呢))?\W*$"
    r"|(?:论文|文章|文献)(?:都|分别)?(?:有|是)(?:哪些|哪几篇|什么)"
    r"|(?:列出|列举|找出|找到|罗列|推荐|介绍)\S{0,16}(?:所有|全部|论文|文章|文献|每)|(?:所有|全部)\S{0,12}(?:论文|文章)"
    r"|^(?:关于|有关)\S{2,30}的?(?:论文|文章|文献)[。？?]?$",
    re.IGNORECASE,
)
_NOUNS = re.compile(
    r"^\W*(?!(?:what|who|whom|whose|where|when|why|how|which|if|is|are|was|were|do|does|did|can|could|should|would"
    r"|will|has|have"
    r"|had|the|this|that|these|those|my|your|their|its|our|we|i|you|explain|summari[sz]e|describe|compare|contrast"
    r"|discuss"
    r"|translate|between|in|of|for|by|from|about|on|tell|say)\b)"
    rf"(?:[\w'’+/-]+,?\s+){{0,5}}?(?:{_PAPERS}|work|research|literature)\b(?!\s+(?:is|are|was|were|does|do|has|have"
    rf"|can)\b)"
    r"(?:\s+(?!that\b|which\b)[\w'’-]+){0,3}?\s+(?:on|about|that|which|using|concerning|regarding|of|related\s+to"
    r"|in\s+the\s+area\s+of)\s+\w"
    r"[^?]*$"
    r"|^[^?？，,。]{0,20}?(?:关于|有关|针对)[^?？，,。]{2,30}?的?(?:论文|文章|文献|研究|工作)[。.]?$"
    r"|^(?![^?？]*(?:[这那该哪]|作者|什么|怎|如何|为何|多少|几|是否|吗|呢|谁|本文))[^?？，,。]{2,30}?的?(?:论文|文章"
    r"|文献)[。.]?$",
    re.IGNORECASE,
)
"""What is asked for is named, and nothing asked: "recent ICML work on diffusion", 联邦学习的论文."""
_MOST_WORDS = 16
_KIND = r"(?:methods?|approach(?:es)?|techniques?|strateg(?:y|ies)|ways|solutions|algorithms?|models?|frameworks?)"
_EXISTENCE = re.compile(
    rf"^\W*(?:are|is) there\s+{_PLAIN}(?:{_PAPERS}|paper|article|study|research|literature)\b"
    r"(?!\s+(?:where|in which)\b)"
    rf"|^\W*(?:do|does|did|have|has)\s+(?:any|some)\s+{_PLAIN}(?:{_PAPERS}|paper|article|study|research|authors?)\b"
    r"|^\W*(?:has|have|did|does)\s+any(?:one|body)\b"
    rf"|^\W*any\s+{_PLAIN}(?:{_PAPERS}|paper|article|research|literature|work)\s+(?:on|about|that|which|using|with"
    rf"|in|for)\b"
    r"|^\W*(?:(?:is|are) there|i(?:['’]m| am) (?:looking|searching) for|looking for|i need)\s+(?:any |some )?"
    r"(?:recent |prior )?"
    r"(?:work|research|literature)\s+(?:on|about|that|using|in)\b"
    r"|^\W*(?:recent|related|prior|existing|latest|current)\s+(?:work|research|literature)\s+(?:on|about|in)\b"
    r"|^\W*(?:find|show|give)\s+(?:me\s+)?(?:any |some )?(?:recent |prior )?(?:work|research)\s+(?:on|about|in)\b"
    r"|有没有[^，。？?]{0,40}?(?:论文|文章|文献|papers?\b)"
    r"|有没有[^，。？?这那]{2,40}?(?:的|方面|相关)\s*(?:工作|研究|works?)(?:呢|吗)?\W*$|(?:是否)?(?:有|存在)(?:人"
    r"|谁)?\S{0,16}(?:论文|文章|文献)吗",
    re.IGNORECASE,
)
_OF_ANY = re.compile(
    rf"^\W*(?:are|is|were|was|have|has|do)\s+any\s+of\s+(?:the|these|those)\s+{_PAPERS}\b", re.IGNORECASE
)
_ASKS_MORE = re.compile(
    r"\band\s+(?:(?:on|in|with|for)\s+)?(?:what|which|how|why|who|where|when)\b|[?？].*[?？]", re.IGNORECASE
)
_OVERVIEW = re.compile(
    rf"\bwhat (?:do|does|did)\s+(?:the|these|this|those|your|my|all)?\s*"
    rf"(?:{_PAPERS}|collection|corpus|literature|conference)\s+"
    r"(?:say|report|find|conclude|tell|claim|know|propose|suggest)\b"
    r"|^\W*what(?:['’]s| is| are)?\s+(?:the\s+)?(?:current\s+)?(?:state[ -]of[ -]the[ -]art|sota)\s+(?:on|in|for)\b"
    r"|^\W*(?:sota|state[ -]of[ -]the[ -]art)\s+(?:on|in|for)\b"
    r"|^\W*what(?:['’]s| is| are)?\s+(?:the\s+)?(?:latest|recent|newest|current)\s+(?:advances?|progress|developments?"
    r"|results|work|research|findings)\s+(?:in|on|of|for|about)\b"
    rf"|^\W*what(?: are)?\s+(?:the\s+)?(?:main|major|common|popular|different|existing|current|key|typical|known)\s+"
    rf"{_KIND}\s+(?:to|for|of|in)\b"
    rf"|^\W*(?:compare|contrast)\s+(?:the\s+)?(?:main\s+|different\s+|various\s+|existing\s+)?{_KIND}\s+(?:to|for|of)\b"
    rf"|^\W*(?:which|what)\s+{_KIND}\s+(?:is|are|works?|perform|performs|do|does)\s+(?:the\s+)?best\b"
    rf"|^\W*what(?:['’]s| is)\s+the\s+best\s+{_KIND}\s+(?:to|for|of|in|on)\b"
    r"|^\W*what (?:has|have) been (?:done|published|proposed|written|studied) (?:on|about|in|for)\b"
    r"|^\W*(?:what|which)\s+(?:datasets?|benchmarks?)\s+(?:exist|are there|are available|are used|are introduced)\b"
    r"|(?:理论|theory|综述|surveys?)\s*(?:研究|工作|分析)?\s*(?:有|是)哪些"
    r"|有(?:哪些|什么)(?:主要|常用|常见)?的?(?:方法|做法|方案|算法|技术)|(?:最新|近期)(?:的)?(?:进展|研究|成果)"
    r"|研究现状"
    r"|(?:什么|哪种|哪个|哪些)方法\S{0,4}\s?\S{0,16}\s?\S{0,8}最(?:好|佳|优)"
    r"|(?:这些|这批)(?:论文|文章|摘要)(?:怎么|如何|对)",
    re.IGNORECASE,
)
_ONE = re.compile(
    r"^\W*(?:which|what|how many)\s+(?:authors?|people|researchers)\b|"
    rf"^\W*(?:in|for|of|by|from|across|according to|between)\s+(?:which|what)\b(?!\s+{_PAPERS})"
    r"|\b(?:the|these|those|both|two|three) (?:papers|works)\b(?! (?:on|about|that|which|using|in))",
    re.IGNORECASE,
)


@lru_cache(maxsize=256)
def intent_of(question: str) -> Intent:
    """What kind of answer a question asks for; a lookup unless its words say otherwise.

    Args:
        question: English or Chinese, as asked.
    """
    if _COUNT.search(question):
        return Intent.COUNT
    if _THEMES.search(question):
        return Intent.THEMES
    if _OF_ANY.search(question):
        return Intent.EXISTENCE
    if _ONE.search(question):
        return Intent.OVERVIEW if _OVERVIEW.search(question) else Intent.LOOKUP
    if _OVERVIEW.search(question):
        return Intent.OVERVIEW
    if _EXISTENCE.search(question) and not _ASKS_MORE.search(question):
        return Intent.EXISTENCE
    if _LIST.search(question) or (_NOUNS.search(question) and len(question.split()) <= _MOST_WORDS):
        return Intent.LIST
    return Intent.LOOKUP
