"""The revision: which commit is running, and whether the code is that commit's."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Revision:
    """A state of the checkout.

    Args:
        commit: its short name; "unknown" outside a checkout.
        clean: whether every file is as committed.
    """

    commit: str
    clean: bool

    @classmethod
    def of(cls, root: Path) -> Revision:
        """The state of the checkout at `root`."""
        try:
            commit = _git(root, "rev-parse", "--short", "HEAD")
            return cls(commit, clean=not _git(root, "status", "--porcelain"))
        except (OSError, subprocess.CalledProcessError):
            return cls("unknown", clean=False)


def _git(root: Path, *words: str) -> str:
    command = ["git", "-C", str(root), *words]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()  # noqa: S603
