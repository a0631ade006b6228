"""Metrics of a running server, in Prometheus's text format if `prometheus-client` is installed."""

from bisect import bisect_left
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

STEPS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1.0)  # seconds


class Timer:
    """A histogram of durations, with the buckets of STEPS."""

    def __init__(self) -> None:
        self.counts = [0] * (len(STEPS) + 1)
        self.total = 0.0

    def add(self, seconds: float) -> None:
        """Note one duration."""
        self.total += seconds
        self.counts[bisect_left(STEPS, seconds)] += 1

    def buckets(self) -> list[tuple[str, float]]:
        """Cumulative counts, as Prometheus wants them."""
        found, below = [], 0
        for step, count in zip((*STEPS, float("inf")), self.counts, strict=True):
            below += count
            found.append(("+Inf" if step == float("inf") else str(step), float(below)))
        return found


class Metrics:
    """Counters of one process."""

    def __init__(self) -> None:
        self.appends = 0
        self.commands = 0
        self.refused: dict[str, int] = {}
        self.sockets_opened = 0
        self.tables_made = 0
        self.storing = Timer()
        self.answering = Timer()

    def stored(self, entries: int, seconds: float) -> None:
        """Record the duration of an append."""
        self.appends += entries
        self.storing.add(seconds)

    def refuse(self, reason: str) -> None:
        """Count a refusal."""
        self.refused[reason] = self.refused.get(reason, 0) + 1


class Now(Struct):
    """The current values of the gauges."""

    tables: int
    sockets: int
    connections: int = 0
    turned_away: int = 0
    cut_off: int = 0
    ready: bool = True
    remote_workers: int = 0
    remote_answers: int = 0


def text(metrics: Metrics, now: Now) -> bytes | None:
    """All metrics in Prometheus's text format; None if `prometheus-client` is not installed."""
    try:
        from prometheus_client import CollectorRegistry, generate_latest
    except ImportError:
        return None
    registry = CollectorRegistry()
    registry.register(_Collector(metrics, now))
    return generate_latest(registry)


class _Collector:
    def __init__(self, metrics: Metrics, now: Now) -> None:
        self.metrics, self.now = metrics, now

    def describe(self) -> list[Any]:
        return []

    def collect(self) -> Iterator[Any]:
        from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily

        m, now = self.metrics, self.now
        ready = "Whether a move made now would be stored (1) or not (0)"
        yield GaugeMetricFamily("zauber_ready", ready, value=now.ready)
        yield GaugeMetricFamily("zauber_tables", "Tables in memory", value=now.tables)
        yield GaugeMetricFamily("zauber_sockets", "Open connections to tables", value=now.sockets)
        yield GaugeMetricFamily("zauber_connections", "Open connections of any kind", value=now.connections)
        yield CounterMetricFamily("zauber_turned_away", "Connections refused because of a limit", value=now.turned_away)
        yield CounterMetricFamily("zauber_cut_off", "Connections cut off for sending too much", value=now.cut_off)
        yield GaugeMetricFamily("zauber_remote_workers", "Processes of remote workers", value=now.remote_workers)
        yield CounterMetricFamily("zauber_remote_answers", "Moves chosen by remote workers", value=now.remote_answers)
        yield CounterMetricFamily("zauber_appends", "Entries stored by this process", value=m.appends)
        yield CounterMetricFamily("zauber_commands", "Commands received", value=m.commands)
        yield CounterMetricFamily("zauber_tables_made", "Tables created", value=m.tables_made)
        yield CounterMetricFamily("zauber_sockets_opened", "Connections opened", value=m.sockets_opened)
        refused = CounterMetricFamily("zauber_refused", "Commands refused", labels=["reason"])
        for reason, count in sorted(m.refused.items()):
            refused.add_metric([reason], count)
        yield refused
        for name, words, timer in (
            ("zauber_store_seconds", "Time to store a command's entries", m.storing),
            ("zauber_answer_seconds", "Time to answer a command", m.answering),
        ):
            found = HistogramMetricFamily(name, words)
            found.add_metric([], timer.buckets(), timer.total)
            yield found
