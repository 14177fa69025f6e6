"""Gap: which of several things asked for no paper has, or that none has them together."""

from collections.abc import Sequence

from rag.text.escapes import literal

_ENGLISH = {
    "absent": "No paper has {names}.",
    "nor": " or ",
    "apart": "No paper has all of these clearly: {names}.",
    "both": "No paper clearly has both {names}.",
    "and": " and ",
    "one": "“{name}” ({n} papers)",
    "single": "“{name}” (1 paper)",
    "some": " These papers have at least one of them.",
}
_CHINESE = {
    "absent": "没有论文含有{names}。",
    "nor": "或",
    "apart": "没有论文明确同时涉及：{names}。",
    "both": "没有论文明确同时涉及{names}。",
    "and": "和",
    "one": "“{name}”（{n} 篇）",
    "single": "“{name}”（1 篇）",
    "some": "以下论文至少涉及其中之一。",
}


def gap(parts: Sequence[tuple[str, int]], *, some: bool = False, cjk: bool = False) -> str:
    """Say why no paper has several things together.

    Args:
        parts: each thing, and the number of papers that have it clearly; at least two.
        some: papers with one of them are listed below.
        cjk: in Chinese.
    """
    words = _CHINESE if cjk else _ENGLISH
    absent = [name for name, count in parts if not count]
    if absent:
        told = words["absent"].format(names=words["nor"].join(f"“{literal(name)}”" for name in absent))
        rest = [(name, count) for name, count in parts if count]
        return told if not some else f"{told}{' ' * (not cjk)}{_have(rest, words)}"
    named = [_named(name, count, words) for name, count in parts]
    if len(parts) == 2:
        told = words["both"].format(names=words["and"].join(named))
    else:
        told = words["apart"].format(names=("、" if cjk else ", ").join(named))
    return told + (words["some"] if some else "")


def _have(parts: Sequence[tuple[str, int]], words: dict[str, str]) -> str:
    names = words["nor"].join(f"“{literal(name)}”" for name, _ in parts)
    return f"以下论文含有{names}。" if words is _CHINESE else f"These have {names}."


def _named(name: str, count: int, words: dict[str, str]) -> str:
    return words["one" if count != 1 else "single"].format(name=literal(name), n=f"{count:,}")
