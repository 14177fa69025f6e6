"""The checkup of an index: each of its parts looked at, and mended where that can be done without loss."""
