"""Statistics and charts of prices; amounts in cents."""

from typing import Literal, NotRequired, TypedDict

from .records import Printing


class Change(TypedDict):
    """The newest amount against the first of a window; ``ratio`` is a part of that first."""

    cents: int
    ratio: float


class WindowStatistics(TypedDict):
    """The days up to the newest observation of a series."""

    days: Literal[7, 30, 90, 365]
    change: Change
    lowest: int
    highest: int
    mean: int
    median: int
    #: Standard deviation of the log ratios of successive observations; None below three.
    volatility: float | None
    days_observed: int


#: The last day on which an amount was another than before.
LastChange = TypedDict("LastChange", {"observed_on": str, "from": int, "to": int})


class SeriesStatistics(TypedDict):
    """A printing, and in USD a condition, in one currency; of a product ``variant`` is its sub type."""

    variant: Printing | str
    condition: NotRequired[str]
    currency: str
    observed_on: str
    now: int
    #: Where ``now`` stands between lowest (0) and highest (1) of 365 days; None where these are equal.
    place: float | None
    last_change: LastChange | None
    windows: list[WindowStatistics]


class CardStatistics(TypedDict):
    """The statistics of a card."""

    id: str
    game: str
    series: list[SeriesStatistics]


class ProductStatistics(TypedDict):
    """The statistics of a sealed product."""

    id: int
    game: str
    series: list[SeriesStatistics]


class Worth(TypedDict):
    """The sum of a printing of each card: NM market prices in USD, trends in EUR."""

    cents: int
    priced: int
    unpriced: int


class FinishWorth(Worth):
    """The same of a finish."""

    finish: str


class _NamedPrinting(TypedDict):
    card_id: str
    name: str
    number: str | None
    variant: str


class DearPrinting(_NamedPrinting):
    """A printing with what it costs."""

    amount: int


_Move = TypedDict("_Move", {"from": int, "to": int, "percent": float})


class MovedPrinting(_NamedPrinting, _Move):
    """A printing with how far it moved in 7 days."""


class MarketStatistics(TypedDict):
    """An expansion in one currency; ``value`` is of each card's ordinary printing."""

    currency: str
    value: Worth
    by_finish: list[FinishWorth]
    dearest: list[DearPrinting]
    movers: list[MovedPrinting]


class ExpansionStatistics(TypedDict):
    """What an expansion is worth."""

    id: str
    game: str
    markets: list[MarketStatistics]


class ChartPoint(TypedDict):
    """A day, week or month; ``day`` is its first, ``days`` how many have an amount."""

    day: str
    last: int
    lowest: int
    highest: int
    days: int


class ValuePoint(TypedDict):
    """What a set was worth: `day` is the first of its step, `index` 100 at the first point."""

    day: str
    cents: int
    priced: int
    index: float


class ExpansionChart(TypedDict):
    """What an expansion was worth over time."""

    id: str
    game: str
    currency: str
    span: str
    step: str
    points: list[ValuePoint]


class ChartSeries(TypedDict):
    """A printing, and in USD a condition."""

    variant: Printing | str
    condition: NotRequired[str]
    points: list[ChartPoint]


class Chart(TypedDict):
    """The points of a chart."""

    id: str
    game: str
    currency: str
    span: str
    step: str
    series: list[ChartSeries]
