"""Zauber: five magical tabletop games."""
