"""Tables with people at them: rooms, connections, bots."""
