"""How many tables one core serves: load generator, echo server, measurement."""
