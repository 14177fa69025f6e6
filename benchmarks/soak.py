"""Many people talk to one window for minutes while its model misbehaves: `python -m benchmarks.soak --index DIR`.

The window runs as a process of its own (`python -m ui`), with a scripted model behind it that fails one request in
five: busy, broken, stalled, hung up, talking nonsense. Each reader asks as the page does, several questions a
conversation, now and then leaves in the midst of an answer, and begins anew. What is checked: every answer ends, a
conversation holds all its own questions and nobody else's, neither does a request to the model, the log holds no
error. What is printed: threads, open files, connections and memory of the window at the start, midway and at the end.
Linux alone.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import IO

import httpx

from benchmarks.crowd import Asker
from benchmarks.gauges import Gauges
from benchmarks.moods import MARKER, Moody
from rag.config import RagConfig
from rag.store import PaperStore
from rag.testing import ScriptedServer
from tests.ui.ports import free_port

TIMEOUT_SECONDS = 4
"""Of the window for its model: less than the model's stalls last."""
QUIET_SECONDS = 20
"""After the last question, before the last figures: what was left behind is given time to go."""
_FORGETS = 0.05
_A_CONVERSATION = 4
_TROUBLE = re.compile(r"Traceback|level=\W*(?:error|critical)|Error:|exception", re.IGNORECASE)


@dataclass
class Reader:
    """One person, and what became of their questions.

    Args:
        number: marks their questions.
        titles: of papers to ask about.
        chance: when to leave.
    """

    number: int
    titles: Sequence[str]
    chance: Random
    asked: int = 0
    whole: int = 0
    by_model: int = 0
    left: int = 0
    faults: list[str] = field(default_factory=list)

    async def talk(self, client: httpx.AsyncClient, asker: Asker, until: float) -> None:
        """Hold conversations until a moment of `time.monotonic`."""
        talks = 0
        while time.monotonic() < until:
            talks += 1
            session = f"soak{self.number}x{talks}"
            life = asyncio.create_task(_stay(client, session))
            try:
                markers: list[str] = []
                while len(markers) < _A_CONVERSATION and time.monotonic() < until:
                    if not await self._ask(client, asker, session, markers):
                        break
            finally:
                life.cancel()
                await asyncio.gather(life, return_exceptions=True)

    async def _ask(self, client: httpx.AsyncClient, asker: Asker, session: str, markers: list[str]) -> bool:
        """Ask one question; False where the reader has left in the midst of its answer."""
        self.asked += 1
        marker = f"reader{self.number}x{self.asked}"
        markers.append(marker)
        title = self.chance.choice(self.titles)
        body = asker.body(f"What does the paper {title} propose, {marker}", session)
        joined = await client.post("gradio_api/queue/join", json=body)
        if joined.status_code != 200:
            self.faults.append(f"{marker}: {joined.status_code} {joined.text[:200]}")
            return False
        leaves = self.chance.random() < _FORGETS
        shown, end = "", None
        async with client.stream("GET", f"gradio_api/queue/data?session_hash={session}") as stream:
            async for line in stream.aiter_lines():
                shown += line
                if leaves and marker in line:
                    self.left += 1
                    return False
                message = json.loads(line.removeprefix("data: ")) if line.startswith("data: ") else {}
                if message.get("msg") == "process_completed":
                    end = message
                    break
        self._judge(marker, set(markers), shown, ended=bool(end and end.get("success")))
        return True

    def _judge(self, marker: str, own: set[str], shown: str, *, ended: bool) -> None:
        found = {match[0] for match in MARKER.finditer(shown)}
        if not ended or "ap-footer" not in shown:
            self.faults.append(f"{marker}: no whole answer came: {shown[-300:]}")
            return
        self.whole += 1
        self.by_model += f"asked by {marker}" in shown
        self.faults += [f"{marker}: {lost} is lost from its conversation" for lost in own - found]
        self.faults += [f"{marker}: {foreign} came with it" for foreign in found - own]


async def _stay(client: httpx.AsyncClient, session: str) -> None:
    """Be there, as a page that is open."""
    async with client.stream("GET", f"gradio_api/heartbeat/{session}") as stream:
        async for _line in stream.aiter_lines():
            pass


