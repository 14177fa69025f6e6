"""Details that papers are often asked for and abstracts seldom give."""

UNSTATED: tuple[tuple[str, str], ...] = (
    # what is asked, and what an abstract that says it has
    (r"learning rates?|step sizes?|学习率", r"learning rates?|step[- ]?sizes?"),
    (r"batch sizes?|批(?:次|量)?大小|批量", r"batch[- ]?sizes?|batch of \d|mini-?batch\w* of"),
    (
        r"(?:gpus?|tpus?|hardware|accelerators?|graphics cards?)|显卡|硬件",
        r"gpus?\b|tpus?\b|[cn]pus?\b|fpgas?\b|asics?\b|smartphones?|jetson|hardware|accelerators?|A100|H100|V100|RTX|chips?\b",
    ),
    (r"(?:how many|number of|what) (?:training )?epochs?|多少(?:个)?(?:轮|epoch)", r"epochs?"),
    (r"(?:how many|number of) (?:training |gradient )?(?:steps|iterations)", r"steps?|iterations?"),
    (
        r"how many (?:gpu[- ]?)?(?:hours|days|weeks|months)"
        r"|how long (?:did|does|do|was|is|it)\b.{0,30}\b(?:(?:pre)?train\w*|take)\b"
        r"|training time|训练(?:了)?多(?:久|长|少)(?:时间|天|小时)?",
        r"\b(?:hours?|days?|weeks?|minutes?|months?|seconds?|gpu-hours?)\b|times? faster|speed-?ups?|training time",
    ),
    (r"(?:which|what) optimi[sz]er|优化器", r"optimi[sz]ers?|\badam\w*|\bsgd\b|gradient descent|momentum"),
    (r"(?:random )?seeds?\b|随机种子", r"seeds?\b"),
    (r"dropout(?: rate)?", r"dropout"),
    (r"weight decay|权重衰减", r"weight decay|\bl2\b|regulari[sz]"),
    (r"hyper-?parameters?(?: values?| settings?)?|超参数?", r"hyper-?parameters?"),
    (r"licen[cs]es?|许可(?:证|协议)", r"licen[cs]"),
    (
        r"(?:github|repository|repo|code url|link to (?:the )?code|download link)|代码(?:仓库|地址|链接)",
        r"https?:|github|www\.|code",
    ),
    (
        r"(?:universit(?:y|ies)|(?:which|what) countr(?:y|ies) (?:is|are) (?:the )?\w*\s?authors?|affiliations?"
        r"|institutions?|institutes?|compan(?:y|ies) (?:are|is|do))|单位|机构",
        r"universit|institut|compan",
    ),
    (r"(?:funding|funded|grants?|sponsor\w*)|资助", r"fund|grant|sponsor"),
    (
        r"how many (?:human )?(?:annotators?|raters?|participants?|subjects?)|多少(?:名|个)(?:标注员|参与者)",
        r"annotators?|raters?|participants?|subjects?|patients?|people|users",
    ),
    (
        r"(?:p-?values?|confidence intervals?|standard deviations?|standard errors?)",
        r"p-?values?|confidence|deviation|standard error|signific|±|\\pm",
    ),
    (
        r"(?:dollars?|cost in (?:dollars|usd)|price|\$\s*cost)|多少钱|价格",
        r"\$\s?\d|dollars?|usd|cost|cheap|price|pricing",
    ),
    (
        r"(?:deep learning|software) (?:framework|library)|pytorch or|tensorflow or|programming language",
        r"pytorch|tensorflow|jax|library|python|framework|c\+\+|julia",
    ),
    (
        r"(?:hidden|embedding) (?:size|dimension)s?|attention heads"
        r"|(?:number of|how many) (?:transformer )?(?:layers|heads)",
        r"layers?|heads?|dimension|\bdepth",
    ),
    (
        r"(?:FID|BLEU|ROUGE(?:-L)?|PSNR|SSIM|LPIPS|AUROC|AUC|F1|mAP|IoU|mIoU|WER|MAE|RMSE|MSE|perplexity|困惑度)"
        r"(?: scores?)?",
        r"FID|BLEU|ROUGE|PSNR|SSIM|LPIPS|AUROC|AUC|F1|mAP|m?IoU|WER|MAE|RMSE|MSE|perplexity|scores?\b|error|accuracy|\d",
    ),
    (
        r"sampling temperatures?|(?:what|which) temperatures?|(?:采样|生成)?温度(?:系数|参数)?(?=是|为|设)",
        r"temperatures?",
    ),
    (
        r"activation functions?|激活函数",
        r"activation functions?|activations?\b|relu|gelu|silu|sigmoid|tanh|swish|softmax|nonlinearit",
    ),
    (r"(?:cosine|learning[- ]rate) schedules?|warm-?up (?:steps|schedule)", r"schedul|warm-?up"),
    (
        r"(?:which|what|whose|how many) (?:\w+ ){0,2}(?:simulators?|simulation engine|physics engine)|仿真器",
        r"simulat|mujoco|isaac|gym\b|engine",
    ),
    (
        r"(?:which|what|whose|how many) (?:\w+ ){0,2}(?:hospitals?|clinics?)|(?:哪|什么|多少|几)\S{0,3}医院",
        r"hospital|clinic|cent(?:er|re)s\b",
    ),
    (
        r"(?:which|what|whose|how many) (?:\w+ ){0,2}cameras?|(?:哪|什么|多少|几)\S{0,3}相机",
        r"cameras?|lens|photograph",
    ),
    (r"inter-?annotator agreement|cohen'?s kappa", r"agreement|kappa"),
    (
        r"(?:power|energy) (?:consumption|usage|draw)|how much (?:power|energy)|how many watts|功耗|能耗",
        r"(?:power|energy)[- ](?:consum|effici|usage|sav|cost)|watts?\b|joules?",
    ),
    (r"latency|inference time|延迟", r"latency|inference time|faster|speed|seconds?|\bms\b|real-?time|throughput"),
    (
        r"(?:gigabytes?|megabytes?|GBs?|MBs?)|memory footprint|(?:peak|gpu) memory|显存",
        r"memory|\d\s?[GM]i?B\b|gigabyte|megabyte|storage",
    ),
    (r"frames per second|fps|帧率", r"frames per second|fps|real-?time|faster|speed"),
    (r"(?:image|input|video) resolutions?|分辨率", r"resolution|\d+\s?(?:x|×|\\times)\s?\d+|pixels"),
    (
        r"(?:which|what) (?:\w+[ -]){0,3}(?:data ?sets?|corpus|corpora) (?:was|were|is|are|did|do|does)"
        r"|哪(?:个|些)数据集",
        r"data ?sets?|benchmark|corpus|corpora|suite|\b[A-Z][\w-]*(?:Net|QA|Bench|Gym|MNIST)\b|CIFAR|ImageNet|COCO"
        r"|tasks|domains|\bdata\b|simulat|real-world",
    ),
    (r"context (?:length|window)(?: size)?|sequence length", r"context|sequence|tokens?|length"),
)
"""What is asked, and what an abstract that says it has: two patterns each."""
