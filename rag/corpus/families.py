"""Families: words that the stemmer gives one stem although they are different words.

"Conformal" and "conformation", "position" and "positive", "object" and "objective" have one stem each. Retrieval may
mix them, since it ranks by all words together; a list that counts a paper for its words must not.
"""

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from rag.text.analysis import analyze

_FAMILIES = """
activation,activate,activating | active | activity,activities | activism,activist
adapter | adapt
additive | addition
alternative | alternat
animal | animat
authority,authorities,authorit | author
collective | collect
competition | competitive
composite | composition
comprehension | comprehensive
computer | comput
conformal | conformation,conformer | conform
consistent,consistency | consist
continual | continuous,continuity | continuation | continue,continuing
conversation | conversion | conversely,converse
critical | criticism,criticiz,criticis | critic
customer | customiz,customis | custom
differential | differentia
digital | digit
direction | directed | director | direct
discrimination,discriminatory | discriminative,discriminator,discriminat
distribution | distribut
edition | edit
effective | effect
engineer | engine
experience,experiential | experiment
expression | expressive,expressivity | express
extension | extensive
factoriz,factoris | factor
federal | federat
formation | format
functional | function
identical | identity,identities
identifiable,identifiability | identifier | identif
induction | inductive
informative | information | inform
initializ,initialis | initiat | initial
integral | integrity | integrat
intensity,intensities | intensive
inversion | inverse
lateral | later
localiz,localis | local
marginaliz,marginalis | marginal | margin
maximal | maxim
meaning | mean
mechanic | mechanism
minimal | minim
multiplication,multiplicative,multiplier,multiply | multiple
natural | nature
negation,negate,negating | negative,negativity
normaliz,normalis | normal
numerical | numerous
objective | object
optimal | optimism,optimist | optimiz,optimis
organic | organism | organ
performative,performativity | perform
personaliz,personalis | personal | person
positive,positivity | position | posit
production | productive,productivity | product
publication | public
randomiz,randomis | random
rating | rate
reaction | reactive | react
reasonable,reasonably | reason
reference | refer
regressive | regress
regulariz,regularis | regular
relative,relativity | relation | relate,relating
representative | represent
respective | respect
responsive | responsible,responsibility,responsibilities | response
selective,selectivity | select
setting | set
severe,severity | several
specializ,specialis | special
subjective,subjectivity | subject
successive | success
transformative | transformer | transform
transitive | transition | transit
university,universities | universe | universal
utility,utilities | utiliz,utilis
validity | validat | valid
variability | variable
variational | variation
virtual | virtu
visualiz,visualis | visual
"""
"""A stem a line: the beginnings of its words, those of one word parted by commas, those of different ones by bars. Made
from the stems of 2,634 abstracts whose forms hardly stand in one abstract, without those of one meaning ("predict",
"prediction", "predictive")."""


@cache
def _beginnings() -> dict[str, tuple[tuple[str, int], ...]]:
    """For each stem the beginnings of its words, the longest first, each with the number of its family."""
    found: dict[str, tuple[tuple[str, int], ...]] = {}
    for line in _FAMILIES.strip().splitlines():
        families = [family.strip().split(",") for family in line.split("|")]
        pairs = [(beginning, at) for at, family in enumerate(families) for beginning in family]
        pairs.sort(key=lambda pair: -len(pair[0]))
        for stem in {stem for beginning, _ in pairs for stem in _stems(beginning)}:
            found[stem] = tuple(pairs)
    return found


def _stems(beginning: str) -> Iterator[str]:
    """The stems of the words with a beginning: of "optimiz" that of "optimize"."""
    for ending in ("", "e", "ed"):
        yield from analyze(beginning + ending)


@lru_cache(maxsize=1 << 14)
def family_of(word: str) -> tuple[str, int] | None:
    """The stem of a word and which of the words of that stem it is; None where all forms of a stem are one word.

    Args:
        word: in any form, without joints.
    """
    stem = next(iter(analyze(word)), "")
    known = _beginnings().get(stem)
    if known is None:
        return None
    lower = word.casefold()
    at = next((family for beginning, family in known if lower.startswith(beginning)), None)
    return None if at is None else (stem, at)


@lru_cache(maxsize=1024)
def told_apart(phrase: str) -> tuple[tuple[str, int], ...]:
    """The words of a phrase that share their stem with other words, as `family_of` gives them."""
    found = (family_of(word) for word in re.findall(r"[^\W\d_]+", phrase))
    return tuple(dict.fromkeys(family for family in found if family is not None))
