"""Faults to plant in the rules of `examples/cupful`, one at a time, and what the conformance suite must say of each."""

from typing import NamedTuple


class Fault(NamedTuple):
    """Some text of one of the game's files, what stands there instead, and what the suite says of it."""

    name: str
    file: str
    old: str
    new: str
    sentence: str
    worlds: int = 0


RULES = "rules.py"
LOW = "def shake_low(s, seat, dice):\n    for _ in range(dice):\n        s.hidden[seat, below(s, 3)] += 1\n\n\n"
HEAD = "from zauber.games.contract.kernel import NOBODY, RNG"
MORE = (
    HEAD,
    "import random\n\nimport numpy as np\n\nFIELDS = [0]\nKEPT = np.zeros(1)\n" + LOW + HEAD,
)  # for some faults to use
HIDES = """        if other != seat:
            for face in range(FACES):
                s.hidden[other, face] = 0
"""
IMAGINE = """

def imagine(e: Record, s: Record, seat: int) -> None:
    if s.phase != OVER:
        for other in range(s.seats):
            if other != seat:"""
HIDES_NOTHING = "        if other == 9:\n            s.hidden[other, 0] = 0\n"
IMAGINES_NOTHING = IMAGINE.replace("!= OVER", "== 9")
HIDES_ALL_BUT_ONE = HIDES.replace("other != seat", "other != seat and (seat < 0 or seat != clockwise(s, other, 1))")
IMAGINE_ALL_BUT_ONE = IMAGINE.replace("other != seat", "other != seat and (seat < 0 or seat != clockwise(s, other, 1))")
IMAGINES = "                shake(s, other, under_the_cup(s, other))"
SEEN_BY_SPECTATORS = "other != (seat if seat >= 0 else s.seats - 1)"
SEEN_BY_ONE = "other != seat and not (seat == 0 and other == 1)"
LIES_OPEN = 'OPEN = ("dice", "shown", "lifted")'
IDLE = "    if seat != s.turn:\n        return 0"
WITNESS = "    return action\n\n\ndef advise"
TURNED = "by: int, seats: int) -> int:\n    return action"
SHARES = "        out[seat] = 1.0 if s.dice[seat] > 0 else 0.0  # R8"
BOUND = "    return dice * (2 * FACES * dice + 1)"
SIZES = "ACTIONS = MOST_MOVES = SHOW + FACES"

