"""Events: noting what happens does not change the compiled code, and everybody is told what they may know."""

import ast
import dis
import inspect
import re
import textwrap
from types import FunctionType
from typing import Any

import numba
import numpy as np
import pytest

from zauber.engines import loops
from zauber.errors import BrokenRules
from zauber.games.compiling.link import BARE, Linker, Role, plain
from zauber.games.compiling.listening import NoteRoom
from zauber.games.contract.events import NUMBER, SEAT, Event, PhraseMaker, each, only
from zauber.games.contract.kernel import MOST_NOTES, NOBODY, RNG, note, record, write_note
from zauber.games.papageno import GAME, rules

State = record([RNG, ("seats", "i1"), ("turn", "i1"), ("left", "i2")])
DREW, STOPPED, FOUND, SHOWED, GAINED = range(5)
EVENTS = {
    DREW: Event("drew", {"who": SEAT, "card": only(NUMBER, "who")}, known="drew_seen"),
    STOPPED: Event("stopped", {}),
    FOUND: Event("", {"who": SEAT, "whom": SEAT, "n": only(NUMBER, "who", "whom")}, known="found"),
    GAINED: Event(
        "gained",
        {"who": SEAT, "n": each(NUMBER), "cards": each(only(NUMBER, "who"))},
        known="gained_seen",
        more=lambda words: {"n": sum(words["n"])},
    ),
    SHOWED: Event("showed", {"who": SEAT, "n": each(NUMBER)}, more=lambda words: {"sum": sum(words["n"])}),
}


def play(s: Any, times: int) -> None:
    """Note some events."""
    for i in range(times):
        s.left -= 1
        note(s, DREW, i, min(40 + i, 99))
    note(s, SHOWED, 1, 5)
    note(s, SHOWED, 1, 6)
    note(s, SHOWED, 2, 7)
    for i in range(2):
        note(s, GAINED, 0, 1, 20 + i)
    note(s, FOUND, 0, 2, 8)
    note(s, STOPPED)


def listen(times: int) -> bytes:
    room = NoteRoom(State)
    Linker({note: write_note}, plain)(play)(room.array[0], times)
    assert room.state[0].left == -times
    return room.notes()


def said(viewer: int) -> list[tuple[str, dict[str, int]]]:
    return [(phrase.key, dict(phrase.args)) for phrase in PhraseMaker(EVENTS).told(listen(2), viewer)]


def test_a_viewer_is_told_what_the_declaration_allows() -> None:
    everybody: list[tuple[str, Any]] = [
        ("drew", {"who": 0}),
        ("drew", {"who": 1}),
        ("showed", {"who": 1, "n": [5, 6], "sum": 11}),
        ("showed", {"who": 2, "n": [7], "sum": 7}),
        ("gained", {"who": 0, "n": 2}),
        ("stopped", {}),
    ]
    gained = ("gained_seen", {"who": 0, "n": 2, "cards": [20, 21]})
    found = ("found", {"who": 0, "whom": 2, "n": 8})
    assert said(NOBODY) == everybody
    assert said(0) == [("drew_seen", {"who": 0, "card": 40}), *everybody[1:4], gained, found, everybody[5]]
    assert said(1) == [everybody[0], ("drew_seen", {"who": 1, "card": 41}), *everybody[2:]]
    assert said(2) == [*everybody[:5], found, everybody[5]]


def test_where_nobody_listens_notes_are_left_out() -> None:
    s = np.zeros(1, State)[0]
    silent = Linker({}, plain)(play)
    silent(s, 2)
    assert s.left == -2
    code = silent.__wrapped__.__code__
    assert not {"note", "min", "SHOWED"} & {step.argval for step in dis.get_instructions(code)}


def test_too_many_notes_are_refused_in_a_sentence() -> None:
    assert PhraseMaker(EVENTS).told(listen(MOST_NOTES - 7), NOBODY)[-1].key == "stopped"
    with pytest.raises(BrokenRules, match=f"noted with {MOST_NOTES + 1} events, but there is room for {MOST_NOTES}"):
        listen(MOST_NOTES - 6)


def choosing(s: Any, n: int) -> None:
    note(s, DREW, 1 if n else 2, 3)


