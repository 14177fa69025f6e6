"""Which release this is."""

from importlib.metadata import PackageNotFoundError, version


def release() -> str:
    """The version installed; "checkout" for one that runs from its sources without having been installed."""
    try:
        return version("askpapers")
    except PackageNotFoundError:
        return "checkout"
