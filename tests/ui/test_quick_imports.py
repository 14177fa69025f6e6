"""What `python -m ui` loads, and how."""

import gc
import inspect
import subprocess
import sys

import pytest

from rag.text.sentences import Span
from ui.quick_imports import quick_imports


def test_within_it_nothing_is_collected_and_only_gradio_has_no_files() -> None:
    gradios = type("Part", (), {"__module__": "gradio.components.part"})
    with quick_imports():
        assert not gc.isenabled()
        assert inspect.getfile(Span).endswith("sentences.py")
        with pytest.raises(OSError, match="imported"):
            inspect.getfile(gradios)
    gc.unfreeze()
    assert gc.isenabled()
    assert inspect.getfile(Span).endswith("sentences.py")


def test_after_a_failed_import_all_is_as_it_was() -> None:
    with pytest.raises(ImportError), quick_imports():
        raise ImportError
    gc.unfreeze()
    assert (gc.isenabled(), inspect.getfile.__module__) == (True, "inspect")


def test_help_and_wrong_options_are_told_without_loading_what_serves() -> None:
    asked = "import sys; from ui.__main__ import main\ntry: main(['--help'])\nexcept SystemExit: pass\n"
    told = subprocess.run(
        [sys.executable, "-c", f"{asked}sys.exit(bool({{'gradio', 'llama_index', 'chromadb'}} & set(sys.modules)))"],
        check=False,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert (told.returncode, told.stdout.split()[0]) == (0, "usage:")
