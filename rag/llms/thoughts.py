"""Thoughts: what a reasoning model writes before its answer, kept from the reader."""

import re

_NAMES = "think|thinking|thought|reasoning"
_OPENING = re.compile(rf"\s*<({_NAMES})>", re.I)
_MAY_OPEN = re.compile(r"\s*(?:<[a-z]{0,10})?$", re.I)
_CLOSING = re.compile(rf"</(?:{_NAMES})>\s*", re.I)
_LONE_CLOSING = re.compile(rf"(?:^|\n)[ \t]*</(?:{_NAMES})>[ \t]*\n\s*", re.I)
_MAY_CLOSE_ALONE = re.compile(r"\n[ \t]*(?:</?[a-z]{0,10}(?:>\s*)?)?$", re.I)
_MAY_CLOSE = re.compile(r"<(?:/[a-z]{0,10})?$", re.I)


class Thoughts:
    """Hides the `<think>…</think>` with which a streamed answer begins, once or several times.

    Some servers leave out the opening tag: a closing one on a line of its own then ends what were thoughts, though
    they have been shown. Elsewhere the tags are text: a paper may be about them.
    """

    def __init__(self) -> None:
        self._held = ""
        self._inside = False
        self._answering = False
        self._begun = False
        self.hidden = False
        self.ended_late = False
        """Whether all that was given back before the last piece has turned out to be thoughts."""

    def feed(self, delta: str) -> str:
        """Take a piece of the answer; give back what can be shown, holding what may be the start of a tag."""
        if self._answering:
            return self._answer(delta)
        self._held += delta
        while not self._answering:
            if self._inside:
                closing = _CLOSING.search(self._held)
                if closing is None:
                    ending = _MAY_CLOSE.search(self._held)
                    self._held = self._held[ending.start() :] if ending else ""
                    return ""
                self._held, self._inside = self._held[closing.end() :], False
            elif opening := _OPENING.match(self._held):
                self._held, self._inside, self.hidden = self._held[opening.end() :], True, True
            elif _MAY_OPEN.fullmatch(self._held):
                return ""
            else:
                self._answering = True
        shown, self._held = self._held.lstrip() if self.hidden else self._held, ""
        return self._answer(shown)

    def end(self) -> str:
        """The rest, once no more is to come: nothing of a thought that never ended."""
        rest, self._held = self._held, ""
        return "" if self._inside else rest

    def _answer(self, delta: str) -> str:
        """Text after the thoughts, or what has been taken for it."""
        if self.hidden:
            shown = delta if self._begun else delta.lstrip()
            self._begun = self._begun or bool(shown)
            return shown
        text, self._held = self._held + delta, ""
        closing = _LONE_CLOSING.search(text)
        if closing:
            self.hidden = self.ended_late = True
            return self._answer(text[closing.end() :])
        ending = _MAY_CLOSE_ALONE.search(text)
        if ending:
            text, self._held = text[: ending.start()], text[ending.start() :]
        return text
