"""The HTTP interface: pages, tables, records, replays."""
