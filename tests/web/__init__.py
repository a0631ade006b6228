"""Browser tests: the real server, the built pages, the system's Chromium."""
