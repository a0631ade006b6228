"""Starting, checking and maintaining a server."""
