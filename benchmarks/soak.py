"""Memory over time: tables of Magicians' Night whose matches never end, and how much is freed when everybody leaves.

    .venv/bin/python benchmarks/soak.py --minutes 30

Prints the server's memory every ten seconds while people push at a steady pace, then after all have left.
"""

import argparse
import asyncio
import random
import sys
import tempfile
import time
from pathlib import Path

from zauber.server.bench.load import Figures, TableGroup
from zauber.server.bench.measure import MeasuredServer
from zauber.server.live.house import IDLE, SWEEP_FREED

EVERY = 10.0


async def run(server: MeasuredServer, tables: int, rate: float, minutes: float) -> None:
    """Play, and measure the memory."""
    figures, dice = Figures(), random.Random(1)
    groups = []
    for _ in range(tables):
        group = TableGroup(figures, rate, dice)
        await group.connect([server.base], "magicians_night", 2, False)
        groups.append(group)
    for group in groups:
        group.begin()
    figures.on = True
    began = time.monotonic()
    while (passed := time.monotonic() - began) < minutes * 60:
        figures.times.clear()
        await asyncio.sleep(EVERY)
        print(f"{passed + EVERY:6.0f} s  {figures.moves:>8} moves  {server.memory() / 1024:7.1f} MiB", flush=True)
    for group in groups:
        for socket in group.sockets:
            socket.transport.abort()
    await asyncio.sleep(IDLE + SWEEP_FREED + 5)
    print(f"all have left: {server.memory() / 1024:.1f} MiB")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--rate", type=float, default=20.0, help="moves a second at each table")
    parser.add_argument("--minutes", type=float, default=30.0)
    chosen = parser.parse_args()
    lifted = (
        "table_burst",
        "request_burst",
        "sockets_per_address",
        "connections_per_address",
        "connection_burst",
        "entries_per_hour",
    )
    more = [part for name in lifted for part in ("--limit", f"{name}=1000000")]
    with tempfile.TemporaryDirectory() as folder:
        database = str(Path(folder) / "tables.db")
        serve = [sys.executable, "-m", "zauber.cli", "serve", "--port", "0", "--quiet", "--database", database, *more]
        with MeasuredServer(serve, None) as server:
            server.wait()
            asyncio.run(run(server, chosen.tables, chosen.rate, chosen.minutes))


if __name__ == "__main__":
    main()
