"""Imports run one way: between packages, inside the server and inside the games; and only games know games by name."""

import ast
import functools
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from zauber import games

SOURCE = Path(__file__).parent.parent / "src"

# Each layer may import the layers above it in these lists, and itself, but nothing beside or below it.
PACKAGES = [
    "errors",
    "plugins",
    "games",
    "match",
    "engines",
    "bots",
    "lab learning envs server terminal",
    "commands",
    "cli",
]
SERVER = ["protocol", "access storage", "table", "frames", "live", "http", "run", "bench"]


def module_name(file: Path) -> str:
    return ".".join(file.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")


MODULES = {module_name(file): file for file in SOURCE.glob("zauber/**/*.py")}


def imported(name: str, file: Path) -> Iterator[str]:
    """The modules of ours that a module imports anywhere: at its head, inside functions, for the type checker."""
    package = name if file.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parts = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            source = ".".join([*parts, *([node.module] if node.module else [])])
            for alias in node.names:
                yield f"{source}.{alias.name}" if f"{source}.{alias.name}" in MODULES else source


@functools.cache
def graph() -> dict[str, set[str]]:
    """What every module imports."""
    return {name: set(imported(name, file)) & set(MODULES) - {name} for name, file in MODULES.items()}


def part(module: str, depth: int) -> str:
    """“zauber.server.live.room” is part of “server” (depth 1) and of “live” (depth 2)."""
    return (module.split(".") + [""] * depth)[depth]


def against(layers: list[str], depth: int, inside: str) -> list[str]:
    """The imports that run against the layers, or between the parts of one."""
    level = {name: number for number, layer in enumerate(layers) for name in layer.split()}
    found = []
    for module, others in graph().items():
        for other in others:
            if not (module.startswith(inside) and other.startswith(inside)):
                continue
            here, there = part(module, depth), part(other, depth)
            if not here or not there or here == there:
                continue
            assert {here, there} <= set(level), f"{here} or {there} has no place among the layers"
            if level[here] <= level[there]:
                found.append(f"{module} imports {other}")
    return found


def test_the_graph_is_that_of_the_package() -> None:
    assert "zauber.games.game" in graph()["zauber.match.position"]
    assert "zauber.server.live.room" in graph()["zauber.server.live.house"]
    assert len(graph()) > 100


def test_no_module_imports_itself_by_a_detour() -> None:
    try:
        TopologicalSorter(graph()).prepare()
    except CycleError as error:
        pytest.fail(" imports ".join(reversed(error.args[1])))


def test_packages_import_one_way() -> None:
    assert against(PACKAGES, 1, "zauber.") == []


def test_no_module_imports_a_higher_layer_when_it_is_called() -> None:
    """A name in `import_module` is that of another library, or computed from what somebody asks for."""
    assert not [name for name, file in MODULES.items() if 'import_module("zauber' in file.read_text("utf-8")]


def test_the_server_imports_one_way() -> None:
    assert against(SERVER, 2, "zauber.server.") == []


def test_only_the_server_knows_network_and_disk() -> None:
    outside = {"asyncio", "socket", "sqlite3", "starlette", "uvicorn", "psycopg", "websockets", "http"}
    found = []
    for name, file in MODULES.items():
        if part(name, 1) in ("games", "match", "engines", "bots", "lab"):
            tops = {other.split(".")[0] for other in imported(name, file)}
            found += [f"{name} imports {top}" for top in tops & outside]
    assert found == []


@pytest.mark.parametrize("name", games.NAMES)
def test_a_game_knows_no_other_game(name: str) -> None:
    own = f"zauber.games.{name}"
    for module, others in graph().items():
        if module == own or module.startswith(f"{own}."):
            known = {part(other, 2) for other in others if other.startswith("zauber.games.")}
            assert known <= {name, "contract", "compiling", "game"}, module


@pytest.mark.parametrize("package", " ".join(PACKAGES[3:-1]).split())
def test_nobody_else_knows_a_game_by_name(package: str) -> None:
    for module, file in MODULES.items():
        if part(module, 1) != package:
            continue
        assert not {part(other, 2) for other in graph()[module]} & set(games.NAMES), module
        named = [
            node
            for node in ast.walk(ast.parse(file.read_text("utf-8")))
            if isinstance(node, ast.Constant) and node.value in games.NAMES
        ]
        assert not named, module
