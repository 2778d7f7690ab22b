"""What lists are filtered and sorted by, and how a value is written into an address."""

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any, Literal, TypeAlias, TypedDict

#: ``YYYY-MM-DD``, or a date.
Day: TypeAlias = str | date

#: Descending with a minus; what has no value stands last in both directions.
Sort: TypeAlias = Literal["catalog", "name", "released", "usd", "eur", "-name", "-released", "-usd", "-eur"]

#: Fields with values to choose from.
ValueField: TypeAlias = Literal[
    "rarity", "category", "type", "illustrator", "variant", "stamp", "legality", "product_type"
]

#: Whose id is resolved.
ForeignSource: TypeAlias = Literal[
    "tcgplayer", "cardmarket", "tcgdex", "pokemontcg", "scryfall", "lorcast", "set_code", "passcode"
]


class PageParams(TypedDict, total=False):
    """Of every list."""

    #: Rows a page, 1 to 200; by default 50.
    limit: int
    #: ``next_cursor`` of the page before.
    cursor: str


class CountedParams(PageParams, total=False):
    """Of every list that counts its rows on demand."""

    #: Adds ``total`` to the page.
    total: bool


class ListParams(CountedParams, total=False):
    """Of every list of the catalog. Of several values in one text, divided by commas, a row needs one."""

    #: Search; rows come best match first.
    q: str
    #: Only what is of this game.
    game: str


class SeriesListParams(ListParams, total=False):
    """``lang``: language of the texts; what it lacks stands in the catalog's own."""

    lang: str


class _ReleaseParams(TypedDict, total=False):
    released_from: Day
    released_to: Day


class _PriceParams(TypedDict, total=False):
    #: Only what has a price in this currency, or in one of these.
    priced: Literal["usd", "eur", "usd,eur"]
    #: Cents of the cheapest printing: its market price in USD, its trend in EUR.
    usd_min: int
    usd_max: int
    eur_min: int
    eur_max: int


class ExpansionListParams(SeriesListParams, _ReleaseParams, total=False):
    """Filters of expansions."""

    series_id: str
    sort: Literal["catalog", "name", "released", "-name", "-released"]
    #: Only these, up to 200, in the order given; without q, filters and sort.
    ids: Sequence[str]


class CardListParams(SeriesListParams, _ReleaseParams, _PriceParams, total=False):
    """Filters of cards; ``include="prices"`` adds ``prices`` to every row."""

    expansion_id: str
    series_id: str
    include: Literal["prices"]
    rarity: str
    category: str
    type: str
    illustrator: str
    #: Collector number, in any printed form.
    number: str
    #: Finish of a printing.
    variant: str
    #: Stamp on a printing.
    stamp: str
    #: A format that it may be played in.
    legality: str
    #: The record, prices aside, changed on this day or at this moment, or later.
    changed_since: Day | datetime
    #: Field terms, as ``hp>=150 -type:fire``; ``fields()`` lists the fields.
    filter: str
    #: A ``Sort``, or a field of numbers, descending with a minus.
    sort: str
    #: Only these, up to 200, in the order given; without q, filters and sort.
    ids: Sequence[str]


class ProductListParams(ListParams, _ReleaseParams, _PriceParams, total=False):
    """Filters of sealed products."""

    expansion_id: str
    #: Kind of product, as ``booster box``.
    type: str
    sort: Sort
    #: Only these, up to 200, in the order given; without q, filters and sort.
    ids: Sequence[int]


class MoverParams(TypedDict, total=False):
    """``min``: only what costs at least so many cents on both days."""

    currency: Literal["usd", "eur"]
    days: Literal[1, 7, 30]
    direction: Literal["up", "down"]
    min: int
    limit: int
    lang: str
    game: str


class EventListParams(TypedDict, total=False):
    """Filters of the feed of events."""

    #: Id of the event to begin after; without it, the feed begins with the oldest that is kept.
    after: str | None
    #: Seconds that an empty page waits for the next event, 30 at most.
    wait: int
    #: ``next_cursor`` of the page before; ``after`` is not looked at then.
    cursor: str
    #: Only these events: names, or patterns such as ``game.cards.*``, separated by commas.
    name: str
    game: str
    lang: str
    #: Events a page, 1 to 200; by default 50.
    limit: int


def query_of(params: Mapping[str, Any]) -> dict[str, str]:
    """The parameters as they stand in an address; what is None is left out."""
    return {name.rstrip("_"): text_of(value) for name, value in params.items() if value is not None}


def text_of(value: object) -> str:
    """A value as the service reads it. A moment is sent as UTC, so that it has to know its zone."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise ValueError("A datetime without a zone names no moment: give it one, as datetime.now(timezone.utc).")
        return value.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, (list, tuple)):
        return ",".join(text_of(one) for one in value)
    return str(value)
