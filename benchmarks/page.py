"""Makes docs/performance.md and its plots from stored results.

    zauber bench --peers --store benchmarks/results/cpu.json
    zauber bench faces papageno magic_flute --peers --store benchmarks/results/faces.json
    zauber bench search --peers --store benchmarks/results/search.json
    python benchmarks/gpu.py                                    (on a machine with a GPU)
    python benchmarks/cluster.py                                (Ray: what distribution costs)
    python benchmarks/page.py

Nothing on the page is written by hand but the words in this file: every figure is read from benchmarks/results/*.json.
"""

import json
from pathlib import Path
from typing import Any

import altair as alt

ROOT = Path(__file__).parent.parent
RESULTS = Path(__file__).parent / "results"
PAGE = ROOT / "docs" / "performance.md"
PICTURES = ROOT / "docs" / "pictures"
TITLES = {
    "magic_flute": "The Magic Flute",
    "papageno": "Papageno",
    "magicians_night": "Magicians' Night",
    "magi": "Magi",
    "mago_magino": "Mago Magino",
}
OURS = {"papageno": 3, "magi": 4, "magic_flute": 2, "mago_magino": 3}  # the tables that are compared with peers
WANTED = {"papageno": (8, 15), "magi": (4, 10), "magic_flute": (6, 12), "mago_magino": (6, 12)}
GPU_WANTED = {
    "papageno": (4e9, 8e9), "mago_magino": (9e9, 12e9), "magic_flute": (2e9, 5e9), "magi": (1.2e9, 3e9),
    "magicians_night": (5e6, 30e6),
}  # fmt: skip

LOG = alt.Scale(type="log")
TENS = alt.Axis(values=[10**k for k in range(3, 11)], format="~s")

Row = dict[str, Any]


class Report:
    """The stored results of one name: `NAME.json` and `NAME-….json`; a bench measured again replaces the older one."""

    def __init__(self, name: str) -> None:
        paths = [*RESULTS.glob(f"{name}.json"), *RESULTS.glob(f"{name}-*.json")]
        files = sorted((json.loads(path.read_text("utf-8")) for path in paths), key=lambda file: file["when"])
        self.rows: list[Row] = []
        for file in files:
            benches = {row["bench"] for row in file["rows"]}
            self.rows = [row for row in self.rows if row["bench"] not in benches] + file["rows"]
        self.machine: dict[str, Any] = files[-1]["machine"] if files else {}
        self.commands = [
            (file["when"][:10], file["command"], (file["machine"].get("load") or [0])[0]) for file in files
        ]

        self.beside_peers: list[Row] = []  # of the last run in which peers were measured: they are compared in one run
        for file in files:
            if any(row["bench"] == "peers" for row in file["rows"]):
                self.beside_peers = file["rows"]

    def __bool__(self) -> bool:
        return bool(self.rows)

    def find(self, **what: Any) -> list[Row]:
        """The rows that say just that."""
        return [row for row in self.rows if all(row.get(key) == value for key, value in what.items())]

    def about(self) -> str:
        """The machine and the command, in a sentence."""
        m = self.machine
        versions = ", ".join(f"{name} {number}" for name, number in m["versions"].items())
        gpu = f"{m['gpu']}; " if "gpu" in m else ""
        runs = "; ".join(f"on {when} by `{command}`, load {load:.1f}" for when, command, load in self.commands)
        return (
            f"Measured on {gpu}{m['cpu']}, {m['cores']} cores; {m['system']}, Python {m['python']}, {versions}: "
            f"{runs}.\n"
            "A load above the number of cores says that other work ran on the machine at the time."
        )


def pace(row: Row) -> float:
    """A row's median: by the processor's time where that is known, which other work on the machine disturbs least."""
    return float(row.get("median_by_cpu_time", row["median"]))


def figure(value: float) -> str:
    """A number as people write it."""
    for unit, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if value >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value:.3g}"


def multiple(ratio: float) -> str:
    """How many times, with two digits or as a whole number."""
    return f"{ratio:.0f}" if ratio >= 99.5 else f"{ratio:.2g}"


