"""Ellipsis: Chinese questions that leave out what they are about: "代码公开吗？", "比 BERT 好吗？".

Chinese drops a subject that has been talked of, so that no pronoun tells a follow-up. What tells it is what the
question has: no thing of its own, but only what any paper is asked for; or a predicate at its very beginning.
"""

import re
from functools import lru_cache

from rag.questions import content_terms
from rag.understanding.aspects_cjk import is_aspect_cjk
from rag.understanding.intent import Intent, intent_of

_OTHER_SCRIPT = re.compile(r"[\u3040-\u30ff\uac00-\ud7af]")
_LATIN = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[-+.][A-Za-z0-9]+)*")
_CLAUSE = re.compile(r"[，。；,;：:]")
_LEADING_WORDS = """
那 那么 请问 请 所以 而且 并且 但 但是 然后 主要 具体 一共 总共 还 也 都 到底 究竟 为什么 为何 最终 最后 通常
一般
"""
_LEADS = frozenset(_LEADING_WORDS.split())
_PREDICATE_WORDS = """
能 能否 能够 可以 可否 是否 会 会不会 能不能 需要 需 需不需要 要 要不要 支持 适用 适合 用于 依赖 基于 包含
包括 涉及 针对 比 与 和 跟 同 在 对 用 使用 采用 利用 借助 提出 解决 证明 优于 超过 达到 覆盖 属于 来自 分
分成 分为 有没有 不 被 靠 通过 适 由 对比 比较 击败 相比 相对
"""
_PREDICATES = frozenset(_PREDICATE_WORDS.split())
"""Words with which a sentence begins whose subject is left out: verbs, modals, and prepositions of a predicate."""
_DONE = re.compile(
    r"^(?:[\u4e00-\u9fff]{1,4})了(?:哪|什么|多少|几)|^(?:怎么|如何|怎样|何时|在哪)[\u4e00-\u9fff]{1,6}的[？?]?$"
)
"""A deed that is done, without who did it: "分析了哪些设定", "怎么构建的"."""
_HOLDS = re.compile(r"(?:主要|具体|一共|总共|都|还|分别)*(?:包含|包括|涉及|支持|覆盖)(?:了|哪|什么|多少|几)")
"""A predicate of what something holds, whose subject is left out: "包含哪些编程语言"."""
_ARISES = re.compile(r"^(?:那么?|所以)?(?:为什么|为何)会(?:产生|出现|发生|存在|有)")
"""What arises may be the thing itself: "为什么会产生幻觉"."""
_DEFINES = re.compile(
    r"^(?:请问)?(?:什么是|何谓|何为|啥是|介绍|解释|定义|讲讲|说说|推荐|列出|找)|(?:是什么意思|的定义(?:是什么)?|是啥)\W*$"
)
_ACROSS = re.compile(
    r"论文|文章|文献|摘要|最(?:好|佳|优|先进)的?(?:方法|模型|算法|做法)|(?:哪些|哪种|什么|有哪些)(?:方法|做法|算法|技术)"
)
"""What is asked of all papers."""
_ASKS = re.compile(r"[什哪几吗呢吧谁何]|多[少大快高长好]|怎|为何|是否|能否|有没有|[^\W\d_]不[^\W\d_]")
_LONGEST = 30


@lru_cache(maxsize=512)
def things(question: str) -> tuple[tuple[str, ...], ...]:
    """The things that a Chinese question names, each as its analysed English terms; no aspects of any paper.

    Args:
        question: in Chinese, names in Latin letters among it.
    """
    from rag.languages.glossary import chinese_glossary

    found = [tuple(content_terms(name)) or (name.lower(),) for name in _LATIN.findall(question)]
    for word, english in chinese_glossary().words(question):
        terms = tuple(content_terms(english))
        if terms and not is_aspect_cjk(word, english):
            found.append(terms)
    return tuple(found)


def left_out(question: str) -> bool | None:
    """Whether a Chinese question has left out its subject: for sure, perhaps (False), or not at all (None).

    Args:
        question: as asked.
    """
    text = question.strip()
    if len(text) > _LONGEST or _OTHER_SCRIPT.search(text) or _DEFINES.search(text):
        return None
    named = things(text)
    if not named:
        return True if is_without_thing(text) else None
    if _ACROSS.search(text) or intent_of(text) is not Intent.LOOKUP:
        return None
    if len(named) == 1 and _begins_with_predicate(text):
        return not _ARISES.match(text)
    if _DONE.search(text):
        return True
    return False if len(named) == 1 or _HOLDS.match(text) else None


def is_without_thing(question: str) -> bool:
    """Whether a Chinese question names nothing but what any paper is asked for: "效果如何？"."""
    text = question.strip()
    if _OTHER_SCRIPT.search(text) or re.search(r"论文|文章|文献|摘要", text) or _DEFINES.search(text):
        return False
    return not things(text) and (bool(_ASKS.search(text)) or _has_aspect(text))


def names_thing_first(question: str) -> bool:
    """Whether a Chinese question speaks of a thing, and not only in its predicate: "为什么 ABE 会失败？"."""
    return bool(things(question)) and not _begins_with_predicate(question)


def _has_aspect(text: str) -> bool:
    from rag.languages.glossary import chinese_glossary

    return any(content_terms(english) for _, english in chinese_glossary().words(text))


def _begins_with_predicate(text: str) -> bool:
    from rag.languages.glossary import chinese_glossary

    head = _LATIN.split(_CLAUSE.split(text)[0], maxsplit=1)[0]
    words = [word for word, _ in chinese_glossary().words(head)]
    while words and words[0] in _LEADS:
        words.pop(0)
    return bool(words) and words[0] in _PREDICATES
