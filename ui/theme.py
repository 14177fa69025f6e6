"""The page's looks: theme, stylesheet, script and icon, all from this package and nowhere else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gradio as gr

_ASSETS = Path(__file__).parent / "assets"

# Installed fonts only: a font from a font service would tell it who reads.
_SANS = (
    "ui-sans-serif",
    "system-ui",
    "-apple-system",
    "Segoe UI",
    "Roboto",
    "Noto Sans",
    "Liberation Sans",
    "PingFang SC",
    "Hiragino Sans GB",
    "Microsoft YaHei",
    "Noto Sans CJK SC",
    "sans-serif",
)
_MONO = ("ui-monospace", "SFMono-Regular", "Consolas", "Liberation Mono", "Noto Sans Mono CJK SC")


def page_options() -> dict[str, Any]:
    """Return the looks as the keyword arguments of Gradio's `launch`."""
    scripts = [path.read_text(encoding="utf-8") for path in sorted(_ASSETS.glob("*.js"))]
    return {
        "theme": _theme(),
        "css_paths": sorted(_ASSETS.glob("*.css")),
        "head": "".join(f"<script>{script}</script>" for script in scripts),
        "favicon_path": _ASSETS / "favicon.svg",
    }


def _theme() -> gr.themes.Base:
    return gr.themes.Base(
        primary_hue=gr.themes.colors.teal,
        neutral_hue=gr.themes.colors.slate,
        font=_SANS,
        font_mono=_MONO,
        radius_size=gr.themes.sizes.radius_md,
    )
