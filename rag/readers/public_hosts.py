"""Public hosts: connections to the internet alone, for addresses that a server, and no person, has named.

Whoever types an address may mean this machine or the own network. A page that leads on to such an address would have
things fetched that only this machine can reach: a database, a router, a cloud's keys.
"""

from __future__ import annotations

import socket
from ipaddress import IPv6Address, ip_address
from typing import Any
from urllib.parse import urlsplit

import requests
from requests.adapters import HTTPAdapter
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool

_PORTS = {"http": 80, "https": 443}


class _PrivateError(Exception):
    """An address that is not of the internet. No OSError: those are tried again."""


class PublicAdapter(HTTPAdapter):
    """Sends requests to public addresses alone; others raise `requests.exceptions.InvalidURL`.

    What a name stands for is looked at before the connection is made, and once more when it stands, since a name may
    stand for something else a moment later. Behind a proxy, which finds names for itself, only addresses are looked at.
    """

    def init_poolmanager(self, *args: Any, **kwargs: Any) -> None:
        """As of the base class, with connections that look where they lead."""
        super().init_poolmanager(*args, **kwargs)
        self.poolmanager.pool_classes_by_scheme = {"http": _Pool, "https": _SecurePool}

    def send(self, request: requests.PreparedRequest, *args: Any, **kwargs: Any) -> requests.Response:
        """Send a request, or refuse to."""
        try:
            _require_public(urlsplit(str(request.url)).hostname or "")
            return super().send(request, *args, **kwargs)
        except _PrivateError:
            raise requests.exceptions.InvalidURL(
                "another address led there, and it is of this machine or its own network"
            ) from None


class _Connection(HTTPConnection):
    def _new_conn(self) -> socket.socket:
        _require_public_name(self.host, self.port)
        return _looked_at(super()._new_conn())


class _SecureConnection(HTTPSConnection):
    def _new_conn(self) -> socket.socket:
        _require_public_name(self.host, self.port)
        return _looked_at(super()._new_conn())


class _Pool(HTTPConnectionPool):
    ConnectionCls = _Connection


class _SecurePool(HTTPSConnectionPool):
    ConnectionCls = _SecureConnection


def origin_of(url: str) -> tuple[str, int | None]:
    """The host and port of an address; the ports of http and https are one, since one leads to the other."""
    parts = urlsplit(url)
    port = parts.port or _PORTS.get(parts.scheme)
    return (parts.hostname or "").rstrip("."), 443 if port in _PORTS.values() else port


def _require_public_name(host: str, port: int | None) -> None:
    for *_, address in socket.getaddrinfo(host.strip("[]"), port, type=socket.SOCK_STREAM):
        _require_public(str(address[0]))


def _looked_at(connected: socket.socket) -> socket.socket:
    try:
        _require_public(str(connected.getpeername()[0]))
    except _PrivateError:
        connected.close()
        raise
    return connected


def _require_public(host: str) -> None:
    """Raise for an address that is not of the internet; a name passes."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return
    if isinstance(address, IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    if not address.is_global or address.is_multicast:
        raise _PrivateError
