"""Changes: minimal edits that make a supported sentence say what its abstract does not."""

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from rag.support.names import names_of
from rag.support.quantities import quantities

# A "not" goes after the first of these.
_VERBS = (
    "is",
    "are",
    "was",
    "were",
    "can",
    "could",
    "may",
    "might",
    "will",
    "would",
    "does",
    "do",
    "has",
    "have",
    "should",
)
_FLIPS = {
    "increases": "decreases",
    "increase": "decrease",
    "increasing": "decreasing",
    "improves": "degrades",
    "improve": "degrade",
    "improving": "degrading",
    "improved": "degraded",
    "improvement": "degradation",
    "improvements": "degradations",
    "reduces": "increases",
    "reduce": "increase",
    "reducing": "increasing",
    "higher": "lower",
    "lower": "higher",
    "faster": "slower",
    "better": "worse",
    "more": "less",
    "less": "more",
    "larger": "smaller",
    "smaller": "larger",
    "outperforms": "underperforms",
    "outperform": "underperform",
    "outperforming": "underperforming",
    "before": "after",
    "after": "before",
    "maximizes": "minimizes",
    "minimizes": "maximizes",
    "minimizing": "maximizing",
    "maximizing": "minimizing",
    "supervised": "unsupervised",
    "unsupervised": "supervised",
    "online": "offline",
    "offline": "online",
    "convex": "nonconvex",
    "linear": "nonlinear",
    "local": "global",
    "global": "local",
    "upper": "lower",
    "positive": "negative",
    "negative": "positive",
    "stronger": "weaker",
    "easier": "harder",
    "sparse": "dense",
    "robust": "vulnerable",
    "efficient": "inefficient",
    "efficiently": "inefficiently",
    "enhances": "impairs",
    "superior": "inferior",
    "deterministic": "stochastic",
    "stochastic": "deterministic",
    "continuous": "discrete",
    "discrete": "continuous",
    "first": "last",
    "unlabeled": "labeled",
    "without": "with",
    "same": "different",
    "stable": "unstable",
    "decreases": "increases",
    "exceeds": "falls below",
    "surpasses": "falls short of",
    "accelerates": "slows",
    "boosts": "harms",
    "short": "long",
    "long": "short",
}
_QUANTIFIERS = {
    "all": "some",
    "every": "hardly any",
    "some": "all",
    "many": "few",
    "most": "few",
    "several": "all",
    "often": "always",
}
_METHOD = re.compile(
    r"\b(?:[a-z]+ )?(?:networks?|learning|attention|descent|search|regression|sampling|models?|autoencoders?"
    r"|transformers?|trees|kernels?|optimization|inference|convolutions?|policy|embeddings?|flows?|diffusion|distillation|pruning"
    r"|clustering)\b"
)
_COMPARED = re.compile(
    r"^(.{3,60}?) (outperforms?|surpass(?:es)?|exceeds?|improves? (?:on|upon|over)|beats?) (.{3,60}?)"
    r"(\.|,| on | in | by |$)"
)
_LOWERED = ("our", "the", "this", "we")


@dataclass(frozen=True)
class Changed:
    """A sentence after one edit.

    Args:
        kind: of edit.
        text: that it made.
    """

    kind: str
    text: str


def changed(
    sentence: str, other_names: Sequence[str], other_phrases: Sequence[str], avoid: str, seed: int
) -> list[Changed]:
    """Every kind of edit that this sentence admits, each once.

    Args:
        sentence: that its abstract supports.
        other_names: to take the place of its names.
        other_phrases: to take the place of its methods.
        avoid: the abstract; nothing that stands there is put in.
        seed: of the choices.
    """
    choose = random.Random(seed)
    makers: Mapping[str, Callable[[], str]] = {
        "number": lambda: _number(sentence, avoid, choose),
        "name": lambda: _swapped(sentence, names_of(sentence), other_names, avoid, choose),
        "negation": lambda: _negation(sentence),
        "direction": lambda: _replaced(sentence, _FLIPS, choose),
        "method": lambda: _swapped(sentence, phrases(sentence), other_phrases, avoid, choose),
        "quantifier": lambda: _replaced(sentence, _QUANTIFIERS, choose),
        "order": lambda: _order(sentence),
    }
    made = [Changed(kind, make()) for kind, make in makers.items()]
    return [change for change in made if change.text and change.text != sentence]


def _number(sentence: str, avoid: str, choose: random.Random) -> str:
    if "$" in sentence:
        return ""
    found = [q for q in quantities(sentence) if re.fullmatch(r"\d+(?:\.\d+)?[% ]*", sentence[q.start : q.end])]
    if not found:
        return ""
    one = choose.choice(found)
    digits = re.match(r"\d+(?:\.\d+)?", sentence[one.start : one.end])
    if digits is None:
        return ""
    for _ in range(20):
        value = float(digits[0])
        new = value + choose.choice([-1, 1]) * max(1, round(value * choose.choice([0.1, 0.2, 0.5])))
        text = f"{new:.{len(digits[0].partition('.')[2])}f}"
        if new > 0 and text not in avoid and text != digits[0]:
            return sentence[: one.start] + text + sentence[one.start + len(digits[0]) :]
    return ""


def _swapped(sentence: str, own: Sequence[str], others: Sequence[str], avoid: str, choose: random.Random) -> str:
    own = [name for name in own if len(name) > 2 or name.isupper()]
    fresh = [
        name
        for name in others
        if name.casefold() not in avoid.casefold() and name.casefold() not in sentence.casefold()
    ]
    if not own or not fresh:
        return ""
    one = choose.choice(own)
    return re.sub(rf"(?<!\w){re.escape(one)}(?!\w)", choose.choice(fresh).replace("\\", ""), sentence, count=1)


def _negation(sentence: str) -> str:
    for cue in (r" not ", r" cannot "):
        if cue in sentence:
            return sentence.replace(cue, {" not ": " ", " cannot ": " can "}[cue], 1)
    match = re.search(rf"\b(?:{'|'.join(_VERBS)})\b(?! not)", sentence)
    if match:
        return f"{sentence[: match.end()]} not{sentence[match.end() :]}"
    match = re.search(r"\b(?:[Ww]e|method|approach|model|framework|algorithm) ([a-z]+?)(e?s)?\b", sentence)
    if match and match[1] not in _VERBS:
        verb = match[0].replace(" ", " do not ", 1) if match[0].lower().startswith("we") else ""
        return sentence.replace(match[0], verb, 1) if verb else ""
    return ""


def _replaced(sentence: str, table: Mapping[str, str], choose: random.Random) -> str:
    found = [match for match in re.finditer(r"[a-z]+", sentence) if match[0] in table]
    if not found:
        return ""
    one = choose.choice(found)
    return sentence[: one.start()] + table[one[0]] + sentence[one.end() :]


def phrases(sentence: str) -> list[str]:
    """The methods that a sentence names in small letters."""
    return [match[0] for match in _METHOD.finditer(sentence)]


def _order(sentence: str) -> str:
    match = _COMPARED.search(sentence)
    if match is None:
        return ""
    subject, verb, target, after = match.groups()
    if subject.split()[0].casefold() in _LOWERED:
        subject = subject[0].lower() + subject[1:]
    return f"{target[0].upper()}{target[1:]} {verb} {subject}{after}{sentence[match.end() :]}"
