"""What is asked of how a method is built, trained and run (a loss, layers, a runtime): see `attribute_kinds`."""

from rag.evidence.attribute_kinds import COUNT, Kind

_DURATION = r"(?:seconds?|minutes?|hours?|days?|weeks?)(?![- ](?:of\b|long\b|forecast|ahead|recording|video))"

TRAINING = (
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
        rf"\b{COUNT}[- ](?:[\w-]+ ){{0,2}}layer(?:s|ed)?\b|\blayers? deep\b|\bdepth (?:of )?\$?\d",
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
        rf"(?:\S*\d\S*|{COUNT}|a few|milli) ?(?:milli)?{_DURATION}|\breal[- ]time\b"
        r"|\b(?:time|computational|per-step|iteration|query) complexit(?:y|ies)\b|\b(?:linear|constant|polynomial"
        r"|quadratic|logarithmic|sublinear"
        r"|near-?linear|nearly linear|amortized)[\w\s-]{0,20} time\b|\bspeed-?ups?\b|\bfaster\b|\bwall-?clock\b"
        r"|\blatency\b|\bthroughput\b"
        r"|\bO\(|\\mathcal\{O\}|\bcompute time\b",
        r"\bfaster (?:convergence|rates?)\b|converges? faster",
        own=True,
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