def spread(row: Row) -> str:
    """The least and the most of the runs, as a share of the median."""
    low, high = (row["spread"][key] / row["median"] - 1 for key in ("least", "most"))
    return f"{low:+.0%} to {high:+.0%}"


def table(head: list[str], rows: list[list[str]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


def draw(name: str, chart: Any) -> str:
    """Keep a chart as SVG; return the Markdown that shows it."""
    file = PICTURES / f"performance-{name}.svg"
    chart.configure(background="white", font="sans-serif").save(file)
    return f"![{chart.title}](pictures/{file.name})\n"


def play(cpu: Report) -> str:
    """Random play on one core."""
    rows = cpu.find(bench="play")
    if not rows:
        return ""
    lines = [[TITLES[r["game"]], str(r["seats"]), figure(pace(r)), figure(r["median"]), spread(r)] for r in rows]
    data = [{"game": TITLES[r["game"]], "seats": r["seats"], "pace": pace(r)} for r in rows]
    chart = (
        alt.Chart(alt.Data(values=data), title="Random decisions a second on one core")
        .mark_point(filled=True, size=70)
        .encode(
            x=alt.X("pace:Q", scale=LOG, axis=TENS, title="decisions a second of processor time"),
            y=alt.Y("game:N", title=None, sort="-x"),
            color=alt.Color("seats:O", title="seats", scale=alt.Scale(scheme="viridis")),
        )
        .properties(width=520, height=160)
    )
    head = ["game", "seats", "decisions/s of processor time", "by the clock", "spread of the runs"]
    return (
        "## Random play, one core\n\nWhole matches in compiled code: legal moves, a random choice, the rules.\n\n"
        + draw("play", chart)
        + "\n"
        + table(head, lines)
    )


def batches(cpu: Report) -> str:
    """A learner's loop on one core."""
    rows = [row for row in cpu.find(bench="batch") if "without" not in row]
    if not rows:
        return ""
    data = [{"game": TITLES[r["game"]], "lanes": r["lanes"], "pace": pace(r)} for r in rows]
    chart = (
        alt.Chart(alt.Data(values=data), title="A learner's loop on one core, by size of the batch")
        .mark_line(point=True)
        .encode(
            x=alt.X("lanes:Q", scale=alt.Scale(type="log", base=2), title="lanes"),
            y=alt.Y("pace:Q", scale=LOG, axis=TENS, title="steps a second of processor time"),
            color=alt.Color("game:N", title=None),
        )
        .properties(width=520, height=240)
    )
    sizes = sorted({r["lanes"] for r in rows})
    games = list(dict.fromkeys(r["game"] for r in rows))
    lines = []
    for game in games:
        line = [TITLES[game], *(figure(pace(cpu.find(bench="batch", game=game, lanes=n)[0])) for n in sizes)]
        bare = [r for r in cpu.find(bench="batch", game=game) if r.get("without") == "observations"]
        lines.append([*line, figure(pace(bare[0])) if bare else ""])
    head = ["game", *(f"{n} lane{'s' * (n > 1)}" for n in sizes), f"{sizes[-1]} lanes, no observations"]
    return (
        "## Batches, one core\n\nEvery step makes the observation and the mask of the seat to act, chooses a random "
        "legal action (in NumPy, as part of the time) and carries it out.\n\n"
        + draw("batches", chart)
        + "\n"
        + table(head, lines)
    )


def cores(cpu: Report) -> str:
    """Two cores and more."""
    rows = cpu.find(bench="cores")
    if not rows:
        return ""
    lines = [
        [
            TITLES[r["game"]],
            str(r["cores"]),
            f"{r['median']:.2f}",
            spread(r),
            f"{pace(r):.2f}" if "median_by_cpu_time" in r else "",
        ]
        for r in rows
    ]
    return (
        "## Several cores\n\nThe pace on several cores as a multiple of one core's, in alternating runs. By the clock, "
        "other work on the machine takes the second core away: see the load above. The last column compares what a "
        "decision costs in processor time: this is the speed-up to expect on otherwise idle cores. The target for two "
        "cores is 1.85.\n\n"
        + table(["game", "cores", "times one core, by the clock", "spread", "by processor time"], lines)
    )


def ready(cpu: Report) -> str:
    """Start-up."""
    rows = cpu.find(bench="compile")
    if not rows:
        return ""
    lines = []
    for game in dict.fromkeys(r["game"] for r in rows):
        found = {r["from"]: pace(r) for r in rows if r["game"] == game}
        lines.append([TITLES[game], *(f"{seconds:.2f}" for seconds in found.values())])
    head = ["game", "first match, nothing cached", "first match, from the cache", "imports"]
    return "## Start-up\n\nSeconds of processor time in a new process.\n\n" + table(head, lines)


def peers(cpu: Report) -> str:
    """Other libraries in the same run."""
    run = cpu.beside_peers
    rows = [row for row in run if row["bench"] == "peers" and "note" not in row]
    if not rows:
        return ""
    theirs = [[r["peer"], r["game"], r["by"], str(r.get("lanes", "")), figure(pace(r))] for r in rows]
    text = (
        "## Beside other libraries\n\nThe same run, the same machine, one core, each library in an environment of its "
        "own and by its fastest documented path (`src/zauber/lab/peers/` has the programs). Figures are steps a second "
        "of processor time.\n\n" + table(["library", "game", "by", "lanes", "steps/s"], theirs)
    )
    spiel = [r for r in rows if r["game"] == "crazy_eights" and r["by"] == "C++ rollouts"]
    if spiel:
        lines = []
        for game, seats in OURS.items():
            ours = [r for r in run if (r["bench"], r.get("game"), r.get("seats")) == ("play", game, seats)]
            if ours:
                ratio, (least, aim) = pace(ours[0]) / pace(spiel[0]), WANTED[game]
                verdict = "aim reached" if ratio >= aim else "reached" if ratio >= least else "missed"
                lines.append([f"{TITLES[game]} ({seats})", f"{ratio:.1f}", f"{least}", f"{aim}", verdict])
        text += "\nRandom play, as a multiple of OpenSpiel's crazy_eights in C++:\n\n" + table(
            ["game (seats)", "times", "at least", "aim", ""], lines
        )
    vector = [r for r in rows if r["by"] == "vector steps"]
    steps = [r for r in run if r["bench"] == "batch" and "without" not in r]
    best = {g: max((r for r in steps if r["game"] == g), key=pace) for g in OURS if any(r["game"] == g for r in steps)}
    if vector:
        lines = [
            [TITLES[g], str(r["lanes"]), figure(pace(r)), *(multiple(pace(r) / pace(v)) for v in vector)]
            for g, r in best.items()
        ]
        head = ["game", "lanes", "steps/s", *(f"÷ Pgx {v['game']}" for v in vector)]
        text += (
            "\nA learner's loop with observations and masks, as a multiple of Pgx's vector steps (the only compiled "
            "vector interface among the peers):\n\n" + table(head, lines)
        )
        text += "\n" + where_pgx_is_better(best, vector, run)
    return text


def where_pgx_is_better(best: dict[str, Row], vector: list[Row], run: list[Row]) -> str:
    """Which of Pgx's games are stepped faster, and what bounds our steps."""
    ahead = []
    for peer in vector:
        slower = [TITLES[game] for game, row in best.items() if pace(row) < pace(peer)]
        if slower:
            ahead.append(f"Pgx steps {peer['game']} faster than we step {' and '.join(slower)}.")
    said = " ".join(ahead) or "In none of these."
    missed = max(map(pace, best.values())) < 5 * max(map(pace, vector))
    if missed:
        said += " The target of five times Pgx's fastest game is missed."
    clear = {r["game"]: r for r in run if r["bench"] == "batch" and str(r.get("without")).startswith("everything")}
    floors = [f"{TITLES[g]} {figure(pace(clear[g]))}" for g in best if g in clear]
    told = f" For comparison, writing only zeros of the same size reaches, per second: {', '.join(floors)}."
    return f"**Where a peer is better.** {said} {WHAT_BOUNDS_A_STEP}{told if floors else ''}\n"


WHAT_BOUNDS_A_STEP = (
    "kuhn_poker and leduc_holdem have positions of a few bytes and observations of 7 and 34 numbers; an observation of "
    "Papageno has 545 and one of Mago Magino 847. What bounds a step of ours there is writing the observation: 2.2 kB "
    "for Papageno, 3.4 kB for Mago Magino. Against Pgx's games with rules of a similar weight (sparrow_mahjong, "
    "backgammon) it is the other way round. OpenSpiel also starts faster than we do the first time: it has nothing to "
    "compile."
)


LIKE = {  # which loops of the peers are of the same kind as one of ours
    "PettingZoo": [("PettingZoo", "env"), ("PettingZoo", "raw_env"), ("RLCard", "env.step")],
    "Gymnasium": [("RLCard", "env.step")],
    "OpenSpiel documented": [("OpenSpiel", "Python loop")],
    "OpenSpiel tuned": [("OpenSpiel", "tuned")],
}


def faces(report: Report) -> str:
    """The faces for learners, beside the peers' own loops."""
    ours = report.find(bench="faces")
    if not ours:
        return ""
    theirs = report.find(bench="peers")
    rows = [[TITLES[r["game"]], str(r["seats"]), r["face"], figure(pace(r)), spread(r)] for r in ours]
    lines = []
    for face, peers_of in LIKE.items():
        for peer, by in peers_of:
            for other in (r for r in theirs if (r["peer"], r.get("by")) == (peer, by)):
                times = [multiple(pace(r) / pace(other)) for r in ours if r["face"] == face]
                lines.append([face, f"{peer}: {other['game']}, {by}", figure(pace(other)), *times])
    games = [TITLES[r["game"]] for r in ours if r["face"] == "PettingZoo"]
    return (
        f"## Through the faces\n\n{report.about()}\n\nRandom play through each [face](environments.md) by its usual"
        " loop on one core, one match at a time (the vector: 256). Figures are steps a second of processor time; in"
        " Gymnasium a step is a decision of the learner, with those of the others inside.\n\n"
        + table(["game", "seats", "face", "steps/s", "spread"], rows)
        + "\nAs a multiple of peers on the same kind of loop, in the same run:\n\n"
        + table(["face", "peer", "its steps/s", *(f"{game}, times" for game in games)], lines)
        + "\n"
        + where_faces_are_slower(lines)
    )


def where_faces_are_slower(lines: list[list[str]]) -> str:
    """The loops of peers that are faster than ours, if there are any."""
    slower = [f"{line[1]} ({', '.join(line[3:])} times)" for line in lines if min(map(float, line[3:])) < 1]
    if not slower:
        return "No peer is faster on the same kind of loop.\n"
    return (
        f"**Where a peer is better.** {'; '.join(slower)}. Those games are written in C++, and a step of ours is two "
        "calls in Python and one of compiled rules. For many steps of our games use [batches](engines.md) instead.\n"
    )


def search(report: Report) -> str:
    """Inside the search, beside OpenSpiel's."""
    ours = [r for r in report.find(bench="search") if "note" not in r]
    if not ours:
        return ""
    theirs = report.find(bench="peers")
    lines = [
        [TITLES[r["game"]], str(r["seats"]), r["by"], figure(pace(r)), r["unit"].removesuffix("/s"), spread(r)]
        for r in ours
    ]
    others = [[r["peer"], r["game"], r["by"], figure(pace(r)), r["unit"].removesuffix("/s"), spread(r)] for r in theirs]
    text = (
        f"## Inside the search\n\n{report.about()}\n\nOne core, positions early in a match, by how simulations go on;"
        " figures are by processor time.\n\n"
        + table(["game", "seats", "simulations by", "a second", "of", "spread"], [*lines, *others])
    )
    hearts = [r for r in theirs if r["game"] == "hearts" and r["unit"] == "decisions/s"]
    if hearts:
        times = []
        for r in ours:
            if r["unit"] == "decisions/s" and r["game"] in ("magi", "papageno"):
                ratio = pace(r) / pace(hearts[0])
                verdict = "aim reached" if ratio >= 20 else "reached" if ratio >= 5 else "missed"
                times.append([TITLES[r["game"]], r["by"], f"{ratio:.1f}", "5", "20", verdict])
        head = ["game", "simulations by", "times", "at least", "aim", ""]
        text += "\nSimulated decisions, as a multiple of OpenSpiel's hearts:\n\n" + table(head, times)
    return text


def gpu(report: Report) -> str:
    """The GPU."""
    if not report:
        return ""
    text = f"## GPU\n\n{report.about()}\n\n"
    checks = report.find(of="check")
    if checks:
        names = ", ".join(dict.fromkeys(TITLES[r["game"]] for r in checks))
        text += (
            f"CPU and GPU agreed byte for byte in every position, observation, mask and outcome compared: {names}.\n\n"
        )
    lines = []
    for r in report.find(of="whole matches"):
        least, aim = GPU_WANTED[r["game"]]
        verdict = "aim reached" if r["median"] >= aim else "reached" if r["median"] >= least else "missed"
        wanted = (
            [figure(least), figure(aim), verdict]
            if r["seats"] == {**OURS, "magicians_night": 2}[r["game"]]
            else [""] * 3
        )
        lines.append([TITLES[r["game"]], str(r["seats"]), figure(r["median"]), spread(r), *wanted])
    if lines:
        head = ["random play", "seats", "decisions/s", "spread", "at least", "aim", ""]
        text += table(head, lines) + "\n"
    lines = [
        [TITLES[r["game"]], str(r["lanes"]), figure(r["median"]), spread(r)]
        for r in report.find(of="observations and masks")
    ]
    if lines:
        text += table(["observation and mask at every step", "lanes", "steps/s", "spread"], lines) + "\n"
    games = list(dict.fromkeys(r["game"] for r in report.find(of="first steps")))
    lines = []
    for game in games:
        found = [
            report.find(of=of, game=game, **{"from": source})
            for source in ("nothing", "cache")
            for of in ("imports", "first steps", "first whole matches")
        ]
        lines.append([TITLES[game], *(f"{rows[0]['median']:.1f}" if rows else "–" for rows in found)])
    if lines:
        head = [
            "seconds to the first launch",
            "imports and device",
            "steps, from nothing",
            "matches, from nothing",
            "imports and device",
            "steps, cached",
            "matches, cached",
        ]
        text += table(head, lines)
    notes = RESULTS / "gpu.md"
    return text + ("\n" + notes.read_text("utf-8") if notes.exists() else "")


def cluster(report: Report) -> str:
    """Ray."""
    if not report:
        return ""
    lines = [
        [r["where"], str(r["cores"]), f"{r['median']:,.0f}", f"{r['median'] / r['cores']:,.0f}", f"{r['lost']:.0%}"]
        for r in report.rows
    ]
    return (
        f"## A Ray cluster\n\n{report.about()}\n\nThe same matches on this machine's threads and on a local Ray "
        "cluster of as many cores; what is lost is the share of the workers' time that they did not play, without "
        "the start of the cluster.\n\n" + table(["where", "cores", "matches/s", "matches/s per core", "lost"], lines)
    )


def page() -> str:
    """The whole page; draws the plots on the way."""
    cpu, device, ray = Report("cpu"), Report("gpu"), Report("ray")
    parts = [
        "# Performance\n\nThis page is made by `python benchmarks/page.py` from the results stored in "
        "`benchmarks/results/`. "
        f"To see your machine's figures, run `zauber bench`.\n\n{cpu.about()}\n",
        play(cpu),
        batches(cpu),
        cores(cpu),
        ready(cpu),
        peers(cpu),
        faces(Report("faces")),
        search(Report("search")),
        gpu(device),
        cluster(ray),
    ]
    return "\n".join(part for part in parts if part)


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
    print(f"Made {PAGE.relative_to(ROOT)}")
