"""Every error a user can meet, as one tree.

AskPapersError              str(error) is one message: what failed, with what, what to type next
├── ConfigError             a setting is unknown or cannot be used
├── SourceError             a file of papers cannot be read
├── IndexStoreError         the index cannot be opened or written
│   ├── IndexMissingError   there is none at that place
│   ├── IndexBusyError      another process is writing to it
│   └── EmbeddingMismatchError   it was made with another embedding model
├── QuestionError           the question cannot be answered as it stands (empty, far too long)
│   └── FilterError         a condition on the papers cannot be read
├── ModelError              an embedding model or an LLM failed
└── StoppedError            whoever asked has stopped the answer
"""


class AskPapersError(Exception):
    """Root of all errors that are meant for the user; its text is safe to show as it is."""


class ConfigError(AskPapersError):
    """A setting is unknown, malformed or missing."""


class SourceError(AskPapersError):
    """A file of papers is absent, unreadable or of no shape that a reader knows."""


class IndexStoreError(AskPapersError):
    """The index cannot be opened or written."""


class IndexMissingError(IndexStoreError):
    """There is no index at the place named."""


class IndexBusyError(IndexStoreError):
    """Another process holds the index for writing."""


class EmbeddingMismatchError(IndexStoreError):
    """The index was made with another embedding model than the one configured."""


class QuestionError(AskPapersError):
    """The question cannot be answered as it stands."""


class FilterError(QuestionError):
    """A condition on the papers, such as `year>=2023`, is of no form that is known."""


class ModelError(AskPapersError):
    """An embedding model or an LLM could not be loaded or did not answer."""


class StoppedError(AskPapersError):
    """The answer was stopped by whoever asked for it."""
