"""The contract of a game: what its rules, editions and words must define, and the suite that checks it."""
