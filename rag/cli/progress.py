"""Progress of a run of ingestion on a tqdm bar: records done, rate, time left."""

import sys
from collections.abc import Callable
from typing import Any

from tqdm import tqdm


def on_bar(bar: "tqdm[Any]") -> Callable[[int, int | None], None]:
    """The callback that moves a bar, and sets its end as soon as that can be told."""

    def advance(done: int, total: int | None) -> None:
        bar.update(done)
        if total is not None and max(total, bar.n) != bar.total:
            bar.total = max(total, int(bar.n))
            bar.refresh()

    return advance


def on_demand(make: "Callable[[], tqdm[Any]]") -> Callable[[int, int | None], None]:
    """The callback that moves a bar which is made when something first moves it, and closed when all is done.

    Args:
        make: makes it.
    """
    made: list[tqdm[Any]] = []

    def advance(done: int, total: int | None) -> None:
        if not made:
            made.append(make())
        on_bar(made[0])(done, total)
        if total is not None and made[0].n >= total:
            made[0].close()

    return advance


def on_demand_of(unit: str) -> Callable[[int, int | None], None]:
    """The same for a bar on standard error.

    Args:
        unit: what it counts.
    """
    return on_demand(lambda: tqdm(unit=f" {unit}", disable=None, file=sys.stderr))
