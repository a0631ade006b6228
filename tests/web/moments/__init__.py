"""The moments of every game that the gallery shows: one module per game, with the records found for it beside it."""
