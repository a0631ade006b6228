"""Tables, seats, the live protocol and storage: the only part of Zauber that knows the network and the
disk."""
