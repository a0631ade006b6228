"""Tables, seats, the live protocol and storage: the only part of Zauber that uses the network and the disk."""
