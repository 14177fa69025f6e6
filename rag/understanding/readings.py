"""Reading: a condition on the papers as a question or its caller stated it, and whether it holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rag.understanding.filters import Filter
from rag.understanding.labels import label


@dataclass(frozen=True)
class Reading:
    """A condition, and whether it holds for the answer.

    Args:
        condition: as stated.
        applied: whether it holds.
        why: why it does not.
        named: how people know it, where they would not know it by its value.
    """

    condition: Filter
    applied: bool
    why: str = ""
    named: str = ""

    def record(self) -> dict[str, Any]:
        """In the form of the JSON contract."""
        found = self.condition
        return {
            "field": found.field, "operator": found.operator, "value": found.value, "said": found.said,
            "removable": self.named or label(found), "applied": self.applied, "why": self.why,
        }  # fmt: skip
