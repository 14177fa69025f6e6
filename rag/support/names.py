"""Names in an answer's sentence (methods, data sets, abbreviations), and whether the evidence has them."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from rag.support.formulas import symbol
from rag.text.analysis import analyze
from rag.text.initials import is_spelled_out

_TOKEN = re.compile(r"[^\W_][\w∂]*(?:[-+./@'’][\w∂]+)*\+*")
_MACRO = re.compile(r"\$?(\\[a-zA-Z]+)\$?")
_ROMAN = re.compile(r"[IVX]+|\d+(?:st|nd|rd|th|s|x|k)?", re.IGNORECASE)
# Spellings that no consecutive words of an abstract spell out letter by letter.
_ABBREVIATIONS = {
    "vae": r"variational autoencoder|variational auto-encoder",
    "mdp": r"markov decision",
    "pomdp": r"partially observable",
    "xai": r"explainab",
    "gnn": r"graph neural",
    "sota": r"state-of-the-art|state of the art",
    "ood": r"out-of-distribution|out of distribution",
    "id": r"in-distribution",
    "iid": r"i.i.d",
    "rlhf": r"human feedback",
    "nlp": r"natural language|language processing",
    "ml": r"machine learning",
    "ai": r"artificial|machine|intelligen",
    "dl": r"deep learning",
    "gpu": r"gpu",
    "peft": r"parameter-efficient",
    "moe": r"mixture-of-experts|mixture of experts|mixtures of experts",
    "vlm": r"vision-language|vision language",
    "mllm": r"multimodal large language|multi-modal large language",
    "lm": r"language model",
    "llm": r"language model|llm",
    "cnn": r"convolutional|convnet",
    "dnn": r"deep neural|deep network",
    "nn": r"neural net",
    "icl": r"in-context",
    "cot": r"chain-of-thought|chain of thought",
    "mcmc": r"monte carlo",
    "ode": r"differential equation",
    "pde": r"differential equation",
    "sde": r"differential equation",
    "rag": r"retrieval-augmented|retrieval augmented",
    "erm": r"empirical risk",
    "ot": r"optimal transport",
    "bo": r"bayesian optimi",
    "uk": r"united kingdom|britain",
    "us": r"united states|american",
    "usa": r"united states|american",
    "eeg": r"electroencephalogra",
    "mri": r"magnetic resonance",
    "ehr": r"health record",
}
_NO_NAMES = """
a additionally all also although an and as at based because both but by chinese each empirically english experimental
experiments finally first for from furthermore hence here however i if in instead it its moreover no not notably of on
one or our overall results second since some specifically such the their then theoretically there therefore these they
third this those though three thus to two unlike using we when where whereas while with without
"""
_PLAIN = frozenset(_NO_NAMES.split())


def missing_names(sentence: str, evidence: Sequence[str]) -> Iterator[str]:
    """The names of a sentence that the evidence has neither as they stand nor spelled out nor abbreviated.

    Args:
        sentence: of the answer, without its markers.
        evidence: titles and abstracts.
    """
    text = _MACRO.sub(lambda macro: symbol(macro[1]), "\n".join(evidence))
    names = names_of(sentence)
    if not names:
        return
    known, terms, joined, short = _vocabulary(text)
    for name in names:
        around = re.search(rf"(?:[\w-]+\W+){{0,3}}{re.escape(name)}(?:\W+[\w-]+){{0,3}}", sentence)
        if (
            name[1:].islower()
            and around
            and any(is_spelled_out(found, around[0]) and name[0] in found for found in short)
        ):
            continue
        if not _is_known(name, text, known, terms, joined):
            yield name


@lru_cache(maxsize=64)
def _vocabulary(text: str) -> tuple[frozenset[str], frozenset[str], str, tuple[str, ...]]:
    """The bare tokens of a text, its terms, itself without spaces and signs, and its abbreviations."""
    known = {_bare(token) for token in re.split(r"[\s/(),;:\[\]{}$\"“”]+", text)}
    known |= {_bare(token) for found in _TOKEN.findall(text) for token in [found, *re.split(r"[-./@+]", found)]}
    short = {found for found in re.findall(r"\b[A-Z]\w*[A-Z]\w*\b", text) if len(found) <= 6}
    return frozenset(known), frozenset(analyze(text)), _bare(text), tuple(sorted(short))


def names_of(sentence: str) -> list[str]:
    """The words that look like names: capitals or digits inside, abbreviations, capitals within the sentence."""
    found = []
    text = re.sub(r"\$[^$]*\$|\\\(.*?\\\)|`[^`]*`", lambda m: " " * len(m[0]), sentence)
    for match in _TOKEN.finditer(text):
        token = re.sub(r"['’]s$", "", match[0])
        first = not re.search(r"[\w,;)(]\W*$", text[: match.start()].rstrip("\"'“*_( ")) or text[
            : match.start()
        ].rstrip().endswith((".", ":", "!", "?"))
        if _looks_like_name(token, first=first):
            found.append(token)
    return found


def _looks_like_name(token: str, *, first: bool) -> bool:
    if token.casefold() in _PLAIN or _ROMAN.fullmatch(token) or len(token) < 2:
        return False
    if re.search(r"[^\W\d_]\d|\d[^\W\d_]{2}|\w[A-Z]|-[A-Z]", token) and re.search(r"[A-Z]|[^\W\d_]\d", token):
        return not re.fullmatch(r"\d+[-.]?[a-z]+", token)
    return token[0].isupper() and not first


def _is_known(name: str, text: str, known: frozenset[str], terms: frozenset[str], joined: str) -> bool:
    bare = _bare(name)
    if bare in known or bare.removesuffix("s") in known or bare + "s" in known:
        return True
    stems = analyze(name)
    plain_word = name[1:].islower() and name.isalpha()
    if plain_word and stems and stems[0] in terms:
        return True
    if len(bare) > 4 and re.search(r"\d|[-/]", name) and re.search(rf"(?<!\d){re.escape(bare)}(?!\d)", joined):
        return True
    letters = name.removesuffix("s") if name.isalpha() else name
    if letters.casefold() in _ABBREVIATIONS and re.search(_ABBREVIATIONS[letters.casefold()], text, re.IGNORECASE):
        return True
    if re.search(r"[A-Z]", name[1:]) and name.isalpha() and is_spelled_out(name, text):
        return True
    parts = [part for part in re.split(r"[-/+@.]", name) if part]
    # Each part of a compound on its own: "CLIP-based", "SAC/TD3".
    return (
        len(parts) > 1
        and all(
            name[0].isdigit()
            if part.isdigit()  # "1/2-Tsallis" begins with a number; of "CIFAR-10" it is a part
            else _bare(part) in known
            or not (part[0].isupper() or _looks_like_name(part, first=True))
            or (i == 0 and part[1:].islower())
            or _is_known(part, text, known, terms, joined)
            for i, part in enumerate(parts)
        )
    )


def _bare(token: str) -> str:
    return re.sub(r"[\W_]+", "", re.sub(r"['’]s$", "", token)).casefold()
