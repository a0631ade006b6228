"""The tests of Magicians' Night: the rule book, the physics against others, and the dark."""
