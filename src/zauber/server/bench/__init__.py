"""Load benchmarks of the server: load generator, echo server, measurement."""
