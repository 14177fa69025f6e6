"""The public paper lists of nineteen venues: every record is a paper, or refused for a reason."""

import json
import tarfile
from collections import Counter
from pathlib import Path

import pytest

from rag.papers import Paper
from rag.readers import Refusal, read


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_every_record_of_142_files_is_a_paper_or_has_no_abstract(shared: Path) -> None:
    archive = shared / "corpus" / "paperlists.tar.xz"
    with tarfile.open(archive) as files:
        expected = {
            f"{archive.name}/{member.name}": json.loads(_bytes(files, member)) for member in files if member.isfile()
        }
    items = list(read(archive))
    met = Counter(item.source for item in items)
    assert met == {name: len(records) for name, records in expected.items()}
    assert len(met) == 142
    papers = [item for item in items if isinstance(item, Paper)]
    refusals = [item for item in items if isinstance(item, Refusal)]
    stated = sum(bool(record.get("abstract")) for records in expected.values() for record in records)
    assert (len(items), stated) == (50_978, 49_352)
    # Fifty-nine abstracts say nothing: "Abstract Unavailable", a blank, a dash, the word "abstract" itself.
    assert (len(papers), len(refusals)) == (49_293, 1_685)
    assert all(item.why.startswith("it has no abstract") for item in refusals)
    assert all(paper.year and paper.venue for paper in papers)


def _bytes(files: tarfile.TarFile, member: tarfile.TarInfo) -> bytes:
    stream = files.extractfile(member)
    assert stream is not None
    return stream.read()
