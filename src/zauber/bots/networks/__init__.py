"""Trained networks, one file of weights per game, each with the record of how it was made (`zauber train`)."""
