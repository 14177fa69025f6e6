"""Printing: what a terminal's encoding lacks is written by its number, rather than ending the command."""

import io
import sys


def print_anything() -> None:
    """Let standard output and standard error take every character, whatever their encoding."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
