"""The report of the conformance suite."""

from dataclasses import asdict, dataclass, field
from typing import Any

from .disclosure import FieldRow


@dataclass
class Report:
    """What was played and checked. `odds` counts the comparisons of imagined worlds with chance; `fields` says who sees
    which field."""

    game: str
    matches: int = 0
    decisions: int = 0
    out_of_turn: int = 0
    longest: int = 0
    odds: int = 0
    settings: list[str] = field(default_factory=list)
    fields: list[FieldRow] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.game}: {self.matches} matches in {len(self.settings)} settings, {self.decisions} decisions"
            f" ({self.out_of_turn} out of turn), the longest of {self.longest}."
        )

    def table(self) -> str:
        """Who sees which field, as lines of text."""
        width = max((len(row.field) for row in self.fields), default=0)
        lines = [f"{'':{width}}  own seat  other seat  spectator"]
        for row in self.fields:
            own, other, spectator = ("sees" if sees else "hidden" for sees in (row.own, row.other, row.spectator))
            lines.append(f"{row.field:{width}}  {own:8}  {other:10}  {spectator}")
        return "\n".join(lines)

    def data(self) -> dict[str, Any]:
        """The report as plain data, for JSON."""
        return asdict(self)
