"""Studies: tournaments, benchmarks and statistics of many matches."""
