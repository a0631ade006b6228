"""Studies: statistics of many matches, with their uncertainty."""
