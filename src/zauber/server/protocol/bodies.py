"""Request and response bodies of the HTTP interface, as types. See `docs/protocol.md`."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from ...games.game import Difficulty
from .fields import MOST_SEATS, Days, Decides, Level, Name, Pace, Said, Seat, Symbol, Token
from .tables import Ending, Fairness, TableView

EditionText = Annotated[str, Meta(min_length=1, max_length=20_000)]  # the text of an edition file


class ChoiceInfo(Struct):
    """One choice of an option, with its label."""

    value: str
    words: str


class OptionInfo(Struct):
    """An option of a game: any integer from `least` to `most` if `whole`, otherwise one of `choices`."""

    key: str
    words: str
    rule: str
    default: str | int
    choices: list[ChoiceInfo]
    whole: bool
    least: int
    most: int


class EditionInfo(Struct):
    """An edition of a game and the options it sets."""

    name: str
    title: str
    about: str
    options: dict[str, str | int]


class OwnEdition(Struct, forbid_unknown_fields=True):
    """POST /api/editions: an edition of somebody's own, as the text of its file. The response is an `EditionInfo`, or a
    `Problem` that says what is wrong with the file."""

    game: Annotated[str, Meta(max_length=40)]
    text: EditionText
    seats: Annotated[int, Meta(ge=1, le=MOST_SEATS)] | None = None
    options: Annotated[dict[str, str | int], Meta(max_length=40)] = {}


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
    difficulty: Difficulty
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
    """GET /api/house: what all tables share, such as chat phrases and symbols, seat badges, bot paces and limits."""

    protocol: int
    version: str
    phrases: dict[str, str]
    symbols: list[str]
    badges: list[str]
    catalogue: dict[str, Any]
    paces: list[str]
    longest_name: int
    lan: str | None
    base: str = ""  # the address that links and QR codes begin with
    reach: Literal["everywhere", "network", "here"] = "everywhere"  # who can open it; "here": this computer only
    push: str | None = None  # the key that browsers ask for before they take messages from this house (VAPID)
    children: bool = False  # names come from `names`, and nobody writes free text
    names: list[str] = []  # in a house for children: the names to choose from


class NewTable(Struct, forbid_unknown_fields=True):
    """POST /api/tables: a new table. `bots` maps seats to levels; `sit` seats people right away.

    With `days` it is played by the day: everybody has so many days for a move, and then a bot stands in, or the host
    decides. `own_edition` is the text of an edition file, in place of an `edition` by name.
    """

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
    days: Days | None = None
    decides: Decides = "bot"
    start: bool = False
    own_edition: EditionText | None = None


class Sitter(Struct, forbid_unknown_fields=True):
    """A person seated at a new table when it is created.

    `entropy` belongs to protocol 1 and is refused: entropy is now pledged at the table.
    """

    seat: Seat
    name: Name
    symbol: Symbol | None = None
    entropy: str | None = None


class PushRequest(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{id}/push: a browser's push subscription, for the holder of `tokens` at a table by the day.

    With `on` false it is forgotten.
    """

    tokens: Annotated[list[Token], Meta(min_length=1, max_length=MOST_SEATS + 1)]
    endpoint: Annotated[str, Meta(min_length=1, max_length=600)]
    p256dh: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{86,88}\Z")]
    auth: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{21,24}\Z")]
    on: bool = True


class PushKept(Struct):
    """The response: whether messages will be sent to this browser."""

    on: bool


class SeatToken(Struct):
    """The secret that proves who holds a seat."""

    seat: int
    token: str


class TableMade(Struct):
    """The response to POST /api/tables. The link may be shared; the tokens are for the creator alone."""

    table: str
    link: str
    qr: str
    host_token: str
    tokens: list[SeatToken]
    reach: Literal["everywhere", "network", "here"] = "everywhere"  # who can open the link


class TableList(Struct):
    """GET /api/tables: public tables with a free seat or a match to watch."""

    tables: list[TableView]


