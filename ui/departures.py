"""Departures: what Gradio keeps of sessions whose page was closed, and for how long.

It deletes their history after an hour, in case the page comes back, but keeps a copy of all that the page showed for
each of ten thousand sessions, half a megabyte each, until it ends.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

_COMES_BACK = timedelta(hours=1)


def let_go(app: Any, session: str, now: datetime | None = None) -> None:
    """Drop what a page showed that was just closed, and whole sessions that were closed an hour ago or longer.

    A page that comes back within the hour finds its history; what it shows, Gradio notes again as it changes.

    Args:
        app: the Blocks; one that is not served holds nothing.
        session: whose page was closed.
        now: in place of the clock.
    """
    holder = getattr(app, "state_holder", None)
    if holder is None:
        return
    if session in holder.session_data:
        holder.session_data[session].config_values.clear()
    before = (now or datetime.now()) - _COMES_BACK
    for name, state in list(holder.session_data.items()):
        if state.is_closed and holder.time_last_used.get(name, before) <= before:
            holder.session_data.pop(name, None)
            holder.time_last_used.pop(name, None)
