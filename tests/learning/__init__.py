"""Tests of training and of what was trained."""
