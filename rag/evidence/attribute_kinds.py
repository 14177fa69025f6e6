"""What papers are asked for whatever they are on (limitations, datasets, a licence), and how an abstract says it."""

from dataclasses import dataclass

_PROPER = (
    r"(?:the |a |both |vanilla )?\**(?-i:(?=[\w+-]*(?:\d|[a-z][A-Z]|[A-Z]{2}))"
    r"(?!(?:SOTA|SoTA|LLMs?|RL|FL|ML|AI|NLP|GNNs?|DNNs?|CNNs?|RNNs?|MLLMs?|VLMs?|GPUs?|PAPER)\b)[A-Z][\w+-]+)"
)
COUNT = r"(?:\d[\d,.]*|one|two|three|four|five|six|seven|eight|nine|ten|twelve|single)"
_LACK = (
    r"limitations?|weakness(?:es)?|drawbacks?|shortcomings?|caveats?|fail(?:s|ed|ures?)?|struggl\w+|cannot|unable"
    r"|suffers?"
    r"|degrad\w+|lags?|falls? short|(?:limited|restricted) to|at the (?:cost|expense) of|sensitive to"
)
OTHERS = (
    r"\b(?:address|overcom|tackl|lift|alleviat|mitigat|resolv|remed|circumvent|avoid|bypass|solv|eliminat|prevent"
    r"|reduc|surpass"
    r"|outperform)\w*|\b(?:unlike|without|existing|previous|prior|current|traditional|conventional|most|other|many"
    r"|these|such"
    r"|none of|competing|baselines?|often|commonly|typically)\b"
)
"""A sentence that has these speaks of others' work, or of what the paper does away with."""


@dataclass(frozen=True)
class Kind:
    """One kind of attribute; the texts are patterns.

    Args:
        asked: in a question, in English or Chinese.
        said: in the sentence of an abstract that says it, case and all where it begins with `(?-i:`.
        unless: what such a sentence must not have.
        own: only sentences count from the first on that says what the paper does: those before speak of others.
        sorts: words for what is asked for, where a name of such a thing says it (see `rag.evidence.sorts`).
        sure: where no sentence says it, the abstract does not; else it may say so in words of its own.
    """

    asked: str
    said: str
    unless: str = ""
    own: bool = False
    sorts: tuple[str, ...] = ()
    sure: bool = True


