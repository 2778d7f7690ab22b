"""The records of a Cardstock service as they stand on the wire. Money is integer cents, a day is ``YYYY-MM-DD``."""

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

from .health import FollowState as FollowState
from .health import Health as Health
from .health import TaskHealth as TaskHealth

#: Which half of the six EUR columns speaks for a printing.
PriceKind: TypeAlias = Literal["plain", "holo"] | None


class Image(TypedDict):
    """Two renditions of one picture; ``low`` may equal ``high``."""

    low: str
    high: str


class ExternalIds(TypedDict):
    """Ids at the marketplaces; None where none is known."""

    tcgplayer: int | None
    cardmarket: int | None


class UsdAmounts(TypedDict):
    """Cents."""

    market: int | None
    low: int | None
    high: int | None


class EurAmounts(TypedDict):
    """Cents."""

    avg: int | None
    low: int | None
    trend: int | None
    avg_holo: int | None
    low_holo: int | None
    trend_holo: int | None


class Printing(TypedDict):
    """What names a printing within its card."""

    type: str
    subtype: str | None
    size: str
    stamps: list[str]
    foil: str | None


class UsdPrice(UsdAmounts):
    """The newest USD amounts of one condition of a printing."""

    condition: str
    currency: Literal["USD"]
    observed_on: str


class EurPrice(EurAmounts):
    """The newest EUR amounts of a printing; all None where nothing is known."""

    price_kind: PriceKind
    currency: Literal["EUR"]
    observed_on: str | None


class Variant(Printing):
    """A printing of a card with its stable id and its current prices."""

    id: int
    external_ids: ExternalIds
    usd_market: list[UsdPrice]
    eur_market: EurPrice


class Ability(TypedDict):
    """An ability of a card."""

    kind: str
    name: str
    text: str


class Attack(TypedDict):
    """An attack of a card."""

    name: str
    cost: list[str]
    damage: str
    text: str


class Modifier(TypedDict):
    """A weakness or a resistance."""

    type: str
    modifier: str


class Legality(TypedDict):
    """Whether it may be played."""

    expanded: bool
    standard: bool


class CardMetadata(TypedDict):
    """What is printed on a card."""

    hp: int | None
    types: list[str]
    dex_numbers: list[int]
    stage: str | None
    evolve_from: str | None
    description: str | None
    effect: str | None
    trainer_type: str | None
    energy_type: str | None
    retreat: int | None
    abilities: list[Ability]
    attacks: list[Attack]
    weaknesses: list[Modifier]
    resistances: list[Modifier] | None
    legality: Legality
    #: What else the game prints on its cards, in the game's own terms; absent without any.
    attributes: NotRequired[dict[str, Any]]
    #: Where it may be played, by format; absent where the game has no such list.
    legalities: NotRequired[dict[str, Literal["legal", "not_legal", "banned", "restricted"]]]


class Card(TypedDict):
    """A card in full. ``lang`` and ``names`` are there where a language was asked for."""

    game: str
    id: str
    expansion_id: str
    #: As printed.
    number: str | None
    name: str
    rarity: str | None
    illustrator: str | None
    image: Image | None
    category: str | None
    metadata: CardMetadata
    variants: list[Variant]
    lang: NotRequired[str]
    names: NotRequired[dict[str, str]]
    #: Ids of the cards that show the same artwork; only with ``include="same_artwork"``.
    same_artwork: NotRequired[list[str]]


class UsdPriceEntry(UsdAmounts):
    """A price of one printing and condition in a card summary; ``variant`` names the printing within its card."""

    variant: str
    condition: str
    currency: Literal["USD"]


class EurPriceEntry(EurAmounts):
    """The EUR amounts of one printing in a card summary."""

    variant: str
    currency: Literal["EUR"]
    price_kind: PriceKind


class CardSummary(TypedDict):
    """A row of the card list."""

    game: str
    id: str
    expansion_id: str
    number: str | None
    name: str
    rarity: str | None
    image: Image | None
    #: Plain string order of it is the printed order.
    number_normalized: str | None
    #: Only with ``include="prices"``.
    prices: NotRequired[list[UsdPriceEntry | EurPriceEntry]]
    #: The name in another language that ``q`` fits better; only where there is one.
    matched_name: NotRequired[str]
    #: Similarity from 0 to 1; only under ``q``.
    score: NotRequired[float]
    lang: NotRequired[str]


