"""A whole session on this machine (ingest, ask, search, window, questions over HTTP) reaches no other machine."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

# Every connection and every look-up of a name that Python code makes goes through one of these events of the
# interpreter, whatever library makes it.
_SESSION = """
import json, sys, threading
from pathlib import Path
from urllib.request import Request, urlopen

LOCAL = {"127.0.0.1", "::1", "localhost", None, "", "0.0.0.0"}
met = []

def watch(event, args):
    if event == "socket.connect" and isinstance(args[1], tuple) and args[1][0] not in LOCAL:
        met.append(f"{event} {args[1]}")
    if event in ("socket.sendto", "socket.sendmsg") and isinstance(args[1], tuple) and args[1][0] not in LOCAL:
        met.append(f"{event} {args[1]}")
    if event in ("socket.getaddrinfo", "socket.gethostbyname") and args[0] not in LOCAL:
        met.append(f"{event} {args[0]}")

sys.addaudithook(watch)
folder = Path(sys.argv[1])
index = str(folder / "index")
paper = {"title": "Bats", "abstract": "Bats navigate by echolocation at 40 kHz in the dark."}
(folder / "list.jsonl").write_text(json.dumps(paper))

import ingest
assert ingest.main([str(folder / "list.jsonl"), "--index", index]) == 0
from rag.__main__ import main
assert main(["ask", "At what kHz do bats navigate?", "--index", index, "--json"]) == 0
assert main(["search", "bats", "--index", index, "--json"]) == 0

from rag.config import RagConfig
from ui.command import TITLE, open_engine
from ui.app import build_app
from ui.gate.turnstile import Turnstile
from ui.programs.desk import Desk
from ui.programs.reception import Reception
from ui.server import Serving, serve
from ui.watch import Watch
opened = open_engine(RagConfig(index=index))
reception = Reception(Desk(opened.engine), Turnstile(), Watch())
app = build_app(opened.engine, examples=opened.examples, title=TITLE, mode=opened.mode, papers=1,
                collection=opened.collection, reception=reception)
running = serve(app, host="127.0.0.1", port=None, reception=reception, serving=Serving(mcp=True))
for path in ("", "config", "healthz", "metrics", "gradio_api/info"):
    assert urlopen(running.url + path).status == 200
asked = {"model": "askpapers", "messages": [{"role": "user", "content": "At what kHz do bats navigate?"}]}
body = json.dumps(asked).encode()
reply = json.load(urlopen(Request(running.url + "v1/chat/completions", body, {"Content-Type": "application/json"})))
assert "40 kHz" in reply["choices"][0]["message"]["content"], reply
running.close()
met.extend(f"thread {one.name}" for one in threading.enumerate() if "analytics" in one.name or "posthog" in one.name)
print("OUTBOUND", json.dumps(met))
"""


@pytest.mark.slow
@pytest.mark.timeout(240)
def test_a_whole_session_connects_to_no_other_machine(tmp_path: Path) -> None:
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("RAG_", "OPENAI_", "OTEL_", "GRADIO_"))
    }
    done = subprocess.run(
        [sys.executable, "-c", _SESSION, str(tmp_path)], cwd=ROOT, env={**kept, "PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, timeout=200, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.splitlines()[-1] == "OUTBOUND []"
