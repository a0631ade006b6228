"""Finds forbidden constructs in rule functions by reading their source: see “What a rule function may use” in
`contract.kernel`.

The compiler would reject most of them too, but with pages of output. Some compile and then behave differently from the
interpreted rules, or cannot run on a GPU.
"""

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator, Mapping
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import numpy as np

from ...errors import BrokenRules
from . import kernel

Function = Callable[..., Any]

BUILTINS = {"abs", "bool", "float", "int", "len", "max", "min", "range"}
FROM_MODULES = {"numpy.int64", "math.sqrt"}
READABLE = (
    int, float, np.integer, np.floating, np.ndarray, FunctionType, BuiltinFunctionType, ModuleType, type,
)  # fmt: skip
FORBIDDEN: dict[type[ast.AST], str] = {
    ast.List: "a list",
    ast.ListComp: "a list",
    ast.Dict: "a dict",
    ast.DictComp: "a dict",
    ast.Set: "a set",
    ast.SetComp: "a set",
    ast.GeneratorExp: "a generator",
    ast.JoinedStr: "a string",
    ast.ClassDef: "a class",
    ast.FunctionDef: "a function within a function",
    ast.Lambda: "a function within a function",
    ast.Raise: "raise",
    ast.Try: "try",
    ast.With: "with",
    ast.Assert: "assert",
    ast.Global: "global",
    ast.Nonlocal: "nonlocal",
    ast.Delete: "del",
    ast.Import: "an import",
    ast.ImportFrom: "an import",
    ast.Yield: "yield",
    ast.Await: "await",
    ast.Match: "match",
    ast.Starred: "a starred expression",
}


def check_source(bindings: Mapping[Function, Function]) -> None:
    """Raise `BrokenRules` at the first forbidden construct in a game's functions and all that they call."""
    Reader(bindings).read_all()


class Reader:
    """Reads each function once and builds the call graph."""

    def __init__(self, bindings: Mapping[Function, Function]) -> None:
        self._bindings = bindings
        self._calls: dict[FunctionType, list[FunctionType]] = {}

    def read_all(self) -> None:
        """Read everything that can be reached from the contract's functions."""
        for function in self._bindings.values():
            self._read(function)
        for function in self._calls:
            self._check_recursion(function)
        for stub, function in self._bindings.items():
            if stub not in (kernel.setup, kernel.apply) and kernel.note in self._reached(function):
                raise BrokenRules(f"{_place(function)} notes an event, which only setup() and apply() may.")

    def _read(self, function: Any) -> None:
        function = self._bindings.get(function, function)
        if function in self._calls or function.__module__ == kernel.__name__:
            return
        self._calls[function] = []
        if function.__closure__:
            raise BrokenRules(f"{_place(function)} uses variables of a function around it: it may close over nothing.")
        for called in FunctionReader(function).check():
            self._calls[function].append(called)
            self._read(called)

    def _check_recursion(self, start: FunctionType) -> None:
        if start in self._reached(start):
            raise BrokenRules(f"{_place(start)} calls itself, directly or through others: write a loop.")

    def _reached(self, start: Any) -> set[Any]:
        """All functions that one calls, directly or through others."""
        waiting = list(self._calls.get(start, []))
        seen: set[Any] = set()
        while waiting:
            called = waiting.pop()
            function: Any = self._bindings.get(called, called)
            if function not in seen:
                seen.add(function)
                waiting += self._calls.get(function, [])
        return seen


