"""Clicks: what the buttons in a conversation ask for."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

from ui.turns import Turn, Turns
from ui.where import conditions_of, line_of

Wish = Literal["retry", "undo", "edit", "reword", "toggle", "change"]


@dataclass(frozen=True, slots=True)
class Click:
    """A click on a button of a turn.

    Args:
        wish: "retry" asks the turn's question again, "edit" another one in its place; both let the later turns go.
            "undo" takes the turn back with all after it. "reword" puts right how its question was read, "toggle" takes
            a condition back or puts it in again, "change" writes others in its place; the last question's answer then
            gives way to the new one, while an earlier question is asked again at the end, as it stood in its place.
        turn: the turn's place in the conversation.
        text: what the reader typed.
        place: of the condition among those that were read.
    """

    wish: Wish
    turn: int
    text: str = ""
    place: int = 0

    @classmethod
    def parse(cls, command: str) -> Click:
        """Read what the page's script sends.

        Raises:
            ValueError: it is of no such form.
        """
        try:
            found: dict[str, Any] = json.loads(command)
            wish: Any = found["do"]
            if wish not in get_args(Wish) or int(found["turn"]) < 0 or int(found.get("filter", 0)) < 0:
                raise ValueError(f"no such click: {command!r}")
            return cls(wish, int(found["turn"]), str(found.get("text", "")).strip(), int(found.get("filter", 0)))
        except (LookupError, TypeError, AttributeError) as error:
            raise ValueError(f"no such click: {command!r}") from error


@dataclass(frozen=True, slots=True)
class Asking:
    """A question to ask.

    Args:
        turn: the question, not asked yet.
        kept: the turns that stay before it.
        earlier: the conversation in which it is understood.
        line: the explicit conditions as the reader's line shall show them; None leaves it.
    """

    turn: Turn
    kept: Turns
    earlier: Turns
    line: str | None = None


def asking_of(click: Click, turns: Turns) -> Asking | None:
    """Return what a click asks; None where the reader left the text empty.

    Raises:
        LookupError: the turn or its condition is gone.
        FilterError: a condition that was typed is of no form that is known.
    """
    old = turns[click.turn]
    before = turns[: click.turn]
    if click.wish == "retry":
        return Asking(old.afresh(), before, before)
    if click.wish in ("edit", "reword") and not click.text:
        return None
    if click.wish == "edit":
        return Asking(Turn(click.text, where=old.where, without=old.without), before, before)
    if click.wish == "reword":
        turn = replace(old.afresh(), reworded=click.text)
    elif click.wish == "toggle":
        turn = old.toggled(click.place)
    else:
        turn = old.changed(click.place, conditions_of(click.text))
    kept = before if click.turn == len(turns) - 1 else turns
    # A condition that the words of the question state is this question's alone: its change stays out of the line.
    line = line_of(turn.where) if len(turn.without) == len(old.without) and turn.where != old.where else None
    return Asking(turn, kept, before, line)
