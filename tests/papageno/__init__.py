"""Papageno's tests: the rule book, scene by scene, and a second implementation to agree with."""
