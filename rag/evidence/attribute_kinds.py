"""What papers are asked for whatever they are on (limitations, a loss, a licence), and how an abstract says it."""

from dataclasses import dataclass

_PROPER = (
    r"(?:the |a |both |vanilla )?\**(?-i:(?=[\w+-]*(?:\d|[a-z][A-Z]|[A-Z]{2}))"
    r"(?!(?:SOTA|SoTA|LLMs?|RL|FL|ML|AI|NLP|GNNs?|DNNs?|CNNs?|RNNs?|MLLMs?|VLMs?|GPUs?|PAPER)\b)[A-Z][\w+-]+)"
)
_COUNT = r"(?:\d[\d,.]*|one|two|three|four|five|six|seven|eight|nine|ten|twelve|single)"
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
_DURATION = r"(?:seconds?|minutes?|hours?|days?|weeks?)(?![- ](?:of\b|long\b|forecast|ahead|recording|video))"


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


KINDS = (
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
        r"(?:training )?(?:loss(?:es)?(?: functions?| terms?)?|objective functions?|training objectives?)"
        r"|损失(?:函数)?|目标函数|训练目标",
        r"\b[\w-]*loss(?:es)? (?:functions?|terms?|objectives?)\b|\b(?:training|objective) (?:objectives?|functions?)\b"
        r"|\b(?:contrastive|cross-entropy|hinge|squared|quadratic|logistic|regression|reconstruction|distillation"
        r"|adversarial"
        r"|auxiliary|alignment|matching|novel|new|MSE|InfoNCE|focal|exponential|ranking|consistency|perceptual"
        r"|surrogate"
        r"|supervised|triplet|margin|classification|preference|diffusion|regularization|weighted|DPO|L1"
        r"|L2) loss(?:es)?\b"
        r"|\bloss(?:es)? (?:that|which|based|to (?:encourage|enforce|align|learn))\b"
        r"|\b(?:minimi[sz]|maximi[sz])(?:e|es|ed|ing) (?:[\w-]+ ){0,5}(?:loss|likelihood|divergence|objective|risk"
        r"|error"
        r"|entropy|distance|information|ELBO|bound|discrepancy)\b|\bas the training objective\b",
        r"\b(?:loss of|accuracy loss|information loss|loss landscape|existing|previous|prior|often"
        r"|task-specific loss)\b",
        own=True,
    ),
    Kind(
        r"(?:(?:number of|how many) )?(?:\w+ )?layers?|多少(?:个)?层|几层|层数|多少层",
        rf"\b{_COUNT}[- ](?:[\w-]+ ){{0,2}}layer(?:s|ed)?\b|\blayers? deep\b|\bdepth (?:of )?\$?\d",
        r"into a single layer|opaque layers",
        own=True,
    ),
    Kind(
        r"optimi[sz]ers?|优化器",
        r"\b(?:Adam\w*|SGD|DP-SGD|SGD-M|RMSProp|Adagrad|Adafactor|Shampoo|Lookahead|MoMo-Adam|L-?BFGS)\b"
        r"|\bgradient (?:descent|ascent)\b"
        r"|\bmirror descent\b|\b(?!the |an? |any )[\w-]+ optimi[sz]er\b(?! (?:states?|memory))",
        "optimi[sz]er (?:states|memory)",
        own=True,
    ),
    Kind(
        r"learning[- ]rates?|step[- ]?sizes?|学习率|步长",
        r"\b(?:adaptive|constant|different|decaying|large|small|larger|smaller|optimal|single|fixed|cosine|same"
        r"|diminishing"
        r"|polyak\S*|ideal|chosen|layer-?wise|novel|initial|universal"
        r"|line-search\w*) (?:[\w-]+ ){0,2}(?:learning[- ]rates?|step[- ]?sizes?)"
        r"|(?:learning[- ]rates?|step[- ]?sizes?) (?:of|as|is|are|schedul\w+|that|can|warm\w*|=|\$)|learning-rate-free",
        own=True,
    ),
    Kind(
        r"(?:how many )?(?:[GT]PU|A100|H100|V100)[- ]?(?:hours?|days?)|(?:多少)?\s*(?:个)?\s*GPU\s*(?:小时|天|时)",
        rf"\b(?:[GT]PU|A100|H100|V100)s?[- ](?:hours?|days?)\b|\d\S* {_DURATION}.*\b(?:[GT]PUs?|A100s?|H100s?|V100s?)\b"
        rf"|\b(?:[GT]PUs?|A100s?|H100s?|V100s?)\b.*\d\S* {_DURATION}",
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
        r"(?:(?:number of|how many|how big|how large|parameter) )?(?:trainable |model |learnable )?(?:parameters?"
        r"|parameter counts?)|model sizes?|多少(?:个)?参数|参数(?:量|数量|数|规模)?",
        r"\d\s?[BM]\b(?!\w| (?:[\w-]+ ){0,2}(?:tokens?|corpus|samples?|images?|pairs?|frames?|examples?|documents?"
        r"|interactions?|steps?))"
        r"|\b(?:million|billion)s?[- ](?:\w+[- ])?parameters?\b|\b(?:fewer|less|more) (?:than )?(?:\w+ ){0,3}param\w*"
        r"|\d\S* (?:\w+ ){0,3}parameters?\b|parameters? by\b",
        r"\bper parameter\b|\b(?:existing|previous|prior|e\.g\., Retro) ",
    ),
    Kind(
        r"run[- ]?times?|running times?|execution times?|(?:time|computational) complexity|how fast|how long.*(?:run"
        r"|take)|运行(?:时间|速度)|(?:时间)?复杂度|耗时",
        r"\brun-?times?\b|\brunning times?\b|\b(?:within|in|under|takes?|only|about|less than|than|requires?) (?:\w+ )?"
        rf"(?:\S*\d\S*|{_COUNT}|a few|milli) ?(?:milli)?{_DURATION}|\breal[- ]time\b"
        r"|\b(?:time|computational|per-step|iteration|query) complexit(?:y|ies)\b|\b(?:linear|constant|polynomial"
        r"|quadratic|logarithmic|sublinear"
        r"|near-?linear|nearly linear|amortized)[\w\s-]{0,20} time\b|\bspeed-?ups?\b|\bfaster\b|\bwall-?clock\b"
        r"|\blatency\b|\bthroughput\b"
        r"|\bO\(|\\mathcal\{O\}|\bcompute time\b",
        r"\bfaster (?:convergence|rates?)\b|converges? faster",
        own=True,
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
        r"hyper-?parameters?(?: (?:values?|settings?|choices?))?|超参数?(?:设置|取值)?",
        r"\b(?:single|one|no|fewer|few|two|three|only|\d+|additional|extra|key|same"
        r"|default) (?:[\w-]+ ){0,2}hyper-?parameters?\b"
        r"|\bhyper-?parameters?\b.*(?:such as|i\.e\.|e\.g\.|=|\bset to\b)|\b(?:hyper-?parameter|tuning)-free\b"
        r"|without (?:[\w-]+ ){0,3}hyper-?param\w*",
        r"\b(?:wrong|laborious)\b",
    ),
    Kind(
        r"(?:programming |natural )?languages?|语言|语种",
        r"\b(?:English|Chinese|German|French|Spanish|Japanese|Korean|Hindi|Arabic|Russian|Italian|Portuguese|Dutch"
        r"|Czech|Turkish"
        r"|multilingual|bilingual|cross-lingual|Python|Java|JavaScript|C\+\+|Rust|Haskell|Lean|Julia|SQL|Verilog"
        r"|low-resource languages?)(?![\w])"
        rf"|\b{_COUNT} (?:\w+ ){{0,2}}languages?\b|\bsign language\b",
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
        r"|sentences?|prompts?|points"
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
    Kind(
        r"(?:mini-?)?batch[- ]?sizes?|批(?:次|量|处理)?大小|批量",
        r"\bbatch[- ]?sizes?\b|\bbatch of \d|\bmini-?batch\w* of\b|\bsingle batch\b",
        r"\b(?:increases with|scales linearly|memory demand)\b",
        own=True,
    ),
    Kind(
        r"(?:(?:how many|number of|for how many) )?(?:training )?epochs?|多少(?:个)?(?:轮(?:次)?|\s*epochs?)|训练轮数",
        r"\b(?:\d+|one|single|a few|few|hundreds of|multiple|two|three|ten|each) (?:\w+ ){0,2}epochs?\b|\bepochs? of\b",
        r"\bprior works\b.*multiple-epoch(?!.*single epoch)",
        own=True,
    ),
)
"""Where several are asked for by the same words, the first counts."""

