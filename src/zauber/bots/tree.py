"""Information-set Monte Carlo tree search, written once against the kernel's stubs and linked to each game.

Every iteration imagines a world at the root, descends the tree, adds a node, plays on by rule of thumb and records
every seat's share. A node is what the acting seat knows: it is found by a hash of its concealed record's bytes, so a
seat never distinguishes worlds that it cannot tell apart. Each seat maximises its own share. A node's moves are in the
order that they would have in seat 0, so that of equal ones none is chosen for the number of a seat that it names.

A network (`forward.py`) can be used in two ways: its preferences are mixed into the priors of a node (HEED), and its
value for a seat is mixed with the result of the simulation (CREDIT). It was trained on the values at a seat's own
decisions, so it is evaluated at a seat's first decision outside the tree. With a credit of 1 the simulation ends as
soon as all seats that JUDGES names have been judged.

The functions keep to what a rule function may use. All memory comes from the caller:

`states`  0: the root, as the searching seat knows it; 1: the world of this iteration; 2: the actor's view of it
`words`   the memory of `states[2]` as 64-bit integers, for hashing
`nodes`   one row per node, see the columns below; `slots` finds a row by its hash
`edges`   one row per move of a node, and in `worths` the sum and the sum of squares of the mover's shares
`path`    the edges of this iteration and who chose them
"""

from ..games.contract.kernel import (
    Array,
    Record,
    advise,
    apply,
    below,
    clockwise,
    conceal,
    imagine,
    moves,
    outcome,
    root,
    sow,
    turned,
)  # fmt: skip
from .forward import MOST_SEATS, UNJUDGED, VERDICTS, expected, forward, prefer

KEY, CHECK, VISITS, FIRST, LENGTH, HEEDED = range(6)  # columns of `nodes`
NODE_COLUMNS = 6
ACTION, TRIED = range(2)  # columns of `edges`
SUM, SQUARES, PRIOR = range(3)  # columns of `worths`
NODES, EDGES, DECISIONS, ITERATIONS, DEEPEST, ROOT = range(6)  # of `counts`
WIDEN, DEPTH, HORIZON, ROUNDS, OUT_OF_TURN, HEED_DEPTH, HEED_VISITS, JUDGES, OPEN = range(9)  # of `limits`
EXPLORE, TRUST, RANDOM, CATCHES, HEED, WARMTH, CREDIT = range(7)  # of `knobs`
NOBODY, SEARCHER, EVERYBODY = range(3)  # of JUDGES: the seats for which the network judges a leaf
NEW = -1
NOT_ASKED = -1  # in place of an index into `desk`
CHANCE = 1 << 20
LOW_HALF = 0xFFFFFFFF
EVEN_FACTOR, ODD_FACTOR = 0x9E3779B97F4A7C1, 0x3C79AC492BA7B65


def judge(e: Record, s: Record, mind: Array, desk: Array, out: Array) -> None:
    """Estimate each seat's share in an unfinished position; they add up to 1. A game may replace it in `judging.py`."""
    for seat in range(s.seats):
        out[seat] = 1.0 / s.seats


def round_number(e: Record, s: Record) -> int:
    """The number of the round, in games of several rounds: simulations may stop where one ends."""
    return 0


def guess(
    e: Record, s: Record, seat: int, options: Array, n: int, knobs: Array, mind: Array, desk: Array, out: Array
) -> None:
    """The prior of each of the seat's moves, adding up to 1: the rule of thumb's move gets TRUST. `s` is concealed."""
    best = advise(e, s, seat, options, n)
    for i in range(n):
        out[i] = (1.0 - knobs[TRUST]) / n
        if options[i] == best:
            out[i] += knobs[TRUST]


# Finding nodes ---------------------------------------------------------------------------------------------------


