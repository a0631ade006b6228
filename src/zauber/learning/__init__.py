"""Training networks by self-play over batches: `zauber train`. Needs the extra `train` (PyTorch)."""
