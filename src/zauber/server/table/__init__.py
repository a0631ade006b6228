"""A table as the sum of its log: entries, decisions, and the match in play."""
