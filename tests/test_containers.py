"""What the container files start exists, and listens no further than it asks for a password."""

import json
import re
from typing import Any

import yaml

from tests.conftest import ROOT
from ui.options import parser

DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
SERVICES: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))["services"]


def test_all_that_is_copied_into_the_image_is_there() -> None:
    copied = [name for line in re.findall(r"^COPY (.+) \S+$", DOCKERFILE, re.MULTILINE) for name in line.split()]
    assert "ingest.py" in copied
    assert [name for name in copied if not (ROOT / name).exists()] == []


def test_the_window_of_the_image_asks_for_a_password_and_runs_without_rights() -> None:
    command = json.loads(re.findall(r"^CMD (\[.+\])$", DOCKERFILE, re.MULTILINE)[-1])
    args = parser().parse_args(command[3:])
    assert (command[:3], args.host, bool(args.auth)) == (["python", "-m", "ui"], "0.0.0.0", True)
    assert DOCKERFILE.index("USER askpapers") < DOCKERFILE.rindex("CMD")


def test_the_window_is_published_on_this_machine_alone_and_waits_for_its_server() -> None:
    assert SERVICES["window"]["ports"] == ["127.0.0.1:7860:7860"]
    assert SERVICES["window"]["environment"]["RAG_INDEX"].startswith("http://chroma:8000/")
    assert SERVICES["window"]["depends_on"] == {"chroma": {"condition": "service_healthy"}}
    assert "ports" not in SERVICES["chroma"]
