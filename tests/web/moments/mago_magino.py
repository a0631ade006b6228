"""Mago Magino's moments: every kind of throw and choice, frogs and crowds, the closer look, and the end."""

from playwright.sync_api import Page, expect

from ..gallery import Moment, Sight, loser, onlooker, watcher
from ..house import set_size


def my(sight: Sight, phase: str, face: str = "") -> bool:
    """Whether it is one's own turn in this phase (and with this face of the die)."""
    return sight.view["phase"] == phase and bool(sight.moves) and face in ("", sight.view["throw"]["face"])


def crowd(sight: Sight) -> int:
    """The most pieces on one space."""
    spaces = sight.view["spaces"]
    return max(int(len(space["children"]) + len(space["frogs"]) + space["magician"]) for space in spaces[1:])


def at_start(sight: Sight) -> bool:
    return len(sight.match.plies) == 0


def frogs(sight: Sight) -> int:
    return len(sight.view["frogs"])


def both_ways(sight: Sight) -> bool:
    """A child may go with a crystal or without."""
    return any(f"load {move}" in sight.moves for move in sight.moves)


def meets(sight: Sight) -> bool:
    """Several pieces that may be moved stand on one space."""
    spaces = sight.view["spaces"]
    return my(sight, "move") and any(len(space["frogs"]) > 1 for space in spaces) and crowd(sight) > 2


def told(sight: Sight, key: str) -> bool:
    """This happened just now, and one may move."""
    return my(sight, "move") and f"tell.{key}" in sight.events


def full(sight: Sight, kind: str) -> float:
    """How many stand on the fullest space of a kind."""
    spaces = [space for space in sight.view["spaces"] if space["kind"] == kind]
    return max(len(space["children"]) + len(space["frogs"]) for space in spaces) if my(sight, "move") else 0


def shared(sight: Sight) -> bool:
    return sight.match.outcome is not None and len(sight.match.outcome.winners) > 1


def nobody(sight: Sight) -> bool:
    return sight.match.outcome is not None and not any(player["crystals"] for player in sight.view["players"])


def over(sight: Sight) -> bool:
    return sight.match.over


def spins_next(sight: Sight) -> bool:
    """When the other has moved, one throws the witch and spins the arrow."""
    match = sight.match
    if len(match.plies) < 4 or match.over or match.turn == sight.seat:
        return False
    then = match.at(len(match.plies))
    then.play(next(iter(match.moves)))
    told = {phrase.key for phrase in then.tell(len(then.plies), sight.seat)}
    return then.turn == sight.seat and "tell.spun" in told


def pick(page: Page) -> None:
    page.locator(".mago .piece.alone").first.click()


GOALS = ".mago .goal"  # where a piece that was picked may go

# After a change of size it takes a while until what can be touched by itself is that of the new size.
SAME_FOR_A_SECOND = """things => {
    const found = [...document.querySelectorAll(things)];
    const before = window.touchable;
    const same = before?.found.length === found.length && found.every((one, i) => one === before.found[i]);
    window.touchable = same ? before : { found, since: performance.now() };
    return performance.now() - window.touchable.since > 1000;
}"""


def pick_loaded(page: Page) -> None:
    """Touch the piece that may go with a crystal or without."""
    set_size(page, 1440, 900)  # so that every piece is touched by itself
    if not touched(page, ".mago .piece.alone", ".mago .choice"):
        raise AssertionError("No piece may go with a crystal and without.")


def look_closer(page: Page) -> None:
    set_size(page, 360, 640)  # where there is room, each piece is touched by itself
    if not touched(page, ".mago .space.open:enabled", ".mago .loupe"):
        raise AssertionError("Nowhere can several pieces be moved.")


def touched(page: Page, things: str, wanted: str) -> bool:
    """Touch one thing after another until what is wanted appears; a piece that is picked instead is put back."""
    page.locator(things).first.wait_for()
    page.wait_for_function(SAME_FOR_A_SECOND, arg=things)
    for thing in page.locator(things).all():
        thing.click()
        page.locator(f"{GOALS}, {wanted}").first.wait_for()
        if page.locator(wanted).count() > 0:
            return True
        thing.click()
        expect(page.locator(GOALS)).to_have_count(0)
    return False


MOMENTS = (
    Moment("start", at_start, 2),
    Moment("start-five", at_start, 5),
    Moment("turn", lambda sight: my(sight, "move", "steps") and len(sight.match.plies) > 20, 3),
    Moment("picked", lambda sight: my(sight, "move", "steps") and len(sight.match.plies) > 12, 2, then=pick),
    Moment("witch", lambda sight: my(sight, "move", "witch") and len(sight.match.plies) > 10, 4),
    Moment("before-the-witch", spins_next, 3, onlooker),
    Moment("bewitched", lambda sight: my(sight, "move") and "tell.bewitched" in sight.events, 4),
    Moment("frogs", lambda sight: my(sight, "move") and frogs(sight) > 3, 5, chance=0.4),
    Moment("crowd", lambda sight: crowd(sight) if my(sight, "move") else 0, 5, best=True, matches=30, chance=0.4),
    Moment("closer", meets, 5, then=look_closer, chance=0.4),
    Moment("closer-many", at_start, 5, then=look_closer),
    Moment("pick-up", lambda sight: my(sight, "pick_up"), 2),
    Moment("with-or-without", lambda sight: my(sight, "move") and both_ways(sight), 3, then=pick_loaded, chance=0.4),
    Moment("brought", lambda sight: told(sight, "brought"), 4),
    Moment("freed", lambda sight: sight.moves and "tell.freed" in sight.events, 4, chance=0.3),
    Moment("protected", lambda sight: told(sight, "protected"), 5, chance=0.3),
    Moment("dropped", lambda sight: told(sight, "dropped"), 3),
    Moment("hiding-place-full", lambda sight: full(sight, "hiding_place"), 5, best=True, matches=15),
    Moment("forest-full", lambda sight: full(sight, "forest"), 5, best=True, matches=15, chance=0.3),
    Moment("again", lambda sight: my(sight, "again"), 3),
    Moment("others-turn", lambda sight: len(sight.match.plies) > 15, 4, onlooker),
    Moment("watching", lambda sight: len(sight.match.plies) > 25 and frogs(sight) > 0, 5, watcher),
    Moment("long-board", lambda sight: my(sight, "move") and len(sight.match.plies) > 15, 3, edition="long_board"),
    Moment("short-game", lambda sight: my(sight, "move") and len(sight.match.plies) > 8, 2, edition="short_game"),
    Moment("won", over, 2),
    Moment("won-together", shared, 4, options={"turn_limit": 60}),
    Moment("nobody-won", nobody, 5, options={"turn_limit": 8}),
    Moment("lost", over, 5, loser),
    Moment("over-watching", over, 3, watcher),
)  # fmt: skip
