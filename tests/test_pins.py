"""The pins: pyproject.toml, constraints.txt (versions, no hashes) and what is installed agree. No advisory is read."""

import sys
import tomllib
from importlib.metadata import PackageNotFoundError, requires, version

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.conftest import ROOT

_PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
_OWN = [Requirement(line) for line in _PROJECT["dependencies"]]
_ALL = _OWN + [Requirement(line) for lines in _PROJECT["optional-dependencies"].values() for line in lines]
_PINS = {
    canonicalize_name(name): pinned
    for name, _, pinned in (line.partition("==") for line in (ROOT / "constraints.txt").read_text("utf-8").split())
}


def test_every_dependency_names_its_oldest_version_and_comes_from_a_registry() -> None:
    assert [str(asked) for asked in _ALL if asked.url] == []
    assert [str(asked) for asked in _ALL if not {">=", "==", "~="} & {part.operator for part in asked.specifier}] == []


def test_pins_are_within_the_ranges() -> None:
    pinned = [(asked, _PINS[name]) for asked in _ALL if (name := canonicalize_name(asked.name)) in _PINS]
    assert len(pinned) > len(_OWN)
    assert [f"{asked}, not {pin}" for asked, pin in pinned if not asked.specifier.contains(pin, prereleases=True)] == []


def needs(asked: Requirement) -> list[Requirement]:
    """What an installed package needs on this machine, with the extras asked for."""
    found, extras = map(Requirement, requires(asked.name) or ()), ("", *asked.extras)
    return [need for need in found if not need.marker or any(need.marker.evaluate({"extra": e}) for e in extras)]


@pytest.mark.skipif(sys.platform != "linux", reason="the pins are those of Linux; elsewhere a few more are needed")
def test_all_that_a_user_installs_is_pinned_and_fits() -> None:
    waiting, met, wrong = _OWN.copy(), set[str](), set[str]()
    while waiting:
        asked = waiting.pop()
        if canonicalize_name(asked.name) not in _PINS:
            wrong.add(f"{asked.name} is not pinned")
        elif not asked.specifier.contains(version(asked.name), prereleases=True):
            wrong.add(f"{asked}, not {version(asked.name)}")
        elif str(asked) not in met:
            met.add(str(asked))
            waiting += needs(asked)
    assert len(met) > len(_OWN)
    assert wrong == set()


@pytest.mark.parametrize("asked", _ALL, ids=str)
def test_what_is_installed_is_within_the_range(asked: Requirement) -> None:
    try:
        assert asked.specifier.contains(version(asked.name), prereleases=True)
    except PackageNotFoundError:
        pytest.skip("not installed here")
