"""What each viewer is sent, made from concealed positions and nothing else."""
