"""Preambles: markup and code around a question, and orders before it, which ask nothing of any paper."""

import re

# HTML's own elements alone: "<mask>" and "<s>" are what papers write of. A letter's tag counts in a pair, or with a
# value.
_ELEMENTS = (
    "applet|audio|base|body|button|details|div|embed|form|frame|frameset|head|html|iframe|img|input|link|marquee|meta"
    "|object|param|script|span|style|svg|template|textarea|title|video|br|em|strong|h[1-6]"
)
_CONTENT = re.compile(r"<(?P<name>script|style)\b[^<>]*>.*?(?:</(?P=name)\s*>|$)", re.IGNORECASE | re.DOTALL)
_TAG = re.compile(
    rf"(?:</?(?:{_ELEMENTS})(?:[\s/][^<>]*)?>|<[a-z][a-z0-9]*[\s/][^<>]*=[^<>]*>"
    rf"|<!--.*?-->|<(?P<one>[abipqsu])>(?P<within>[^<>]*)</(?P=one)>)",
    re.IGNORECASE | re.DOTALL,
)
_OPENERS = (
    r"what|who|whom|whose|which|how|where|when|why|do|does|did|is|are|was|were|can|could|has|have|compare|list|name"
    r"|explain|summari[sz]e|show|tell"
)
_IN_CHINESE = r"[\u4e00-\u9fff]|[\w-]+\s*(?:是|的|和|与|有|用|能)"
_RULE = re.compile(
    rf"^(?=.*?(?:[;{{}}=|\\]|##|```|\*/|\[\[)).*?(?:--|#{{2,}}|={{3,}}|\*/|```|}}}}|\]\])\s*(?=(?:(?:{_OPENERS})\b[^?？]{{4,}}[?？]|(?:{_IN_CHINESE}).*[?？])\s*$)",
    re.IGNORECASE | re.DOTALL,
)
"""What signs of code, and then a line of signs, set off before a question that goes to the end."""
_CODE = re.compile(rf"^(?:\S*(?:[({{;=\\]|\.\./|://)\S*\s+)+(?=[A-Z])(?=(?i:{_OPENERS})\b[^?？]{{4,}}[?？]\s*$)")
"""Words that are code before a question that begins with a capital."""
_ORDER = re.compile(
    r"^\W*(?:(?:please|now|system|assistant|user)\W+)*(?:ignore|forget|disregard|override)\b[^.!?:。！？：\n]*"
    r"\b(?:instructions?|rules|prompts?|guidelines|told|said|above)\b[^.!?:。！？：\n]*[.!:。！：\n]+\s*(?=\S)"
    r"|^\W*(?:请)?(?:忽略|忘记|无视)[^。！？：\n]*(?:指令|指示|规则|提示|要求)[^。！？：，,\n]*[。！：，,\n]+\s*(?=\S)",
    re.IGNORECASE,
)


def bare(question: str) -> str:
    """A question without the markup in it, and without code and orders that stand before it.

    Args:
        question: as typed: "<script>alert(1)</script> What is AQLM?" asks "What is AQLM?". Where nothing else is left,
            it stays as it is.
    """
    if not re.search(r"[<#=*`}\](/-]|ignore|forget|disregard|override|忽略|忘记|无视", question, re.IGNORECASE):
        return question
    text = _TAG.sub(lambda found: f" {found['within'] or ''} ", _CONTENT.sub(" ", question))
    text = _CODE.sub("", _RULE.sub("", _ORDER.sub("", text.strip())))
    if text.strip() == question.strip() or not re.search(r"\w", text):
        return question
    return re.sub(r"[^\S\n]+", " ", text).strip()
