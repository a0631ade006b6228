"""Every body of the HTTP interface, as types: what is asked and what is answered. See `docs/protocol.md`."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from .messages import (
    MOST_SEATS,
    Ending,
    Fairness,
    Level,
    Name,
    Pace,
    Said,
    Seat,
    Symbol,
    TableView,
)


class ChoiceInfo(Struct):
    """One choice of an option, in words."""

    value: str
    words: str


class OptionInfo(Struct):
    """An option of a game. `whole`: any whole number from `least` to `most`; else one of `choices`."""

    key: str
    words: str
    rule: str
    default: str | int
    choices: list[ChoiceInfo]
    whole: bool
    least: int
    most: int


class EditionInfo(Struct):
    """An edition of a game, and the options it sets."""

    name: str
    title: str
    about: str
    options: dict[str, str | int]


class LevelInfo(Struct):
    """A bot that can be seated."""

    level: str
    name: str
    words: str


class GameInfo(Struct):
    """A game as the front page shows it."""

    name: str
    title: str
    line: str
    designer: str
    seats: list[int]
    age: int
    minutes: str
    blurb: str
    status: str
    teaser: dict[str, str]
    editions: list[EditionInfo]
    options: list[OptionInfo]
    levels: list[LevelInfo]


class GamesInfo(Struct):
    """GET /api/games."""

    games: list[GameInfo]


class RulesInfo(Struct):
    """GET /api/games/{name}/rules: the rules page and the game's catalogue of texts."""

    name: str
    title: str
    markdown: str
    catalogue: dict[str, Any]


class HouseInfo(Struct):
    """GET /api/house: what all tables share: phrases and symbols of the chat, symbols of seats, paces,
    limits."""

    protocol: int
    version: str
    phrases: dict[str, str]
    symbols: list[str]
    badges: list[str]
    catalogue: dict[str, Any]
    paces: list[str]
    longest_name: int
    lan: str | None
    base: str = ""  # how guests reach this house: what links and QR codes begin with
    reach: Literal["everywhere", "network", "here"] = "everywhere"  # who can open them; "here": this computer only


class NewTable(Struct, forbid_unknown_fields=True):
    """POST /api/tables: the table one wants. `bots` maps seats to levels; `sit` seats the maker at once."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[int, Meta(ge=1, le=MOST_SEATS)]
    edition: Annotated[str, Meta(max_length=40)] = ""
    options: Annotated[dict[str, str | int], Meta(max_length=40)] = {}
    bots: Annotated[dict[str, Level], Meta(max_length=MOST_SEATS)] = {}
    sit: "list[Sitter]" = []
    listed: bool = False
    pace: Pace = "normal"
    free_text: bool = False
    hints: bool = False
    takeover: Annotated[int, Meta(ge=10, le=86_400)] | None = None
    start: bool = False


class Sitter(Struct, forbid_unknown_fields=True):
    """Somebody who sits at a new table from the beginning.

    `entropy` is a wish of protocol 1 and refused: entropy is pledged first, when the table is there.
    """

    seat: Seat
    name: Name
    symbol: Symbol | None = None
    entropy: str | None = None


class SeatToken(Struct):
    """The secret that a seat's holder keeps."""

    seat: int
    token: str


class TableMade(Struct):
    """The answer to POST /api/tables. The link is for guests; the tokens are for the maker alone."""

    table: str
    link: str
    qr: str
    host_token: str
    tokens: list[SeatToken]
    reach: Literal["everywhere", "network", "here"] = "everywhere"  # who can open the link


class TableList(Struct):
    """GET /api/tables: listed tables with a free seat or something to watch."""

    tables: list[TableView]


class Problem(Struct):
    """The body of every HTTP answer that is not 200."""

    reason: str
    sentence: str


class ReplayRequest(Struct, forbid_unknown_fields=True):
    """POST /api/replay: a record, as its JSON object or as text (JSON or compact); whose eyes.

    `viewer`: a seat, null for what is public, or "open" for everything face up.
    """

    record: Any
    viewer: Seat | Literal["open"] | None = None
    first: Annotated[int, Meta(ge=0)] = 0
    count: Annotated[int, Meta(ge=1, le=2000)] = 500


class ReplayFrame(Struct):
    """The position after `ply` actions, and how the last of them is told."""

    ply: int
    seat: int | None
    action: str | None
    phrases: list[Said]
    sentence: str
    view: Any
    turn: int | None
    over: bool


class Replay(Struct):
    """The answer to POST /api/replay: frames `first` to `first + count` of `plies` + 1."""

    game: str
    title: str
    edition: str
    options: dict[str, str | int]
    seats: int
    names: list[str]
    plies: int
    viewer: int | str | None
    frames: list[ReplayFrame]
    outcome: Ending | None
    fairness: Fairness
    record: Any


class AnalysisRequest(Struct, forbid_unknown_fields=True):
    """POST /api/analysis: the record of a finished match, as its JSON object or as text."""

    record: Any


class ChancePoint(Struct):
    """What a seat's chances were after `ply` actions, from what it knew; `error` is the standard error."""

    ply: int
    share: float
    error: float


class SeatAnalysis(Struct):
    """A seat's match: start + choices + others + luck = result, with standard errors. `others` is what the others'
    choices gave it."""

    seat: int
    chances: list[ChancePoint]
    start: float
    choices: float
    others: float
    luck: float
    result: float
    choices_error: float
    others_error: float
    luck_error: float


class AnalysisMoment(Struct):
    """A moment that mattered to a seat: its own choice, with a better move, or chance ("luck")."""

    ply: int
    seat: int
    kind: Literal["choice", "luck"]
    change: float
    error: float
    chosen: str
    better: str


class MatchAnalysis(Struct):
    """The answer to POST /api/analysis. `iterations` is how many matches were imagined for each decision."""

    seats: list[SeatAnalysis]
    moments: list[AnalysisMoment]
    iterations: int


class HintRequest(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{id}/hint: a seat that is to act, and tokens, one of which must be the seat's."""

    seat: Seat
    tokens: Annotated[list[Annotated[str, Meta(max_length=200)]], Meta(max_length=9)]


class HintMove(Struct):
    """A move, as it reads on a button, with its estimated chance and why."""

    action: int
    notation: str
    label: str
    share: float | None
    error: float
    why: str


class Hint(Struct):
    """The answer to POST /api/tables/{id}/hint: the best moves first, judged from what the seat knows."""

    at: int
    moves: list[HintMove]


class Check(Struct):
    """One thing that was checked about a record."""

    what: str
    ok: bool
    sentence: str


class Verified(Struct):
    """The answer to POST /api/verify and GET /api/matches/{id}/verify; `key` is that of all chance."""

    fair: bool
    sentence: str
    checks: list[Check]
    key: str | None = None


class Health(Struct):
    """GET /healthz and /readyz. `compiled`: the games whose rules run compiled (others are slower, that is all)."""

    ok: bool
    version: str
    storage: str = ""
    tables: int = 0
    sockets: int = 0
    sentence: str = ""
    compiled: list[str] = []


HTTP_TYPES = (
    GamesInfo, RulesInfo, HouseInfo, NewTable, TableMade, TableList, Problem, ReplayRequest, Replay,
    AnalysisRequest, MatchAnalysis, HintRequest, Hint,
    Verified, Health,
)  # fmt: skip
