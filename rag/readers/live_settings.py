"""Live settings: which addresses are asked, how often, and how long a fetch goes on trying."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field


class Pace:
    """When each host was last asked: all fetches of a process together keep the distance that it wishes for.

    Args:
        sleep: takes seconds.
        clock: gives seconds.
    """

    def __init__(
        self, sleep: Callable[[float], None] = time.sleep, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.sleep = sleep
        self._clock = clock
        self._asked: dict[str, float] = {}

    def keep(self, host: str, delay: float) -> None:
        """Wait until `delay` seconds have passed since the host was last asked."""
        last = self._asked.get(host)
        left = delay - (self._clock() - last) if last is not None else 0.0
        if left > 0:
            self.sleep(left)

    def asked(self, host: str) -> None:
        """The host has just answered, or failed to."""
        self._asked[host] = self._clock()


@dataclass(frozen=True)
class LiveSettings:
    """How live sources are asked.

    Args:
        arxiv_url: arXiv's query address.
        openreview_url: OpenReview's API v2.
        openreview_v1_url: its API v1, where venues of before 2024 are.
        arxiv_delay: seconds between requests; arXiv asks for three.
        openreview_delay: the same for OpenReview.
        waits: seconds before each further try at a server that is busy or failing.
        longest_wait: a server that asks to wait for more seconds than this is not waited for.
        timeout: seconds to connect, and between two bytes.
        pace: keeps the distances.
    """

    arxiv_url: str = "https://export.arxiv.org/api/query"
    openreview_url: str = "https://api2.openreview.net"
    openreview_v1_url: str = "https://api.openreview.net"
    arxiv_delay: float = 3.0
    openreview_delay: float = 1.0
    waits: tuple[float, ...] = (2, 4, 8, 16, 32)
    longest_wait: float = 60.0
    timeout: tuple[float, float] = (10, 60)
    pace: Pace = field(default_factory=Pace)


LIVE = LiveSettings()
"""The settings of every run that says nothing else; one pace for the whole process."""
