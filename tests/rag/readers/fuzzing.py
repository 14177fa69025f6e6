"""Fuzzing: valid small files of each format, spoilt at random, and what must be true of whatever is read of them.

`python -m tests.rag.readers.fuzzing --minutes 10` goes over all readers and prints a line for each.
"""

from __future__ import annotations

import argparse
import faulthandler
import io
import random
import re
import sys
import tempfile
import time
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from rag.errors import AskPapersError
from rag.papers import Paper
from rag.readers import FORMATS, FieldMapping, Refusal, read
from rag.readers.content import DAMAGE, Content
from rag.readers.html_tables import read_html_table
from tests.rag.readers.samples import SAMPLES
from tests.rag.readers.spoiling import mutant

SECONDS = 5.0
"""Of processor time, which no small file may take."""
_HANGS = 120.0
"""Seconds after which a file is taken to hang its reader; it stays in the temporary files."""
_READERS = {format_.name: format_.read for format_ in FORMATS} | {"HTML table": read_html_table}


@dataclass(frozen=True)
class Fault:
    """What went wrong with a mutant.

    Args:
        name: of the file.
        content: its bytes.
        what: that was wrong.
    """

    name: str
    content: bytes
    what: str


def fault_of(reader: str, name: str, content: bytes, folder: Path) -> Fault | None:
    """Read a file as a user would, then by the reader itself, whatever it looks like.

    Args:
        reader: its name in `SAMPLES`.
        name: of the file.
        content: its bytes.
        folder: to write it to.

    Returns:
        What was wrong; None where papers, refusals or an error by name came of it, in time.
    """
    (folder / name).write_bytes(content)
    ways: tuple[Callable[[], list[Paper | Refusal]], ...] = (
        lambda: list(read(folder / name)),
        lambda: list(_READERS[reader](Content.of(io.BytesIO(content), name), FieldMapping())),
    )
    for number, way in enumerate(ways):
        began, met = time.process_time(), list[Paper | Refusal]()
        try:
            met = way()
        except AskPapersError as error:
            if name not in str(error):
                return Fault(name, content, f"the error does not name the file: {error}")
        except Exception as error:
            if number and isinstance(error, DAMAGE):  # whoever calls the reader tells of these
                continue
            return Fault(name, content, f"{'by its reader alone: ' * number}{error!r}")
        else:
            if not met and not number:
                return Fault(name, content, "nothing came of it, and nothing was said")
        if (taken := time.process_time() - began) > SECONDS:
            return Fault(name, content, f"{taken:.1f} s")
        lines = len(re.split("\r\n|[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]", content.decode("utf-8", "replace")))
        wrong = next(filter(None, (_wrong(item, lines + content.count(b"\x00\n")) for item in met)), "")
        if wrong:
            return Fault(name, content, wrong)
    return None


def _wrong(item: Paper | Refusal, lines: int) -> str:
    """What no paper and no refusal may be; empty where it is as it should be."""
    if isinstance(item, Refusal):
        told = re.match(r"line (\d+)", item.record)
        if not item.why.strip() or not item.record.strip() or not item.source:
            return f"a refusal without a reason or a record: {item}"
        return f"{item.record} of {lines}" if told and not 1 <= int(told[1]) <= max(lines, 1) + 1 else ""
    if not isinstance(item, Paper) or not item.abstract.strip() or not item.paper_id:
        return f"no paper: {item!r}"
    for text in (item.title, item.abstract, item.venue, item.paper_id, item.url, *item.authors):
        for sign in text:
            if unicodedata.category(sign) in ("Cc", "Cs") and sign not in "\n\t":
                return f"the sign {sign!r} in {text[:200]!r}"
    if item.year is not None and not 0 < item.year < 10_000:
        return f"the year {item.year}"
    return ""


def main() -> int:
    """Fuzz; 1 where something was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=1.0, help="for each reader")
    parser.add_argument("--reader", choices=list(SAMPLES), action="append", help="one of them; may be repeated")
    parser.add_argument("--suffix", default="", help="only the reader's files of this one, such as .xls")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    found = 0
    for reader in options.reader or SAMPLES:
        chance, until, runs = random.Random(f"{options.seed} {reader}"), time.monotonic() + options.minutes * 60, 0
        faults: dict[str, Fault] = {}
        with tempfile.TemporaryDirectory() as folder:
            while time.monotonic() < until:
                runs += 1
                faulthandler.dump_traceback_later(_HANGS, exit=True)  # a library's own loop hears no signal
                fault = fault_of(reader, *mutant(reader, chance, options.suffix), Path(folder))
                if fault is not None:
                    faults.setdefault(re.sub(r"\W*\d+.*", "", fault.what)[:60], fault)
        found += len(faults)
        sys.stdout.write(f"{reader}: {runs:,} files, {len(faults)} kinds of fault\n")
        for fault in faults.values():
            sys.stdout.write(f"  {fault.what}\n  {fault.name}: {fault.content!r}\n")
        sys.stdout.flush()
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
