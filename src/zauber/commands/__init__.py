"""The commands of `zauber`, one module each: `add` declares the command, `run` executes it."""