FAULTS = [
    # What is written in rules.py that a rule function may not use
    Fault(
        "string",
        RULES,
        "    n = 0\n",
        '    n = 0\n    name = "moves"\n',
        r"line \d+: moves\(\) uses the constant 'moves'",
    ),
    Fault("f-string", RULES, "    n = 0\n", '    n = 0\n    name = f"{n}"\n', "uses a string"),
    Fault("list", RULES, "    n = 0\n", "    n = 0\n    kept = [n]\n", r"moves\(\) uses a list"),
    Fault("dict", RULES, "    n = 0\n", "    n = 0\n    kept = {n: 1}\n", "uses a dict"),
    Fault("set", RULES, "    n = 0\n", "    n = 0\n    kept = {n}\n", "uses a set"),
    Fault("class", RULES, "    n = 0\n", "    n = 0\n    class Kept: pass\n", "uses a class"),
    Fault("inner function", RULES, "    n = 0\n", "    n = 0\n    def kept(): return n\n", "uses a function within a"),
    Fault("np function", RULES, "total = 0\n", "total = np.sum(s.dice)\n", r"dice_in_play\(\) uses numpy.sum\(\)"),
    Fault("method", RULES, "total = 0\n", "total = s.dice.sum()\n", r"uses the method .sum\(\)"),
    Fault("builtin", RULES, "total = 0\n", "total = sum(s.dice)\n", r"uses sum\(\)"),
    Fault("keyword", RULES, "shake(s, other, under", "shake(s, seat=other, dice=under", "uses a keyword argument"),
    Fault(
        "default",
        RULES,
        "def shake(s: Record, seat: int, dice: int)",
        "def shake(s: Record, seat: int, dice: int = 1)",
        "shake.. uses default or keyword arguments",
    ),
    Fault(
        "slice",
        RULES,
        "    s.seats = seats\n",
        "    s.seats = seats\n    s.dice[0:2] = 1\n",
        "an assignment to a slice",
    ),
    Fault(
        "recursion",
        RULES,
        "    seat = clockwise(s, seat, 1)\n    while",
        "    next_with_dice(s, seat)\n    while",
        "calls itself",
    ),
    Fault("raise", RULES, "    n = 0\n", "    n = 0\n    if n: raise ValueError\n", "uses raise"),
    Fault(
        "loop over an array",
        RULES,
        "    for seat in range(s.seats):\n        total += s.dice[seat]",
        "    for dice in s.dice:\n        total += dice",
        "a for loop over something other",
    ),
    Fault("module's list", RULES, "    n = 0\n", "    n = FIELDS[0]\n", "the module's FIELDS, a list"),
    Fault(
        "module's array", RULES, "    n = 0\n", "    n = 0\n    KEPT[0] = 1\n", "the module's array KEPT to write into"
    ),
    Fault(
        "module's array among others",
        RULES,
        "    n = 0\n",
        "    KEPT[0], n = 1, 0\n",
        "the module's array KEPT to write into",
    ),
    Fault("coroutine", RULES, "def shake(s: Record", "async def shake(s: Record", "is a lambda or a coroutine"),
    Fault("foreign chance", RULES, "below(s, FACES)] += 1", "random.randrange(6)] += 1", r"random.randrange\(\)"),
    # What fails when it is called
    Fault(
        "value beyond its field",
        RULES,
        "s.claim += action",
        "s.dice[seat] += 200\n        s.claim += action",
        r"apply\(\) writes a value that its field cannot hold, in rules.py, line \d+: s.dice\[seat\] \+= 200",
    ),
    Fault(
        "float in a field",
        RULES,
        "s.claim += action - RAISE + 1",
        "s.claim += (action - RAISE + 1) / 1",
        "something other than a number of the field's type",
    ),
    Fault(
        "index beyond its array",
        RULES,
        "s.hidden[seat, below(s, FACES)]",
        "s.hidden[seat, 1 + below(s, FACES)]",
        "uses an index that is outside its array",
    ),
    Fault("no such field", RULES, "s.phase = RAISING", "s.phrase = RAISING", "fails with AttributeError"),
    Fault(
        "division by zero", RULES, "    return dice * (2", "    return dice // (dice - dice) * (2", "divides by zero"
    ),
    Fault(
        "more moves than MOST_MOVES",
        RULES,
        SIZES,
        "ACTIONS = SHOW + FACES\nMOST_MOVES = 5",
        r"moves\(\) uses an index that is outside its array",
    ),
    Fault(
        "observation too long",
        RULES,
        "OBSERVATION = FACES + SEATS * (FACES + 3) + 2",
        "OBSERVATION = FACES + 20",
        r"observe\(\) uses an index",
    ),
    Fault(
        "hang",
        RULES,
        "        seat = clockwise(s, seat, 1)\n    return seat",
        "        seat = seat\n    return seat",
        r"does not return: it was ended after 3 seconds",
    ),
    Fault(
        "no number of moves",
        RULES,
        "        n += 1\n    room",
        "        n += 1\n        return\n    room",
        r"moves\(\) gives None, which is not a whole number",
    ),
    Fault("half a move", RULES, IDLE, IDLE + ".5", r"moves\(\) gives 0.5, which is not a whole number"),
    Fault("nothing witnessed", RULES, WITNESS, WITNESS.replace(" action", "", 1), r"witness\(\) gives None, which"),
    Fault("no bound given", RULES, BOUND, "    dice += 1", r"bound\(\) gives None, which"),
    Fault("nothing turned", RULES, TURNED, TURNED.removesuffix(" action"), r"turned\(\) gives None, which"),
    Fault(
        "observation not written",
        RULES,
        "    for i in range(OBSERVATION):\n        out[i] = 0.0\n",
        "",
        "number 24 of the observation of seat 0 is not finite or was not written",
    ),
    Fault("outcome not written", RULES, SHARES, "        pass", r"outcome\(\) does not write the share of seat 0"),
    Fault(
        "witness that changes",
        RULES,
        WITNESS,
        "    s.claim += 1\n" + WITNESS,
        r"witness\(\) changed the position",
    ),
    Fault(
        "outcome that changes", RULES, SHARES, SHARES + "\n        s.claim += 1", r"outcome\(\) changed the position"
    ),
    Fault(
        "edition that changes", RULES, "loser = seat if stars", "e.dice = 1\n    loser = seat if stars", "the edition"
    ),
    # What is wrong with the position
    Fault("no move", RULES, IDLE, "    if seat != s.turn or s.claim > 20:\n        return 0", "has no move"),
    Fault(
        "moves change",
        RULES,
        "    n = 0\n",
        "    n = 0\n    s.claim += 0 if s.claim > 20 else 1\n",
        "changed the position",
    ),
    Fault(
        "order of moves", RULES, "out[n] = RAISE + step", "out[n] = RAISE + STEPS - step", "are not in ascending order"
    ),
    Fault(
        "action out of range", RULES, "out[n] = SHOW + face", "out[n] = SHOW + face + 20", r"action \d+ is out of range"
    ),
    Fault(
        "lost die",
        RULES,
        "under_the_cup(s, seat))\n        s.phase",
        "under_the_cup(s, seat) - 1)\n        s.phase",
        r"account\(\) reports fault 2",
    ),
    Fault(
        "wrong turn",
        RULES,
        "s.turn = next_with_dice(s, seat)",
        "s.turn = next_with_dice(s, seat) + 4",
        "turn is . and seats",
    ),
    Fault(
        "favoured seat",
        RULES,
        "loser = seat if stars",
        "loser = seat if seat == 0 or stars",
        "treats the seats unequally",
    ),
    Fault("bound", RULES, BOUND, "    return dice", "longer than its bound"),
    Fault("no bound", RULES, BOUND, "    return 0 * dice", "state a bound"),
    Fault(
        "endless without a limit",
        RULES,
        'ENDLESS = ASYMMETRIC = ""',
        'ENDLESS, ASYMMETRIC = "Dice may roll for ever.", ""',
        "state a bound",
    ),
    Fault(
        "shares",
        RULES,
        "out[seat] = 1.0 if s.dice[seat] > 0 else 0.0",
        "out[seat] = 1.0",
        "shares of the win add up to [234]",
    ),
    Fault(
        "moves after the end",
        RULES,
        IDLE,
        "    if s.phase == OVER:\n        out[0] = DOUBT\n        return 1\n" + IDLE,
        "after the end",
    ),
    # What seats may know
    Fault(
        "nothing hidden", RULES, HIDES + IMAGINE, HIDES_NOTHING + IMAGINES_NOTHING, "hides nothing from anybody but the"
    ),
    Fault("a neighbour's dice left", RULES, HIDES, HIDES_ALL_BUT_ONE, "gives a world with fault 2"),
    Fault(
        "a neighbour's dice left in both",
        RULES,
        HIDES + IMAGINE,
        HIDES_ALL_BUT_ONE + IMAGINE_ALL_BUT_ONE,
        r"with 3 seats, conceal\(\) hides hidden of seat 0 from .*, but never from seat 1",
    ),
    Fault(
        "seats counted from seat 0",
        RULES,
        "other = clockwise(s, seat, i)\n        for face",
        "other = i\n        for face",
        "the observation of seat . is another when all seats have moved one place",
    ),
    Fault(
        "open without saying so",
        RULES,
        LIES_OPEN,
        "OPEN = ()",
        r"hides dice, shown, .*of a seat from nobody.* OPEN = \('dice', 'shown'",
    ),
    Fault(
        "hidden in an open game",
        RULES,
        LIES_OPEN,
        'OPEN = "All dice lie open."',
        "OPEN says that nothing is hidden, but conceal.. hides hidden",
    ),
    Fault("random source left", RULES, "        s.rng[i] = 0", "        s.rng[i] += 0", "leaves the random source"),
    Fault(
        "concealing twice",
        RULES,
        "        s.rng[i] = 0\n",
        "        s.rng[i] = 0\n    s.claim = s.claim // 2\n",
        "concealing twice",
    ),
    Fault(
        "always sixes",
        RULES,
        IMAGINES,
        "                s.hidden[other, 5] = under_the_cup(s, other)",
        r"imagine\(\) has other odds than chance",
        150,
    ),
    Fault(
        "loaded dice",
        RULES,
        IMAGINES,
        IMAGINES.replace("shake(s, other, ", "shake_low(s, other, "),
        "has other odds than chance",
        300,
    ),
    Fault(
        "a world that does not fit",
        RULES,
        "    if s.phase != OVER:\n        for other",
        "    if s.phase != OVER:\n        s.claim += 1\n        for other",
        "does not fit what viewer .* knows: claim is",
    ),
    Fault(
        "too few dice imagined",
        RULES,
        "shake(s, other, under_the_cup(s, other))",
        "shake(s, other, 1)",
        "gives a world with fault 2",
    ),
    Fault(
        "peeking observation",
        RULES,
        "out[at + FACES] = s.dice[other]",
        "out[at + FACES] = s.hidden[other, 0]",
        "depends on what it does not know",
    ),
    Fault(
        "peeking moves",
        RULES,
        "room = FACES",
        "room = s.hidden[clockwise(s, seat, 1), 0] + FACES",
        "the moves of seat . depend on what it does not know",
    ),
    Fault(
        "bad advice",
        RULES,
        "    best = options[1]",
        "    return 12\n    best = options[1]",
        r"advise\(\) gives 12 .*which is not legal",
    ),
    Fault(
        "advice that changes",
        RULES,
        "    twice = 0",
        "    s.claim += 1\n    twice = 0",
        r"advise\(\) changed the position",
    ),
    Fault(
        "own action unseen",
        RULES,
        "    return action\n\n\ndef advise",
        "    return -1\n\n\ndef advise",
        "does not see its own action",
    ),
]
