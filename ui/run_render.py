"""A run that adds or removes papers, as HTML: how far it is, then what it did and what it refused, and why."""

from __future__ import annotations

import json
from collections.abc import Sequence

from rag.browsing.columns import Entry
from rag.ingestion.errands import State
from rag.readers.refusals import WHOLE_FILE, Refusal
from rag.stats import IndexStats
from ui.advice_chinese import in_chinese
from ui.library_words import ZH, LibraryWords
from ui.markup import attribute, plain_html, prose_html

_LISTED = 50
_LEAST_SECONDS = 3.0
"""Before, a rate says nothing of the time left."""


def run_html(
    state: State,
    words: LibraryWords,
    *,
    number: int,
    removing: bool = False,
    added: Sequence[Entry] = (),
    unread: Sequence[str] = (),
) -> str:
    """Return a run's strip: its bar while it goes on, then its report.

    Args:
        state: how far it is.
        words: of the frame.
        number: of the run.
        removing: it takes papers out.
        added: the papers that it brought, as far as that is known.
        unread: why files that were handed over with its own are not read, a sentence each.
    """
    beside = "".join(f'<p class="ap-lib-unread">{plain_html(why)}</p>' for why in unread)
    if not state.is_over:
        return _strip(_under_way(state, words, removing=removing) + beside, number)
    close = (
        '<button type="button" class="ap-lib-close ap-lib-dismiss" id="ap-lib-dismiss" '
        f'aria-label="{words.run.dismiss}">×<span class="ap-raw">{{"dismiss":{number}}}</span></button>'
    )
    if state.phase == "done" and state.stats is not None:
        return _strip(close + _report(state.stats, words, added) + beside, number, "ap-lib-done")
    if state.phase == "stopped":
        inner = f'<p role="status">{words.run.stopped}</p>{_added(added, words)}{beside}'
        return _strip(close + inner, number)
    why = words.run.failures.get(state.kind) or plain_html(state.message) or words.run.failed
    return _strip(f'{close}<p role="alert">{why}</p>{beside}', number, "ap-error")


def refusal_html(why: str, number: int = 0) -> str:
    """Return why a run was not begun.

    Args:
        why: as text.
        number: of the refusal, below that of any run.
    """
    return _strip(f'<p role="alert">{plain_html(why)}</p>', number, "ap-error")


def gathering_html(share: float, words: LibraryWords) -> str:
    """Return what stands in the list's place until there is one.

    Args:
        share: of the papers that were gone through, 0 to 1.
        words: of the frame.
    """
    said = words.gathering.format(round(100 * share))
    return f'<div class="ap-lib-list"><p class="ap-lib-none" role="status">{said}</p></div>'


def _strip(inner: str, number: int, kind: str = "") -> str:
    return f'<div class="ap-lib-run {kind}"><span class="ap-raw">{{"run":{number}}}</span>{inner}</div>'


def _under_way(state: State, words: LibraryWords, *, removing: bool) -> str:
    name = words.run.removing if removing else words.run.reading
    if state.phase == "stopping":
        said = words.run.stopping
    elif not state.done:
        said = words.run.starting
    elif state.total:
        said = words.run.so_far_of.format(f"{state.done:,}", f"{state.total:,}")
        if state.seconds >= _LEAST_SECONDS and state.done < state.total:
            left = state.seconds * (state.total - state.done) / state.done
            said += f" · {words.run.left.format(_time(left))}"
    else:
        said = words.run.so_far.format(f"{state.done:,}")
    known = bool(state.done and state.total)
    share = round(100 * state.done / state.total) if known and state.total else 0
    value = f' aria-valuenow="{share}"' if known else ""
    width = f"width:{share}%" if known else ""
    bar = (
        f'<div class="ap-lib-progress{"" if known else " ap-lib-unknown"}" role="progressbar" aria-label="{name}" '
        f'aria-valuemin="0" aria-valuemax="100"{value}><div style="{width}"></div></div>'
    )
    stop = ""
    if not removing and state.phase != "stopping":
        told = '<span class="ap-raw">{"stop":true}</span>'
        stop = f'<button type="button" id="ap-lib-stop" class="ap-lib-strong">{words.run.stop}{told}</button>'
    return f'<p><strong>{name}</strong> <span class="ap-lib-said">{said}</span></p>{bar}{stop}'


def _report(stats: IndexStats, words: LibraryWords, added: Sequence[Entry]) -> str:
    counts = {
        "added": stats.added,
        "updated": stats.updated,
        "unchanged": stats.unchanged,
        "merged": stats.merged,
        "removed": stats.removed,
        "refused": len(stats.refused),
    }
    done = " · ".join(words.run.done[name].format(f"{count:,}") for name, count in counts.items() if count)
    now = words.run.now.format(words.papers(stats.papers))
    head = f'<p role="status"><strong>{done or words.run.nothing_new}</strong> · {now}</p>'
    merged = [
        f"{plain_html(merge.record)} <span>{words.run.merged_into.format(plain_html(merge.into))}</span>"
        for merge in stats.merges[:_LISTED]
    ]
    refused = [
        f"{plain_html(_refused(item))} <span>{plain_html(_why(item, words))}</span>" for item in stats.refused[:_LISTED]
    ]
    return (
        head
        + _added(added, words)
        + _details(words.run.merged_papers, merged, len(stats.merges), words)
        + _details(words.run.refused_records, refused, len(stats.refused), words, unfolded=True)
    )


def _refused(refusal: Refusal) -> str:
    record = "" if refusal.record == WHOLE_FILE and refusal.source else refusal.record
    return ": ".join(filter(None, (refusal.source, record)))


def _why(refusal: Refusal, words: LibraryWords) -> str:
    return in_chinese(refusal.why) if words is ZH else refusal.why


def _added(added: Sequence[Entry], words: LibraryWords) -> str:
    items = [
        f'<button type="button" class="ap-lib-open">{prose_html(entry.title)}<span class="ap-raw">'
        f"{attribute(json.dumps({'id': entry.paper_id, 'title': entry.title}, ensure_ascii=False))}</span></button>"
        for entry in added[:_LISTED]
    ]
    return _details(words.run.added_papers, items, len(added), words, unfolded=len(added) <= 5)


def _details(title: str, items: Sequence[str], count: int, words: LibraryWords, *, unfolded: bool = False) -> str:
    if not count:
        return ""
    rest = f"<li>{words.run.the_rest.format(f'{count - len(items):,}')}</li>" if count > len(items) else ""
    inner = "".join(f"<li>{item}</li>" for item in items) + rest
    state = " open" if unfolded else ""
    return (
        f'<details{state}><summary>{title} <span class="ap-count">{count:,}</span></summary>'
        f'<ul tabindex="0">{inner}</ul></details>'
    )


def _time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02d}"
