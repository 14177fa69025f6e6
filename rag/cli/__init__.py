"""What the command line takes and shows."""
