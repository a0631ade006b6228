"""Live tables: rooms, connections, and the bots that play in them."""
