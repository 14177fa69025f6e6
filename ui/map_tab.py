"""The map tab: a picture of all papers, which the page's script draws from compact arrays."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import gradio as gr
import numpy as np
from llama_index.core.base.base_query_engine import BaseQueryEngine

from rag.atlas.atlas import Atlas
from rag.atlas.mapmaker import MapMaker, Progress
from rag.engine import PaperQueryEngine
from rag.errors import AskPapersError
from rag.store import PaperStore
from rag.text.formulas import plain_signs
from ui.collection import Collection
from ui.map_words import map_words

_STEPS = 65_535
Data = Callable[[str], str]


def map_tab(opened: Callable[[], PaperStore], embedding: str) -> None:
    """Lay the tab out and wire it.

    Args:
        opened: gives the index as it is open now.
        embedding: the model that made its vectors.
    """
    maker = MapMaker(opened, embedding)
    with gr.Column(elem_id="ap-map"):
        wish = gr.Textbox(visible="hidden", elem_id="ap-map-wish")
        data = gr.Textbox(visible="hidden", lines=1, max_lines=1, elem_id="ap-map-data")
    # Gradio would hold a second wish back until the first is answered: one that is lost never is.
    wish.change(
        map_data(maker),
        wish,
        data,
        queue=False,
        show_progress="hidden",
        api_visibility="private",
        trigger_mode="multiple",
    )


def store_of(engine: BaseQueryEngine, collection: Collection) -> Callable[[], PaperStore]:
    """What gives the index as it is open now: the engine opens it anew when it has changed, and closes the former.

    Args:
        engine: answers from it.
        collection: has it as it was opened first.
    """
    if isinstance(engine, PaperQueryEngine):
        return lambda: engine.retriever.store
    return lambda: collection.store


def map_data(maker: MapMaker) -> Data:
    """What answers the page's script.

    Args:
        maker: makes the map.

    Returns:
        A function from `{"number": of the request, "have": the generation shown, "language": the browser's,
        "again": whether to begin anew what failed}` to what is to be shown, both as JSON.
    """

    def data(wish: str) -> str:
        try:
            wished: dict[str, Any] = json.loads(wish)
        except ValueError:
            return ""
        told: dict[str, Any] = {"number": wished.get("number")}
        try:
            look = maker.look(again=bool(wished.get("again")))
        except AskPapersError as error:
            return json.dumps({**told, "progress": asdict(Progress("failed", message=str(error)))})
        told["progress"] = None if look.progress is None else asdict(look.progress)
        told["generation"] = look.generation
        if wished.get("have", -1) == -1:
            told["words"] = asdict(map_words(str(wished.get("language", ""))))
        if look.atlas is not None and wished.get("have") != look.generation:
            told["map"] = arrays(look.atlas)
        return json.dumps(told, ensure_ascii=False, separators=(",", ":"))

    return data


def arrays(atlas: Atlas) -> dict[str, Any]:
    """An atlas as the script takes it.

    Returns:
        "xy": two 16-bit numbers a paper, and "theme": one byte a paper, both as base64; "ids", "titles"; the "names"
        and "counts" of the themes; the "method".
    """
    steps = np.rint(np.clip(atlas.places, 0, 1) * _STEPS).astype("<u2")
    counts = np.bincount(atlas.theme, minlength=len(atlas.names))
    return {
        "xy": base64.b64encode(steps.tobytes()).decode(),
        "theme": base64.b64encode(atlas.theme.tobytes()).decode(),
        "ids": atlas.ids,
        "titles": [*map(plain_signs, atlas.titles)],
        "names": atlas.names,
        "counts": [int(count) for count in counts],
        "method": atlas.method,
    }
