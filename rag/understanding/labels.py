"""Labels: conditions as people read them, in English or Chinese."""

from rag.understanding.filters import PLACES, Filter

YEARS_ZH = {
    "=": "{} 年",
    "!=": "{} 年以外",
    ">=": "{} 年及以后",
    "<=": "{} 年及以前",
    ">": "{} 年以后",
    "<": "{} 年以前",
}
_FIELDS_ZH = {
    "venue": "会议或期刊",
    "author": "作者",
    "firstauthor": "第一作者",
    "secondauthor": "第二作者",
    "thirdauthor": "第三作者",
    "lastauthor": "末位作者",
    "soleauthor": "唯一作者",
    "keyword": "关键词",
    "status": "状态",
    "kind": "类别",
    "paper": "论文",
}
_NAMED = 1
"""Papers of a condition that are named; of more, the number is."""


def named(condition: Filter) -> str:
    """A condition in its explicit form; one that lists papers as `label` has it."""
    return label(condition) if _is_choice(condition) else str(condition)


def label(condition: Filter, *, cjk: bool = False) -> str:
    """A condition as people read it: "year 2023 or later", "not status rejected", "the choice of 12 papers".

    Args:
        condition: of a question.
        cjk: in Chinese.
    """
    if cjk:
        return _chinese(condition)
    if _is_choice(condition):
        return f"{'not ' if condition.operator == '!=' else ''}the choice of {len(condition.values):,} papers"
    value = " or ".join(condition.values)
    year = {">=": f"{value} or later", "<=": f"{value} or earlier", ">": f"after {value}", "<": f"before {value}"}
    if condition.operator in year:
        return f"year {year[condition.operator]}"
    field = condition.field.replace("author", " author") if condition.field in PLACES else condition.field
    return f"{'not ' if condition.operator == '!=' else ''}{field} {value}"


def _chinese(condition: Filter) -> str:
    if _is_choice(condition):
        count = f"{len(condition.values):,}"
        return f"那 {count} 篇以外的论文" if condition.operator == "!=" else f"所选的 {count} 篇论文"
    value = " 或 ".join(condition.values)
    if condition.field == "year":
        return YEARS_ZH[condition.operator].format(value)
    return f"{_FIELDS_ZH[condition.field]}{'不是' if condition.operator == '!=' else '为'} {value}"


def _is_choice(condition: Filter) -> bool:
    return condition.field == "paper" and len(condition.values) > _NAMED
