"""Candidates in order: the features of a question and a paper, weighed to a score and a probability."""
