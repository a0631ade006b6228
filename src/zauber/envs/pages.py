"""The pages of the environments, one for each game on one template, made from what the games declare.

    python -m zauber.envs.pages docs/environments

The tables of observations come from the layouts, those of actions from the notation, those of options from the games;
`tests/envs/test_pages.py` fails when a page is not what this command makes.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from .. import games
from ..engines.batch import PROGRAM_TURN_LIMIT
from ..games.contract.layout import ANY, Each, Layout, Part
from ..games.game import Game
from .common import versioned

SHORT = {
    "papageno": (
        "Six cards hang before everybody in two rows of three, all but one face down. In a turn a player takes the"
        " top discard or draws, and puts the card in the place of an own one or discards it. A round ends when"
        " somebody's six cards lie open. Light birds are good, two equal cards in a column cancel out, an Egg is"
        " worth what lies beside it, Captures swap cards between players and Pan flutes hand them on. The lowest sum"
        " wins the round, and two rounds win the match."
    ),
    "magi": (
        "Cards are played on a pile by colour or picture; magi fit on everything. Some cards raise a DRAWCOUNT,"
        " which stays in the middle until somebody cannot turn it away with a card that bears the sign ✦ and draws."
        " Other cards reverse the direction, give a second turn or pick the next player. Whoever has one card left"
        " says “Magi!” or may be caught. Cards left in hand when somebody is out count against their holder; the"
        " match ends at a given number of points, and the lowest total wins."
    ),
    "magic_flute": (
        "Sarastro and the Queen of the Night sit at the two ends of a line. Cards move the sun, the moon and Pamina"
        " along it. Whoever brings the own symbol to the Tower in the middle wins, and so does whoever draws Pamina"
        " home. Some cards may be followed by a second one, and three Trials change what cards do: Silence forbids"
        " music, Fire swaps sun and moon, Water turns steps round."
    ),
    "mago_magino": (
        "Children run from the house through the forest to the hiding-place, pick up crystals and carry them home"
        " across the meadow. A die says how far a piece goes. When it shows the witch, an arrow is spun, and"
        " children who stand where it points become frogs, all of which look alike; the magician or the house turns"
        " them back. Three crystals brought home win, two in the short game."
    ),
    "magicians_night": (
        "Magicians are pushed from the edge of a round plate through trees and discs, which give way, push each"
        " other and fall off. Whoever shoves an own cauldron into the ring in the middle, where the fire lies at"
        " first, wins. When something falls, the turn is over. In the dark only hats, cauldrons, the fire and the"
        " ring are seen; whoever pushes feels how firmly the pieces resist."
    ),
}
QUICK = {"magicians_night": ', edition="quick", options={"turn_limit": 2}'}


def main(arguments: list[str]) -> None:
    """Write all pages into a folder."""
    folder = Path(arguments[0] if arguments else "docs/environments")
    folder.mkdir(parents=True, exist_ok=True)
    for game in games.all_games():
        if game.name in SHORT:
            (folder / f"{game.name}.md").write_text(page(game), "utf-8")


def page(game: Game) -> str:
    """The page of one environment."""
    return "\n".join(
        [
            *head(game), "## Usage", "", usage(game), "", "## Rules in short", "", *folded(SHORT[game.name]),
            "## Observation", "", *observation(game), "## Actions", "", *actions(game), "## Rewards", "", *rewards(),
            "## Termination", "", *termination(game), "## Options", "", *options(game), "## Versions", "",
            *versions(game),
        ]
    )  # fmt: skip


def head(game: Game) -> Iterator[str]:
    """Title and the most important numbers."""
    yield from (f"# {versioned(game)}", "")
    yield from folded(
        f"{game.title}, a game by **{game.designer}**, as an environment. The implementation is unofficial. See"
        f" [the game](../games/{game.name}.md), [its rules](../../src/zauber/games/{game.name}/rules.md), what"
        " [all environments](../environments.md) have in common, and [the scores of the players](../benchmark.md)."
        " This page is made by `python -m zauber.envs.pages`."
    )
    yield from table(
        ["", ""],
        [
            ["seats", f"{game.seats[0]} to {game.seats[-1]}" if len(game.seats) > 1 else f"{game.seats[0]}"],
            ["agents", "`seat_0`, `seat_1`, …"],
            ["observation", f"{game.observation_size} numbers, `float32`"],
            ["actions", f"{game.rules.ACTIONS}, with a mask"],
            ["editions", ", ".join(f"`{edition}`" for edition in game.editions)],
            ["hidden information", "yes"],
            ["chance", "yes"],
        ],
    )


def usage(game: Game) -> str:
    """Code that the tests run."""
    how = QUICK.get(game.name, "")
    first = next(iter(game.layout.parts))
    shape = game.layout.places(first).shape
    return f"""```python
>>> from zauber import envs
>>> env = envs.aec("{game.name}"{how})  # PettingZoo
>>> env.reset(seed=1)
>>> for agent in env.agent_iter(max_iter=40):
...     seen, reward, ended, cut, info = env.last()
...     env.step(None if ended or cut else env.action_space(agent).sample(seen["action_mask"]))
>>> env.metadata["name"]
'{versioned(game)}'
>>> env = envs.gym("{game.name}", against="thumb"{how})  # Gymnasium
>>> seen, info = env.reset(seed=1)
>>> seen["observation"].shape, seen["action_mask"].shape
(({game.observation_size},), ({game.rules.ACTIONS},))
>>> env.game.layout.split(seen["observation"])["{first}"].shape
{shape}

```"""


def observation(game: Game) -> Iterator[str]:
    """The parts of an observation."""
    yield from folded(
        f"{game.observation_size} numbers, made from what the seat knows and nothing else."
        " `layout.split(observation)` gives the parts by name. The last column names the fields of the concealed"
        " record (`rules.State`) that a part depends on."
    )
    yield from table(["numbers", "part", "shape", "range", "what it is", "depends on"], list(_parts(game.layout)))


def _parts(layout: Layout) -> Iterator[list[str]]:
    starts: list[int] = []  # of the groups that are open
    for row in layout.rows():
        del starts[row.depth :]
        base = sum(starts)
        first, last = base + row.first, base + row.first + row.what.size - 1
        inside = "› " * row.depth
        if isinstance(row.what, Each):
            starts.append(row.first)
            group = row.what
            size = f"{group.count} × {group.width}"
            yield [_span(first, last), f"{inside}**{group.name}**", size, "", group.meaning, ""]
        else:
            part = row.what
            where = _span(first, last) + (" …" if row.depth else "")
            shape = " × ".join(map(str, part.shape)) or "1"
            fields = ", ".join(f"`{field}`" for field in part.fields)
            yield [where, f"{inside}`{part.name}`", shape, _range(part), part.meaning, fields]


def _span(first: int, last: int) -> str:
    return f"{first}" if first == last else f"{first}–{last}"


def _range(part: Part) -> str:
    return f"{part.least:g} or more" if part.most == ANY else f"{part.least:g} to {part.most:g}"


def actions(game: Game) -> Iterator[str]:
    """The actions in the game's notation, neighbours that begin alike in one line."""
    yield from folded(
        "The numbers are the same in every edition and with any number of seats. `game.notation(action)` gives the"
        " words, `game.parse(words)` the number."
    )
    lines: list[list[int]] = []
    known = [action for action in range(game.rules.ACTIONS) if game.notation(action)]
    word = ""
    for action in known:
        begins = game.notation(action).split()[0]
        if begins != word:
            lines.append([])
            word = begins
        lines[-1].append(action)
    rows = []
    for line in lines:
        said = f"`{game.notation(line[0])}`"
        if len(line) > 1:
            said += f" … `{game.notation(line[-1])}`" if len(line) > 2 else f", `{game.notation(line[-1])}`"
        rows.append([_span(line[0], line[-1]), str(len(line)), said])
    yield from table(["numbers", "how many", "in words"], rows)


