"""The process that reads a workbook: the library may end it, hang or fill the memory, and no other program suffers.

`python -P sheet_process.py SECONDS MEMORY WRITTEN` reads the workbook from standard input, which must be a file, and
writes a line of JSON for each sheet (`{"sheet": name}`) and each row of it (a list), or `{"error": why}`. SECONDS, and
the bytes of MEMORY and of what is WRITTEN, are the most it takes. It is started by its path and imports nothing of this
package, so that it starts in a twentieth of a second.
"""

import faulthandler
import json
import os
import sys
import time
from itertools import islice
from threading import Thread
from typing import Any

TOO_MUCH_MEMORY = 3
"""What the process ends with where it watches its memory itself."""
_LOOKS = 0.05


def main() -> int:
    """Read the workbook; 0, unless the process is ended."""
    seconds, most, most_written = float(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    # A thread beneath Python's: the library may keep Python waiting, and whoever started this may be gone.
    faulthandler.dump_traceback_later(seconds, exit=True)
    _bound_memory(most)
    try:
        _write_sheets(most_written)
    except MemoryError:
        return TOO_MUCH_MEMORY
    except Exception as error:
        _say({"error": " ".join(str(error).split()) or type(error).__name__})
    return 0


def _bound_memory(most: int) -> None:
    """Linux keeps the bound itself; macOS does not, and Windows has no such bounds."""
    if sys.platform == "win32":
        return
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    if sys.platform == "linux":
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        resource.setrlimit(resource.RLIMIT_AS, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
    else:
        Thread(target=_watch, args=(most,), daemon=True).start()


def _watch(most: int) -> None:
    """End the process once it has taken more memory; the library lets other threads run while it reads a sheet."""
    import resource

    unit = 1024 if sys.platform == "linux" else 1
    while resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit <= most:
        time.sleep(_LOOKS)
    os._exit(TOO_MUCH_MEMORY)


def _write_sheets(most: int) -> None:
    from python_calamine import CalamineWorkbook

    sys.stdin.buffer.seek(0)
    workbook, written = CalamineWorkbook.from_filelike(sys.stdin.buffer), 0
    for name in workbook.sheet_names:
        sheet = workbook.get_sheet_by_name(name)
        written += _say({"sheet": name})
        if sheet.start is None:
            continue
        first, left = sheet.start
        for row in islice(sheet.iter_rows(), first, None):
            written += _say(row[left:])
            if written > most:
                raise ValueError(f"its cells hold more than {most >> 20} MiB")


def _say(told: Any) -> int:
    """Write a line; dates and times as they are written in figures."""
    return sys.stdout.buffer.write(json.dumps(told, ensure_ascii=False, default=str).encode() + b"\n")


if __name__ == "__main__":
    code = main()
    sys.stdout.flush()
    os._exit(code)  # taking millions of cells apart would keep whoever waits
