"""General words: those of any report, which one writer puts for another. All others are of a subject."""

from rag.text.analysis import analyze

_WORDS = """
ability able abrupt absolute accept accompanying accomplish account accumulate achieve acquire act actual adapt add
address adequate adjust adopt advance advantage affect afford aforementioned agree aid algorithm allow alternative
amount analyse analyze answer apart appear apply approach appropriate approximately arbitrary architecture area argue
arise around arrive art aspect assess assign assist associated assume assumption assure attach attain attempt attend
attribute author available average aware balance barely base basic basis beat become begin behave behavior behaviour
belong benchmark beneficial benefit bet big block boost bound bridge brief bring broad brought build built call
candidate capability capable capacity capture careful carry case cast category cause central certain challenge change
characterise characteristic characterize cheap check choice choose chosen circumvent clarify class clear close collect
collection combine come common compare comparison compatible competitive complement complete complex component
comprehensive comprise compute concept concern conclude conclusion concrete condition conduct confirm connect
consequence consider considerable consist consistent constant constitute construct contain context contrast contribute
contribution control convenient convert correct correspond cost cover create critical crucial current customary cut
data dataset deal decide deep deeper define degree deliver demand demonstrate depend deploy derive deserve design
desirable desire detail detect determine develop deviate device devise differ difficult direct discover discuss
display distinct diverse divide domain drawback drawn drive drop due e earlier early ease easy effect effective effort
element eliminate else emerge emphasis empirical employ enable encounter encourage end enhance enough ensure entail
entire equal equally equip especially essential establish estimate evaluate event eventually evidence evident exact
examine example exceed excel excellent except exhibit expand expect experience experiment experimental explain
explicit exploit explore express extend extensive extent external extra face fact factor fail fair fall familiar far
feature feed field fill final finding fine finish fit fix flexible focus follow foot force form former formulate
forward found foundation frame framework free frequent fulfil full function fundamental furthermore future g gain gap
gather general generate give given goal good grasp great ground grow grown guarantee guide half hand handle happen
hard heavy held help hence high highlight hint hold huge human i idea ideal identical identify illustrate imply
importance important impose improve inability include incorporate increase indeed independent indicate individual
infer influence inform inherent initial inner input insert insight inspect inspire instance instruct integrate intend
interesting intermediate internal interpret interpretable introduce investigate involve issue item join jointly just k
keep kept kind know known lack landscape large largely last late latent latter lead learn learnable leave led left
less lesson let level leverage lie light like likely likewise limit limitation line link list little long look lose
lost low lower made main mainly maintain major manage manner many mark match matter maximal maybe mean meaning
meanwhile measure mechanism meet mention mere method minimal minor mislead miss mitigate mode model moderate modern
modify module moment more moreover motivate move name namely narrow natural near necessary need negligible net network
neural new next nonetheless normal notable note nothing notion novel number numerical numerous object objective
observe obtain obvious occur offer often old one ongoing only open operate opportunity order ordinary origin original
other otherwise outcome outperform output overall overcome overlook own pair paper part partial participant particular
pass past path percent perform performance period permit perspective phase phenomenon pick piece pipeline place plan
play plus point poor popular portion pose position possess possible post potential power powerful practical practice
practitioner precise predict prefer prepare presence present preserve prevent previous primary principle prior problem
procedure proceed process produce product proficient program promise promising promote prompt proof propagate proper
property proportion propose prove provide pure purpose pursue push put quality quantify question quick quite raise
range rapid rare rate rather reach read ready real realise realistic realize reason receive recent recognise recognize
recommend record reduce refer refine regard region regular relate relation relative relevant reliable rely remain
remarkable remedy remove render repeat replace report represent representation require research resemble reserve
resolve resource respect respectively respond rest restrict result retain return reveal review rich rigorous rise
rising role rough round rule run s same satisfy save say scale scenario scheme scientific scope score search second
seek seem seen select sense separate serious serve set setting setup several severe shape share shed shift short show
shown side sight significant similar simple simply simulated simultaneously single situation size slight small solely
solution solve sometimes soon sort sought sound source space span special specific specify speed spend spread stage
stand standard start state stay steer step still stood straightforward strategy strength strict strong structure study
style subject subsequent substantial succeed success such sudden suffer suffice sufficient suggest suit suitable
summarise summarize superior supply support suppose surpass surprising surround survey switch synergy system t tackle
tailor take taken target task taught team technique tell tend term test theme theoretical theory thereby therefore
thing think thorough thought threshold thrive thus tie time together tool top total toward track trainable trait
transfer transform translate treat trend true try turn type typical ultimate uncover undergo underlie underlying
understand undertake unify unique unit unlike unlock useful user usual utilise utilize valid validate valuable value
variant variation variety various vary vast verify version via view visual vital want way weak well whereas whole wide
widely widespread win wise wish within word work world worth write written year yield zero
"""
GENERAL = frozenset(analyze(_WORDS))
"""The analysed terms."""


def is_general(term: str, word: str) -> bool:
    """Whether a word is one of any report.

    Args:
        term: analysed.
        word: as it stands.
    """
    return term in GENERAL or word.casefold().endswith("ly")
