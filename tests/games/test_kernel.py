"""The random source, bags and seats: known answers, exact odds, and the same results wherever they run."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.chance import fits
from zauber.errors import BrokenRules
from zauber.games.compiling.link import compiled, link
from zauber.games.contract import kernel
from zauber.games.contract.kernel import Array, Record, below, clockwise, draw, record, root, sow, word

State = record([kernel.RNG, ("n", "i1"), ("seats", "i1"), ("bag", "i1", (6,))])


def state(*rng: int) -> Any:
    s = np.zeros(1, State)[0]
    s.rng[:] = rng or (1, 2, 3, 4)
    return s


def sown(seed: int, stream: int = 0) -> Any:
    s = state()
    sow(s, seed, stream)
    return s


def xoshiro128pp(a: int, b: int, c: int, d: int) -> Iterator[int]:
    """The generator as Blackman and Vigna publish it, in unbounded arithmetic."""

    def rotated(x: int, by: int) -> int:
        bits = f"{x:032b}"
        return int(bits[by:] + bits[:by], 2)

    four = [a, b, c, d]
    while True:
        yield (rotated((four[0] + four[3]) % 2**32, 7) + four[0]) % 2**32
        shifted = four[1] * 2**9 % 2**32
        four[2] ^= four[0]
        four[3] ^= four[1]
        four[1] ^= four[2]
        four[0] ^= four[3]
        four[2] ^= shifted
        four[3] = rotated(four[3], 11)


def test_known_answer_of_the_published_generator() -> None:
    s = state(1, 2, 3, 4)
    assert [word(s) for _ in range(10)] == [
        641, 1573767, 3222811527, 3517856514, 836907274,
        4247214768, 3867114732, 1355841295, 495546011, 621204420,
    ]  # fmt: skip


WORD = st.integers(0, 2**32 - 1)


@given(st.tuples(WORD, WORD, WORD, WORD).filter(any))
def test_words_are_those_of_the_slow_obvious_generator(seed: tuple[int, int, int, int]) -> None:
    s, slow = state(*seed), xoshiro128pp(*seed)
    for _ in range(20):
        assert word(s) == next(slow)


def many_words(s: Record, out: Array) -> None:
    for i in range(len(out)):
        out[i] = word(s)


def many_below(s: Record, n: int, out: Array) -> None:
    for i in range(len(out)):
        out[i] = below(s, n)


def many_draws(s: Record, n: int, out: Array) -> None:
    """Empty a bag card by card, again and again."""
    for game in range(len(out)):
        for kind in range(6):
            s.bag[kind] = kind % 4
        for i in range(out.shape[1]):
            out[game, i] = draw(s, s.bag, n - i)


fast_words, fast_below, fast_draws = (link(f, {}, compiled) for f in (many_words, many_below, many_draws))


@pytest.mark.parametrize("n", [1, 2, 3, 7, 50, 2**31 - 1, 2**31])
def test_interpreted_and_compiled_agree(n: int) -> None:
    one, other = sown(5, n), sown(5, n)
    slow, fast = np.zeros(500, "i8"), np.zeros(500, "i8")
    many_words(one, slow)
    fast_words(other, fast)
    assert (slow == fast).all()
    many_below(one, n, slow)
    fast_below(other, n, fast)
    assert (slow == fast).all()
    assert (one.rng == other.rng).all()
    assert 0 <= slow.min() <= slow.max() < n


@pytest.mark.no_cover
@pytest.mark.parametrize("n", [2, 3, 5, 13, 50, 1000])
def test_below_is_uniform(n: int) -> None:
    out = np.zeros(400_000, "i8")
    fast_below(sown(3, n), n, out)
    assert fits(Counter(out.tolist()), dict.fromkeys(range(n), 1 / n)) > 0.001
    assert fits(Counter((out[1:] * n + out[:-1]).tolist()), dict.fromkeys(range(n * n), 1 / n**2)) > 0.001


def test_below_is_uniform_where_plain_scaling_is_not() -> None:
    """Scaled without rejection, 8 words would fall on 3 numbers as 3, 3 and 2."""
    out = np.zeros(400_000, "i8")
    fast_below(sown(8), 3 * 2**29, out)
    assert fits(Counter((out % 3).tolist()), dict.fromkeys(range(3), 1 / 3)) > 0.001


def test_below_rejects_the_words_that_would_favour_small_numbers() -> None:
    s = state(0, 5, 7, 0)  # its first word is 0, which is one too many when 2**32 is not a multiple of n
    words = list(zip(range(3), xoshiro128pp(0, 5, 7, 0), strict=False))
    assert words[0] == (0, 0)
    assert below(s, 3) == words[1][1] * 3 >> 32
    assert below(state(0, 5, 7, 0), 4) == 0, "nothing is rejected when n divides 2**32"


def test_below_takes_a_narrow_field() -> None:
    s = state(0, 5, 7, 0)
    s.n = 100
    assert [below(s, s.n) for _ in range(20)] == [below(t, 100) for t in [state(0, 5, 7, 0)] for _ in range(20)]


@pytest.mark.no_cover
def test_draw_has_the_odds_of_a_shuffled_bag() -> None:
    n = 0 + 1 + 2 + 3 + 0 + 1
    out = np.zeros((300_000, n), "i8")
    fast_draws(sown(21), n, out)
    cards = [1, 2, 2, 3, 3, 3, 5]
    assert (np.sort(out, axis=1) == cards).all(), "every card is drawn once"
    odds: Counter[tuple[int, ...]] = Counter()
    for i in range(n):
        for j in range(n):
            for k in range(n):
                if len({i, j, k}) == 3:
                    odds[cards[i], cards[j], cards[k]] += 1
    exact = {event: ways / (n * (n - 1) * (n - 2)) for event, ways in odds.items()}
    for columns in ([0, 1, 2], [4, 5, 6], [6, 0, 3]):
        assert fits(Counter(map(tuple, out[:, columns].tolist())), exact) > 0.001


def test_draw_takes_the_card_out_of_the_bag() -> None:
    s = sown(1)
    s.bag[:] = [0, 0, 2, 0, 1, 0]
    seen = sorted(draw(s, s.bag, left) for left in (3, 2, 1))
    assert seen == [2, 2, 4]
    assert not s.bag.any()


@given(st.integers(0, 2**62), st.integers(0, 2**62))
def test_sow_depends_on_seed_and_stream_alone(seed: int, stream: int) -> None:
    assert (sown(seed, stream).rng == sown(seed, stream).rng).all()
    assert sown(seed, stream).rng.any()
    assert (sown(seed, stream).rng != sown(seed ^ 1, stream).rng).any()
    assert (sown(seed, stream).rng != sown(seed, stream ^ 1).rng).any()
    assert (sown(seed, stream).rng != sown(seed ^ (1 << 40), stream).rng).any()
    assert (sown(seed, stream).rng != sown(seed, stream ^ (1 << 40)).rng).any()


@pytest.mark.no_cover
def test_streams_of_one_seed_are_unlike_each_other() -> None:
    first = Counter(word(sown(7, stream)) >> 28 for stream in range(4_000))
    assert fits(first, dict.fromkeys(range(16), 1 / 16)) > 0.001
    assert len({tuple(sown(7, stream).rng.tolist()) for stream in range(4_000)}) == 4_000


def test_sow_never_leaves_the_dead_state(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "_mix", lambda x: 0)
    assert sown(1).rng.any()


def test_clockwise_goes_round_the_table() -> None:
    s = state()
    s.seats = 3
    assert [clockwise(s, 2, steps) for steps in range(4)] == [2, 0, 1, 2]


def test_root_is_exact() -> None:
    assert root(2.0) ** 2 == pytest.approx(2.0, abs=1e-15)


def test_a_field_may_not_hide_an_attribute_of_numpy() -> None:
    with pytest.raises(BrokenRules, match="cannot be called round, take"):
        record([("round", "i1"), ("take", "i1"), ("turns", "i1")])


def test_records_are_aligned_and_read_by_attribute() -> None:
    kind = record([("small", "i1"), ("large", "i4")])
    assert kind.isalignedstruct
    one = np.zeros(1, kind)[0]
    one.large = 70_000
    assert one["large"] == 70_000


@pytest.mark.parametrize("stub", kernel.CONTRACT, ids=lambda stub: str(stub.__name__))
def test_the_contract_is_described_and_does_nothing_by_itself(stub: Any) -> None:
    assert stub.__doc__
    with pytest.raises(NotImplementedError):
        stub(*[0] * stub.__code__.co_argcount)
