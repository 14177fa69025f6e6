"""The page on which a reader signs in: no script, in English or Chinese."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from ui.wording import words_for


@dataclass(frozen=True)
class LoginWords:
    """The page's strings in one language."""

    title: str
    name: str
    password: str
    enter: str
    wrong: str


_EN = LoginWords("Sign in", "Name", "Password", "Sign in", "This name or this password is wrong.")
_ZH = LoginWords("登录", "用户名", "密码", "登录", "用户名或密码不正确。")

_LONGEST_NAME = 64
_STYLE = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { display: grid; place-items: center; min-height: 100vh; margin: 0; background: Canvas; color: CanvasText }
form { display: grid; gap: .75rem; width: min(20rem, 90vw) }
h1 { font-size: 1.4rem; margin: 0 }
label { display: grid; gap: .25rem }
input, button { font: inherit; padding: .5rem .7rem; border: 1px solid #7a8a99; border-radius: .4rem }
button { background: #0f766e; border-color: #0f766e; color: #fff; cursor: pointer }
:focus-visible { outline: 3px solid light-dark(#0f766e, #14b8a6); outline-offset: 2px }
p { margin: 0; color: light-dark(#b00020, #ff8a80) }
"""


def login_page(title: str, accepted: str, action: str, *, problem: str | None = None, name: str = "") -> str:
    """The page.

    Args:
        title: the window's name.
        accepted: the browser's `Accept-Language`.
        action: where the form is sent.
        problem: why the last attempt failed; empty for a wrong name or password, None for no attempt.
        name: as it was typed at the last attempt: only the password is typed again.
    """
    chinese = words_for(accepted) is words_for("zh")
    words = _ZH if chinese else _EN
    said = f'<p role="alert">{escape(problem or words.wrong)}</p>' if problem is not None else ""
    at_name, at_password = ("", " autofocus") if name else (" autofocus", "")
    typed = f' value="{escape(name[:_LONGEST_NAME])}"' if name else ""
    return f"""<!doctype html>
<html lang="{"zh" if chinese else "en"}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}: {words.title}</title><style>{_STYLE}</style></head>
<body><main><form method="post" action="{escape(action)}">
<h1>{escape(title)}</h1>{said}
<label>{words.name}<input name="username" autocomplete="username" required{typed}{at_name}></label>
<label>{words.password}
<input name="password" type="password" autocomplete="current-password" required{at_password}></label>
<button>{words.enter}</button>
</form></main></body></html>
"""
