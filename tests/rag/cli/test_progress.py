"""A bar for what is seldom done."""

import io
from typing import Any

from tqdm import tqdm

from rag.cli.progress import on_demand


def test_a_bar_is_made_when_it_first_moves_and_closed_at_its_end() -> None:
    bars: list[tqdm[Any]] = []

    def make() -> "tqdm[Any]":
        bars.append(tqdm(file=io.StringIO()))
        return bars[0]

    advance = on_demand(make)
    assert bars == []
    advance(2, 5)
    assert (bars[0].n, bars[0].total, bars[0].disable) == (2, 5, False)
    advance(3, 5)
    assert (len(bars), bars[0].n, bars[0].disable) == (1, 5, True)