def using(s: Any) -> None:
    return note(s, STOPPED)


def undeclared(s: Any) -> None:
    note(s, 9)


def short(s: Any) -> None:
    note(s, DREW, 1)


def test_notes_that_cannot_be_left_out_or_read_are_refused() -> None:
    with pytest.raises(BrokenRules, match=r"choosing\(\) calls note\(\) with a choice in its arguments"):
        Linker({}, plain)(choosing)
    with pytest.raises(BrokenRules, match=r"using\(\) uses the result of note\(\), which has none"):
        Linker({}, plain)(using)
    for function, sentence in (
        (undeclared, "note event 9, which events.py does not declare"),
        (short, "without its 2"),
    ):
        room = NoteRoom(State)
        Linker({note: write_note}, plain)(function)(room.array[0])
        with pytest.raises(BrokenRules, match=sentence):
            PhraseMaker(EVENTS).told(room.notes(), NOBODY)


class WithoutNotes(ast.NodeTransformer):
    """Takes notes out of a function's source, and variables that only they use."""

    def visit_Expr(self, node: ast.Expr) -> Any:
        named = isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Name) and node.value.func.id
        return None if named and (named == "note" or named.startswith("note_")) else node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        self.generic_visit(node)
        read = {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
        node.body = [line for line in node.body if not _sets_only(line, "was_down") or "was_down" in read]
        for loop in ast.walk(node):
            if isinstance(loop, ast.For):
                loop.body = [line for line in loop.body if not _sets_only(line, "was_down") or "was_down" in read]
        return node


def _sets_only(line: ast.stmt, name: str) -> bool:
    return isinstance(line, ast.Assign) and isinstance(line.targets[0], ast.Name) and line.targets[0].id == name


def as_if_never_written(function: FunctionType) -> FunctionType:
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    bare = ast.fix_missing_locations(WithoutNotes().visit(tree))
    source = ast.unparse(bare)
    assert "note" not in source
    assert "was_down" not in source
    scope = dict(function.__globals__)
    exec(compile(bare, function.__code__.co_filename, "exec"), scope)
    made: FunctionType = scope[function.__name__]
    return FunctionType(made.__code__, function.__globals__, function.__name__)


def machine_code(instead: dict[Any, Any]) -> str:
    """The machine code of whole random matches, with the names of symbols replaced by their order."""

    def fresh(function: Any, key: str, role: Role) -> Any:
        how: dict[str, Any] = {**BARE, "nogil": True, "error_model": "numpy", "forceinline": role is Role.HOT}
        how["no_cpython_wrapper"] = role is not Role.ENTRY
        return numba.njit(**how)(function)

    linker = Linker(instead | {stub: instead.get(f, f) for stub, f in GAME.bindings.items()}, fresh)
    linker._hot = {instead.get(function, function) for function in Linker(GAME.bindings, fresh)._hot}
    linked = linker(loops.run_random)
    states, options = np.zeros(1, rules.State), GAME.new_options()
    lengths, outcomes = np.zeros(1, np.int32), np.zeros((1, 5), np.float32)
    linked(0, 1, GAME.edition().record, states, states.copy(), 3, 1, 0, options, lengths, outcomes, states, 500)
    (assembly,) = linked.inspect_asm().values()
    assembly = re.sub(r'\t\.size\t"\.const\.missing Environment: .*', "", assembly)  # the length of a function's name
    names: dict[str, str] = {}
    return re.sub(r"_ZN?[\w.$]+|\.L\w+", lambda found: names.setdefault(found[0], f"n{len(names)}"), assembly)


@pytest.mark.no_cover
def test_the_compiled_code_of_random_matches_is_the_same_as_if_nothing_were_ever_noted() -> None:
    noting = [f for f in vars(rules).values() if isinstance(f, FunctionType) and f.__module__ == rules.__name__]
    noting = [f for f in noting if "note" in inspect.getsource(f) and not f.__name__.startswith("note_")]
    assert len(noting) > 9
    bare: dict[Any, Any] = {function: as_if_never_written(function) for function in noting}
    assert machine_code({}) == machine_code(bare)
