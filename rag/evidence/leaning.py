"""Leaning: what a sentence needs of those before it, so that a quotation of it can be read by itself."""

import re

_ADVERB = (
    r"However|Meanwhile|Moreover|Furthermore|Additionally|Further|In addition(?: to (?:this|these|that))?"
    r"|In contrast|By contrast"
    r"|In comparison|Conversely|On the other hand|On the contrary|Thus|Hence|Therefore|Consequently|Accordingly"
    r"|Subsequently"
    r"|As a (?:result|consequence)|As such|Besides|Also|Finally|Lastly|Notably|Crucially|Importantly|More importantly"
    r"|Specifically|More specifically|In particular|Particularly|Concretely|More concretely|More precisely|Precisely"
    r"|Instead|Rather|Yet|Nevertheless|Nonetheless|Still|Indeed|In fact|That is|Namely|Likewise|Similarly"
    r"|Equally|Then|Next"
    r"|Secondly|Thirdly|Second|Third|Fourth|First|Firstly|To begin with|For example|For instance|In other words"
    r"|In short"
    r"|In turn|Unfortunately|Fortunately|In this way|On this basis|Based on (?:this|these|that)|With (?:this"
    r"|these|that) in mind"
    r"|In light of (?:this|these)|To (?:this|that) (?:end|aim|effect)|To do (?:so|this)|For this(?: purpose"
    r"| reason)?|In doing so"
    r"|By doing so|In response(?: to (?:this|these))?|At the same time|Beyond (?:this|that)|Despite (?:this"
    r"|that)|Alternatively"
    r"|Overall|In summary|To summari[sz]e|In conclusion|In this (?:context|light|regard|respect|sense)|Along the way"
)
_OWN_WORK = (
    r"(?!\s+(?:\w+ )?(?:paper|work|study|article|letter|survey|report|note|manuscript|position|thesis|tutorial"
    r"|talk)\b)"
)
_BACK = (
    rf"(?:(?:this|these|those|such|the (?:above|aforementioned|former|latter)|that|both)\b{_OWN_WORK}"
    r"|it(?=,)|them(?=,)|so(?=,))"
)
_LEAD_IN = re.compile(
    rf"(?:(?:{_ADVERB}),\s+|(?:But|And|So|Yet|Thus|Hence|Therefore|Moreover|Furthermore|Additionally"
    rf"|However)\s+(?=[a-z])"
    # a purpose or an occasion that the sentence before tells: "To address these challenges, we propose …"
    rf"|(?:To (?:further )?(?:address|tackle|overcome|solve|bridge|remedy|mitigate|alleviate|fill|resolve|achieve"
    rf"|combat|handle"
    rf"|meet|reduce|avoid|counter|circumvent|close|answer|investigate|study|explore|facilitate|support|deal with"
    rf"|cope with|rectify"
    rf"|accomplish|realize|fix|correct|surmount|confront|ameliorate|prevent|counteract|capture|enable|do)"
    rf"|Motivated by|Inspired by|Driven by|In light of|In view of|In response to|As a response to|Encouraged by|Despite"
    rf"|Beyond|In addition to)\s+{_BACK}(?:(?!\b(?:where|when|which|who|that|can|may|is|are)\b)[^,.;:()]){{0,70}},\s+)"
    # the number of a point, cut from the others: "(2) It scales."
    r"|\(?(?:[1-9]|i{1,3}|iv|v|[a-e])[).]\s+",
)
_ENUMERATED = re.compile(r"(?<![\w])\(?(?:[2-9]|i{2,3}|iv|v|[b-e])[).]\s")
_LEAST_LEFT = 25
"""Characters that must be left of a sentence for its beginning to be cut off."""
_DANGLES = re.compile(
    r"(?:(?:By|Through|Using|From|Based on|With|In|Under|Following|To|For|On|Like|Unlike|While|Although|Since|Because"
    r"|When|As|If|Among|Of|Across|At|Not only)\s+)?"
    r"(?:(?:doing|imposing|using|leveraging|exploiting|address|tackle|overcome|solve|do|bridge|remedy|is|are"
    r"|does|do) )?"
    r"(?:(?:this|these|those|such(?!\s+as)|they|its|their|them|that(?=,)|the (?:former|latter|same|above"
    r"|resulting))\b"
    rf"{_OWN_WORK}"
    r"|it\b(?!\s+(?:is|was|has been|remains|seems|becomes|can be|turns out)\b[^.]{0,60}\b(?:that|to|whether|how|why"
    r"|known|clear|unclear)\b)|both\s+(?:of|are|methods|approaches|problems|cases|settings)\b|so\b(?=,)"
    r"|(?:many|some|most|all|each|one|none|two|several) of (?:these|them|this|those)\b|doing so\b"
    r"|we (?:\w+ )?(?:use|call|name|refer to|address|apply|do|dub|term|show|instantiate|validate|test"
    r"|verify) (?:this|these|it|so|them)\b"
    r"(?!\s+(?:paper|work|study)\b)|the (?:second|third|first|other|others)\b(?!\s+(?:time|order|step|known))"
    r"|others\b|another\b)",
    re.IGNORECASE,
)
_THING = (
    r"(?:method|approach|framework|algorithm|model|technique|strategy|architecture|system|procedure|scheme"
    r"|mechanism|paradigm"
    r"|design|formulation|estimator|polic(?:y|ies)|dataset|benchmark|module|layer|network|loss|objective"
    r"|pipeline|solution"
    r"|tool|toolkit|toolbox|library|transform|metric|measure|agent|attack|defen[cs]e|optimizer|methodology|suite"
    r"|platform"
    r"|parametri[sz]ation|regulari[sz]er|encoder|decoder|sampler|plug-in|approach(?:es)?)s?"
)
_OF_METHOD = re.compile(
    rf"(?:(?:Not only |By |Unlike |Like )?(?:does |is )?(?:it|its)\b|(?:Through |With |Using |Under |In |By )?"
    rf"(?:(?:this|the (?:same|resulting|above))\s+(?:[\w-]+\s+){{0,3}}?{_THING}\b))",
    re.IGNORECASE,
)
"""A beginning that speaks of what the paper proposes, if the sentence before introduces that."""
_INTRODUCES = re.compile(
    r"\b(?:we|this (?:paper|work|study|article)|our (?:work|paper|approach|method|framework|key \w+))\b[^.]*?"
    r"\b(?:propos|introduc|present|develop|design|devis|build|creat|construct|contribut|formulat|provid|offer"
    r"|releas|call|dub|term)"
    r"|\b(?:is|are) (?:proposed|introduced|presented|developed|designed)\b|^(?:Our|The proposed) ",
    re.IGNORECASE,
)


def lead_in(sentence: str) -> int:
    """How many characters at a sentence's beginning only link it to the one before; 0 where none do.

    Args:
        sentence: whole.
    """
    at = 0
    while match := _LEAD_IN.match(sentence, at):
        if len(sentence) - match.end() < _LEAST_LEFT:
            break
        if not match[0][0].isupper() and _ENUMERATED.search(sentence, match.end()):
            break  # the points that follow need this one's number
        at = match.end()
    return at


def dangles(sentence: str) -> bool:
    """Whether a sentence points back to the one before, even without the words that only link it."""
    return bool(_DANGLES.match(sentence, lead_in(sentence)))


def speaks_of_method(sentence: str, before: str, names: tuple[str, ...] = ()) -> bool:
    """Whether what a sentence points back to is what its paper proposes: "It …", "This method …".

    Args:
        sentence: that dangles.
        before: the last one before it that does not.
        names: of what the paper proposes.
    """
    if not _OF_METHOD.match(sentence, lead_in(sentence)):
        return False
    return bool(_INTRODUCES.search(before)) or before[lead_in(before) :].startswith(names)