PARTS_OF_TEXT = (
    r"(?:table|figure|fig\.?|section|chapter|equation|eq\.?|theorem|lemma|proposition|corollary|algorithm|page"
    r"|footnote|line)s?\s*\d+(?:\.\d+)*"
    r"|(?:the |an? )?(?:appendix|appendices|supplement(?:ary material)?|conclusions?(?: section)?|acknowledge?ments?"
    r"|introduction section|methods? section|experiments? section|discussion section|bibliography|reference list)"
    r"|(?:表|图|公式|定理|引理|命题|算法)\s*\d+|第\s*[\d一二三四五六七八九十]+\s*(?:章|节|页|部分)|附录"
    r"|结论(?:部分)?|致谢|参考文献"
)
"""Parts of a paper of which an abstract is none."""

PLAIN_WORDS = """
use apply run report evaluate test train trained tune fine propose introduce present leave compare discuss describe
conduct perform release publish publicly need require take choose chosen choice select measure cover hold consider
experiment empirical theoretical author paper method model approach study abstract work system framework algorithm
code main exact specific number amount total value set different several own case part section data dataset detail
size kind type sort long big large fast over against exist theorem mention state stated acknowledge suggest plan pay
paid support supported think thought function ran released available under spend spent contain include list name key
language version original find download located link outline order build built base based overall current way
minimise minimize
"""
"""What a question has beside the attribute and says no more by: verbs of papers, and words for papers."""
PLAIN_CJK = (
    r"有哪些|哪些|哪个|哪种|哪里|哪儿|什么|多少|如何|怎么样|怎样|怎么|是否|使用|采用|用了|做了|做过|进行|报告|提到"
    r"|提及|涵盖|包括|涉及|"
    r"训练|实验|评估|测试|比较|对比|情况|作者|论文|文章|这篇|该|方法|模型|算法|结果|显示|说明|证明|描述|介绍|具有"
    r"|存在|需要|花费|花了|开源|"
    r"发布|由谁|是谁|谁|请问|告诉我|具体|主要|可能|时候|时|下|会|在|上|的|了|吗|呢|个|几|与|和|被|由|为|于|到|中|里"
    r"|用|有|是|做|哪|多|久|大|长|其|它|它们|并|都|对|给出|给|出|来|过|所|及|或|能|可以|数据集|数据|代码|小"
)
