"""Report: results as JSON, as Markdown, and beside earlier ones."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from benchmarks.datasets import Dataset, half
from benchmarks.metrics import MAIN
from benchmarks.trials import compare

_SUMMED_UP = (MAIN, "R@100", "hit@1")


def compact(results: Mapping[str, Any]) -> str:
    """Results as JSON, a line a dataset."""
    head = {key: value for key, value in results.items() if key != "datasets"}
    rows = ",\n".join(json.dumps(each, ensure_ascii=False) for each in results["datasets"])
    return json.dumps(head, ensure_ascii=False)[:-1] + f', "datasets": [\n{rows}\n]}}\n'


def markdown(results: Mapping[str, Any]) -> str:
    """Results for people: the main measures of all methods side by side, then every measure, times and failures."""
    parts = [f"# Retrieval at {results['commit']}", f"{results['embedding']}; {results['machine']}."]
    for name in _SUMMED_UP:
        parts += [f"## {name}", _summary(results["datasets"], name)]
    parts += ["## Milliseconds a question (median, 95th percentile)", _times(results["datasets"])]
    for dataset in results["datasets"]:
        parts += [f"## {dataset['name']}", _about(dataset), _measures(dataset), _failures(dataset)]
    return "\n\n".join(parts) + "\n"


def progress_since(before: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    """How the product's main measure moved since earlier results, over the questions that both have."""
    earlier = {dataset["name"]: dataset["per_question"] for dataset in before["datasets"]}
    rows = []
    for dataset in now["datasets"]:
        then = earlier.get(dataset["name"], {})
        for part, ids in _parts(dataset).items():
            ours = {each: dataset["per_question"][each] for each in ids if each in then}
            if ours:
                moved = compare(ours, then)
                cells = (
                    f"{dataset['name']}, {part}",
                    len(ours),
                    f"{moved['difference']:+.4f}",
                    _p(moved["p"]).removeprefix("= "),
                )
                rows.append(cells)
    title = f"## {MAIN} since {before['commit']}"
    return f"{title}\n\n" + _table(("questions", "n", "change", "p"), rows) + "\n"


def readable_failures(results: Mapping[str, Any], datasets: Sequence[Dataset]) -> str:
    """The failures with what was asked, one JSON object a line; the texts are the datasets' and stay out of results."""
    asked = {(dataset.name, each.id): each.text for dataset in datasets for each in dataset.questions}
    lines = (
        json.dumps({"dataset": dataset["name"], "question": asked[dataset["name"], failure["id"]]} | failure)
        for dataset in results["datasets"]
        for failure in dataset["failures"]
    )
    return "".join(f"{line}\n" for line in lines)


def _summary(datasets: Iterable[Mapping[str, Any]], name: str) -> str:
    head: tuple[str, ...] = ()
    rows = []
    for dataset in datasets:
        for group, found in dataset["groups"].items():
            means = {method: values[name] for method, values in found["methods"].items()}
            best = max(means.values())
            head = ("questions", "n", *means)
            shown = [f"**{value:.3f}**" if value == best else f"{value:.3f}" for value in means.values()]
            lead = found["comparison"]
            versus = (f"{lead['difference']:+.3f} to {lead['best_baseline']}, p {_p(lead['p'])}",)
            rows.append((f"{dataset['name']}, {group}", found["questions"], *shown, *(versus if name == MAIN else ())))
    return _table((*head, *(("to the best baseline",) if name == MAIN else ())), rows)


def _times(datasets: Iterable[Mapping[str, Any]]) -> str:
    head: tuple[str, ...] = ()
    rows = []
    for dataset in datasets:
        head = ("dataset", "papers", *dataset["milliseconds"])
        spent = [f"{each['p50']}, {each['p95']}" for each in dataset["milliseconds"].values()]
        rows.append((dataset["name"], f"{dataset['papers']:,}", *spent))
    return _table(head, rows)


def _about(dataset: Mapping[str, Any]) -> str:
    lost = dataset["gold_not_indexed"]
    left = f" Gold records without an abstract, which are refused and so always missed: {lost}." if lost else ""
    return f"{dataset['papers']:,} papers, {dataset['questions']:,} questions.{left}"


def _measures(dataset: Mapping[str, Any]) -> str:
    rows = []
    names: tuple[str, ...] = ()
    for group, found in dataset["groups"].items():
        for method, values in found["methods"].items():
            names = tuple(values)
            rows.append((group, found["questions"], method, *(f"{value:.3f}" for value in values.values())))
    return _table(("questions", "n", "method", *names), rows)


def _failures(dataset: Mapping[str, Any]) -> str:
    listed = [f"`{each['id']}` ({each['rank'] or 'not found'})" for each in dataset["failures"]]
    return f"Not among the first 5 ({len(listed)}), with the place of the first gold paper: {', '.join(listed) or '–'}."


def _parts(dataset: Mapping[str, Any]) -> dict[str, list[str]]:
    """The ids of all questions, and of each half where it is halved."""
    ids = list(dataset["per_question"])
    parts = {"all": ids}
    for name in ("tune", "held"):
        if name in dataset["groups"]:
            parts[name] = [each for each in ids if half(each) == name]
    return parts


def _p(value: float) -> str:
    return "< 0.001" if value < 0.001 else f"= {value:.3f}"


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)
