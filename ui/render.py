"""Turns as HTML: pure functions from what the engine answered to what the page shows.

Everything that comes from a paper, a model or a reader passes through `ui.markup`, which escapes it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rag.drafts import UNSUPPORTED
from rag.filters import Filter
from rag.understanding import LEFT_OUT
from ui import tex
from ui.cards import anchors, by_number, near_anchor, nearest_of
from ui.markup import attribute, markdown_blocks, one_line, plain_html
from ui.turns import Turn, canonical
from ui.wording import Words, condition_name, source_count, words_of

Record = Mapping[str, Any]

_CLOSEST = 3
"""Papers named in the chat where none answers; the panel has them all."""


def question_html(question: str) -> str:
    """Return a reader's question: the text they typed, with formulas typeset."""
    return f'<div class="ap-question">{plain_html(question)}</div>'


def answer_html(turn: Turn, *, number: int) -> str:
    """Return the assistant's side of a turn.

    Args:
        turn: the turn, complete or still growing.
        number: its place in the conversation; anchors to its source cards carry it.
    """
    words = words_of(turn.question)
    parts = [_reading(turn, number, words)]
    if turn.progress == "searching":
        parts.append(f'<div class="ap-waiting" role="status">{words.searching}</div>')
    elif turn.progress == "failed":
        parts.append(f'<div class="ap-banner ap-error" role="alert">{plain_html(turn.error)}</div>')
    else:
        parts += _answer(turn, number, words)
    return "\n\n".join(part for part in parts if part)


def _answer(turn: Turn, number: int, words: Words) -> list[str]:
    record = turn.record or {}
    parts = [_banner(record, words)] if record else []
    text = _unremarked(tex.settled(turn.answer) if turn.progress == "streaming" else turn.answer, turn.remarks)
    before, problem, after = _parted(text, record)
    parts += _blocks(before, record, number, words)
    if problem:
        parts.append(f'<div class="ap-banner" role="alert">{plain_html(problem)}</div>')
    parts += _blocks(after, record, number, words)
    if record.get("verdict") == "not_in_papers":
        parts.append(_closest(record, number, words))
    if turn.progress == "stopped":
        note = words.stopped if turn.answer else words.stopped_empty
        parts.append(f'<div class="ap-banner" role="status">{note}</div>')
    if not turn.running and turn.answer:
        parts.append(_footer(turn, words))
    return parts


def _blocks(text: str, record: Record, number: int, words: Words) -> list[str]:
    """The answer, a block of its own for each: while it grows, the page then redraws only the last one."""
    doubted = any(sentence.get("supported") is False for sentence in record.get("sentences") or ())
    blocks = markdown_blocks(text, anchors(record, number), words.doubted if doubted else "")
    shown = [f'<div class="ap-block">{block}</div>' for block in blocks]
    if doubted and text.rpartition("\n\n")[2].startswith(UNSUPPORTED):
        shown[-1] = f'<div class="ap-block ap-legend">{blocks[-1]}</div>'
    return shown


def _unremarked(answer: str, remarks: Sequence[str]) -> str:
    """The answer without the lines on how its question was read, which stand above it."""
    for remark in remarks:
        answer = answer.removeprefix(f"*{remark}*\n\n")
    return answer


def _parted(text: str, record: Record) -> tuple[str, str, str]:
    """What stands before a model's failure, the line that tells it, and what stands after."""
    problem = str(record.get("problem") or "")
    if not problem:
        return text, "", ""
    before, _line, after = text.partition(f"*{problem}*")
    return before, problem, after


def _reading(turn: Turn, number: int, words: Words) -> str:
    """How the question was read: its conditions as chips, and its other readings in a quiet line each."""
    reading = turn.reading
    filters = enumerate(reading.get("filters") or ())
    chips = "".join(_chip(turn, place, condition, number, words) for place, condition in filters)
    lines = [plain_html(words.corrected.format(item["from"], item["to"])) for item in reading.get("corrections") or ()]
    standalone = str(reading.get("standalone_question") or turn.question)
    if standalone != turn.question:
        lines.append(_editable(words.read_as, standalone, turn, words))
    translation = reading.get("translation")
    if translation:
        label = words.in_english.get(str(translation.get("by")), words.in_english["model"])
        lines.append(_editable(label, str(translation.get("text")), turn, words))
    shown = (f'<div class="ap-chips">{chips}</div>' if chips else "") + "".join(
        f'<p class="ap-read">{line}</p>' for line in lines
    )
    return f'<div class="ap-reading">{shown}</div>' if shown else ""


def _chip(turn: Turn, place: int, condition: Record, number: int, words: Words) -> str:
    name = condition_name(words, condition)
    shown, kind, offer = plain_html(name), "", words.take_back
    taken_back = condition.get("why") == LEFT_OUT
    if taken_back:
        shown, kind, offer = f"<s>{shown}</s>", " ap-gone", words.put_back
    elif not condition.get("applied"):
        return f'<span class="ap-chip ap-unmet">{shown} · {words.unmet}</span>'
    stated = str(Filter(str(condition.get("field")), str(condition.get("operator")), str(condition.get("value"))))
    if turn.running or not (condition.get("said") or stated in map(canonical, turn.where)):
        return f'<span class="ap-chip{kind}">{shown}</span>'
    title = attribute(offer.format(name))
    # The page keeps neither data attributes nor values of what it is given; the script reads what to ask from here.
    clicked = f'<span class="ap-raw">{{"turn":{number},"filter":{place}}}</span>'
    cross = f'<span class="ap-cross">{"↺" if taken_back else "×"}</span>'
    return f'<button type="button" class="ap-chip{kind}" title="{title}">{shown} {cross}{clicked}</button>'


def _editable(label: str, text: str, turn: Turn, words: Words) -> str:
    shown = f'{label} <span class="ap-said">{plain_html(text)}</span>'
    if turn.running:
        return shown
    raw = f'<span class="ap-raw">{attribute(text)}</span>'
    return f'{shown} <button type="button" class="ap-edit">{words.edit}</button>{raw}'


def _banner(record: Record, words: Words) -> str:
    verdict = str(record.get("verdict"))
    if verdict == "answered":
        return ""
    title, detail = words.verdicts.get(verdict, words.unknown_verdict)
    # The engine's own words say why; ours are for when it says nothing.
    why = "" if record.get("answer") else f" {detail}"
    return f'<div class="ap-banner" role="status"><strong>{title}</strong>{why}</div>'


def _closest(record: Record, number: int, words: Words) -> str:
    links = [
        f'<li><a class="ap-near" href="#{near_anchor(number, place)}">{title}</a></li>'
        for place, paper in enumerate(nearest_of(record)[:_CLOSEST])
        for title in [plain_html(str(paper.get("title") or paper.get("paper_id") or ""))]
    ]
    return f'<div class="ap-closest">{words.closest}<ul>{"".join(links)}</ul></div>' if links else ""


def _footer(turn: Turn, words: Words) -> str:
    count = len(by_number(turn.record)) if turn.record else 0
    # Clicking anywhere in a message shows its sources; the button says so and can be reached by keyboard.
    show = f'<button type="button" class="ap-show">{source_count(words, count)}</button>' if count else ""
    source = one_line(tex.escape_text(tex.scrub(turn.answer)))
    copy = f'<button type="button" class="ap-copy">{words.copy}</button>'
    return f'<div class="ap-footer">{show}{copy}<span class="ap-raw">{source}</span></div>'
