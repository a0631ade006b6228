"""The messages of the live protocol and of the HTTP interface, as types."""
