"""Instance: which one of a kind a question wants named, "on which dataset", and whether an abstract names any."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from rag.papers import Paper
from rag.questions import content_terms, is_cjk
from rag.text.analysis import analyze
from rag.text.initials import is_spelled_out
from rag.text.sentences import sentence_spans
from rag.understanding.mentions import names_of

_DATA = (
    r"data ?sets?|data|benchmarks?|corpus|corpora|environments?|simulators?|recordings?|time series|suites?|testbeds?"
)
_MODELS = (
    r"(?:large )?language models?|models?|networks?|architectures?|backbones?|encoders?|checkpoints?|LLMs?|baselines?"
    r"|transformers?|methods?|approach(?:es)?|algorithms?|competitors?"
)
_THINGS = r"FPGAs?|boards?|devices?|robots?|languages?|language pairs?|tokeni[sz]ers?|librar(?:y|ies)"
_VERB = r"(?:does|do|did|is|are|was|were|has|have|had|can)"
_ASKED = re.compile(
    rf"\b(?:which|what)\s+(?P<mods>(?:(?!{_VERB}\b|of\b|in\b)[\w'’-]+\s+){{0,4}}?)"
    rf"(?P<kind>(?P<data>{_DATA})|(?P<models>{_MODELS})|(?P<things>{_THINGS}))"
    rf"(?=\s+(?:{_VERB}|of|in|for|from|to|with|on|trained|used|served?)\b|\s*[?.!]?$)",
    re.IGNORECASE,
)
_TRIED = re.compile(
    r"\b(?:test|evaluat|compar|tried|try|validat|verif|fine-?tun|pre-?train|train|demonstrat|shown|outperform|beat"
    r"|surpass"
    r"|experiment|explain|appl(?:y|ied|ies)\b|us(?:e|es|ed)\b|buil[dt]\b|based on|start)",
    re.IGNORECASE,
)
_ASKED_CJK = re.compile(
    r"(?:什么|哪(?:一?个|些|几个|种))\s*(?P<kind>(?P<data>数据集|基准|环境)|(?P<models>骨干网络|编码器|基线(?:模型|方法)?"
    r"|(?:大|大语言|语言)模型|LLM))"
)
_LANGUAGE_MODELS = re.compile(r"LLMs?|(?:large )?language models?|大(?:语言)?模型|语言模型|LLM", re.IGNORECASE)
_LANGUAGE_MODEL_NAMES = re.compile(
    r"(?<![A-Za-z])(?:(?-i:GPT|T5|OPT|BERT|PaLM|GLM|BLOOM|Yi|Phi|MPT)|ChatGPT|Llama|LLaMA|Mistral|Mixtral|Gemini|Gemma"
    r"|Claude|Qwen|Vicuna|Alpaca|Pythia|Falcon|Codex|CodeLlama|DeepSeek|InternLM|Baichuan|RoBERTa|DeBERTa|TinyLlama"
    r"|StarCoder|LLaVA|Flan|BART|Chinchilla|Bard)(?![a-z])",
    re.IGNORECASE,
)
"""Families of language models; one of them, or a model with its size, names which one was used."""
_SIZED = re.compile(r"[A-Z][\w.]*-\d+(?:\.\d+)?[BM]\b")
_FAMILIES = ("data", "models", "things")
_ON_TRIAL = re.compile(
    r"\b(?:test|evaluat|compar|tried|try|validat|verif|demonstrat|shown|outperform|beat|surpass|experiment|explain"
    r"|train"
    r"|pre-?train|simulat)",
    re.IGNORECASE,
)
"""What a question of a trial has; it is answered where the abstract tells of one."""
_TRIAL = re.compile(
    r"\b(?:test(?:s|ed|ing)?\b|evaluat|compared|comparison|tried|validat|verif|demonstrat|show|outperform|surpass"
    r"|superior"
    r"|experiment|empiric|results?\b|across|benchmark|confirm|baselines?\b)",
    re.IGNORECASE,
)
_DOING = re.compile(r"\b(?:pre-?train|train|explain|simulat)", re.IGNORECASE)
_OPEN_KINDS = re.compile(r"models?|networks?|methods?|approach(?:es)?|algorithms?|transformers?", re.IGNORECASE)
"""What a question without a trial may also mean in general: "which algorithm", where the answer is a description."""
_STARTS = re.compile(r"backbones?|checkpoints?|LLMs?", re.IGNORECASE)
_VAGUE_WORDS = """
indicate show demonstrate reveal suggest achieve
various several multiple many different diverse extensive real-world real world synthetic simulated public publicly
available popular standard common commonly widely adopted representative existing state-of-the-art state art sota
recent underlying task-specific previous prior other large large-scale small small-scale challenging downstream
benchmark experiment experimental new novel proposed strong competitive alternative leading modern current traditional
classic classical vanilla advanced single number set variety wide range series suite array full comprehensive numerous
complex practical well-known established high-dimensional low-dimensional high low training test target source input
original pretrained pre-trained baseline one two three four five six seven eight nine ten dozen some any each every
more most few both all our their its such method model algorithm approach technique dataset data task evaluation
domain art
"""
_VAGUE = frozenset(term for word in _VAGUE_WORDS.split() for term in analyze(word))
_PHRASE = re.compile(r"(?:[\w'’+&/$*\\{}-]+(?:\.[\w-]+)*[ ,]+(?:and +|or +)?){0,6}$")
_BREAKS = re.compile(
    r".*\b(?:on|in|of|for|with|by|from|to|at|as|over|under|via|than|that|which|where|when|is|are|was|were|has|have"
    r"|we|it"
    r"|this|these|those|using|across|through|between|against|while|into|our|can|not|but|a|an|the|show|demonstrate"
    r"|involv\w+|explaining|comparing|evaluating|testing"
    r"|outperforming|surpassing|considering)\b",
    re.IGNORECASE | re.DOTALL,
)
_NAMING = re.compile(
    r"\s*(?:,?\s*(?:such as|including|namely|like|e\.g\.|i\.e\.|called|named|dubbed|based on)\b|:|\((?!\w{2,8}\)))"
)
_BELONGING = re.compile(
    r"\s+(?:of|from|in|for|about|on)\s+"
    r"((?:(?!(?:in|of|that|and|to|across|between|with|for|is|are|on)\b)[\w'’-]+[ ]?){1,4})",
    re.IGNORECASE,
)
_BELONGING_MODELS = re.compile(_BELONGING.pattern.replace("|about|on)", ")"), re.IGNORECASE)
_PROPER = r"(?:the |both )?(?P<name>[A-Z][\w+.-]*\w)"
_BESIDE_DATA = re.compile(
    rf"\b(?:[Oo]n|[Ii]n|[Ff]rom|[Uu]sing|across|including|as"
    rf"|(?:evaluated|tested|validated|verified) (?:by|with)) {_PROPER}"
)
_BESIDE_MODELS = re.compile(
    r"\b(?:[a-z-]*(?:tun|train|prun|quantiz|compress|attack|steer|edit|distill)ing|[Ff]rom|[Ww]ith|than|over|[Uu]sing|against|including|like|as|of|by)"
    rf" {_PROPER}"
)
_NO_NAME_WORDS = """
LLM LLMs AI ML NLP RL DNN DNNs CNN CNNs GNN GNNs RNN RNNs MLP SOTA GPU GPUs API MLLM MLLMs VLM VLMs ViT ViTs SGD PDE
PDEs ODE ODEs MDP MDPs OOD Transformer Transformers Bayesian Gaussian Markov Euclidean Riemannian Monte Lipschitz Nash
"""
_NO_NAMES = frozenset(_NO_NAME_WORDS.split())


_SOME = re.compile(r"\b(?:several|various|multiple|numerous|many|diverse)\b", re.IGNORECASE)
_NAMED, _DESCRIBED, _VAGUELY = "named", "described", "vaguely"


@dataclass(frozen=True)
class _Wanted:
    """What is to be named.

    Args:
        kind: "dataset", as said.
        family: the group of words for a pattern's kinds.
        of_trial: it is asked what something was tried on, or with.
    """

    kind: str
    family: str
    of_trial: bool


def unnamed_kind(question: str, paper: Paper) -> str:
    """The kind of which a question wants one named, where the paper's abstract names none; else empty.

    Args:
        question: as asked, in English.
        paper: that the question is about.
    """
    for match in (*_ASKED.finditer(question), *_ASKED_CJK.finditer(question)):
        family = next(name for name, found in match.groupdict().items() if found and name in _FAMILIES)
        open_kind = family == "models" and _OPEN_KINDS.fullmatch(match["kind"])
        if open_kind and not _TRIED.search(question[match.end() :]):
            continue
        wanted = _Wanted(match["kind"], family, _of_a_trial(question, match))
        if not _is_told(wanted, question, paper):
            return match[0]
    return ""


def is_kind_named(question: str, paper: Paper) -> bool:
    """Whether an abstract names what a question wants named of data or environments, with no word for the kind."""
    asked = [match for match in _ASKED.finditer(question) if match["data"]]
    return bool(asked) and all(
        _is_told(_Wanted(match["kind"], "data", _of_a_trial(question, match)), question, paper) for match in asked
    )


def _of_a_trial(question: str, match: re.Match[str]) -> bool:
    return is_cjk(match["kind"]) or bool(_ON_TRIAL.search(question[match.end() :]))


def _is_told(wanted: _Wanted, question: str, paper: Paper) -> bool:
    if _LANGUAGE_MODELS.fullmatch(wanted.kind):
        return _names_language_model(paper)
    known = set(content_terms(question)) | {term for name in names_of(paper) for term in analyze(name)}
    starts = bool(_STARTS.fullmatch(wanted.kind))
    if starts or wanted.of_trial:
        known |= set(content_terms(paper.title))
    words = _DATA if wanted.family == "data" else _MODELS if wanted.family == "models" else re.escape(wanted.kind)
    words = _STARTS.pattern if starts else words
    mentions = list(re.finditer(rf"(?<![\w-])(?:{words})(?![\w-])", paper.abstract, re.IGNORECASE))
    if wanted.of_trial:
        mentions = _of_trial(mentions, question, paper.abstract)
    # "Data" is any of them: "real-world datasets (e.g., housing prices)".
    own = [] if wanted.kind == "data" else [at for at in mentions if analyze(at[0]) == analyze(wanted.kind)]
    degrees = [_degree(paper.abstract, mention, known, wanted.family) for mention in own or mentions]
    if _NAMED in degrees or (_DESCRIBED in degrees and not (wanted.of_trial and _VAGUELY in degrees)):
        return True
    if (wanted.family == "things" and mentions) or (wanted.of_trial and own):
        return False
    return _has_proper(paper, _BESIDE_MODELS if wanted.family == "models" else _BESIDE_DATA, known)


def _names_language_model(paper: Paper) -> bool:
    """Whether an abstract names a language model, its own among them."""
    text = f"{paper.title} {paper.abstract}"
    own = re.search(r"\b(?!(?:M|V|MM|P|S|C)?L?LM\b)[A-Z]\w*(?:LLM|LM|GPT)\b", text)
    return bool(own or _LANGUAGE_MODEL_NAMES.search(text) or _SIZED.search(text))


def _of_trial(mentions: Sequence[re.Match[str]], question: str, abstract: str) -> list[re.Match[str]]:
    """The mentions in sentences that tell of a trial, or of the doing that the question asks for."""
    doing = _DOING.search(question)
    found = []
    for mention in mentions:
        sentence = _sentence_at(abstract, mention.start())
        if _TRIAL.search(sentence) or (doing and doing[0].casefold()[:7] in sentence.casefold()):
            found.append(mention)
    return found


def _sentence_at(text: str, place: int) -> str:
    return next((text[span.start : span.end] for span in sentence_spans(text) if span.start <= place < span.end), "")


def _degree(text: str, mention: re.Match[str], known: Collection[str], family: str) -> str:
    """How much a mention of a kind says: that there is one, of what sort, or which: "on ImageNet and two others"."""
    before = _PHRASE.search(text[max(0, mention.start() - 120) : mention.start()])
    phrase = _BREAKS.sub("", before[0]) if before else ""
    if not re.search(r"[A-Z]", phrase):  # what stands before a comma is no name in a list, but another thing
        phrase = phrase.rpartition(",")[2]
    rest = text[mention.end() : mention.end() + 80]
    belonging = (_BELONGING_MODELS if family == "models" else _BELONGING).match(rest)
    if _NAMING.match(rest):
        return _NAMED
    if _SOME.search(phrase) and not re.search(r"[A-Z]", phrase):
        return _VAGUELY
    phrase += f" {belonging[1]}" if belonging else ""
    if _tells(phrase, known):
        return _NAMED if re.search(r"[A-Z]", phrase) else _DESCRIBED
    return _VAGUELY


def _tells(phrase: str, known: Collection[str]) -> bool:
    return any(term not in _VAGUE and term not in known and not term.isdigit() for term in content_terms(phrase))


def _has_proper(paper: Paper, beside: re.Pattern[str], known: Collection[str]) -> bool:
    """Whether an abstract has a name where instances stand, which it does not give itself."""
    for match in beside.finditer(paper.abstract):
        name = match["name"]
        introduced = f"({name})" in paper.abstract and is_spelled_out(name, paper.abstract)
        if name not in _NO_NAMES and not introduced and not set(analyze(name)) & set(known):
            return True
    return False
