"""Support checks measured: which changed sentences are caught, and which unchanged ones are flagged.

Usage: python -m benchmarks.support --data DIR [--sentences N] [--show KIND]

DIR holds collections/ and corpus/, as for benchmarks.retrieval. Sentences are authors' TL;DRs and sentences of the
abstracts themselves, changed by rule (see changes.py), and those of support_sentences.jsonl (English) and
support_sentences_zh.jsonl (Chinese, beside the same English abstracts), written by hand.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import perf_counter

from benchmarks.changes import changed, phrases
from benchmarks.datasets import half, load_collection, read_corpus
from rag.encoding.minilm import MiniLMEmbedding
from rag.evidence.evidence import EvidenceReader
from rag.lexical import LexicalIndex
from rag.papers import Paper
from rag.support import SupportChecker
from rag.support.names import names_of
from rag.text.sentences import sentence_spans

_ROOT = Path(__file__).resolve().parent
_BY_HAND = {"by hand": "support_sentences.jsonl", "by hand, Chinese": "support_sentences_zh.jsonl"}
_COLLECTIONS = ("openreview-tldr", "scifact-train")
_KINDS = ("number", "name", "negation", "direction", "method", "quantifier", "order", "paper")


@dataclass(frozen=True)
class Case:
    """A sentence to be checked.

    Args:
        group: what it is counted under.
        paper: that it cites.
        text: of the sentence.
        kind: of change; "unchanged" for one that the paper supports.
        original: the sentence before the change; empty where it was written by hand.
    """

    group: str
    paper: Paper
    text: str
    kind: str
    original: str = ""


@dataclass(frozen=True)
class Outcome:
    """How a case was judged.

    Args:
        case: as above.
        flagged: whether it was called unsupported.
        why: what was not borne out.
        milliseconds: for the check, once the vectors are there.
    """

    case: Case
    flagged: bool
    why: tuple[str, ...]
    milliseconds: float


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print a Markdown table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--data", type=Path, default=_ROOT.parent.parent / "shared", help="holds collections/ and corpus/"
    )
    parser.add_argument("--sentences", type=int, default=150, help="of each group and half (default 150)")
    parser.add_argument(
        "--show", metavar="KIND", help="print what of this kind was judged wrongly; held-out ones stay unseen"
    )
    args = parser.parse_args(argv)
    encoder = MiniLMEmbedding()
    outcomes: list[Outcome] = []
    for name in _COLLECTIONS:
        folder = args.data / "collections" / name
        outcomes += judged(
            list(_from_collection(folder, args.sentences)), read_corpus(folder / "corpus.jsonl"), encoder
        )
    papers = read_corpus(args.data / "corpus" / "icml2024_posters.json")
    outcomes += judged(list(_by_hand(papers)), papers, encoder)
    print(table(outcomes))
    if args.show:
        for wrong in _wrong(outcomes, args.show):
            print(f"{wrong.case.group}: {wrong.case.text} <- {wrong.case.original} {list(wrong.why)}", file=sys.stderr)
    return 0


def judged(cases: Sequence[Case], papers: Sequence[Paper], encoder: MiniLMEmbedding) -> list[Outcome]:
    """Check every case.

    Args:
        cases: to be checked.
        papers: the collection, for the rarity of words.
        encoder: gives vectors.
    """
    with tempfile.TemporaryDirectory() as folder:
        lexical = LexicalIndex.open(Path(folder), 1, papers)
        reader = EvidenceReader(encoder, lambda: lexical)
        checker = SupportChecker(reader)
        outcomes = []
        for case in cases:
            checker.check(case.paper.abstract[:40], [case.paper])
            reader.vectors(case.text)
            began = perf_counter()
            finding = checker.check(case.text, [case.paper])
            outcomes.append(Outcome(case, finding.supported is False, finding.why, 1000 * (perf_counter() - began)))
        return outcomes


def table(outcomes: Sequence[Outcome]) -> str:
    """Share caught of each kind of change, and share flagged of what was not changed, by group.

    A change counts where the unchanged sentence passes: what was flagged before is no merit.
    """
    groups = list(dict.fromkeys(outcome.case.group for outcome in outcomes))
    passed = {(o.case.group, o.case.text) for o in outcomes if o.case.kind == "unchanged" and not o.flagged}
    lines = [
        "| sentences | " + " | ".join(["flagged though unchanged", *_KINDS]) + " |",
        "|---" * (len(_KINDS) + 2) + "|",
    ]
    for group in groups:
        own = [o for o in outcomes if o.case.group == group]
        cells = [_share(o.flagged for o in own if o.case.kind == "unchanged")]
        for kind in _KINDS:
            counted = [
                o for o in own if o.case.kind == kind and (not o.case.original or (group, o.case.original) in passed)
            ]
            cells.append(_share(o.flagged for o in counted))
        lines.append(f"| {group} | " + " | ".join(cells) + " |")
    times = sorted(o.milliseconds for o in outcomes)
    median, high = times[len(times) // 2], times[int(0.95 * len(times))]
    lines.append(f"\nMilliseconds a sentence: median {median:.1f}, 95th percentile {high:.1f}")
    return "\n".join(lines)


def _share(flags: Iterable[bool]) -> str:
    counts = Counter(flags)
    total = counts.total()
    return f"{counts[True] / total:.2f} of {total}" if total else "–"


def _wrong(outcomes: Sequence[Outcome], kind: str) -> Iterator[Outcome]:
    passed = {o.case.text for o in outcomes if o.case.kind == "unchanged" and not o.flagged}
    for outcome in outcomes:
        fair = not outcome.case.original or outcome.case.original in passed
        if (
            outcome.case.kind == kind
            and "held" not in outcome.case.group
            and fair
            and outcome.flagged == (kind == "unchanged")
        ):
            yield outcome


def _from_collection(folder: Path, most: int) -> Iterator[Case]:
    dataset = load_collection(folder)
    papers = {paper.paper_id: paper for paper in read_corpus(dataset.corpus)}
    choose = Random(7)
    abstracts = [papers[key] for key in sorted({key for q in dataset.questions for key in q.gold if key in papers})]
    pool = [paper.abstract for paper in choose.sample(abstracts, min(200, len(abstracts)))]
    names = sorted({name for text in pool for name in names_of(text) if len(name) > 2})
    methods = sorted({phrase for text in pool for phrase in phrases(text)})
    sources = []
    if "tldr" in folder.name:
        sources += [
            ("TL;DR", q.id, q.text, papers[next(iter(q.gold))])
            for q in dataset.questions
            if next(iter(q.gold)) in papers
        ]
    for paper in abstracts:
        spans = sentence_spans(paper.abstract)
        span = spans[choose.randrange(len(spans))]
        sources.append(("own sentence", paper.paper_id, paper.abstract[span.start : span.end], paper))
    choose.shuffle(sources)
    taken: Counter[str] = Counter()
    for label, key, text, paper in sources:
        group = f"{folder.name}, {label}, {half(key)}"
        taken[group] += 1
        if taken[group] > most or len(text.split()) < 5:
            continue
        yield Case(group, paper, text, "unchanged")
        for change in changed(text, names, methods, f"{paper.title} {paper.abstract}", taken[group]):
            yield Case(group, paper, change.text, change.kind, text)


def _by_hand(papers: Sequence[Paper]) -> Iterator[Case]:
    """The sentences as they stand; the true ones once more, under the number of another paper of their half."""
    by_id = {paper.paper_id: paper for paper in papers}
    for label, name in _BY_HAND.items():
        rows = [json.loads(line) for line in (_ROOT / name).read_text(encoding="utf-8").splitlines()]
        for part in ("tune", "held"):
            own = [row for row in rows if row["half"] == part]
            ids = list(dict.fromkeys(row["paper"] for row in own))
            for row in own:
                group, original = f"{label}, {part}", row.get("of", "")
                yield Case(group, by_id[row["paper"]], row["text"], row["kind"], original)
                if row["kind"] == "unchanged":
                    other = ids[(ids.index(row["paper"]) + 1) % len(ids)]
                    yield Case(group, by_id[other], row["text"], "paper")


if __name__ == "__main__":
    sys.exit(main())
