"""The deals of an arena on a Ray cluster (the extra `ray`)."""

from collections.abc import Iterator, Sequence

from ..engines.cluster import AHEAD, TRIES, connected
from .arena import Contest, play_deal


def over_ray(contest: Contest, deals: Sequence[int]) -> Iterator[tuple[int, list[list[float]]]]:
    """Play deals on the cluster that Ray finds, or on a local one; yield each when it is done."""
    with connected() as ray:
        task = ray.remote(max_retries=TRIES, num_cpus=1)(play_deal)
        left = iter(deals)
        most = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        running = {task.remote(contest, deal): deal for _, deal in zip(range(most), left, strict=False)}
        while running:
            [done], _ = ray.wait(list(running), num_returns=1)
            yield running.pop(done), ray.get(done)
            if (deal := next(left, None)) is not None:
                running[task.remote(contest, deal)] = deal
