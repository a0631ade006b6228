"""A complete player, written from docs/protocol.md alone: creates a table, sits down, and plays at random to the end.

python examples/bot.py http://127.0.0.1:7878 papageno
"""

import argparse
import asyncio
import json
import random
import sys
import urllib.error
import urllib.request

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed


def make_table(server: str, game: str) -> tuple[str, list[str]]:
    """A new table for two: this bot and one of the house's."""
    wanted = {"game": game, "seats": 2, "bots": {"1": "random"}, "pace": "instant", "start": True,
              "sit": [{"seat": 0, "name": "Example"}]}  # fmt: skip
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
                await say(socket, type="hello", table=table, tokens=tokens, resume_from=last)
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
                        move = random.choice(moves)
                        await say(socket, type="play", id=f"p{position['at']}", seat=0, action=move["action"],
                                  at=position["at"])  # fmt: skip
        except (ConnectionClosed, OSError):
            await asyncio.sleep(1)


async def say(socket: ClientConnection, **message: object) -> None:
    """Send one message."""
    await socket.send(json.dumps(message))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("server", nargs="?", default="http://127.0.0.1:7878", help="the server's address (%(default)s)")
    parser.add_argument("game", nargs="?", default="papageno", help="the game (%(default)s)")
    chosen = parser.parse_args()
    try:
        print(asyncio.run(play(chosen.server, *make_table(chosen.server, chosen.game)))["sentence"])
    except urllib.error.HTTPError as error:
        sys.exit(f"No table was made: {json.load(error).get('sentence', error)}")
    except (urllib.error.URLError, ValueError) as error:
        sys.exit(f"There is no server at {chosen.server}: {getattr(error, 'reason', error)}. Start one: zauber serve")
