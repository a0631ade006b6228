"""Importing this registers the games with Gymnasium: `gymnasium.make("zauber.envs.registered:zauber/papageno-v0")`."""

from . import register

register()
