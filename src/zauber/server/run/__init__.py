"""Starting, checking and watching over a server."""
