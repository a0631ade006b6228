"""Draws the curves of the examples from stored results: `python benchmarks/curves.py`.

python examples/exploitability.py --store benchmarks/results/exploitability.json
python examples/ppo.py --store benchmarks/results/ppo.json
"""

import json
from pathlib import Path
from typing import Any

import altair as alt

from zauber import games
from zauber.bots.network import Network, made

RESULTS = Path(__file__).parent / "results"
PICTURES = Path(__file__).parent.parent / "docs" / "pictures"


def read(name: str) -> dict[str, Any]:
    """Stored results."""
    return json.loads((RESULTS / f"{name}.json").read_text("utf-8"))


def exploitability() -> Any:
    """How quickly the algorithms approach an equilibrium."""
    return (
        alt.Chart(alt.Data(values=read("exploitability")["curve"]), title="The Magic Flute, tiny: exploitability")
        .mark_line(point=True)
        .encode(
            alt.X("iterations:Q", scale=alt.Scale(type="log"), title="iterations"),
            alt.Y("exploitability:Q", scale=alt.Scale(type="log"), title="exploitability"),
            alt.Color("algorithm:N", title=None),
        )
        .properties(width=480, height=300)
    )


def ppo() -> Any:
    """The share of the wins against the rule of thumb, with its interval, and what is fair."""
    found = read("ppo")
    points = [{**p, "low": p["share"] - p["half"], "high": p["share"] + p["half"]} for p in found["curve"]]
    base = alt.Chart(alt.Data(values=points), title="Masked PPO: share of the wins against the rule of thumb")
    x = alt.X("minutes:Q", title="minutes")
    line = base.mark_line(point=True).encode(x, alt.Y("share:Q", title="share"))
    band = base.mark_rule().encode(x, alt.Y("low:Q", title="share"), alt.Y2("high:Q"))
    fair = alt.Chart(alt.Data(values=[{"fair": 1 / found["seats"]}])).mark_rule(strokeDash=[4, 4]).encode(y="fair:Q")
    return (line + band + fair).properties(width=480, height=300)


def networks() -> Any:
    """How the networks learned: the share of the wins, as a multiple of the fair share, by minutes."""
    points = [
        {"minutes": look["seconds"] / 60, "times": look["share"] * look["seats"], "table": _table(name, look["seats"])}
        for name in Network.games
        for look in made(name)["curve"]
    ]
    return (
        alt.Chart(alt.Data(values=points), title="Networks among players by rule of thumb")
        .mark_line(point=True)
        .encode(
            alt.X("minutes:Q", title="minutes of training", scale=alt.Scale(domainMin=0)),
            alt.Y("times:Q", title="share of the wins, times the fair share"),
            alt.Color("table:N", title=None),
        )
        .properties(width=480, height=300)
    )


def _table(name: str, seats: int) -> str:
    return f"{games.get(name).title}, {seats} seats"


if __name__ == "__main__":
    for chart in (exploitability, ppo, networks):
        if chart is networks or (RESULTS / f"{chart.__name__}.json").is_file():
            chart().configure(background="white", font="sans-serif").save(PICTURES / f"{chart.__name__}.svg")
