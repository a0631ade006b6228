"""Packages with games and players, for tests: a folder with a module and the metadata that an installer would write."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from zauber.plugins import Plugins

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def install(folder: Path, name: str, value: str, group: str = "zauber.games", **modules: str) -> Path:
    """Write a package with an entry point `name = value` and the given modules into a folder; returns the folder."""
    info = folder / f"{name}_plugin-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}-plugin\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[{group}]\n{name} = {value}\n")
    for module, text in modules.items():
        (folder / f"{module}.py").write_text(text)
    return folder


def forget(registry: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a module that looks for plugins (`zauber.games`, `zauber.bots.registry`) look anew, until the test ends."""
    old = registry._plugins
    monkeypatch.setattr(registry, "_plugins", Plugins(old.group, old.kind, old._take))


def install_examples(folder: Path) -> Path:
    """Build the wheel of `examples/` and unpack it into a folder, as an installer does; returns the folder."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder / "built")]
    subprocess.run(command, cwd=EXAMPLES, check=True, capture_output=True, timeout=400)
    (wheel,) = (folder / "built").glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(folder / "installed")
    return folder / "installed"


def environment(installed: Path) -> dict[str, str]:
    """The environment of a process that finds the packages in a folder."""
    path = os.pathsep.join([str(installed), *filter(None, [os.environ.get("PYTHONPATH")])])
    return {**os.environ, "PYTHONPATH": path}
