"""The source distribution holds what its own tests import and read."""

import ast
import subprocess
import sys
import tarfile
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_the_sdist_holds_what_its_tests_need(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    [made] = tmp_path.glob("*.tar.gz")
    with tarfile.open(made) as packed:
        inside = {name.partition("/")[2] for name in packed.getnames()}
    folders = {path.name for path in ROOT.iterdir() if path.is_dir()}
    for file in ROOT.glob("tests/**/*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            for top in {name.split(".")[0] for name in names} & folders:
                assert any(name.startswith(f"{top}/") for name in inside), f"{file.name} imports {top}"
    kept = subprocess.run(["git", "ls-files"], cwd=ROOT, check=False, capture_output=True, text=True).stdout.split()
    wanted = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "docs/protocol.md", "run.py", "constraints.txt"]
    wanted += ["mkdocs.yml", "deploy/nginx.conf", *(name for name in kept if not name.startswith("."))]
    assert [name for name in wanted if name not in inside] == []