class FunctionReader:
    """Reads one function."""

    def __init__(self, function: FunctionType) -> None:
        self.function = function
        lines, self._first = inspect.getsourcelines(function)
        tree = ast.parse(textwrap.dedent("".join(lines)))
        kinds = ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda
        found = next((node for node in ast.walk(tree) if isinstance(node, kinds)), None)
        if not isinstance(found, ast.FunctionDef):
            raise BrokenRules(f"{_place(function)} is a lambda or a coroutine: write it with a plain def.")
        self._tree = found

    def check(self) -> Iterator[FunctionType]:
        """Raise `BrokenRules` for forbidden constructs; yield the functions that this one calls."""
        arguments = self._tree.args
        if arguments.defaults or arguments.kw_defaults or arguments.kwonlyargs:
            self._refuse(self._tree, "default or keyword arguments")
        if arguments.vararg or arguments.kwarg:
            self._refuse(self._tree, "any number of arguments")
        body = self._tree.body[1:] if ast.get_docstring(self._tree) is not None else self._tree.body
        for statement in body:
            for node in ast.walk(statement):
                self._check_node(node)
                if isinstance(node, ast.Call):
                    yield from self._check_call(node)

    def _refuse(self, node: Any, what: str) -> None:
        line = self._first + getattr(node, "lineno", 1) - 1
        raise BrokenRules(f"{_place(self.function, line)} uses {what}, which a rule function may not.")

    def _check_node(self, node: ast.AST) -> None:
        if type(node) in FORBIDDEN:
            self._refuse(node, FORBIDDEN[type(node)])
        elif isinstance(node, ast.Constant) and isinstance(node.value, (str, bytes, complex)):
            self._refuse(node, f"the constant {node.value!r}")
        elif isinstance(node, ast.For) and not (
            isinstance(node.iter, ast.Call) and isinstance(node.iter.func, ast.Name) and node.iter.func.id == "range"
        ):
            self._refuse(node, "a for loop over something other than range(…)")
        elif isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple):
            self._refuse(node, "a tuple as its result")
        elif isinstance(node, (ast.Assign, ast.AugAssign, ast.AnnAssign)):
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                self._check_target(target)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            self._check_global(node)

    def _check_target(self, target: ast.AST) -> None:
        if isinstance(target, (ast.Attribute, ast.Subscript)) and self.function.__name__.startswith("note_"):
            self._refuse(target, "a name that begins with note_ and changes something (it is left out of simulations)")
        if isinstance(target, ast.Tuple):
            for part in target.elts:
                self._check_target(part)
        elif isinstance(target, ast.Subscript):
            index = target.slice.elts if isinstance(target.slice, ast.Tuple) else [target.slice]
            if any(isinstance(part, ast.Slice) for part in index):
                self._refuse(target, "an assignment to a slice")
            base: ast.AST = target.value
            if isinstance(base, ast.Name) and isinstance(self._global(base.id), np.ndarray):
                self._refuse(target, f"the module's array {base.id} to write into")

    def _global(self, name: str) -> Any:
        """Check the global that a name refers to."""
        if name in self.function.__code__.co_varnames:
            return None
        return self.function.__globals__.get(name)

    def _check_global(self, node: ast.Name) -> None:
        value = self._global(node.id)
        if value is not None and not isinstance(value, READABLE) and not _is_table(value):
            kind = type(value).__name__
            self._refuse(node, f"the module's {node.id}, a {kind} (constants are numbers, tuples of them and arrays)")

    def _check_call(self, node: ast.Call) -> Iterator[FunctionType]:
        if node.keywords:
            self._refuse(node, "a keyword argument")
        if isinstance(node.func, ast.Name):
            name = node.func.id
            value = self._global(name)
            if isinstance(value, FunctionType):
                if not _is_rule_function(self.function, value):
                    self._refuse(node, f"{name}() of {value.__module__}")
                yield value
            elif value is not None or (name not in BUILTINS and name not in self.function.__code__.co_varnames):
                self._refuse(node, f"{name}()")
        elif isinstance(node.func, ast.Attribute):
            base = self._global(node.func.value.id) if isinstance(node.func.value, ast.Name) else None
            if not isinstance(base, ModuleType):
                self._refuse(node, f"the method .{node.func.attr}()")
            elif f"{base.__name__}.{node.func.attr}" not in FROM_MODULES:
                self._refuse(node, f"{base.__name__}.{node.func.attr}()")


def _is_table(value: Any) -> bool:
    """A tuple of numbers, or of tuples of them."""
    return isinstance(value, tuple) and all(isinstance(item, (int, float)) or _is_table(item) for item in value)


def _is_rule_function(caller: FunctionType, called: FunctionType) -> bool:
    """A function of the same game's folder, or of the kernel."""
    home = caller.__module__.rpartition(".")[0]
    return called.__module__ == kernel.__name__ or called.__module__.rpartition(".")[0] == home


def _place(function: Any, line: int = 0) -> str:
    code = function.__code__
    return f"{code.co_filename.rpartition('/')[2]}, line {line or code.co_firstlineno}: {function.__name__}()"
