"""Tests of Mago Magino, written from the rules."""