def rewards() -> Iterator[str]:
    """What is gained when."""
    yield from folded(
        "0 until the end. Then (seats × share − 1) / (seats − 1), where a share is the part of the win: 1 for"
        " whoever wins alone, −1 / (seats − 1) for whoever does not win, and 0 in all. Where nobody wins, everybody"
        ' gets 0. The share itself is in `info["share"]`. Points that the game counts are no rewards.'
    )


def termination(game: Game) -> Iterator[str]:
    """When it ends."""
    ends = "A match ends by the rules and is never truncated."
    if game.rules.ENDLESS:
        ends += (
            f" {game.rules.ENDLESS} In the environments the option `turn_limit` is {PROGRAM_TURN_LIMIT:,} unless you"
            " say otherwise; a match that reaches it is counted as it stands."
        )
    yield from folded(ends)


def options(game: Game) -> Iterator[str]:
    """What can be changed."""
    yield from folded(
        f'`options={{"{game.options[0].key}": …}}` changes one; `edition="…"` takes another edition or the path of a'
        " TOML file. A score is comparable only for the same edition and options."
    )
    rows = []
    for option in game.options:
        values = f"{option.least} to {option.most}" if option.whole else ", ".join(f"`{key}`" for key in option.choices)
        rows.append([f"`{option.key}`", option.words, values, option.rule])
    yield from table(["option", "what it says", "values", "rule"], rows)


def versions(game: Game) -> Iterator[str]:
    """The versions so far."""
    yield from folded(
        "The version grows whenever the same seed and actions would give other observations, rewards or ends; see"
        " [the policy](../environments.md#versions)."
    )
    yield from table(["version", "what changed"], [[f"`{versioned(game)}`", "the first"]])


def table(heads: list[str], rows: list[list[str]]) -> Iterator[str]:
    """A table in Markdown, with an empty line after it."""
    for line in (heads, ["---"] * len(heads), *rows):
        yield "| " + " | ".join(line) + " |"
    yield ""


def folded(text: str) -> Iterator[str]:
    """A paragraph in lines of at most 120 characters, with an empty line after it."""
    line = ""
    for word in text.split():
        if len(line) + len(word) >= 120:
            yield line
            line = word
        else:
            line = f"{line} {word}".strip()
    yield from (line, "")


if __name__ == "__main__":
    main(sys.argv[1:])
