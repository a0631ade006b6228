"""The package links to the repository that it was built from, and gives away no credentials."""

import importlib.util
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
HOME = "https://code.example.org/zauber/zauber"


@pytest.fixture(scope="module")
def hook() -> Any:
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    "remote",
    [
        f"{HOME}.git",
        f"{HOME}/",
        "https://anna:secret@code.example.org/zauber/zauber.git",
        "ssh://git@code.example.org:2222/zauber/zauber.git",
        "git@code.example.org:zauber/zauber.git",
    ],
)
def test_the_links_are_those_of_the_remote(hook: Any, remote: str) -> None:
    assert hook.links(remote) == {"Source": HOME, "Issues": f"{HOME}/issues"}


@pytest.mark.parametrize(
    "remote",
    ["", "/srv/zauber", "file:///srv/zauber", "../zauber", "http://code.example.org/z", "https://localhost/z/z.git",
     "https://192.168.0.7/z/z.git", "git@forge:z/z.git"],
)  # fmt: skip
def test_without_a_public_remote_there_are_no_links(hook: Any, remote: str) -> None:
    assert hook.links(remote) == {}


def test_a_package_has_the_links_of_its_clone(tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    clone.mkdir()
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE"):
        (clone / name).write_bytes((ROOT / name).read_bytes())
    (clone / "src" / "zauber").mkdir(parents=True)
    (clone / "src" / "zauber" / "__init__.py").touch()
    subprocess.run(["git", "init", "-q"], cwd=clone, check=True)
    subprocess.run(["git", "remote", "add", "origin", f"{HOME}.git"], cwd=clone, check=True)
    build = [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(tmp_path)]
    subprocess.run(build, cwd=clone, check=True, capture_output=True)
    [made] = tmp_path.glob("*.tar.gz")
    with tarfile.open(made) as packed:
        [info] = [name for name in packed.getnames() if name.endswith("/PKG-INFO")]
        text = (packed.extractfile(info) or pytest.fail("no PKG-INFO")).read().decode()
    assert f"Project-URL: Source, {HOME}\n" in text
    assert f"Project-URL: Issues, {HOME}/issues\n" in text
