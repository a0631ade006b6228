"""The frames for each viewer, made from concealed positions and nothing else."""
