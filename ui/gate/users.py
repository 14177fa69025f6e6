"""Users: who may enter, from a file of names and hashed passwords."""

from __future__ import annotations

import hashlib
import hmac
import os
import re
import secrets
from pathlib import Path
from shlex import quote
from threading import Lock

import bcrypt

from rag.errors import ConfigError

_NAME = re.compile(r"[A-Za-z0-9._@-]{1,64}")
_HASH = re.compile(rb"\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}")
LEAST, MOST = 8, 72
"""Bytes of a password: bcrypt takes no more."""


class Users:
    """The users of a file: `name:bcrypt-hash` a line, as Apache's `htpasswd -B` writes it.

    The file is read again when it changes, so that a user added or taken out counts at once.
    """

    def __init__(self, path: Path) -> None:
        """Read the file.

        Raises:
            ConfigError: it is absent, empty, or a line is of another form.
        """
        self._path = path
        self._lock = Lock()
        self._stamp: tuple[int, int] | None = None
        self._hashes: dict[str, bytes] = {}
        self._known: dict[bytes, str] = {}
        self._key = secrets.token_bytes(32)
        self._read()

    def __contains__(self, name: str) -> bool:
        self._refresh()
        return name in self._hashes

    def is_right(self, name: str, password: str) -> bool:
        """Whether this is the user's password; takes as long for a name that nobody has.

        A pair that was right is remembered by a keyed digest, since hashing takes a fifth of a second.
        """
        self._refresh()
        given = password.encode("utf-8", "surrogatepass")
        pair = b"\0".join((name.encode("utf-8", "surrogatepass"), given))
        digest = hmac.digest(self._key, pair, hashlib.sha256)
        with self._lock:
            if self._known.get(digest) == name:
                return True
            hashed = self._hashes.get(name) or self._nobodys()
        right = len(given) <= MOST and b"\0" not in given and bcrypt.checkpw(given, hashed) and name in self._hashes
        if right:
            with self._lock:
                self._known[digest] = name
        return right

    def _nobodys(self) -> bytes:
        """A hash that no password has, and that takes as long to check as the first user's."""
        return next(iter(self._hashes.values()), b"$2b$12$" + b"." * 22)[:29] + b"." * 31

    def _refresh(self) -> None:
        try:
            found = os.stat(self._path)
            if (found.st_mtime_ns, found.st_size) != self._stamp:
                self._read()
        except (OSError, ConfigError):  # taken away or spoilt while it serves: nobody enters until it is whole again
            with self._lock:
                self._hashes, self._known, self._stamp = {}, {}, None

    def _read(self) -> None:
        try:
            found = os.stat(self._path)
            lines = self._path.read_bytes().splitlines()
        except OSError as error:
            raise ConfigError(
                f"The file of users {self._path} cannot be read: {error.strerror}. {_adding(self._path)}"
            ) from None
        hashes: dict[str, bytes] = {}
        for number, line in enumerate(lines, 1):
            if not line.strip() or line.startswith(b"#"):
                continue
            name, _, hashed = line.strip().partition(b":")
            if not _NAME.fullmatch(name.decode("utf-8", "replace")) or not _HASH.fullmatch(hashed):
                raise ConfigError(f"Line {number} of {self._path} is not name:bcrypt-hash. {_adding(self._path)}")
            hashes[name.decode()] = hashed
        if not hashes:
            raise ConfigError(f"The file of users {self._path} names nobody. {_adding(self._path)}")
        with self._lock:
            self._hashes, self._known, self._stamp = hashes, {}, (found.st_mtime_ns, found.st_size)


def add_user(path: Path, name: str, password: str) -> None:
    """Add a user to the file, or give one another password; a new file can be read by its owner alone.

    Raises:
        ConfigError: the name or the password will not do, or the file cannot be written.
    """
    if not _NAME.fullmatch(name):
        raise ConfigError(f"{name!r} is no name for a user: up to 64 letters, digits and . _ @ - make one.")
    if not LEAST <= len(password.encode()) <= MOST or "\0" in password:
        raise ConfigError(f"A password takes {LEAST} to {MOST} bytes. Type another.")
    hashed = bcrypt.hashpw(password.encode(), bcrypt.gensalt()).decode()
    try:
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        kept = [line for line in lines if line.partition(":")[0] != name]
        part = path.with_name(f".{path.name}.part")
        part.unlink(missing_ok=True)
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write("\n".join([*kept, f"{name}:{hashed}"]) + "\n")
        os.replace(part, path)
    except OSError as error:
        raise ConfigError(f"The file of users {path} cannot be written: {error.strerror}.") from None


def _adding(path: Path) -> str:
    return f"Add a user: python -m ui --add-user NAME --auth {quote(str(path))}"
