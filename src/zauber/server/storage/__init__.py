"""The storage of tables: one interface with two implementations, SQLite and PostgreSQL."""
