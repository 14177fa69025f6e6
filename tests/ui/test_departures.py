"""What is kept of a session whose page was closed."""

from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any

import gradio as gr
from gradio.state_holder import StateHolder

from ui.departures import let_go


def page() -> tuple[gr.Blocks, StateHolder, gr.State, gr.Textbox]:
    with gr.Blocks() as app:
        history, box = gr.State(()), gr.Textbox("shown")
    holder = StateHolder()  # type: ignore[no-untyped-call]
    holder.set_blocks(app)
    return app, holder, history, box


def test_a_page_that_comes_back_within_the_hour_finds_its_history_and_goes_on() -> None:
    app, holder, history, box = page()
    holder["ann"][history._id] = ("asked",)
    holder.session_data["ann"].is_closed = True
    let_go(app, "ann")
    assert not holder.session_data["ann"].config_values
    assert holder["ann"][history._id] == ("asked",)
    holder["ann"]._update_value_in_config(box._id, "shown anew")
    assert holder["ann"].config_values[box._id]["props"]["value"] == "shown anew"


def test_a_session_closed_for_an_hour_is_gone_and_an_open_one_stays() -> None:
    app, holder, _, _ = page()
    for name in ("closed", "open"):
        holder[name]
    holder.session_data["closed"].is_closed = True
    let_go(app, "another", datetime.now() + timedelta(minutes=59))
    assert list(holder.session_data) == ["closed", "open"]
    let_go(app, "another", datetime.now() + timedelta(minutes=61))
    assert (list(holder.session_data), list(holder.time_last_used)) == (["open"], ["open"])


def test_a_page_that_is_not_served_holds_nothing() -> None:
    unserved: Any = SimpleNamespace()
    let_go(unserved, "ann")
