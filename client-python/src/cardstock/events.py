"""Change events as they are delivered and as the feed lists them."""

from typing import Any, Literal, NotRequired, TypedDict

from .records import Card, EurAmounts, EurPriceEntry, Expansion, Product, Series, UsdPriceEntry


class Chunk(TypedDict):
    """Which of the deliveries of a split group it is, from 0."""

    index: int
    of: int


class Event(TypedDict):
    """A change. ``name`` begins with the game, as in ``game.cards.updated``, and says which of these ``data`` is."""

    id: str
    name: str
    created_at: str
    data: Any
    #: Only where a group of more than 500 records was split.
    chunk: NotRequired[Chunk]


class CardsUpdated(TypedDict):
    """Data of ``….cards.updated``."""

    cards: list[Card]


class CardsDeleted(TypedDict):
    """Data of ``….cards.deleted``."""

    card_ids: list[str]


class CardVariantsDeleted(TypedDict):
    """Data of ``….card_variants.deleted``."""

    variant_ids: list[int]


class PricedCard(TypedDict):
    """All rows of a card in the event's currency."""

    card_id: str
    prices: list[UsdPriceEntry | EurPriceEntry]


class CardPricesUpdated(TypedDict):
    """Data of ``….card_prices.updated``."""

    currency: Literal["USD", "EUR"]
    cards: list[PricedCard]


class ProductsUpdated(TypedDict):
    """Data of ``….products.updated``."""

    products: list[Product]


class ProductsRemoved(TypedDict):
    """Data of ``….products.removed``."""

    product_ids: list[int]


class ProductEurPriceEntry(EurAmounts):
    """Of the EUR side a sealed product has one row."""

    currency: Literal["EUR"]


class PricedProduct(TypedDict):
    """All rows of a sealed product in the event's currency."""

    product_id: int
    prices: list[UsdPriceEntry | ProductEurPriceEntry]


class ProductPricesUpdated(TypedDict):
    """Data of ``….product_prices.updated``."""

    currency: Literal["USD", "EUR"]
    products: list[PricedProduct]


class ExpansionsChanged(TypedDict):
    """Data of ``….expansions.created`` and ``….expansions.updated``."""

    expansions: list[Expansion]


class SeriesChanged(TypedDict):
    """Data of ``….series.created`` and ``….series.updated``."""

    series: list[Series]


class ExpansionsDeleted(TypedDict):
    """Data of ``….expansions.deleted``."""

    expansion_ids: list[str]


class SeriesDeleted(TypedDict):
    """Data of ``….series.deleted``."""

    series_ids: list[str]


class PriceDayRecorded(TypedDict):
    """Data of ``….price_days.recorded``: a day of prices as it is known now, in one file."""

    entity: Literal["card_prices", "product_prices"]
    currency: Literal["usd", "eur"]
    day: str
    rows: int
    #: Null where no row of the day is left.
    file: str | None
    sha256: str | None
    catalog_version: int
