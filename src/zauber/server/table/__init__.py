"""A table as the fold of its log: entries, decisions, and the match in play."""
