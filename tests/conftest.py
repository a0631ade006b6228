"""What all tests share: how hypothesis looks for counterexamples, and which tests are measured for coverage.

By default the examples are the same at every run. `HYPOTHESIS_PROFILE=explore` looks for new ones. Tests marked `full`
run with `ZAUBER_FULL=1` alone: what they find, others find as well, or only their size finds it.

Watching every line takes twice the time. Tests that do much of the same many times are marked `no_cover`: what they
alone would reach is not counted as covered.
"""

import asyncio
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.sizes import FULL

settings.register_profile(
    "repeatable",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "explore",
    deadline=None,
    max_examples=2_000,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))

collect_ignore = [] if FULL else ["learning"]  # it needs PyTorch, which takes longer to install than the rest to run


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with the slow tests, so that at the end no process works on one while the others have nothing to do."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)
    left_out = [item for item in items if not FULL and item.get_closest_marker("full")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in set(left_out)]


@pytest.fixture(autouse=True)
def loops_of_ones_own(request: pytest.FixtureRequest) -> Iterator[None]:
    """Playwright leaves its event loop marked as running. A worker that comes to a test without a browser after one
    with must be able to run another."""
    others = asyncio._get_running_loop()
    if others is None or "web" in request.node.path.parts:
        yield
        return
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(others)


@pytest.fixture(scope="session", autouse=True)
def compiling_is_not_watched() -> Iterator[None]:
    """Numba takes half as long again to compile while lines are watched, and none of those lines are counted."""
    from numba.core.dispatcher import Dispatcher

    compiling = Dispatcher.compile

    def unwatched_compiling(self: Any, signature: Any) -> Any:
        tracer: Any = sys.gettrace()
        nothing: Any = None
        sys.settrace(nothing)
        try:
            return compiling(self, signature)
        finally:
            sys.settrace(tracer)
            _call()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Dispatcher, "compile", unwatched_compiling)
        yield


def _call() -> None:
    """A tracer takes effect with the next call: it must not miss the return of the function that set it."""


@contextmanager
def unwatched(item: pytest.Item) -> Iterator[None]:
    """Nothing watches the lines of a marked test, nor those of its threads and processes.

    pytest-cov only pauses the last of several tracers that a worker of xdist carries; the one before then takes over.
    """
    if not item.get_closest_marker("no_cover"):
        yield
        return
    tracers: tuple[Any, Any] = sys.gettrace(), threading.gettrace()
    nothing: Any = None
    sys.settrace(nothing)
    threading.settrace(nothing)
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.delenv("COVERAGE_PROCESS_CONFIG", raising=False)
            yield
    finally:
        sys.settrace(tracers[0])
        threading.settrace(tracers[1])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    with unwatched(item):
        return (yield)


@pytest.hookimpl(wrapper=True, trylast=True)  # inside what pytest-cov does
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    with unwatched(item):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    with unwatched(item):
        return (yield)
