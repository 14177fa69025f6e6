"""Chinese: what a Chinese question is about, in English terms: its particles part them, its frame says nothing."""

import re
from collections.abc import Callable
from functools import cache

_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")
_CHINESE_FRAME = re.compile(
    r"^(?:请|麻烦)?(?:帮我|给我|你)?(?:总结|概括|归纳|梳理|推荐)(?:一下|下)?(?:这个|整个|该|这批|这些|所有)?(?:论文库|文献库|库)?"
    r"|领域(?=的)|(?:研究)?(?:趋势|热点|方向|话题|议题)(?=$|有哪些|是什么|有什么|如何|怎|的)|(?:总体|整体|大体|大致)(?:上|来说|来看)?"
    r"|既|有没有|有哪些|有多少|哪些|哪几|多少|几篇|篇|论文|文章|文献|工作|研究(?!者)|关于|有关|涉及|讨论|提到|探讨|方面|相关|主题|一共|总共|共有|这些|里面"
    r"|请|列出|列举|找出|所有|全部|尽量|列全|给出|是不是|是|了|吗|呢|都|把|对|为|等|被|现象|问题|方法|技术|近期|最近|最新|近年来?|近几年|当前|现有"
)
_CHINESE_JOINTS = ((re.compile(r"和|与|以及|并且|同时|又"), " and "), (re.compile(r"或者?|、"), " or "))
_CHINESE_PARTS = re.compile(r"的|做|进行|用于|应用于|应用到|基于|使用|利用|采用|结合|针对|用|在|中|上|里|来")
_PARTICLES = "是了吗呢都把对为等被篇请的做用在中上里来"
_PRIVATE = 0xE000


def chinese_read(text: str, english: Callable[[str], str]) -> str:
    """A text with its Chinese as English terms and what joins them, without its frame.

    Args:
        text: of a question, in whatever languages.
        english: gives a Chinese term in English, or nothing.
    """
    return _CJK.sub(lambda match: _in_english(match[0], english), text)


def _in_english(run: str, english: Callable[[str], str]) -> str:
    """A run of Chinese as English terms, with what joins them; without its frame ("有哪些论文")."""
    kept: list[str] = []

    def keep(match: re.Match[str]) -> str:
        kept.append(match[0])
        return chr(_PRIVATE + len(kept) - 1)

    text = _CHINESE_FRAME.sub(" ", _terms_of_particles().sub(keep, run))
    for pattern, joint in _CHINESE_JOINTS:
        text = pattern.sub(joint, text)
    text = _CHINESE_PARTS.sub(" . ", text)  # a stop parts, and unlike a comma it enumerates nothing
    text = re.sub(r"[\ue000-\uf8ff]", lambda match: kept[ord(match[0]) - _PRIVATE], text)
    return f" . {_CJK.sub(lambda match: f' {english(match[0])} ', text)} . "


@cache
def _terms_of_particles() -> re.Pattern[str]:
    """Terms of the field that have a particle's character in them: 对比学习 is no 比学习 that something is done to."""
    from rag.languages.glossary import chinese_glossary

    # 核方法 is no 核 whose 方法 are asked for.
    of_methods = [term for term in chinese_glossary().terms_with("法") if term.endswith("方法") and term != "方法"]
    terms = [*of_methods, *chinese_glossary().terms_with(_PARTICLES)]
    return re.compile("|".join(map(re.escape, terms)))
