"""The files in `deploy/` agree with the server: metrics, command lines, paths and alerts.

What a program on this machine can check of them (systemd, nginx) is checked with it.
"""

import configparser
import importlib
import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, get_args

import pytest
from packaging.specifiers import SpecifierSet

from zauber.cli import parser
from zauber.server.live.metrics import Metrics, Now, text
from zauber.server.protocol.frames import Reason

ROOT = Path(__file__).parent.parent.parent
DEPLOY = ROOT / "deploy"
UNITS = sorted(DEPLOY.glob("*.service"))
PRIVATE = ("/metrics", "/api/admin/tables", "/zauber/metrics", "/zauber/api/admin/ban")
PUBLIC = ("/", "/ws", "/api/tables", "/zauber/api/house", "/table/metricsandmore")


def exposed() -> set[str]:
    """The names of everything that `/metrics` gives."""
    metrics = Metrics()
    metrics.refuse("trouble")
    shown = text(metrics, Now(1, 1))
    assert shown is not None
    return {re.split(r"[ {]", line)[0] for line in shown.decode().splitlines() if not line.startswith("#")}


def alerts() -> list[dict[str, Any]]:
    yaml = importlib.import_module("yaml")  # it comes with mkdocs, without types
    [group] = yaml.safe_load((DEPLOY / "alerts.yml").read_text())["groups"]
    rules: list[dict[str, Any]] = group["rules"]
    return rules


def dashboard_queries() -> list[str]:
    board = json.loads((DEPLOY / "dashboard.json").read_text())
    ids = [panel["id"] for panel in board["panels"]]
    assert len(set(ids)) == len(ids)
    return [target["expr"] for panel in board["panels"] for target in panel["targets"]]


def test_dashboard_and_alerts_ask_for_metrics_that_exist() -> None:
    known = exposed()
    queries = [*dashboard_queries(), *(alert["expr"] for alert in alerts())]
    for query in queries:
        names = set(re.findall(r"\bzauber_\w+", query))
        assert names or query.startswith('up{job="zauber"}'), query
        assert names <= known, f"{query}: {names - known}"
        assert set(re.findall(r'reason="(\w+)"', query)) <= set(get_args(Reason)), query
        assert query.count("(") == query.count(")"), query
    assert {"zauber_ready", "zauber_answer_seconds_bucket"} <= set(re.findall(r"\bzauber_\w+", " ".join(queries)))


def test_every_alert_is_explained() -> None:
    page = (ROOT / "docs" / "trouble.md").read_text()
    assert len(alerts()) == 5
    for alert in alerts():
        assert f"| `{alert['alert']}` |" in page
        assert alert["annotations"]["summary"]


def served(command: str) -> Any:
    """What the command line understands of a command that starts the server."""
    program, *arguments = shlex.split(command)
    assert program.endswith(".venv/bin/zauber")
    chosen = parser().parse_args(arguments)
    assert chosen.command == "serve"
    return chosen


class Unit(configparser.ConfigParser):
    """A file of systemd's, whose names have capitals."""

    def optionxform(self, optionstr: str) -> str:
        return optionstr


@pytest.mark.parametrize("file", UNITS, ids=lambda file: file.name)
def test_a_unit_starts_a_server_and_its_folders_are_its_own(file: Path, tmp_path: Path) -> None:
    unit = Unit(strict=True, interpolation=None)
    joined = file.read_text().replace("\\\n", " ").replace("%i", "7879")
    unit.read_string(joined)
    service = unit["Service"]
    chosen = served(service["ExecStart"])
    assert chosen.port in (7878, 7879)
    assert chosen.trust_proxy
    environment = dict(part.split("=", 1) for part in service["Environment"].split())
    assert environment["ZAUBER_DATA"] == f"/var/lib/{service['StateDirectory']}"  # all else is read-only
    assert environment["ZAUBER_CACHE"] == f"/var/cache/{service['CacheDirectory']}"
    assert service["ProtectSystem"] == "strict"
    systemd = shutil.which("systemd-analyze")
    if systemd is not None:
        copy = tmp_path / file.name.replace("@", "@7879")
        copy.write_text(file.read_text().replace("/opt/zauber/.venv/bin/zauber", sys.executable))
        done = subprocess.run([systemd, "verify", copy], capture_output=True, text=True, check=False, timeout=60)
        assert (done.returncode, done.stderr) == (0, "")


def test_the_container_starts_a_server_that_can_be_reached_and_keeps_its_data() -> None:
    file = (DEPLOY / "Containerfile").read_text()
    lines = [line.split(maxsplit=1) for line in file.splitlines() if line and not line.startswith("#")]
    found = dict(line for line in lines if line[0] not in ("RUN", "COPY"))
    known = {"FROM", "WORKDIR", "USER", "ENV", "VOLUME", "EXPOSE", "HEALTHCHECK", "CMD"}
    assert set(found) <= known
    chosen = served(shlex.join(json.loads(found["CMD"])))
    assert (chosen.host, str(chosen.port)) == ("0.0.0.0", found["EXPOSE"])
    environment = dict(part.split("=", 1) for part in found["ENV"].split())
    assert environment["ZAUBER_DATA"] == found["VOLUME"]
    check = json.loads(found["HEALTHCHECK"].split(" CMD ")[1])
    assert f"http://127.0.0.1:{chosen.port}/readyz" in check[-1]
    compile(check[-1], "HEALTHCHECK", "exec")
    wanted = re.search(r'requires-python = "(.+)"', (ROOT / "pyproject.toml").read_text())
    version = re.fullmatch(r".*python:([\d.]+)-slim", found["FROM"])
    assert wanted is not None
    assert version is not None
    assert SpecifierSet(wanted[1]).contains(version[1])


def test_proxies_keep_private_addresses_to_themselves() -> None:
    caddy, nginx = (DEPLOY / "Caddyfile").read_text(), (DEPLOY / "nginx.conf").read_text()
    for file in (caddy, nginx):
        assert file.count("{") == file.count("}")
        assert all(f"127.0.0.1:{port}" in file for port in (7878, 7879))
        assert "X-Forwarded-For" in file
    private = re.search(r"@private path (.+)", caddy)
    assert private is not None
    globs = [re.compile(re.escape(glob).replace(r"\*", ".*") + r"\Z") for glob in private[1].split()]
    location = re.search(r"location ~ (\S+) \{ deny all; \}", nginx)
    assert location is not None
    for path in PRIVATE:
        assert any(glob.match(path) for glob in globs), path
        assert re.search(location[1], path), path
    for path in PUBLIC:
        assert not any(glob.match(path) for glob in globs), path
        assert not re.search(location[1], path), path


def test_nginx_accepts_its_file(tmp_path: Path) -> None:
    nginx = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    site = (DEPLOY / "nginx.conf").read_text()
    assert site.count("ssl_certificate") == 2
    if nginx is None:
        return
    plain = re.sub(r"\n\s*ssl_certificate.*", "", site).replace("listen 443 ssl", "listen 127.0.0.1:18443")
    (tmp_path / "site.conf").write_text(plain)
    (tmp_path / "nginx.conf").write_text(
        f"pid {tmp_path}/pid; error_log stderr; events {{}} http {{ access_log off; include {tmp_path}/site.conf; }}"
    )
    command = [nginx, "-t", "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
