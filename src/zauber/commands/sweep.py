"""`zauber sweep`: what a number of an edition does to the game, in a table with intervals."""

import argparse
import csv
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import ZauberError
from .common import Commands, add_edition, add_json, command, console, options_of, positive, seed, show_json
from .simulate import BUILT_IN, by_bots, progress_bar

if TYPE_CHECKING:
    from ..engines.runs import Simulation
    from ..games.contract.editions import Edition

EXAMPLES = """\
  zauber sweep magic_flute --vary steps=4..12
  zauber sweep papageno --seats 5 --vary capture_copies=2,3,4 --games 1e5
  zauber sweep papageno --vary capture_copies=2..4 --vary egg_copies=0..2 --csv found.csv
  zauber sweep papageno --vary "bird_copies[0]=0..4"        an item of a list, counted from 0
  zauber sweep papageno --vary reshuffle=at_once,keep_top   an option of the table
  zauber sweep magi --by mage,thumb --games 200 --vary hand_size=5..7
"""


def add(commands: Commands) -> None:
    """Declare the command."""
    made = command(commands, "sweep", run, "vary the numbers of an edition, and see what that does", EXAMPLES)
    made.add_argument("game", help="a game's name")
    made.add_argument(
        "--vary", action="append", required=True, metavar="KEY=VALUES", help="4..12, 4..12:2 or 4,6,8; may be repeated"
    )
    made.add_argument("--games", type=positive, default=10_000, metavar="N", help="matches of each variant (10000)")
    made.add_argument("--seats", type=positive, metavar="K", help="how many play (default: the game's fewest)")
    made.add_argument("--seed", type=seed, default=0, metavar="S", help="the same for all variants (0)")
    made.add_argument("--by", default="thumb", metavar="A,B,…", help="who plays: thumb, random, or bots (thumb)")
    made.add_argument("--threads", type=positive, metavar="T", help="CPU threads (as many as there are cores)")
    made.add_argument("--csv", metavar="FILE", help="write the rows to a file, for spreadsheets and pandas, too")
    add_edition(made)
    add_json(made)


def run(chosen: argparse.Namespace) -> int:
    """Run the command."""
    from .. import games
    from ..engines.batch import program_options
    from ..engines.runs import simulate
    from ..lab.sweeping import read_vary, sweep, variants

    game = games.get(chosen.game)
    seats = chosen.seats or game.seats[0]
    game.check_seats(seats)
    varying = [read_vary(text) for text in chosen.vary]
    options = options_of(chosen)
    if "turn_limit" not in {vary.name for vary in varying}:
        options = program_options(game, options)
    found = list(variants(game, chosen.edition or game.editions[0], options, varying))

    with progress_bar(chosen.games * len(found)) as tell:

        def play(edition: "Edition") -> "Simulation":
            if chosen.by not in BUILT_IN:
                return by_bots(game, edition, seats, chosen, tell)
            how = {"by": chosen.by, "threads": chosen.threads, "progress": tell}
            return simulate(game, edition, seats, chosen.games, chosen.seed, **how)

        rows = list(sweep(found, play, endings=chosen.by != "random"))
    figures = {
        "game": game.name,
        "edition": chosen.edition or game.editions[0],
        "seats": seats,
        "by": chosen.by,
        "seed": chosen.seed,
        "games": chosen.games,
        "stopped": len(rows) < len(found) or any(row.get("stopped") for row in rows),
        "rows": rows,
    }
    if chosen.csv:
        _write(Path(chosen.csv), rows)
    if chosen.json:
        show_json(figures)
    else:
        _show(figures)
    return 0


def _flat(row: dict[str, Any]) -> dict[str, Any]:
    """A row without lists in it."""
    flat: dict[str, Any] = dict(row["set"])
    if "refused" in row:
        return flat | {"refused": row["refused"]}
    flat |= {key: row[key] for key in ("games", "shared", "nobody_won", "unfinished")}
    for seat in row["wins"]:
        flat |= {f"{key}_{seat['seat']}": seat[key] for key in ("share", "low", "high")}
    for key in ("lengths", "turns"):
        if key in row:
            flat |= {f"{key}_mean": row[key]["mean"]}
    flat |= row.get("endings", {})
    return flat


def _write(file: Path, rows: list[dict[str, Any]]) -> None:
    flat = [_flat(row) for row in rows]
    try:
        with file.open("w", encoding="utf-8", newline="") as opened:
            writer = csv.DictWriter(opened, list(dict.fromkeys(key for row in flat for key in row)))
            writer.writeheader()
            writer.writerows(flat)
    except OSError as error:
        raise ZauberError(f"{file} cannot be written: {error.strerror}.") from None


def _show(figures: dict[str, Any]) -> None:
    from rich.table import Table

    from ..lab.sweeping import DULL
    from ..match import letter

    screen, rows = console(), figures["rows"]
    by = {"thumb": "rule-of-thumb"}.get(figures["by"], figures["by"])
    screen.print(
        f"[bold]{figures['game']}[/bold], edition {figures['edition']}, {figures['seats']} seats: "
        f"{figures['games']:,} {by} matches of each variant, seed {figures['seed']}. Each seat's part of the wins "
        "in %, with its 95 % interval.\n"
    )
    if figures["stopped"]:
        screen.print("[bold]Stopped[/bold]: these are the results so far.\n")
    if not rows:
        return
    played = [row for row in rows if "refused" not in row]
    names = list(rows[0]["set"])
    seats = [letter(seat) for seat in range(figures["seats"])]
    length = "turns" if any("turns" in row for row in rows) else "lengths"
    table = Table(*names, *seats, {"lengths": "decisions"}.get(length, length), "how they ended")
    for row in rows:
        values = [str(value) for value in row["set"].values()]
        if "refused" in row:
            table.add_row(*values, *["" for _ in seats], "", row["refused"])
            continue
        shares = [f"{100 * one['share']:.1f}±{50 * (one['high'] - one['low']):.1f}" for one in row["wins"]]
        table.add_row(*values, *shares, f"{row[length]['mean']:.1f}", _endings(row))
    screen.print(table)
    dull = [row for row in played if row["unfinished"] > DULL * row["games"]]
    if dull:
        screen.print(
            f"In {len(dull)} of the variants more than {DULL:.0%} of the matches were cut off: trust them less."
        )
    if figures["by"] == "thumb":
        screen.print(
            "The rule of thumb is made for the usual numbers: try what looks good with better players (--by mage)."
        )


def _endings(row: dict[str, Any]) -> str:
    said = {key.partition(".")[2].replace("_", " "): share for key, share in row.get("endings", {}).items()}
    for key, words in (("nobody_won", "nobody won"), ("unfinished", "cut off")):
        if row[key]:
            said[words] = row[key] / row["games"]
    return ", ".join(f"{words} {share:.0%}" for words, share in said.items() if share >= 0.005)
