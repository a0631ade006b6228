"""What all tests share: how hypothesis looks for counterexamples, and which tests are measured for coverage.

By default the examples are the same at every run. `HYPOTHESIS_PROFILE=explore` looks for new ones.

Watching every line takes twice the time. Tests that do much of the same many times are marked `no_cover`: what they
alone would reach is not counted as covered.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

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


@contextmanager
def unwatched(item: pytest.Item) -> Iterator[None]:
    """Stop watching while a marked test is prepared and cleared away; pytest-cov does so while it runs."""
    plugin: Any = item.config.pluginmanager.getplugin("_cov")
    controller = plugin and plugin.cov_controller
    if not controller or not item.get_closest_marker("no_cover"):
        yield
        return
    controller.pause()
    try:
        yield
    finally:
        controller.resume()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """The processes that a marked test starts are not watched either."""
    with pytest.MonkeyPatch.context() as patch:
        if item.get_closest_marker("no_cover"):
            patch.delenv("COVERAGE_PROCESS_CONFIG", raising=False)
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    with unwatched(item):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    with unwatched(item):
        return (yield)
