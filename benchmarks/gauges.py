"""Gauges: what a process holds of its machine, read from /proc (Linux)."""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass
from pathlib import Path

_KILOBYTES = 1024


@dataclass(frozen=True, slots=True)
class Gauges:
    """What a process holds at one moment.

    Args:
        threads: at work or waiting.
        handles: open files, sockets among them.
        connections: sockets of TCP, those that listen among them.
        resident_mb: memory in use, in megabytes.
    """

    threads: int
    handles: int
    connections: int
    resident_mb: float

    @classmethod
    def of(cls, process: int) -> Gauges:
        """Read them of a process by its id. Raises OSError where there is no such process, or no /proc."""
        home = Path(f"/proc/{process}")
        status = dict(line.split(":", 1) for line in (home / "status").read_text().splitlines())
        links = [_link(path) for path in (home / "fd").iterdir()]
        tcp = {inode for name in ("tcp", "tcp6") for inode in _inodes(home / "net" / name)}
        return cls(
            threads=int(status["Threads"]),
            handles=len(links),
            connections=sum(link.removeprefix("socket:[").rstrip("]") in tcp for link in links),
            resident_mb=round(int(status["VmRSS"].split()[0]) * _KILOBYTES / 1e6, 1),
        )

    def row(self) -> dict[str, float]:
        """The figures by name."""
        return asdict(self)


def _link(path: Path) -> str:
    try:
        return os.readlink(path)
    except FileNotFoundError:  # closed since it was listed
        return ""


def _inodes(table: Path) -> list[str]:
    return [line.split()[9] for line in table.read_text().splitlines()[1:]] if table.exists() else []