class Problem(Struct):
    """The body of every response other than 200; `seat`: the seat of a new table whose name was refused."""

    reason: str
    sentence: str
    seat: int | None = None


class ReplayRequest(Struct, forbid_unknown_fields=True):
    """POST /api/replay: a record, as its JSON object or as text (JSON or compact), and the viewer.

    `viewer` is a seat, null for a spectator, or "open" to reveal everything.
    """

    record: Any
    viewer: Seat | Literal["open"] | None = None
    first: Annotated[int, Meta(ge=0)] = 0
    count: Annotated[int, Meta(ge=1, le=2000)] = 500


class ReplayFrame(Struct):
    """The position after `ply` actions, and the description of the last one."""

    ply: int
    seat: int | None
    action: str | None
    phrases: list[Said]
    sentence: str
    view: Any
    turn: int | None
    over: bool


class Replay(Struct):
    """The response to POST /api/replay: frames `first` to `first + count` of `plies` + 1."""

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


class AnalysisProgress(Struct):
    """How far an analysis is: a line of the response to POST /api/analysis. `seconds` is what all of it takes."""

    done: int
    of: int
    seconds: float


class ChancePoint(Struct):
    """A seat's chances after `ply` actions, for somebody who sees everything; `error` is the standard error."""

    ply: int
    share: float
    error: float


class SeatAnalysis(Struct):
    """One seat's match: start + choices + others + luck = result, with standard errors. `others` is the effect of the
    other players' choices."""

    seat: int
    chances: list[ChancePoint]
    start: float
    choices: float
    others: float
    luck: float
    result: float
    start_error: float
    choices_error: float
    others_error: float
    luck_error: float


class AnalysisMoment(Struct):
    """A turn that mattered: the actions after `since` up to `ply`, all by `seat`, with everybody's chances before and
    after. It was made by a choice of that seat (at action `choice`, with a better move if there was one), by luck, or,
    where single strokes are not judged, by the whole turn."""

    since: int
    ply: int
    seat: int
    kind: Literal["choice", "luck", "turn"]
    before: list[float]
    after: list[float]
    error: float
    choice: int
    chosen: str
    better: str


class MatchAnalysis(Struct):
    """The last line of the response to POST /api/analysis. `matches` were played on for it; with `by_turns` whole turns
    were judged, and `luck` is 0."""

    seats: list[SeatAnalysis]
    moments: list[AnalysisMoment]
    by_turns: bool
    matches: int


class HintRequest(Struct, forbid_unknown_fields=True):
    """POST /api/tables/{id}/hint: a seat that is to act, and tokens, one of which must be that seat's."""

    seat: Seat
    tokens: Annotated[list[Annotated[str, Meta(max_length=200)]], Meta(max_length=9)]


class HintMove(Struct):
    """A move with its button label, its estimated chance of winning, all that is said for it, and the first reason."""

    action: int
    notation: str
    label: str
    share: float | None
    error: float
    why: str
    reason: str


class Hint(Struct):
    """The response to POST /api/tables/{id}/hint: the best moves first, judged from what the seat knows."""

    at: int
    moves: list[HintMove]


class Check(Struct):
    """One check of a record, and its result."""

    what: str
    ok: bool
    sentence: str


class Verified(Struct):
    """The response to POST /api/verify and GET /api/matches/{id}/verify; `key` is the key of the match's chance."""

    fair: bool
    sentence: str
    checks: list[Check]
    key: str | None = None


class Health(Struct):
    """GET /healthz and /readyz. `compiled` lists the games whose rules are compiled; the others only run slower."""

    ok: bool
    version: str
    storage: str = ""
    tables: int = 0
    sockets: int = 0
    sentence: str = ""
    compiled: list[str] = []


HTTP_TYPES = (
    GamesInfo, RulesInfo, HouseInfo, OwnEdition,
    NewTable, PushRequest, PushKept, TableMade, TableList, Problem, ReplayRequest,
    Replay, AnalysisRequest, AnalysisProgress, MatchAnalysis, HintRequest, Hint,
    Verified, Health,
)  # fmt: skip
