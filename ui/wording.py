"""Every string the window shows, kept together so that other languages can join later."""

from __future__ import annotations

from typing import Final

ASK_PLACEHOLDER: Final = "Ask a question about these papers…"
ASK_LABEL: Final = "Your question"
ASK: Final = "Ask"
STOP: Final = "Stop"
NEW_CHAT: Final = "New chat"
CHAT_LABEL: Final = "Conversation"
EMPTY_CHAT_TITLE: Final = "What would you like to know?"
EMPTY_CHAT: Final = "Answers come from the abstracts alone, and every claim shows the sentence it rests on."

EXTRACTIVE_MODE: Final = "quoting the abstracts, no model"

SOURCES: Final = "Sources"
SOURCES_EMPTY: Final = "The papers an answer cites appear here, with the cited sentences highlighted."
SOURCES_PENDING: Final = "Sources appear once the answer is complete."
SOURCES_NONE: Final = "This answer cites no paper."
SOURCES_STOPPED: Final = "The answer was stopped before its sources were checked."
SOURCES_FAILED: Final = "There is no answer, so there are no sources."
NEAREST: Final = "Nearest papers"
NEAREST_UNCITED: Final = "Nearest papers, not cited"
OPEN_PAPER: Final = "Open paper"
NO_ABSTRACT: Final = "No abstract."

SEARCHING: Final = "Searching the papers…"
STOPPED: Final = "Stopped. This answer is incomplete and its sources were not checked."
STOPPED_EMPTY: Final = "Stopped before the answer began."
COPY: Final = "Copy answer"
UNEXPECTED: Final = "Something went wrong. Please try again; the server's log has the details."
EMPTY_QUESTION: Final = "The question is empty. Type what you want to know."
BAD_TOP_K: Final = "top_k must be 1 or more."

VERDICTS: Final = {
    "not_in_papers": (
        "Not in these papers",
        "None of the papers answers this. The nearest ones are listed beside the answer.",
    ),
    "abstract_does_not_say": (
        "The abstract does not say",
        "The paper is here, but only its abstract is indexed, and it leaves this out.",
    ),
}
STANDINGS: Final = {"retracted": "retracted", "withdrawn": "withdrawn", "rejected": "rejected"}
UNKNOWN_VERDICT: Final = ("Not answered", "The papers could not settle this question.")


def paper_count(count: int) -> str:
    """Return how many papers are in use, for people."""
    return f"{count:,} paper" if count == 1 else f"{count:,} papers"


def source_count(count: int) -> str:
    """Return how many sources an answer cites, for people."""
    return f"{count} source" if count == 1 else f"{count} sources"


def mode_name(mode: str) -> str:
    """Return how answers are made, for people."""
    return EXTRACTIVE_MODE if mode == "extractive" else f"answers by {mode}"
