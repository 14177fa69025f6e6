from __future__ import annotations

import pytest
from pydantic import ValidationError

from ui.programs.messages import ChatRequest
from ui.programs.objections import objections


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"messages": []}, ("messages", "must have at least 1 entry, not '[]'")),
        ({"messages": "x"}, ("messages", "must be a list, not 'x'")),
        ({"messages": [{"role": "user", "content": 7}]}, ("messages.0.content", "must be a text or a list, not '7'")),
        ({"top_k": 0}, ("top_k", "must be 1 or more, not '0'")),
        ({"top_k": "x"}, ("top_k", "must be a whole number, not 'x'")),
        ({"stream": "maybe"}, ("stream", "must be true or false, not 'maybe'")),
        ({"where": ["year>=2023", 7]}, ("where.1", "must be a text, not '7'")),
        ({"model": None}, ("model", "must be a text")),
    ],
)
def test_what_is_wrong_is_said_in_plain_words(changes: dict[str, object], said: tuple[str, str]) -> None:
    asked = {"model": "askpapers", "messages": [{"role": "user", "content": "q"}]}
    with pytest.raises(ValidationError) as caught:
        ChatRequest.model_validate(asked | changes)
    assert objections(caught.value.errors())[0] == said
