"""Studies: figures from many matches, and how sure one may be of them."""
