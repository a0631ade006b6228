"""Tests of Papageno: the rule book, scene by scene, and a second implementation to compare with."""