class SeriesExpansion(TypedDict):
    """An expansion as its series lists it."""

    id: str
    name: str
    logo: Image | None
    symbol: str | None
    release_date: str | None
    card_count_total: int


class Expansion(SeriesExpansion):
    """An expansion."""

    game: str
    series_id: str
    card_count_official: int
    legal_standard: bool
    legal_expanded: bool
    #: Region that it was printed for, with numbers of its own; absent in the catalog's own.
    region: NotRequired[str]
    attributes: NotRequired[dict[str, Any]]
    lang: NotRequired[str]


class ExpansionRow(Expansion):
    """A row of the list of expansions."""

    score: NotRequired[float]


class Series(TypedDict):
    """A series and its expansions."""

    game: str
    id: str
    name: str
    logo: Image | None
    expansions: list[SeriesExpansion]
    lang: NotRequired[str]


class SeriesRow(Series):
    """A row of the list of series."""

    score: NotRequired[float]


class Named(TypedDict):
    """What is named by its id."""

    id: str
    name: str


class ProductUsdPrice(UsdAmounts):
    """The newest USD amounts of a sealed product; ``variant`` is the sub-type."""

    condition: str
    variant: str
    currency: Literal["USD"]
    observed_on: str


class ProductEurPrice(EurAmounts):
    """The newest EUR amounts of a sealed product."""

    currency: Literal["EUR"]
    observed_on: str


class Product(TypedDict):
    """A sealed product."""

    game: str
    id: int
    name: str
    clean_name: str
    number: str | None
    image: Image | None
    usd_market_url: str | None
    external_ids: ExternalIds
    expansions: list[Named]
    usd_market: list[ProductUsdPrice]
    eur_market: ProductEurPrice | None


class ProductRow(Product):
    """A row of the list of sealed products."""

    score: NotRequired[float]


class Game(TypedDict):
    """A game of the deployment: ``name`` is what ``game`` takes, ``languages`` what ``lang`` takes for it."""

    name: str
    title: str
    languages: list[str]
    facts: dict[str, str]


_Renamed = TypedDict("_Renamed", {"from": str})


class Migration(_Renamed):
    """A record that upstream calls otherwise now: it keeps its id here, ``from``, and answers under both."""

    kind: Literal["card", "expansion", "series"]
    to: str
    #: When the rename was found, ISO 8601 in UTC.
    at: str


class IdentifiedVariant(Printing):
    """A printing and its id."""

    id: int


class Resolved(TypedDict):
    """A card or a sealed product that a foreign id stands for; of ``card_id`` and ``product_id`` one is None."""

    card_id: str | None
    product_id: int | None
    name: str
    lang: NotRequired[str]
    expansion_id: str | None
    number: str | None
    variants: list[IdentifiedVariant]
    #: The id that it was found by, where several were asked for.
    foreign_id: NotRequired[str]


class ScannedCard(TypedDict):
    """A card that a photo may show."""

    id: str
    name: str
    category: str | None
    rarity: str | None
    number: str | None
    image: Image | None
    expansion: Named
    lang: NotRequired[str]


class ScanMatch(TypedDict):
    """How sure it is that the photo shows this card, 0 to 1."""

    score: float
    card: ScannedCard


class PlacedCard(TypedDict):
    """One of several cards on a photo; corners clockwise from its own top left, as shares of the photo."""

    corners: list[list[float]]
    matches: list[ScanMatch]


class ScanAnalysis(TypedDict):
    """The game of the best match; None without one."""

    game: str | None


class ScanResult(TypedDict):
    """What a photo may show: best match first; no match is an answer, not a failure."""

    analysis: ScanAnalysis
    matches: list[ScanMatch]
    #: Stands where the photo shows several cards; ``matches`` then is the one nearest the middle.
    several: NotRequired[Literal[True]]
    #: With ``cards="all"``: each card that is sure enough, as one reads a page.
    cards: NotRequired[list[PlacedCard]]
    #: Stands where the photo shows more cards than ``cards`` holds.
    more: NotRequired[Literal[True]]
