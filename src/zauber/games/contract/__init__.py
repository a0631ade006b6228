"""What a game must define, in rules, editions and words, and the suite that asserts it."""
