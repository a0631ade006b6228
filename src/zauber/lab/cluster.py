"""The deals of an arena on a Ray cluster (the extra `ray`)."""

from collections.abc import Iterator, Sequence

from ..engines.cluster import AHEAD, TRIES, connected
from .arena import Contest, defined_in, play_away
from .kept import PlayedDeal


def over_ray(contest: Contest, deals: Sequence[int]) -> Iterator[tuple[int, PlayedDeal]]:
    """Play deals on the cluster that Ray finds, or on a local one; yield each when it is done."""
    with connected() as ray:
        task = ray.remote(max_retries=TRIES, num_cpus=1)(play_away)
        defined = [defined_in(kind) for kind in contest.kinds()]
        left = iter(deals)
        most = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        running = {task.remote(contest, defined, deal): deal for _, deal in zip(range(most), left, strict=False)}
        while running:
            [done], _ = ray.wait(list(running), num_returns=1)
            try:
                played: PlayedDeal = ray.get(done)
            except ray.exceptions.RayTaskError as error:
                raise error.cause from None
            yield running.pop(done), played
            if (deal := next(left, None)) is not None:
                running[task.remote(contest, defined, deal)] = deal
