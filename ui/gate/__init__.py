"""The gate that every request passes: who it is, whether it may, how often, and what a page may load."""
