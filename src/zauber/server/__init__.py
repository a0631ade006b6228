"""Tables, seats, the live protocol and storage: the only part of Zauber that opens sockets and databases."""
