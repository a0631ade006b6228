"""A complete player, written from docs/protocol.md alone: creates a table, sits down, and plays at random to the end.

python examples/bot.py http://127.0.0.1:7878 papageno
"""

import asyncio
import json
import random
import sys
import urllib.request

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed


def make_table(server: str, game: str) -> tuple[str, list[str]]:
    """A new table for two: this bot and one of the house's."""
    wanted = {"game": game, "seats": 2, "bots": {"1": "random"}, "sit": [{"seat": 0, "name": "Example"}]}
    wanted |= {"pace": "instant", "start": True}
    request = urllib.request.Request(f"{server}/api/tables", json.dumps(wanted).encode())
    with urllib.request.urlopen(request) as answer:
        made = json.load(answer)
    return made["table"], [made["tokens"][0]["token"]]


async def play(server: str, table: str, tokens: list[str]) -> dict[str, object]:
    """Play until the match is over, reconnecting when necessary; return how it ended."""
    last = None
    while True:
        try:
            async with connect(server.replace("http", "ws", 1) + "/ws") as socket:
                hello = {"type": "hello", "table": table, "tokens": tokens, "resume_from": last}
                await socket.send(json.dumps(hello))
                moves: list[dict[str, object]] = []
                async for text in socket:
                    frame = json.loads(text)
                    last = frame.get("n", last) if frame["type"] not in ("ack", "pong") else last
                    position = frame.get("position") or frame
                    for state in frame.get("states", []) or [frame.get("state", frame)]:
                        moves = state.get("moves", moves)
                        print(state.get("sentence", ""))
                    if position.get("over"):
                        return dict(position["outcome"])
                    if moves and "at" in position:
                        action, at = random.choice(moves)["action"], position["at"]
                        message = {"type": "play", "id": f"p{at}", "seat": 0, "action": action, "at": at}
                        await socket.send(json.dumps(message))
        except (ConnectionClosed, OSError):
            await asyncio.sleep(1)


if __name__ == "__main__":
    if "--help" in sys.argv:
        sys.exit(f"usage: bot.py [SERVER] [GAME]\n\n{__doc__}")
    server, game = (sys.argv[1:] + ["http://127.0.0.1:7878", "papageno"][len(sys.argv) - 1 :])[:2]
    try:
        print(asyncio.run(play(server, *make_table(server, game)))["sentence"])
    except (OSError, ValueError) as error:
        sys.exit(f"No table was made at {server}: {error}. Is a server there? Start one: zauber serve")