def mix(words: Array, out: Array) -> None:
    """Write KEY and CHECK of a record's words into `out`: together a hash of 128 bits, with 64-bit wrap-around.

    The key folds even and odd words separately, so that two products are made at a time; the check sums all states on
    the way, and differs even where the key ends equal by chance.
    """
    even = 0x2545F491
    odd = 0x61C88647
    check = 0
    for i in range(0, len(words) - 1, 2):
        even = (even ^ words[i]) * EVEN_FACTOR
        odd = (odd ^ words[i + 1]) * ODD_FACTOR
        even ^= (even >> 32) & LOW_HALF
        odd ^= (odd >> 32) & LOW_HALF
        check = 5 * check + (even ^ 3 * odd)
    if len(words) % 2 > 0:
        even = (even ^ words[len(words) - 1]) * EVEN_FACTOR
        even ^= (even >> 32) & LOW_HALF
        check = 5 * check + even
    out[KEY] = even + odd * ODD_FACTOR
    out[CHECK] = check


def find(nodes: Array, slots: Array, row: int) -> int:
    """The slot of a node with the hash that is in `row`, or the free slot where it belongs."""
    key = nodes[row, KEY]
    check = nodes[row, CHECK]
    mask = len(slots) - 1
    slot = key & mask
    while slots[slot] != 0:
        found = slots[slot] - 1
        if nodes[found, KEY] == key and nodes[found, CHECK] == check:
            return slot
        slot = (slot + 1) & mask
    return slot


def enter(
    e: Record, states: Array, words: Array, seat: int, n: int, nodes: Array, edges: Array, worths: Array, slots: Array,
    counts: Array, options: Array, priors: Array, mind: Array, desk: Array, knobs: Array,
) -> int:  # fmt: skip
    """The node of the seat to act in `states[1]`, created if it is new; NEW if the memory is full."""
    states[2] = states[1]
    known = states[2]
    conceal(e, known, seat)
    row = counts[NODES]  # the next free one: if the node is new, the hash stays there
    mix(words, nodes[row])
    slot = find(nodes, slots, row)
    if slots[slot] != 0:
        return slots[slot] - 1
    first = counts[EDGES]
    if row + 1 >= len(nodes) or first + n > len(edges) or 2 * row > len(slots):
        return NEW
    slots[slot] = row + 1
    counts[NODES] = row + 1
    counts[EDGES] = first + n
    nodes[row, VISITS] = 0
    nodes[row, FIRST] = first
    nodes[row, LENGTH] = n
    nodes[row, HEEDED] = 0
    sow(known, nodes[row, KEY] & LOW_HALF, nodes[row, CHECK] & LOW_HALF)
    guess(e, known, seat, options, n, knobs, mind, desk, priors)
    for i in range(n):
        place = first + i
        rank = turned(e, options[i], known.seats - seat, known.seats)
        while place > first and edges[place - 1, TRIED] > rank:  # the ranks, until all are in order
            edges[place, ACTION] = edges[place - 1, ACTION]
            edges[place, TRIED] = edges[place - 1, TRIED]
            worths[place, PRIOR] = worths[place - 1, PRIOR]
            place -= 1
        edges[place, ACTION] = options[i]
        edges[place, TRIED] = rank
        worths[place, PRIOR] = priors[i]
    for i in range(first, first + n):
        edges[i, TRIED] = 0
        worths[i, SUM] = 0.0
        worths[i, SQUARES] = 0.0
    return row


def heed(
    e: Record, s: Record, seat: int, nodes: Array, edges: Array, worths: Array, row: int, desk: Array, output: int,
    knobs: Array,
) -> None:  # fmt: skip
    """Mix the network's preferences into the priors of a node, once."""
    nodes[row, HEEDED] = 1
    first = nodes[row, FIRST]
    last = first + nodes[row, LENGTH]
    actions = edges[first:last, ACTION]
    prefer(e, s, seat, actions, desk, output, knobs[HEED], knobs[WARMTH], worths[first:last, PRIOR])


