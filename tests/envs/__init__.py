"""The upstream packages' own suites, asked of our faces."""
