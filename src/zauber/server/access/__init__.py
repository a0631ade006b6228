"""Access control: tokens, origins, bans and rate limits."""
