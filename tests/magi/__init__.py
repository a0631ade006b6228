"""Tests of Magi."""
