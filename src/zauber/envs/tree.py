"""The whole tree of a small edition as text, in the extensive form that Gambit and OpenSpiel read (`.efg`).

The rules run once for every node; algorithms then walk the tree in C++. Players' information sets are those of
`information_state_string`: everything that the player has seen.
"""

from typing import Any

from ..errors import ZauberError

MOST_NODES = 1_000_000


def extensive_form(game: Any, most: int = MOST_NODES) -> str:
    """The tree of an OpenSpiel game with explicit chance, as text."""
    writer = _Writer(most)
    writer.walk(game.new_initial_state())
    players = " ".join(f'"seat {seat}"' for seat in range(game.num_players()))
    return f'EFG 2 R "{game.shared.game.title}" {{ {players} }}\n""\n\n' + "\n".join(writer.lines) + "\n"


class _Writer:
    def __init__(self, most: int) -> None:
        self.lines: list[str] = []
        self._most = most
        self._sets: dict[int, dict[str, int]] = {}  # the information sets of each player, numbered as they come
        self._chances = self._ends = 0

    def walk(self, state: Any) -> None:
        """Write a node and all below it, a node before its children."""
        if len(self.lines) >= self._most:
            raise ZauberError(f"The tree has more than {self._most:,} nodes: take a smaller edition or a turn limit.")
        if state.is_terminal():
            self._ends += 1
            gains = ", ".join(f"{gain:.12g}" for gain in state.returns())
            self.lines.append(f't "" {self._ends} "" {{ {gains} }}')
            return
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            self._chances += 1
            odds = " ".join(f'"{action}" 1/{len(outcomes)}' for action, _ in outcomes)
            self.lines.append(f'c "" {self._chances} "" {{ {odds} }} 0')
            actions = [action for action, _ in outcomes]
        else:
            actions, player = state.legal_actions(), state.current_player()
            sets = self._sets.setdefault(player, {})
            number = sets.setdefault(state.information_state_string(player), len(sets) + 1)
            said = " ".join(f'"{state.action_to_string(action)}"' for action in actions)
            self.lines.append(f'p "" {player + 1} {number} "" {{ {said} }} 0')
        for action in actions:
            self.walk(state.child(action))
