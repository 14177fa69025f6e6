"""What kind of sentence an answer holds: one that states something, or one of which there is nothing to check."""

import re

from rag.questions import content_terms

_SILENT = re.compile(
    r"\b(?:abstracts?|papers?|texts?|sources?|excerpts?|passages?|documents?)\b[^.]{0,60}\b(?:do|does|did)(?:\s+not|n['’]t)\s+"
    r"(?:\w+ly\s+)?(?:say|state|mention|specify|report|discuss|describe|give|provide|explain|indicate|address|contain|include"
    r"|clarify|detail|cover|answer|compare|quantify|name|reveal)"
    r"|\b(?:is|are|was|were)\s+not\s+(?:\w+ly\s+)?(?:stated|mentioned|specified|reported|given|provided|discussed|described"
    r"|addressed|quantified|detailed|named|covered)\b"
    r"|\b(?:no|none of the)\s+(?:\w+\s+)?(?:abstracts?|information|details?|mention)\b|\bnot\s+enough\s+information\b"
    r"|没有(?:提到|提及|说明|给出|报告|指出|回答|讨论|涉及)|未(?:提到|提及|说明|给出|报告|指出|讨论|涉及)",
    re.IGNORECASE,
)


def states_nothing(sentence: str, *, cites: bool) -> bool:
    """Whether there is nothing to check: a heading, a question, a lead-in, or that the abstracts do not say.

    Args:
        sentence: without its markers and its list's dash.
        cites: whether it cites a paper.
    """
    text = sentence.strip().strip("*_ ")
    if not re.search(r"[^\W_]", text) or _SILENT.search(text):
        return True
    if cites:
        return False
    return text.endswith((":", "：", "?", "？")) or len(content_terms(text)) < 2
