"""From records to an index: which paper each record is, what has changed, its chunks and vectors written."""