STUDY = (
    Kind(
        r"(?:which |what )?(?:benchmark |evaluation |training )?(?:data ?sets?|benchmarks?|corpora|corpus)|数据集"
        r"|基准(?:测试)?",
        r"(?!)",
        r"\b(?:existing|previous|prior)\b",
        sorts=("dataset", "benchmark", "corpus"),
        sure=False,
    ),
    Kind(
        r"(?:which |what )?baselines?(?: methods?| models?)?|compet(?:ing|itor)\w*(?: methods?)?|compar(?:ed?|isons?"
        r"|es)|基线(?:方法|模型)?|对比方法",
        rf"\b(?:outperform|surpass|beat|exceed|outclass)(?:s|es|ed|ing)?\W+(?:[\w-]+ ){{0,4}}?{_PROPER}"
        rf"|\b(?:better|worse|faster|higher|lower|smaller|fewer|more accurate|superior|compar\w+|over|versus|vs\.?"
        rf"|than|against|advancement over"
        rf"|improv\w+ (?:over|upon|on)|relative to)\W+(?:to |with |than |over )?(?:[\w-]+ ){{0,4}}?{_PROPER}"
        rf"|\b(?:baselines?|methods|approaches|models|competitors)\W+(?:such as|like|including"
        rf"|e\.g\.,?)\W+(?:[\w-]+ ){{0,2}}?{_PROPER}",
        own=True,
        sure=False,
    ),
    Kind(
        r"(?:which |what )?(?:backbones?|base models?|architectures?|foundation models?)(?: networks?| models?)?"
        r"|骨干(?:网络|模型)?|基础模型|网络结构|架构",
        rf"\b(?:based on|built (?:up)?on|build(?:ing)? (?:up)?on|powered by|on top of|leverag\w+|fine-?tun\w+"
        rf"|pre-?trained|backbones?|models? like"
        rf"|models? such as|us(?:es|ing))\W+(?:[\w'’-]+ ){{0,8}}?{_PROPER}"
        r"|\b(?:transformer|u-?net|mlp|cnn|gnn|rnn|lstm|resnet|vit|encoder|decoder|neural network|architecture"
        r"|backbone|autoencoder"
        r"|mixture-of-experts|mamba|multi-?layer perceptron)s?\b",
        r"\b(?:existing|previous|prior|dataset|benchmark)\b",
        own=True,
    ),
    Kind(
        r"limitations?|weakness(?:es)?|drawbacks?|shortcomings?|disadvantages?|downsides?|caveats?|局限(?:性|之处)?"
        r"|缺点|缺陷|不足(?:之处)?|弱点",
        rf"\b(?:our|its|the proposed|PAPER)\b.*(?:{_LACK})|(?:{_LACK}).*\b(?:our|the proposed|PAPER)\b"
        r"|\bwe (?:also |further )?(?:discuss|acknowledge|outline)\b.*\blimitations?\b",
        OTHERS,
        own=True,
    ),
    Kind(
        r"fail(?:s|ed|ures?)?(?: cases?| modes?)?|break(?:s| down)?|失败(?:案例|情况)?|失效",
        rf"{_LACK}|breaks? down|worse|harder",
        OTHERS,
        own=True,
    ),
    Kind(
        r"future (?:work|research|directions?|stud(?:y|ies)|plans?|steps?)|(?:leave|left"
        r"|planned) for (?:the )?future(?: work)?"
        r"|next steps?|open (?:questions?|problems?)|(?:未来|后续|今后)的?(?:工作|研究|方向|计划)(?:方向)?",
        r"\bfuture (?:\w+ )?(?:work|research|stud|direction|investigat|explor|develop|advance|application|progress)\w*"
        r"|\bopen (?:\w+ )?(?:questions?|problems?|challenges?)|\bfurther (?:research|investigation|study)|\bavenues?\b"
        r"|\bnew directions?\b",
        r"\b(?:resolv|solv|answer|address|clos)\w*|long-standing|longstanding|has been an? open|remain\w*",
    ),
    Kind(
        r"ablat\w+(?: (?:stud(?:y|ies)|experiments?|analys[ie]s|tests?))?|消融(?:实验|研究|分析)?",
        r"\bablat\w+",
    ),
    Kind(
        r"(?:related|prior|previous|earlier) (?:works?|research|literature|methods?|approaches|studies)|(?:相关|先前"
        r"|已有|前人)的?(?:工作|研究|方法)",
        r"\b(?:existing|previous|prior|recent|earlier|current|traditional|conventional|many|most|other"
        r"|state-of-the-art|SOTA)\b"
        r".{0,40}\b(?:works?|methods?|approaches|stud(?:y|ies)|techniques?|models?|algorithms?|efforts?|solutions?"
        r"|research"
        r"|literature|papers)\b|\bet al\b|\binspired by\b|\bbuil(?:d|t|ding|ds) (?:up)?on\b|\bextend\w*\b",
    ),
    Kind(
        r"(?:which |what )?licen[cs]es?|许可(?:证|协议)?|开源协议",
        r"\blicen[sc]e[sd]?\b",
    ),
    Kind(
        r"funded|fund(?:s|ing)?|grants?|sponsor\w*|资助|经费|赞助",
        r"\bfunded by\b|\bfunding from\b|\bgrants? (?:from|no|number)\b|\bsponsored by\b|\bsupported by (?:a "
        r"|the )?(?:\w+ )?(?:grant|fund|foundation)",
    ),
    Kind(
        r"(?:source )?codes?(?: (?:urls?|links?|repositor(?:y|ies)|page|base))?|(?:github|git|code) (?:urls?|links?"
        r"|repo\w*|page)"
        r"|github|repo(?:sitor(?:y|ies))?|implementations?|code url|(?:源)?代码(?:的)?(?:链接|仓库|地址|网址)?",
        r"https?://|\bgithub\b|\b(?:code|implementation|repository|models?|software|package"
        r"|library)\b.*\b(?:available|releas\w+|public\w*"
        r"|open-sourc\w+|accessible|found at|provided)\b|\b(?:releas\w+|open-sourc\w+"
        r"|provid\w+) (?:\w+ ){0,4}(?:code|implementation)\b",
    ),
    Kind(
        r"error bars?|confidence intervals?|standard (?:deviations?|errors?)|误差条|置信区间|标准差|标准误差?",
        r"\\pm|±|\berror bars?\b|\d\S* confidence|standard (?:deviations?|errors?) of",
        r"\b(?:existing|prior|previous)\b",
        own=True,
    ),
    Kind(
        r"(?:theor\w+ )?assumptions?|assumed?s?|(?:定理)?的?(?:有哪些)?假设(?:条件)?|前提条件",
        r"\b(?:assum\w+|presuppos\w+|realizab\w+|Lipschitz|bounded (?:variance|gradients?|noise))\b"
        r"|\bunder (?:[\w-]+ ){0,4}(?:conditions?|regularity|setting|model)\b|\b(?:strongly |weakly |non-?"
        r"|quasi-?)?convex (?:\w+ )?"
        r"(?:functions?|loss\w*|settings?|case|objectives?|problems?|optimi[sz]ation)\b|\bprovided that\b"
        r"|\bas long as\b",
        r"\b(?:existing|previous|prior|most|many|often|current|traditional|conventional|typically|commonly)\b",
        own=True,
    ),
    Kind(
        r"(?:human|user|manual) (?:evaluat\w+|stud(?:y|ies)|ratings?|judge?ments?|assessments?|raters?)"
        r"|human evaluators?|(?:人工|人类|用户)(?:评估|评测|评价|研究|打分)(?:结果)?",
        r"\bhuman (?:evaluat\w+|stud\w+|raters?|judge?\w*|annotat\w+|experts?|assess\w+|ratings?|subjects?"
        r"|participants?|preference (?:rate|evaluation|stud)\w*)\b"
        r"|\buser stud\w+|\bby humans\b|\bcrowd-?\w*|\bhuman-rated\b|\bclinicians?\b|\bmanual (?:evaluation"
        r"|inspection)",
        r"\black of\b|\bexisting\b",
    ),
    Kind(
        r"(?<!large )(?<!large-)(?:programming |natural )?languages?(?![- ]models?)|(?<!大)(?<!大型)语言(?!模型)|语种",
        r"\b(?:English|Chinese|German|French|Spanish|Japanese|Korean|Hindi|Arabic|Russian|Italian|Portuguese|Dutch"
        r"|Czech|Turkish"
        r"|multilingual|bilingual|cross-lingual|Python|Java|JavaScript|C\+\+|Rust|Haskell|Lean|Julia|SQL|Verilog"
        r"|low-resource languages?)(?![\w])"
        rf"|\b{COUNT} (?:\w+ ){{0,2}}languages?\b|\bsign language\b",
    ),
    Kind(
        r"sample sizes?|(?:how many|number of) (?:training |data )?(?:samples?|examples?|data points?|instances?"
        r"|participants?|subjects?|annotators?|patients?)"
        r"|(?:how (?:big|large)|size).{0,20}(?:data ?sets?|benchmark)|多少(?:个|条)?(?:样本|样例|数据|例子|参与者"
        r"|被试)|样本(?:量|数量|数)",
        r"(?:\d[\d,.]*\s?(?:[kKM]\b|million|billion|thousand)?|\b(?:two|three|four|five|six|seven|eight|nine|ten"
        r"|hundreds|thousands|millions)\b(?: of)?)"
        r"[+$]* (?:[\w-]+ ){0,3}(?:samples?|examples?|images?|videos?|participants?|patients?|subjects?|annotators?"
        r"|volunteers?|questions?|instances?"
        r"|instructions?|pairs?|molecules?|trajectories|demonstrations?|interactions?|functions?|shapes?|documents?"
        r"|sentences?|prompts?|points|(?:in)?quer(?:y|ies)|inquir(?:y|ies)|clips?|scenes?|programs?|snippets?|entries|items"
        r"|utterances?|reports?|scans?|articles?|comments?|reviews?|posts?"
        r"|records|recordings|graphs|APIs|users|people|practitioners|proteins|structures|problems|tokens"
        r"|conversations|dialogues|episodes)\b",
    ),
    Kind(
        r"(?:evaluation |performance )?(?:metrics?|measures?)(?: of evaluation)?|measured|(?:评价|评估|性能)?(?:指标"
        r"|度量)",
        r"\b(?:accurac(?:y|ies)|F1|FID|BLEU|ROUGE\S*|PSNR|SSIM|LPIPS|AUROC|AUPRC|AUC|mAP|m?IoU|WER|MAE|MSE|RMSE"
        r"|ITE error|perplexity|pass@\S+|regret"
        r"|(?:success|win|pass|error|fix|hit|false positive|correct|recall|convergence|refusal|acceptance)[- ]rates?"
        r"|win-rate|precision|recall|BEDROC\S*|NDCG\S*|MRR|DockQ|R\^2"
        r"|FLOPs|speed-?ups?|throughput|latency|mean rank|ELO|Elo|likelihood|BPB|bits per \w+|CLIP[- ]score|TM-score"
        r"|RMSD|evaluation metrics?|metrics? (?:such as|like|including)"
        r"|key metrics|new metric|novel metric|faithfulness|calibration error|ECE|EPE|sample complexity|GPA)(?!\w)"
        r"|\bin terms of\b|\bmetrics?\b.{0,20}(?:called|named|,)",
    ),
)
"""What is asked of a study. Where several are asked for by the same words, the first counts."""