@contextmanager
def window(index: str, model: str, log: IO[bytes]) -> Iterator[tuple[str, int]]:
    """Run `python -m ui`; gives its address and its process's id."""
    port = free_port()
    environ = {**os.environ, "RAG_LLM": f"scripted@{model}", "RAG_TIMEOUT": str(TIMEOUT_SECONDS), "RAG_INDEX": index}
    command = [sys.executable, "-m", "ui", "--port", str(port), "--log", "--at-once", "8"]
    process = subprocess.Popen(command, env=environ, stdout=subprocess.DEVNULL, stderr=log)  # noqa: S603 - our own
    try:
        url = f"http://127.0.0.1:{port}/"
        for _ in range(1200):
            if process.poll() is not None:
                raise SystemExit(f"error: the window ended with {process.returncode}")
            try:
                httpx.get(f"{url}healthz", trust_env=False).raise_for_status()
                break
            except httpx.HTTPError:
                time.sleep(0.1)
        yield url, process.pid
    finally:
        process.terminate()
        process.wait(20)


@dataclass
class Soak:
    """One run.

    Args:
        people: how many.
        minutes: for how long.
        titles: of papers to ask about.
    """

    people: int
    minutes: float
    titles: Sequence[str]
    gauges: dict[str, Gauges] = field(default_factory=dict)

    async def run(self, url: str, process: int) -> list[Reader]:
        """Have everybody talk; returns them."""
        limits = httpx.Limits(max_connections=None, max_keepalive_connections=0)
        readers = [Reader(number, self.titles, Random(number)) for number in range(self.people)]
        async with httpx.AsyncClient(base_url=url, timeout=180, limits=limits, trust_env=False) as client:
            asker = Asker.of((await client.get("config")).json())
            warming = [Reader(self.people + number, self.titles, Random(number)) for number in range(self.people)]
            await asyncio.gather(*(reader.talk(client, asker, time.monotonic() + 10) for reader in warming))
            await asyncio.sleep(QUIET_SECONDS)
            self.gauges["start"] = Gauges.of(process)
            until = time.monotonic() + self.minutes * 60
            midway = asyncio.create_task(self._midway(process))
            await asyncio.gather(*(reader.talk(client, asker, until) for reader in readers))
            await midway
            self.gauges["busy, at the end"] = Gauges.of(process)
        await asyncio.sleep(QUIET_SECONDS)
        self.gauges["end"] = Gauges.of(process)
        return [*warming, *readers]

    async def _midway(self, process: int) -> None:
        await asyncio.sleep(self.minutes * 30)
        self.gauges["busy, midway"] = Gauges.of(process)

    def leaks(self) -> list[str]:
        """What has grown: threads, files, connections by more than a handful; memory by more than a tenth midway on."""
        start, end = self.gauges["start"].row(), self.gauges["end"].row()
        grown = [
            f"{name}: {start[name]} at the start, {end[name]} at the end"
            for name, spare in (("threads", 8), ("handles", 8), ("connections", 4))
            if end[name] > start[name] + spare
        ]
        midway = self.gauges["busy, midway"].resident_mb
        if end["resident_mb"] > midway * 1.1:
            grown.append(f"memory: {midway} MB midway, {end['resident_mb']} MB at the end")
        return grown


def titles_of(index: str) -> list[str]:
    """The titles of an index's papers, or how their abstracts begin, in plain words."""
    store = PaperStore.open(index, RagConfig.from_env(index=index).embedding)
    try:
        plain = (re.sub(r"[^A-Za-z0-9-]+", " ", paper.label).strip() for paper in store.papers())
        return [title for title in plain if len(title) >= 20]
    finally:
        store.close()


def main(argv: Sequence[str] | None = None) -> int:
    """Run it and print what came of it; 1 where a fault was met."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.soak", description=__doc__.splitlines()[0])
    parser.add_argument("--index", default="index", help="the index's folder")
    parser.add_argument("--people", type=int, default=20)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--share", type=float, default=0.2, help="of the model's requests that meet a fault")
    options = parser.parse_args(argv)
    moody = Moody(options.share)
    soak = Soak(options.people, options.minutes, titles_of(options.index))
    with TemporaryDirectory() as folder, ScriptedServer([moody] * 1_000_000) as model:
        log = Path(folder, "log")
        with log.open("wb") as file, window(options.index, model.url, file) as (url, process):
            readers = asyncio.run(soak.run(url, process))
        trouble = [line for line in log.read_text(errors="replace").splitlines() if _TROUBLE.search(line)]
    faults = [fault for reader in readers for fault in reader.faults] + moody.mixed + trouble + soak.leaks()
    figures = {
        "people": options.people,
        "minutes": options.minutes,
        "asked": sum(reader.asked for reader in readers),
        "left in the midst": sum(reader.left for reader in readers),
        "answered": sum(reader.whole for reader in readers),
        "written by the model": sum(reader.by_model for reader in readers),
        "requests to the model": dict(moody.met.most_common()),
        "held": {when: gauges.row() for when, gauges in soak.gauges.items()},
        "faults": faults[:50],
    }
    print(json.dumps(figures, ensure_ascii=False, indent=1))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
