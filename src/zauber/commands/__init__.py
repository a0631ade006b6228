"""The commands of `zauber`: `add` of a module declares its command or commands.

`common.py` and `faces.py` are helpers.
"""
