"""Who may come in, and how much one guest may ask for."""
