"""The addresses of the server: pages, tables, records, replays."""
