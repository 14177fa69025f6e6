"""Turns as HTML: pure functions from what the engine answered to what the page shows.

Everything that comes from a paper, a model or a reader passes through `ui.markup`, which escapes it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from rag.answering.drafts import UNSUPPORTED
from rag.understanding.asked import LEFT_OUT
from rag.understanding.filters import Filter
from ui import tex
from ui.advice import for_the_window
from ui.cards import anchors, by_number, near_anchor, nearest_of
from ui.markup import attribute, markdown_blocks, one_line, plain_html, prose_html
from ui.turns import Turn
from ui.wording import EN, ZH, Words, condition_name, source_count

Record = Mapping[str, Any]

_CLOSEST = 3
"""Papers named in the chat where none answers; the panel has them all."""


def question_html(turn: Turn, *, number: int, words: Words = EN) -> str:
    """Return a reader's question: the text they typed, with formulas typeset, and a button to change it.

    Args:
        turn: the turn.
        number: its place in the conversation.
        words: of the frame.
    """
    wish = {"turn": number, "do": "edit", "text": turn.question}
    edit = _button(words.edit, "ap-edit", wish, title=words.edit_question)
    return f'<div class="ap-asked ap-editable"><div class="ap-question">{plain_html(turn.question)}</div>{edit}</div>'


def answer_html(turn: Turn, *, number: int, latest: bool = True, words: Words = EN) -> str:
    """Return the assistant's side of a turn.

    Args:
        turn: the turn, complete or still growing.
        number: its place in the conversation; anchors to its source cards carry it.
        latest: whether it is the conversation's last turn, which may be asked again, taken back and gone on from.
        words: of the frame.
    """
    parts = [_reading(turn, number, words)]
    if turn.progress == "searching":
        said = words.in_line.format(turn.ahead) if turn.ahead else words.searching
        parts.append(f'<div class="ap-waiting" role="status">{said}</div>')
    elif turn.progress == "failed":
        parts.append(f'<div class="ap-banner ap-error" role="alert">{plain_html(_failure(turn.error, words))}</div>')
    else:
        parts += _answer(turn, number, words)
    if not turn.running:
        parts += [_footer(turn, number, words, latest=latest), _offers(turn, words) if latest else ""]
    return "\n\n".join(part for part in parts if part)


def _answer(turn: Turn, number: int, words: Words) -> list[str]:
    record = turn.record or {}
    parts = [_banner(record, words)] if turn.progress == "done" and record and not turn.is_courtesy else []
    text = _unremarked(tex.settled(turn.answer) if turn.progress == "streaming" else turn.answer, turn.remarks)
    before, problem, after = _parted(text, record)
    parts += _blocks(before, record, number, words)
    if problem:
        parts.append(f'<div class="ap-banner" role="alert">{plain_html(_failure(problem, words))}</div>')
    parts += _blocks(after, record, number, words)
    if turn.progress == "done" and record.get("verdict") == "not_in_papers":
        parts.append(_closest(record, number, words))
    if turn.progress == "stopped":
        note = (words.stopped if record else words.stopped_bare) if turn.answer else words.stopped_empty
        parts.append(f'<div class="ap-banner" role="status">{note}</div>')
    return parts


def _failure(text: str, words: Words) -> str:
    return for_the_window(text, chinese=words is ZH)


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
    if turn.is_courtesy:
        return ""
    reading = turn.reading
    filters = enumerate(reading.get("filters") or ())
    chips = "".join(_chip(turn, place, condition, number, words) for place, condition in filters)
    lines = [plain_html(words.corrected.format(item["from"], item["to"])) for item in reading.get("corrections") or ()]
    standalone = str(reading.get("standalone_question") or turn.asked)
    if standalone != turn.question:
        lines.append(_editable(words.read_as, standalone, turn, number, words))
    translation = reading.get("translation")
    if translation:
        label = words.in_english.get(str(translation.get("by")), words.in_english["model"])
        lines.append(_editable(label, str(translation.get("text")), turn, number, words))
    shown = (f'<div class="ap-chips">{chips}</div>' if chips else "") + "".join(
        f'<p class="ap-read ap-editable">{line}</p>' for line in lines
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
    stated = Filter(str(condition.get("field")), str(condition.get("operator")), str(condition.get("value")))
    if turn.running or not (condition.get("said") or turn.states(stated)):
        return f'<span class="ap-chip{kind}">{shown}</span>'
    wish = {"turn": number, "filter": place}
    value = f"<span>{shown}</span>"
    if not taken_back and stated.field != "paper":  # which papers are chosen is changed where papers are shown
        change = {**wish, "do": "change", "text": str(stated)}
        value = _button(shown, "ap-edit ap-value", change, title=words.change.format(name), is_html=True)
    sign = "↺" if taken_back else "×"
    cross = _button(sign, "ap-do ap-cross", {**wish, "do": "toggle"}, title=offer.format(name))
    return f'<span class="ap-chip ap-editable{kind}">{value}{cross}</span>'


def _editable(label: str, text: str, turn: Turn, number: int, words: Words) -> str:
    shown = f'{label} <span class="ap-said">{plain_html(text)}</span>'
    if turn.running:
        return shown
    wish = {"turn": number, "do": "reword", "text": text}
    return f"{shown} {_button(words.edit, 'ap-edit', wish, title=words.edit_reading)}"


def _button(shown: str, kind: str, wish: Mapping[str, Any], *, title: str = "", is_html: bool = False) -> str:
    """A button whose click the page's script sends to the server, or opens an editor for."""
    text = shown if is_html else plain_html(shown)
    # The page keeps neither data attributes nor values of what it is given; the script reads its wish from here.
    raw = f'<span class="ap-raw">{attribute(json.dumps(wish, ensure_ascii=False))}</span>'
    about = f' title="{attribute(title)}"' if title else ""
    return f'<button type="button" class="{kind}"{about}>{text}{raw}</button>'


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
        for title in [prose_html(str(paper.get("title") or paper.get("paper_id") or ""))]
    ]
    return f'<div class="ap-closest">{words.closest}<ul>{"".join(links)}</ul></div>' if links else ""


def _footer(turn: Turn, number: int, words: Words, *, latest: bool) -> str:
    count = len(by_number(turn.record)) if turn.record else 0
    # Clicking anywhere in a message shows its sources; the button says so and can be reached by keyboard.
    buttons = [f'<button type="button" class="ap-show">{source_count(words, count)}</button>'] if count else []
    if turn.answer:
        source = one_line(tex.escape_text(tex.scrub(turn.answer)))
        buttons.append(
            f'<button type="button" class="ap-copy">{words.copy}<span class="ap-raw">{source}</span></button>'
        )
    asked = str((turn.record or {}).get("standalone_question") or turn.asked)
    link = {"q": asked, "where": ", ".join(turn.where)}
    buttons.append(_button(words.copy_link, "ap-link", link, title=words.link_hint))
    if latest:
        retry, undo = {"turn": number, "do": "retry"}, {"turn": number, "do": "undo"}
        buttons.append(_button(words.retry, "ap-do", retry, title=words.retry_hint))
        buttons.append(_button(words.undo, "ap-do", undo, title=words.undo_hint))
    return f'<div class="ap-footer">{"".join(buttons)}</div>'


def _offers(turn: Turn, words: Words) -> str:
    offers = "".join(_button(offer, "ap-offer", {"ask": offer}) for offer in turn.offers)
    return f'<div class="ap-offers" role="group" aria-label="{words.ask_next}">{offers}</div>' if offers else ""