def selected(nodes: Array, edges: Array, worths: Array, row: int, explore: float, widen: int) -> int:
    """The edge of a node to follow: the best so far, or a promising one that was rarely tried (PUCT).

    A move that was never tried is assumed to be worth as much as the node. With progressive widening (`widen` > 0) only
    the most promising moves are open at first, and one more for every `widen` visits.
    """
    first = nodes[row, FIRST]
    n = nodes[row, LENGTH]
    visits = nodes[row, VISITS]
    total = 0.0
    for i in range(first, first + n):
        total += worths[i, SUM]
    mean = total / visits if visits > 0 else 0.0
    reach = explore * root(visits + 1.0)
    wide = n if widen == 0 else min(n, 2 + visits // widen)
    promising = first
    if wide < n:
        promising = next_open(edges, worths, first, n, wide)
    best = -1000.0
    choice = first
    for i in range(first, first + n):
        tried = edges[i, TRIED]
        if tried == 0:
            if wide < n and i != promising:
                continue
            score = mean
        else:
            score = worths[i, SUM] / tried
        score += reach * worths[i, PRIOR] / (1.0 + tried)
        if score > best:
            best = score
            choice = i
    return choice


def next_open(edges: Array, worths: Array, first: int, n: int, wide: int) -> int:
    """The untried edge with the highest prior, if fewer than `wide` edges have been tried; otherwise NEW."""
    found = NEW
    tried = 0
    for i in range(first, first + n):
        if edges[i, TRIED] > 0:
            tried += 1
        elif found == NEW or worths[i, PRIOR] > worths[found, PRIOR]:
            found = i
    return found if tried < wide else NEW


# The network's judgement ------------------------------------------------------------------------------------------


def wanted(s: Record, path: Array, depth: int, seat: int, actor: int, desk: Array, judges: int) -> bool:
    """Whether the network is to judge the position for a seat that decides outside the tree.

    Judging the searching seat is enough, since the others get the rest; with two seats, judging either is.
    """
    if judges == SEARCHER:
        return actor == seat or s.seats == 2
    if desk[VERDICTS + actor] == UNJUDGED:
        for i in range(depth):
            if path[i, 2] == actor:
                return True
    return False


def settled(path: Array, depth: int, desk: Array, judges: int) -> bool:
    """Whether all seats that are to be judged have been, after one has been."""
    if judges == EVERYBODY:
        for i in range(depth):
            if desk[VERDICTS + path[i, 2]] == UNJUDGED:
                return False
    return True


def blend(seats: int, desk: Array, credit: float, finished: bool, shares: Array) -> None:
    """Mix the network's values into the shares from the simulation, if it was `finished`.

    Seats that were not judged get equal parts of what is left.
    """
    left = 1.0
    others = 0
    for seat in range(seats):
        if desk[VERDICTS + seat] == UNJUDGED:
            others += 1
        else:
            left -= desk[VERDICTS + seat]
    if others == seats:
        return
    for seat in range(seats):
        verdict = desk[VERDICTS + seat]
        share = max(0.0, left) / others if verdict == UNJUDGED else 1.0 * verdict
        shares[seat] = credit * share + (1.0 - credit) * shares[seat] if finished else share


# One iteration ---------------------------------------------------------------------------------------------------


def somebody_early(e: Record, s: Record, options: Array) -> int:
    """A seat that may act although the table waits for another, or -1."""
    for j in range(1, s.seats):
        other = clockwise(s, s.turn, j)
        if moves(e, s, other, options) > 0:
            return other
    return -1


def iterate(
    e: Record, states: Array, words: Array, seat: int, seed: int, number: int, forced: int,
    nodes: Array, edges: Array, worths: Array, slots: Array, counts: Array, path: Array, options: Array, priors: Array,
    mind: Array, desk: Array, shares: Array, limits: Array, knobs: Array,
) -> None:  # fmt: skip
    """One iteration in world `number`; at the root the move `forced`, or the tree's choice if it is NEW.

    Inside the tree every seat chooses by the statistics of its node; below it by rule of thumb, sometimes at random. It
    is a single loop, so that the rules are compiled into it only once.
    """
    states[1] = states[0]
    s = states[1]
    sow(s, seed, number)
    if limits[OPEN] == 0:
        imagine(e, s, seat)
    sow(s, seed, number + (1 << 40))
    end = round_number(e, s) + (limits[ROUNDS] if limits[ROUNDS] > 0 else 1 << 30)
    often = int(knobs[RANDOM] * CHANCE)
    judges = limits[JUDGES]
    for i in range(MOST_SEATS if judges > 0 else 0):
        desk[VERDICTS + i] = UNJUDGED
    depth = 0
    steps = 0
    growing = True
    judged = False
    while not judged and s.turn >= 0 and steps < limits[HORIZON] and round_number(e, s) < end:
        actor = s.turn
        early = False
        if 0 < steps <= limits[OUT_OF_TURN]:
            other = somebody_early(e, s, options)
            if other >= 0 and below(s, CHANCE) < knobs[CATCHES] * CHANCE:
                actor = other
                early = True
        n = moves(e, s, actor, options)
        action = options[0]
        if n > 1:
            row = NEW
            output = NOT_ASKED
            if growing and not early:
                had = counts[NODES]
                if depth < limits[DEPTH]:
                    row = enter(
                        e, states, words, actor, n, nodes, edges, worths, slots, counts, options, priors, mind, desk,
                        knobs,
                    )  # fmt: skip
                if row == NEW:
                    growing = False
                else:
                    if judges > 0 and depth > 0 and counts[NODES] > had:
                        growing = False  # a new node is judged before anything is chosen in it
                    if nodes[row, HEEDED] == 0 and depth < limits[HEED_DEPTH] and (
                        depth == 0 or nodes[row, VISITS] >= limits[HEED_VISITS]
                    ) and (growing or wanted(s, path, depth, seat, actor, desk, judges)):  # fmt: skip
                        output = forward(e, s, actor, mind, desk)
                        heed(e, s, actor, nodes, edges, worths, row, desk, output, knobs)
                    if not growing:
                        row = NEW
            if judges > 0 and not growing and not early and wanted(s, path, depth, seat, actor, desk, judges):
                if output == NOT_ASKED:
                    output = forward(e, s, actor, mind, desk)
                desk[VERDICTS + actor] = expected(mind, desk, output)
                if settled(path, depth, desk, judges):
                    if knobs[CREDIT] >= 1.0:
                        judged = True
                    judges = NOBODY
            if row != NEW:
                growing = nodes[row, VISITS] > 0 or depth == 0 or judges > 0
                edge = selected(nodes, edges, worths, row, knobs[EXPLORE], limits[WIDEN])
                if depth == 0:
                    counts[ROOT] = row
                    if forced != NEW:
                        edge = nodes[row, FIRST] + forced
                path[depth, 0] = row
                path[depth, 1] = edge
                path[depth, 2] = actor
                depth += 1
                action = edges[edge, ACTION]
            elif often > 0 and below(s, CHANCE) < often:
                action = options[below(s, n)]
            elif not judged:
                action = advise(e, s, actor, options, n)
        if not judged:
            apply(e, s, actor, action)
            steps += 1
    if s.turn < 0:
        outcome(e, s, shares)
    elif not judged:
        judge(e, s, mind, desk, shares)
    if limits[JUDGES] > 0:
        blend(s.seats, desk, knobs[CREDIT], not judged, shares)
    counts[DECISIONS] += steps
    counts[ITERATIONS] += 1
    counts[DEEPEST] = max(counts[DEEPEST], depth)
    for i in range(depth):
        edge = path[i, 1]
        share = shares[path[i, 2]]
        nodes[path[i, 0], VISITS] += 1
        edges[edge, TRIED] += 1
        worths[edge, SUM] += share
        worths[edge, SQUARES] += share * share


def grow(
    e: Record, states: Array, words: Array, seat: int, seed: int, first: int, last: int, forced: Array, alive: int,
    nodes: Array, edges: Array, worths: Array, slots: Array, counts: Array, path: Array, options: Array, priors: Array,
    mind: Array, desk: Array, shares: Array, limits: Array, knobs: Array,
) -> None:  # fmt: skip
    """Iterations `first` to `last` - 1. With `alive` > 0 those moves of the root are tried in turn, each in the same
    worlds with the same chance; otherwise the tree chooses at the root too."""
    for number in range(first, last):
        world = number
        move = NEW
        if alive > 0:
            world = number // alive
            move = forced[number % alive]
        iterate(
            e, states, words, seat, seed, world, move, nodes, edges, worths, slots, counts, path, options, priors,
            mind, desk, shares, limits, knobs,
        )  # fmt: skip
